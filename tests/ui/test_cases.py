"""Each small wrong game is found wrong where its marks say so, in words that somebody has read."""

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesdsl.diagnostics import CATALOGUE
from rulesdsl.diagnostics.render.full import render
from tests.ui.area_snapshots import AreaSnapshots
from tests.ui.cases import FOLDER, Case, cases, checked, found_in

CASES = list(cases())


@pytest.fixture(scope="session")
def parser_table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("parser_table")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_wrong_is_found(
    case: Case, parser_table: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    report = checked(case.path, parser_table)
    assert f"{case.text}\n{render(report)}" == snapshot(extension_class=AreaSnapshots)
    assert found_in(report) == case.marks


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_case_in_its_area(code: str) -> None:
    areas = {case.area for case in CASES if code in case.codes}
    assert CATALOGUE[code].area in areas


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_is_about_a_code_of_its_area(case: Case) -> None:
    assert case.codes <= set(CATALOGUE)
    assert case.area in {CATALOGUE[code].area for code in case.codes}
    assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", case.path.stem)
