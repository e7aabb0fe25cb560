"""Every code has a case, and every case is about a code and is looked at."""

import re

import pytest

from rulesdsl.diagnostics import CATALOGUE
from tests.ui.cases import FOLDER, Case, cases

CASES = list(cases())
AREAS = {entry.area for entry in CATALOGUE.values()}


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_case_in_its_area(code: str) -> None:
    area = CATALOGUE[code].area
    found = {case.area for case in CASES if code in case.codes}
    assert area in found, f"write a game in tests/ui/{area}/ with the mark `#~ {code}`: see its README.md"


@pytest.mark.parametrize("case", CASES, ids=Case.label)
def test_a_case_is_about_codes_that_exist(case: Case) -> None:
    assert case.codes
    assert case.codes <= set(CATALOGUE)
    assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", case.path.stem)


def test_every_area_is_looked_at() -> None:
    assert {case.area for case in CASES} == AREAS
    for area in AREAS:
        assert f'every_case_of("{area}")' in (FOLDER / f"test_{area}.py").read_text(encoding="utf-8")
