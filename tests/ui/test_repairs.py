"""Repairs on all small wrong games: what was to be put right is gone, and nothing new has come.

But for what is found by checks that the errors had kept from being made.
"""

from collections import Counter
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from rulesdsl.repairs import repaired
from rulesdsl.source import Source, SourceError
from tests.ui.cases import FOLDER, Case, cases


def key(found: Diagnostic) -> tuple[str, str, str]:
    return found.span.source.name, found.code, found.message


@pytest.mark.parametrize("likely", [False, True], ids=["certain", "likely"])
@pytest.mark.parametrize("case", list(cases()), ids=Case.label)
def test_what_is_changed_has_less_to_find(
    case: Case, *, likely: bool, parser_table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    try:
        text = Source.from_bytes(str(case.path), case.path.read_bytes(), limit=10**7).text
    except SourceError:
        return

    def check(new: str) -> Report:
        report = Report()
        # What is put on top changes what is found in its file, not in this one.
        check_file(case.path, Files(parser_table, {case.path: new.encode()}), report)
        return report

    before = check(text)
    wanted = [one for one in before if one.fix is not None and (likely or one.fix.certain)]
    if not wanted:
        return
    found = repaired(
        str(case.path), text, check, lambda one: one.fix is not None and (likely or one.fix.certain)
    )
    if not found.mended:
        assert found.text == text
        return
    assert found.text != text
    after = check(found.text)
    found_before, found_after = Counter(map(key, before)), Counter(map(key, after))
    assert all(found_after[one] < found_before[one] for one in map(key, found.mended) if one in found_before)
    if not before.unfinished:
        assert not found_after - found_before
        assert len(after) < len(before)


REPAIRED = (
    "allow/allow_error",
    "allow/idle_allow",
    "syntax/bad_character",
    "syntax/tab",
)


@pytest.mark.parametrize("name", REPAIRED)
def test_these_are_repaired(name: str, parser_table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    path = Path(f"{name}.game")
    report = Report()
    check_file(path, Files(parser_table), report)
    assert [one.code for one in report if one.fix is not None and one.fix.certain]
