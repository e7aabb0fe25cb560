"""What is said of mistakes in the area "types"."""

from tests.ui.area import every_case_of

test_types = every_case_of("types")
