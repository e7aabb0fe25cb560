"""What is said of mistakes in the area "secrets"."""

from tests.ui.area import every_case_of

test_secrets = every_case_of("secrets")
