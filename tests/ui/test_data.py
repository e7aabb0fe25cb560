"""What is said of mistakes in the area "data"."""

from tests.ui.area import every_case_of

test_data = every_case_of("data")
