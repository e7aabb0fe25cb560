"""What pages show in Python passes the strictest check of types in a script of the reader's own."""

from pathlib import Path

import pytest
from mypy import api

from tests.docs.fences import CHECKOUT, PAGES, fences

UNTYPED = "[mypy]\n[mypy-pyspiel,open_spiel.*]\nignore_missing_imports = True\n"
"""OpenSpiel comes without types."""

WRONG = 'from rulesdsl import load, start\nload("tricks.game").program("two")\n'
WRONG += 'start(load("tricks.game").program(2)).aply(0)\n'


def complaints(folder: Path, scripts: dict[str, str]) -> str:
    """What is wrong with scripts, each by its name."""
    settings = folder / "mypy.ini"
    settings.write_text(UNTYPED, "utf-8")
    for name, script in scripts.items():
        (folder / f"{name}.py").write_text(script, "utf-8")
    found, wrong, _status = api.run(
        [
            "--strict",
            f"--config-file={settings}",
            "--follow-imports=silent",
            f"--cache-dir={folder}",
            *(str(folder / f"{name}.py") for name in scripts),
        ]
    )
    assert not wrong
    return found


def test_scripts_of_all_snippets_are_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MYPYPATH", str(CHECKOUT))
    scripts = {}
    for page in PAGES:
        snippets = [fence.text for fence in fences(page) if fence.language == "python"]
        if snippets:
            scripts["_".join(page.relative_to(CHECKOUT).with_suffix("").parts)] = "\n".join(snippets)
    assert len(scripts) > 3
    assert complaints(tmp_path, scripts).startswith("Success")
    # The types are there to be checked: they do not all fit everything.
    found = complaints(tmp_path, {"wrong": WRONG})
    assert "[arg-type]" in found
    assert '"State" has no attribute "aply"' in found
