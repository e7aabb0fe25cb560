"""The maps name what there is: every room of the house, and no file that is gone."""

import re
from pathlib import Path

import pytest

MAPS = ("rulesdsl/README.md", "rulesdsl/native/README.md")
PATTERN = re.compile(r"`([\w/]+(?:/|\.(?:py|md|lark)))`")
"""Folders and files in back quotes."""


def named(checkout: Path, page: str) -> set[str]:
    return {name for name in PATTERN.findall((checkout / page).read_text("utf-8")) if "NAME" not in name}


@pytest.mark.parametrize("page", MAPS)
def test_every_file_on_a_map_is_there(checkout: Path, page: str) -> None:
    files = {
        path.relative_to(checkout).as_posix() + ("/" if path.is_dir() else "")
        for folder in ("rulesdsl", "cli", "tests", "docs", "examples", "games")
        for path in (checkout / folder, *(checkout / folder).rglob("*"))
    }
    gone = {
        name for name in named(checkout, page) if not any(f"/{file}".endswith(f"/{name}") for file in files)
    }
    assert gone == set()


@pytest.mark.parametrize("page", MAPS)
def test_every_room_is_on_its_map(checkout: Path, page: str) -> None:
    house = (checkout / page).parent
    rooms = {path.name for path in house.glob("*.py")} | {
        f"{path.parent.name}/" for path in house.glob("*/*.py")
    }
    assert rooms - named(checkout, page) == {"__init__.py"}
