"""What a page shows in Python passes the strictest check of types in a script of the reader's own."""

from pathlib import Path

import pytest
from mypy import api

from tests.docs.fences import CHECKOUT, PAGES, fences

WITH_PYTHON = [page for page in PAGES if any(fence.language == "python" for fence in fences(page))]


def complaints(folder: Path, script: str) -> str:
    path = folder / "script.py"
    path.write_text(script, "utf-8")
    found, wrong, _status = api.run(
        [
            "--strict",
            "--config-file=",
            "--follow-imports=silent",
            f"--cache-dir={folder}",
            str(path),
        ]
    )
    assert not wrong
    return found


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_a_script_of_all_snippets_is_typed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MYPYPATH", str(CHECKOUT))
    snippets = "\n".join(fence.text for fence in fences(page) if fence.language == "python")
    assert complaints(tmp_path, snippets).startswith("Success")
    # The types are there to be checked: they do not all fit everything.
    wrong = snippets + '\nload("tricks.game").program("two")\nstart(tricks).aply(0)\n'
    assert "[arg-type]" in (found := complaints(tmp_path, wrong))
    assert '"State" has no attribute "aply"' in found
