"""What is said of mistakes in the area "flow"."""

from tests.ui.area import every_case_of

test_flow = every_case_of("flow")
