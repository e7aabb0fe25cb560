"""What is said of mistakes in the area "examples"."""

from tests.ui.area import every_case_of

test_examples = every_case_of("examples")
