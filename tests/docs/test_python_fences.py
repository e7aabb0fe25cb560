"""Every `python` fence is run, those of a page one after the other; what they print is compared."""

import contextlib
import io
from pathlib import Path

import pytest

from tests.docs.fences import CHECKOUT, PAGES, fences
from tests.docs.folder import write

WITH_PYTHON = [page for page in PAGES if any(fence.language == "python" for fence in fences(page))]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.relative_to(CHECKOUT).as_posix())
def test_what_is_printed_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "a page"}
    printed = ""
    for fence in fences(page):
        if fence.file_name is not None:
            write(tmp_path, fence)
        if fence.language == "python":
            assert not printed, f"{fence}: what was printed before is not shown"
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(fence.text, str(fence), "exec"), names)  # noqa: S102 - our own page
            printed = out.getvalue()
        elif fence.language == "output":
            assert printed == fence.text, str(fence)
            printed = ""
    assert not printed, "what was printed last is not shown"
