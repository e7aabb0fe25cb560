"""What the site of the documentation has besides the pages in docs/.

That is: the README of the project, the changes, and a page for every code of a diagnostic.
"""

import importlib
import re
import sys
import zlib
from base64 import urlsafe_b64encode
from itertools import groupby
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from rulesdsl.diagnostics.catalogue import CATALOGUE
from rulesdsl.diagnostics.explain import page

TOP = Path(__file__).parent.parent
sys.path.insert(0, str(TOP))
within_frame = importlib.import_module("tests.docs.fences").within_frame
LEARN = ("tutorial.md", "house_rules.md", "from_the_rulebook.md", "table.md", "print.md")
WORK = (
    "editors.md",
    "ci.md",
    "balancing.md",
    "python_api.md",
    "python_fields.md",
    "semantics.md",
    "contributing.md",
)
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
# What is done with a fence stands behind its language, for tests.
FENCE = re.compile(r"^(?P<head>[ ]*`{3,}\w+)[ ]+\S.*$", re.MULTILINE)
GAME = re.compile(r"^```game\b(?P<words>[^\n]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r'"[^"\n]*\.(?:csv|txt|md|game)"')


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The order of the pages; one that is in none of the lists is warned of, and stops the build."""
    docs = Path(config.docs_dir)
    reference = re.findall(
        r"^\| \[[^\]]*\]\((\w+\.md)\)", (docs / "reference/README.md").read_text("utf-8"), re.MULTILINE
    )
    known = {*LEARN, *WORK, "README.md"}
    others = sorted(path.name for path in docs.glob("*.md") if path.name not in known)
    areas = groupby(CATALOGUE.values(), key=lambda entry: entry.area)
    config.nav = [
        "README.md",
        {"Learn": list(LEARN)},
        {"Reference": [f"reference/{name}" for name in ("README.md", *reference)]},
        {"Work with games": [*WORK, *others]},
        {
            "Codes": [
                "codes/index.md",
                *({area: [f"codes/{entry.code}.md" for entry in entries]} for area, entries in areas),
            ]
        },
        {"Project": ["project.md", "changes.md"]},
    ]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    made = {
        "project.md": (TOP / "README.md").read_text("utf-8"),
        "changes.md": (TOP / "CHANGELOG.md").read_text("utf-8"),
        "codes/index.md": _codes(),
        **{f"codes/{code}.md": page(code).text for code in CATALOGUE},
    }
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links as they are in the repository lead to pages of the site; where there is none, words are left.
    Examples can be played where the site has a playground.
    """
    playground = config.extra["playground"]
    if playground:
        markdown = GAME.sub(lambda fence: fence[0] + _played(fence, page, playground), markdown)

    def led(link: re.Match[str]) -> str:
        words, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path, _, part = target.partition("#")
        found = _on_the_site(path, page.file.src_uri, files)
        return f"[{words}]({found}{'#' * bool(part)}{part})" if found is not None else words

    return LINK.sub(led, FENCE.sub(r"\g<head>", markdown))


def _played(fence: re.Match[str], page: Page, playground: str) -> str:
    """A link that opens the playground with an example; an excerpt with the lines that it was tried with."""
    words = fence["words"].split()
    text = within_frame(words[1], fence["text"]) if words[:1] == ["excerpt"] else fence["text"]
    if "wrong" in words or FILE.search(text):
        return ""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    data = urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")
    there = playground if "//" in playground else "../" * page.url.count("/") + playground
    return f'\n\n<a class="play" href="{there}#{data}">Play with it</a>\n'


def _on_the_site(path: str, here: str, files: Files) -> str | None:
    """A link from one page to another, both by their places in the repository."""
    made_of = {"project.md": "README.md", "changes.md": "CHANGELOG.md"}
    folder = (TOP / made_of.get(here, f"docs/{here}")).parent
    try:
        wanted = (folder / path).resolve().relative_to(TOP.resolve()).as_posix()
    except ValueError:
        return path
    page_of = {there: name for name, there in made_of.items()}
    name = page_of.get(wanted) or (wanted.removeprefix("docs/") if wanted.startswith("docs/") else None)
    if name is None:
        # A file of the repository that is no page; a name that does not exist is a mistake to be told.
        return None if (TOP / wanted).exists() else path
    name = f"{name}/README.md" if files.get_file_from_path(f"{name}/README.md") else name
    return "../" * here.count("/") + name


def _codes() -> str:
    """All codes with their lines, by area."""
    lines = ["# Codes", "", "What the checker finds, each with a page that explains it.", ""]
    for area, entries in groupby(CATALOGUE.values(), key=lambda entry: entry.area):
        lines += [f"## {area.capitalize()}", "", "| code | severity | says |", "|---|---|---|"]
        lines += [
            f"| [{one.code}]({one.code}.md) | {one.severity} | {one.summary.replace('|', '&#124;')} |"
            for one in entries
        ]
        lines.append("")
    return "\n".join(lines)
