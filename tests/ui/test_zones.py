"""What is said of mistakes in the area "zones"."""

from tests.ui.area import every_case_of

test_zones = every_case_of("zones")
