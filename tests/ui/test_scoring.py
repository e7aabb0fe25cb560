"""What is said of mistakes in the area "scoring"."""

from tests.ui.area import every_case_of

test_scoring = every_case_of("scoring")
