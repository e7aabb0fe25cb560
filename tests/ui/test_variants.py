"""What is said of mistakes in the area "variants"."""

from tests.ui.area import every_case_of

test_variants = every_case_of("variants")
