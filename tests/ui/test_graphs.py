"""What is said of mistakes in the area "graphs"."""

from tests.ui.area import every_case_of

test_graphs = every_case_of("graphs")
