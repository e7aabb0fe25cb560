"""The commands that the README tells a newcomer to paste."""

import re
from pathlib import Path

import pytest


def command_under(readme: str, heading: str) -> str:
    """The first fence under a heading."""
    found = re.search(
        rf"^## {re.escape(heading)}\n(?:(?!^## ).)*?^```sh\n(.*?)^```", readme, re.MULTILINE | re.DOTALL
    )
    assert found, f"the README has no command under `{heading}`"
    return found[1]


@pytest.mark.parametrize(
    ("heading", "ending"),
    [
        ("Set up and play", "rulesdsl run games/road_trip.game\n"),
        ("Set up and test", "pytest\n"),
    ],
)
def test_each_is_one_line_that_begins_from_nothing(checkout: Path, heading: str, ending: str) -> None:
    command = command_under((checkout / "README.md").read_text("utf-8"), heading)
    assert command.count("\n") == 1
    assert command.startswith("python3 -m venv .venv && ")
    assert command.endswith(ending)


def test_the_checks_of_every_change_run_these_commands(checkout: Path) -> None:
    script = (checkout / ".ci" / "run").read_text("utf-8")
    steps = dict(re.findall(r"^ *step \"README: (.*)\" (\w+)$", script, re.MULTILINE))
    functions = dict(re.findall(r"^(\w+)\(\) {\n(.*?)^}$", script, re.MULTILINE | re.DOTALL))
    assert {
        name: re.findall(r"readme_line \"([^\"]*)\"", functions[step]) for name, step in steps.items()
    } == {
        "play a game": ["Set up and play"],
        "pass the tests": ["Set up and test"],
    }
