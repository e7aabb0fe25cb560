"""The test of one area: each of its small wrong games is found wrong where its marks say so."""

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesdsl.diagnostics.render.full import render
from tests.ui.cases import FOLDER, Case, cases, checked, found_in
from tests.ui.helps import lacks_a_repair


def every_case_of(area: str) -> Callable[..., None]:
    """A module of its own for each area gives each a file of snapshots that can be read in one go."""

    @pytest.mark.parametrize("case", [case for case in cases() if case.area == area], ids=Case.label)
    def test(
        case: Case, parser_table: Path, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(FOLDER)
        report = checked(case.path, parser_table)
        assert f"{case.text}\n{render(report)}" == snapshot
        assert found_in(report) == case.marks
        helps = [found.hint for found in report if found.hint is not None and found.fix is None]
        assert [hint for hint in helps if lacks_a_repair(hint)] == []

    return test
