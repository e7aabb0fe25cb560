"""Files in the one canonical layout."""

from pathlib import Path

import pytest

from tests.cli.program import Run

UNTIDY = 'game   "X"\r\nplayers 2..2\nflow\n      say   "hi"   # why not\n'
TIDY = 'game "X"\nplayers 2..2\n\nflow\n  say "hi"  # why not\n'


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "untidy.game"
    path.write_bytes(UNTIDY.encode())
    return path


def test_a_file_is_laid_out_anew(rulesdsl: Run, untidy: Path) -> None:
    shown = rulesdsl("fmt", "untidy.game")
    assert (shown.status, shown.out, shown.err) == (0, "changed untidy.game\n", "1 file changed\n")
    assert untidy.read_bytes() == TIDY.encode()


def test_a_file_in_order_is_not_touched(rulesdsl: Run, untidy: Path) -> None:
    untidy.write_bytes(TIDY.encode())
    untidy.chmod(0o444)
    before = untidy.stat()
    shown = rulesdsl("fmt", "untidy.game")
    assert (shown.status, shown.out, shown.err) == (0, "", "1 file already in order\n")
    assert untidy.stat().st_mtime_ns == before.st_mtime_ns


def test_check_changes_nothing(rulesdsl: Run, untidy: Path) -> None:
    shown = rulesdsl("fmt", "--check", "untidy.game")
    assert (shown.status, shown.out) == (1, "would change untidy.game\n")
    assert untidy.read_bytes() == UNTIDY.encode()


def test_the_difference_is_shown(rulesdsl: Run, untidy: Path) -> None:
    shown = rulesdsl("fmt", "--diff", "untidy.game")
    assert shown.status == 1
    assert '-game   "X"␍\n' in shown.out
    assert '+game "X"\n' in shown.out
    assert untidy.read_bytes() == UNTIDY.encode()


def test_folders_are_searched(rulesdsl: Run, untidy: Path, tmp_path: Path) -> None:
    inner = tmp_path / "deep" / "er"
    inner.mkdir(parents=True)
    untidy.rename(inner / "a.game")
    (inner / "b.game").write_text(TIDY, "utf-8")
    hidden = tmp_path / "deep" / ".hidden"
    hidden.mkdir()
    (hidden / "c.game").write_text(UNTIDY, "utf-8")
    shown = rulesdsl("fmt", "deep")
    assert shown.out == f"changed {Path('deep/er/a.game')}\n"
    assert shown.err == "1 file changed, 1 file already in order\n"


@pytest.mark.usefixtures("untidy")
def test_a_file_that_cannot_be_read_is_left_alone_and_the_others_are_not(
    rulesdsl: Run, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.game"
    bad.write_text("game X\n", "utf-8")
    shown = rulesdsl("fmt", "bad.game", "untidy.game")
    assert shown.status == 1
    assert "bad.game:1:6" in shown.err
    assert shown.out == "changed untidy.game\n"
    assert bad.read_text("utf-8") == "game X\n"


def test_what_is_no_text_is_left_alone(rulesdsl: Run, untidy: Path) -> None:
    untidy.write_bytes('game "Schön"\n'.encode("latin-1"))
    shown = rulesdsl("fmt", "untidy.game")
    assert shown.status == 1
    assert "error[not-text]" in shown.err
    assert untidy.read_bytes() == 'game "Schön"\n'.encode("latin-1")


def test_the_mode_of_a_file_and_a_link_to_it_stay(rulesdsl: Run, untidy: Path, tmp_path: Path) -> None:
    untidy.chmod(0o640)
    link = tmp_path / "link.game"
    link.symlink_to(untidy)
    assert rulesdsl("fmt", "link.game").status == 0
    assert link.is_symlink()
    assert untidy.read_bytes() == TIDY.encode()
    assert untidy.stat().st_mode & 0o777 == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"link.game", "untidy.game"}


@pytest.mark.parametrize(
    ("options", "text", "status", "out"),
    [
        ((), UNTIDY, 0, TIDY),
        ((), TIDY, 0, TIDY),
        (("--check",), UNTIDY, 1, "would change draft.game\n"),
        (("--check",), TIDY, 0, ""),
        (("--diff",), TIDY, 0, ""),
    ],
)
def test_a_text_from_standard_input(
    rulesdsl: Run, options: tuple[str, ...], text: str, status: int, out: str
) -> None:
    shown = rulesdsl("fmt", "-", "--stdin-filename", "draft.game", *options, typed=text)
    assert (shown.status, shown.out, shown.err) == (status, out, "")


def test_a_text_from_standard_input_that_cannot_be_read(rulesdsl: Run) -> None:
    shown = rulesdsl("fmt", "-", "--stdin-filename", "draft.game", typed="game X\n")
    assert (shown.status, shown.out) == (1, "")
    assert "draft.game:1:6" in shown.err


def test_standard_input_and_files_do_not_mix(rulesdsl: Run, untidy: Path) -> None:
    shown = rulesdsl("fmt", "-", untidy)
    assert (shown.status, shown.out) == (2, "")
    assert "not both" in shown.err
