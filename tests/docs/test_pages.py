"""The pages themselves: links that lead somewhere, fences that are what they say."""

import re
from pathlib import Path

import pytest

from tests.docs.fences import CHECKOUT, FRAMES, LANGUAGES, PAGES, fences, within_frame

_FENCED = re.compile(r"^(`{3,}|~{3,}).*?^\1\s*$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)


def prose(page: Path) -> str:
    return _FENCED.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors of the headings, as the web pages of repositories make them."""
    headings = [found["text"] for found in _HEADING.finditer(prose(page))]
    return {re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-") for text in headings}


def name_of(page: Path) -> str:
    return page.relative_to(CHECKOUT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for found in _LINK.finditer(re.sub(r"`[^`\n]*`", "", prose(page))):
        target = found["target"]
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        leads_to = (page.parent / path).resolve() if path else page
        if not leads_to.exists() or (anchor and anchor not in anchors(leads_to)):
            broken.append(target)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_fence_is_of_a_kind_that_is_tested(page: Path) -> None:
    found = list(fences(page))
    assert [str(fence) for fence in found if fence.language not in LANGUAGES] == []
    for fence in found:
        if fence.language in {"csv", "md", "txt"}:
            assert fence.file_name is not None, f"{fence} does not say which file it is"
    output = [at for at, fence in enumerate(found) if fence.language == "output"]
    assert all(at > 0 and found[at - 1].language == "python" for at in output), "`output` follows `python`"


def test_every_place_of_a_frame_is_used() -> None:
    used = {fence.frame for page in PAGES for fence in fences(page) if fence.language == "game"}
    for path in FRAMES.glob("*.game"):
        for place in re.findall(r"# excerpt: ([a-z_]+)", path.read_text("utf-8")):
            assert within_frame(f"{path.stem}/{place}", "")
            assert f"{path.stem}/{place}" in used
