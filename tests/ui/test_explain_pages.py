"""Every code has a page; its wrong example errs in this way alone, and its right one does not err."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from rulesdsl.diagnostics import CATALOGUE, explain
from tests.ui.cases import checked


def codes_found(folder: Path, game: str, files: Mapping[str, str], cache: Path) -> list[str]:
    for name, text in {"this.game": game, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [f"{one.code}: {one.message}" for one in checked(folder / "this.game", cache)]


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_wrong_example_errs_in_this_way_alone(code: str, tmp_path: Path, parser_table: Path) -> None:
    page = explain.page(code)
    found = codes_found(tmp_path, page.wrong, page.files, parser_table)
    assert found
    assert [one for one in found if not one.startswith(f"{code}: ")] == []


@pytest.mark.parametrize("code", CATALOGUE)
def test_nothing_is_wrong_with_the_right_example(code: str, tmp_path: Path, parser_table: Path) -> None:
    page = explain.page(code)
    assert codes_found(tmp_path, page.right, page.right_files, parser_table) == []


def test_there_is_no_page_about_anything_else() -> None:
    folder = Path(explain.__file__).parent / "explain"
    assert {file.name for file in folder.iterdir()} == {f"{code}.md" for code in CATALOGUE}
