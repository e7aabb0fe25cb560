"""A page's folder: the files that its fences show, as they are when the reader has come so far."""

from pathlib import Path

from tests.docs.fences import Fence, fences

UNNAMED = "snippet.game"


def fill(folder: Path, page: Path, up_to: Fence | None = None) -> None:
    """Write what the fences show, up to and with the one given; a later file replaces an earlier."""
    for fence in fences(page):
        if fence.file_name is not None:
            write(folder, fence)
        if fence == up_to:
            return


def write(folder: Path, fence: Fence) -> Path:
    path = folder / (fence.file_name or UNNAMED)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(fence.whole() if fence.language == "game" else fence.text, "utf-8")
    return path
