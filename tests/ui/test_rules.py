"""What is said of mistakes in the area "rules"."""

from tests.ui.area import every_case_of

test_rules = every_case_of("rules")
