"""What is said of mistakes in the area "names"."""

from tests.ui.area import every_case_of

test_names = every_case_of("names")
