"""What is said of mistakes in the area "allow"."""

from tests.ui.area import every_case_of

test_allow = every_case_of("allow")
