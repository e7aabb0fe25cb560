"""Repairs on all small wrong games: what they change is right, and a game with all errors mended is valid.

Other errors stay, as most of these games have some that no repair knows of.
"""

import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from rulesdsl.diagnostics import Diagnostic, Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from rulesdsl.repairs import repaired
from rulesdsl.source import Source, SourceError
from rulesdsl.syntax.common_mistakes import MISTAKES
from tests.ui.cases import FOLDER, Case, cases
from tests.ui.helps import REASONS, lacks_a_repair


def key(found: Diagnostic) -> tuple[str, str, str]:
    return found.span.source.name, found.code, found.message


# Where one looks further only when a thing is put right that only its writer knows for certain: the language
# of the file, an indentation, what a call is a call of.
HIDDEN = ("language_zero", "bad_indentation_between_blocks", "unknown_things_are_reported_once")


def rewritten(old: str, new: str) -> set[int]:
    matcher = SequenceMatcher(None, old.split("\n"), new.split("\n"), autojunk=False)
    return {
        line + 1
        for tag, _, _, first, last in matcher.get_opcodes()
        if tag != "equal"
        for line in range(first, last)
    }


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
    hidden = likely and case.label() in HIDDEN
    if Counter(map(key, before.errors)) <= Counter(map(key, found.mended)) and not hidden:
        assert not after.has_errors, str(after)
    found_before, found_after = Counter(map(key, before)), Counter(map(key, after))
    assert all(found_after[one] < found_before[one] for one in map(key, found.mended) if one in found_before)
    new = found_after - found_before
    assert bool(new) == hidden
    lines = rewritten(text, found.text)
    for one in (one for one in after if key(one) in new):
        assert not {label.span.line for label in (one.primary, *one.secondary)} & lines


def test_what_a_slip_spells_out_is_written_by_a_repair() -> None:
    assert [slip.hint for slip in MISTAKES if slip.instead is None and lacks_a_repair(slip.hint)] == []


def test_every_reason_against_a_repair_is_one() -> None:
    told = [slip.hint for slip in MISTAKES if slip.instead is None]
    for snapshots in (FOLDER / "__snapshots__").iterdir():
        told += re.findall(r"^ +help: (.+)$", snapshots.read_text("utf-8"), re.MULTILINE)
    assert [reason for reason in REASONS if not any(re.search(reason, hint) for hint in told)] == []


REPAIRED = (
    "allow/allow_error",
    "allow/idle_allow",
    "syntax/bad_character",
    "syntax/language_above_the_variant",
    "syntax/language_far_below_the_variant",
    "syntax/tab",
    "syntax/title_not_first",
)


@pytest.mark.parametrize("name", REPAIRED)
def test_these_are_repaired(name: str, parser_table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    path = Path(f"{name}.game")
    report = Report()
    check_file(path, Files(parser_table), report)
    assert [one.code for one in report if one.fix is not None and one.fix.certain]
