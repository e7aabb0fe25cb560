"""What is said of mistakes in the area "limits"."""

from tests.ui.area import every_case_of

test_limits = every_case_of("limits")
