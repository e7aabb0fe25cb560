"""Sheets to cut out, from the command line."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.games import write_race
from tests.cli.program import Run


@pytest.fixture(autouse=True)
def race(tmp_path: Path) -> Path:
    return write_race(tmp_path)


def test_a_pdf_with_a_page_for_each_sheet(rulesdsl: Run, tmp_path: Path) -> None:
    shown = rulesdsl("print", "road_trip")
    assert (shown.status, shown.out) == (0, "")
    assert shown.err == "wrote road_trip_sheets.pdf: 6 sheets\n"
    found = PdfReader(BytesIO((tmp_path / "road_trip_sheets.pdf").read_bytes()))
    assert len(found.pages) == 6
    millimetres = [round(float(side) * 25.4 / 72) for side in found.pages[0].mediabox[2:]]
    assert millimetres == [210, 297]
    assert "Germany" in found.pages[0].extract_text()


def test_a_folder_with_one_drawing_a_sheet(rulesdsl: Run, tmp_path: Path) -> None:
    assert rulesdsl("print", "race.game", "--output", "sheets", "--paper", "letter").status == 0
    names = sorted(one.name for one in (tmp_path / "sheets").iterdir())
    assert names == ["1_score_pad.svg", "2_player_aid.svg"]
    assert 'width="215.9mm"' in (tmp_path / "sheets/1_score_pad.svg").read_text("utf-8")
    # Once more into the same folder.
    assert rulesdsl("print", "race.game", "--output", "sheets").status == 0


def test_a_page_that_any_browser_prints(rulesdsl: Run, tmp_path: Path) -> None:
    assert (
        rulesdsl(
            "print", "trekking_the_world", "--output", "x.html", "--only", "boards", "--only", "aid"
        ).status
        == 0
    )
    page = (tmp_path / "x.html").read_text("utf-8")
    assert page.count("<svg xmlns") >= 2
    assert "size:297.0mm 210.0mm" in page
    assert "size:210.0mm 297.0mm" in page
    assert "<script" not in page


def test_without_what_makes_a_pdf_it_says_what_to_do(
    rulesdsl: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdf", None)
    shown = rulesdsl("print", "race.game")
    assert shown.status == 2
    assert "a PDF needs pypdf, which is not installed: pip install 'rulesdsl[print]'" in shown.err
    assert "--output race_sheets.html" in shown.err
    assert not list(tmp_path.glob("*.pdf"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--output", "x.txt"), "name a .pdf, an .html or a folder"),
        (("--output", "nowhere/x.pdf"), "cannot write nowhere/x.pdf: no such file or directory"),
        (("--output", "nowhere/sheets"), "cannot write nowhere/sheets: no such file or directory"),
        (("--output", "race.md/x"), "cannot write race.md/x: not a directory"),
        (("--only", "cards"), "there is nothing to print: Race has no cards"),
        (("--only", "dice"), "'dice' is not one of"),
        (("--paper", "a7"), "'a7' is not one of"),
        (("--players", "9"), "9 cannot play Race; 2 to 3 can"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], said: str, rulesdsl: Run) -> None:
    shown = rulesdsl("print", "race.game", *words)
    assert (shown.status, shown.out) == (2, "")
    assert said in " ".join(shown.err.split())


def test_house_rules_change_the_sheets(rulesdsl: Run, tmp_path: Path) -> None:
    (tmp_path / "few.game").write_text(
        'variant "Few" of "road_trip"\n\nset players to 2..2\nset rounds to 2\n', "utf-8"
    )
    rulesdsl("print", "road_trip", "--output", "a", "--only", "pads", "--players", "2")
    rulesdsl("print", "few.game", "--output", "b", "--only", "pads")
    long, short = ((tmp_path / one / "1_score_pad.svg").read_text("utf-8") for one in ("a", "b"))
    assert "round 4: cuisine" in long
    assert "round 3: cuisine" not in short
    assert "round 2: cuisine" in short
