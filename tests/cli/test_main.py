"""The list of commands: complete, explained, and quick to show."""

import importlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from rulesdsl.version import LANGUAGE, __version__
from tests.cli.program import INSTALLED, Run, commands

COMMANDS: dict[str, str] = commands.COMMANDS


def load(name: str) -> click.Command:
    command = importlib.import_module(f"rulesdsl.cli.{name}").command
    assert isinstance(command, click.Command)
    return command


def test_every_module_with_a_command_is_listed_and_no_other(checkout: Path) -> None:
    modules = {
        path.stem for path in (checkout / "cli").glob("*.py") if "\ndef command(" in path.read_text("utf-8")
    }
    assert modules == set(COMMANDS)


def test_every_command_has_a_test_of_its_name(checkout: Path) -> None:
    tests = {path.stem.removeprefix("test_") for path in (checkout / "tests" / "cli").glob("test_*.py")}
    assert set(COMMANDS) - tests == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_bears_the_name_it_is_listed_under(name: str) -> None:
    assert load(name).name == name


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_the_help_of_a_command_has_an_example(rulesdsl: Run, name: str, flag: str) -> None:
    shown = rulesdsl(name, flag)
    assert shown.status == 0
    assert "Examples:" in shown.out
    assert f"rulesdsl {name}" in shown.out.split("Examples:")[1]
    assert shown.err == ""


def test_help_lists_the_commands_in_their_order(rulesdsl: Run) -> None:
    listed = rulesdsl("--help").out.split("Commands:")[1].split("\n")
    assert [line.split()[0] for line in listed if line] == list(COMMANDS)


def test_summaries_fit_on_a_line(rulesdsl: Run) -> None:
    shown = rulesdsl("--help").out
    assert [summary for summary in COMMANDS.values() if summary not in shown] == []


def test_the_version_is_shown(rulesdsl: Run) -> None:
    assert rulesdsl("--version").out == f"rulesdsl {__version__} (language {LANGUAGE})\n"


def test_a_mistyped_command_is_an_error_that_helps(rulesdsl: Run) -> None:
    shown = rulesdsl("explian")
    assert (shown.status, shown.out) == (2, "")
    assert "explain" in shown.err


def test_without_a_command_the_help_is_shown(rulesdsl: Run) -> None:
    shown = rulesdsl()
    assert shown.status == 2
    assert "Commands:" in shown.err


# What is imported, and how long it takes, is asked of the program itself.

SHOW_MODULES = """
import json, sys
sys.argv = ["rulesdsl", "--help"]
from rulesdsl.cli.main import main
try:
    main()
finally:
    json.dump(sorted(sys.modules), sys.stderr)
"""


def test_help_imports_neither_parser_nor_terminal_library_nor_any_command() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SHOW_MODULES], capture_output=True, text=True, encoding="utf-8", check=True
    )
    modules = set(json.loads(done.stderr))
    assert "rulesdsl.cli.main" in modules
    assert {name for name in modules if name.split(".")[0] in {"lark", "rich", "attr", "attrs"}} == set()
    ours = {name for name in modules if name.split(".")[0] == "rulesdsl"}
    assert ours == {
        "rulesdsl",
        "rulesdsl.cli",
        "rulesdsl.cli.commands",
        "rulesdsl.cli.exit_status",
        "rulesdsl.cli.lazy_commands",
        "rulesdsl.cli.main",
        "rulesdsl.cli.output_guard",
        "rulesdsl.visible",
    }


def seconds(*command: str | Path) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONHASHSEED": "0"}, check=True)
    return time.perf_counter() - start


def test_help_comes_as_fast_as_the_library_it_is_made_with() -> None:
    pairs = [(seconds(INSTALLED, "--help"), seconds(sys.executable, "-c", "import click")) for _ in range(8)]
    ours, click_alone = (min(times) for times in zip(*pairs, strict=True))
    assert ours <= 2.5 * click_alone


INTERRUPTED_WHILE_IMPORTING = """
import sys
from rulesdsl.cli.main import main


class Interruption:
    def find_spec(self, name, *_more):
        if name == "click":
            raise KeyboardInterrupt


sys.meta_path.insert(0, Interruption())
main()
"""


def test_who_interrupts_the_start_is_told_so_and_no_more() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_WHILE_IMPORTING],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")
