"""The settings of docs/editors.md, tried in the editors that are here.

Without `nvim` or `emacs` the test is left out, and says so; with RULESDSL_EDITORS=required it fails instead.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WRONG = 'game "Small"\nplayers 1..2\n\nflow\n  set coins to 3\n\nwinner shared\n'


def _settings(checkout: Path, heading: str) -> str:
    page = (checkout / "docs" / "editors.md").read_text("utf-8")
    found = re.search(rf"^## {heading}$.*?^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def _needed(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            words = f"the program {program} is missing: the settings for it were not tried"
            if os.environ.get("RULESDSL_EDITORS") == "required":
                pytest.fail(words)
            pytest.skip(words)


def _environment(folder: Path) -> dict[str, str]:
    """Where `rulesdsl` is the one that is tested, and no settings of whoever runs the test are."""
    programs = Path(sys.executable).parent
    home = folder / "home"
    home.mkdir()
    return {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb"}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "small.game"
    path.write_text(WRONG)
    return path


def test_neovim_shows_what_is_wrong(checkout: Path, game: Path, tmp_path: Path) -> None:
    _needed("nvim")
    (tmp_path / "init.lua").write_text(_settings(checkout, "Neovim"))
    wait = "vim.wait(120000, function() return #vim.diagnostic.get(0) > 0 end, 200)"
    said = "io.stdout:write(vim.diagnostic.get(0)[1].message)"
    made = subprocess.run(
        [
            "nvim",
            "--headless",
            "-u",
            str(tmp_path / "init.lua"),
            str(game),
            "-c",
            f"lua {wait} {said}",
            "-c",
            "qa!",
        ],
        env=_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert "coins" in made.stdout, made.stdout + made.stderr


def test_emacs_shows_what_is_wrong(checkout: Path, game: Path, tmp_path: Path) -> None:
    _needed("emacs")
    environment = _environment(tmp_path)
    begin = ["emacs", "-q", "--batch", "-f", "package-initialize"]
    eglot = subprocess.run(
        [*begin, "--eval", "(require 'eglot)"], env=environment, capture_output=True, check=False, timeout=60
    )
    if eglot.returncode:
        pytest.skip("eglot is missing (Debian: elpa-eglot): the settings for Emacs were not tried")
    (tmp_path / "init.el").write_text(_settings(checkout, "Emacs"))
    ask = (
        f'(progn (find-file "{game}") (flymake-mode 1)'
        " (call-interactively #'eglot)"
        " (let ((left 600)) (while (and (> left 0) (not (flymake-diagnostics)))"
        " (accept-process-output nil 0.2) (flymake-start) (setq left (1- left))))"
        " (dolist (one (flymake-diagnostics)) (princ (flymake-diagnostic-text one))))"
    )
    made = subprocess.run(
        [*begin, "-l", str(tmp_path / "init.el"), "--eval", ask],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert "coins" in made.stdout, made.stdout + made.stderr
