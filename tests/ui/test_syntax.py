"""What is said of mistakes in the area "syntax"."""

from tests.ui.area import every_case_of

test_syntax = every_case_of("syntax")
