"""The documentation as a site: built with every link checked, and with a page for every code."""

import os
import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest

from rulesdsl.diagnostics import CATALOGUE
from tests.docs.fences import CHECKOUT
from tests.loading import load

MANY, STEP = 50, 10
"""So many examples of the reference are played at least, and every so many is read."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    build(CHECKOUT / "mkdocs.yml", folder)
    return folder


def build(config: Path, into: Path, **said: str) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file", config]
    done = subprocess.run(
        [*map(str, command), "--site-dir", str(into)],
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"} | said,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_page_and_every_code_has_its_place(site: Path) -> None:
    pages = {path.relative_to(site).parent.as_posix() for path in site.rglob("index.html")}
    assert {f"codes/{code}" for code in CATALOGUE} <= pages
    written = (CHECKOUT / "docs").rglob("*.md")
    names = {path.relative_to(CHECKOUT / "docs").with_suffix("").as_posix() for path in written}
    assert {name.removesuffix("README").rstrip("/") or "." for name in names} <= pages


def test_what_is_done_with_a_fence_is_not_shown(site: Path) -> None:
    shown = "".join(path.read_text("utf-8") for path in (site / "reference").rglob("index.html"))
    assert "game excerpt" not in shown
    assert "```" not in shown


def test_links_lead_to_what_is_there(site: Path) -> None:
    """The builder has checked those of the pages; these are what it has made of them."""
    missing = set()
    for page in site.rglob("index.html"):
        for target in re.findall(r'href="([^"#?]+)', page.read_text("utf-8")):
            if not re.match(r"[a-z]+:|/", target) and not (page.parent / target).exists():
                missing.add((page.relative_to(site).as_posix(), target))
    assert missing == set()


PLAYED = re.compile(r'<a class="play" href="([^"#]*)#([\w-]+)"')


def test_examples_can_be_played(tmp_path: Path) -> None:
    build(CHECKOUT / "mkdocs.yml", tmp_path, PLAYGROUND="playground/")
    found = {page: PLAYED.findall(page.read_text("utf-8")) for page in tmp_path.rglob("index.html")}
    for page, links in found.items():
        for there, _ in links:
            assert (page.parent / there).resolve() == tmp_path / "playground"
    texts = {data for page, links in found.items() if "reference" in page.parts for _, data in links}
    assert len(texts) > MANY
    for data in sorted(texts)[::STEP]:
        text = zlib.decompress(urlsafe_b64decode(data + "=" * (-len(data) % 4)), -zlib.MAX_WBITS).decode()
        (tmp_path / "example.game").write_text(text, "utf-8")
        assert load(tmp_path / "example.game").players


def test_without_a_playground_nothing_leads_there(site: Path) -> None:
    assert not any(PLAYED.search(page.read_text("utf-8")) for page in site.rglob("index.html"))
