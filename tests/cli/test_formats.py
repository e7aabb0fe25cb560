"""Every output format of every command has a test and stands in the documentation."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from syrupy.assertion import SnapshotAssertion

from rulesdsl.version import __version__
from tests.cli.games import write_race
from tests.cli.program import Run, commands

INVOCATIONS = {
    "run": ("race.game", "--seed", "3"),
    "validate": ("wrong.game",),
    "test": ("race.game",),
    "config": (),
    "rules": ("race.game",),
    "diff": ("race.game", "long_race.game"),
    "show": ("race.game",),
    "perft": ("race.game", "--depth", "2"),
    "solve": ("race.game", "--option", "goal=5"),
    "env": ("race.game",),
    "list": (),
    "explain": ("unknown-name",),
}
"""For each command that has formats what it is tried with."""


def formats() -> Iterator[tuple[str, str]]:
    for command in commands.COMMANDS:
        for option in importlib.import_module(f"rulesdsl.cli.{command}").command.params:
            if option.name == "output_format":
                assert isinstance(option.type, click.Choice)
                yield from ((command, name) for name in option.type.choices)


FORMATS = tuple(formats())


@pytest.mark.parametrize(("command", "name"), FORMATS, ids=[" ".join(pair) for pair in FORMATS])
def test_what_is_written(
    command: str, name: str, tmp_path: Path, checkout: Path, rulesdsl: Run, snapshot: SnapshotAssertion
) -> None:
    write_race(tmp_path)
    wrong = (tmp_path / "race.game").read_text("utf-8").replace("add die to", "add dice to")
    (tmp_path / "wrong.game").write_text(wrong, encoding="utf-8")
    shown = rulesdsl(command, *INVOCATIONS[command], "--format", name)
    told = shown.out.replace(__version__, "VERSION").replace(checkout.as_posix(), "CHECKOUT")
    assert (shown.status, shown.err, re.sub('"[0-9a-f]{16,}"', '"MARK"', told)) == snapshot
    if name == "json":
        json.loads(shown.out)


@pytest.mark.parametrize("name", dict.fromkeys(name for _command, name in FORMATS))
def test_what_is_documented(name: str, checkout: Path) -> None:
    """A row of the table in docs/ci.md says which commands have a format, and whom it is for."""
    page = (checkout / "docs/ci.md").read_text("utf-8")
    row = re.search(rf"^\| `{name}` \| ([^|]+) \| [^|]+ \|$", page, re.MULTILINE)
    assert row is not None
    commands = {command for command, other in FORMATS if other == name}
    assert set(re.findall(r"`(\w+)`", row[1])) == commands
