"""What the reference says of each word of the language, for the language server.

`python -m tests.docs.reference_words` writes it.
"""

import json
import re
from collections.abc import Iterator

from tests.docs.fences import CHECKOUT

FILE = CHECKOUT / "rulesdsl" / "language_server" / "reference.json"

# By page the words of which it tells; a word with a `#` stands with the heading of its section.
PAGES = {
    "head": "game players option#Options define#Numbers-with-a-name rules#Rules-and-citations"
    " omits#Rules-and-citations"
    " limit normally#Options",
    "values": "values or#Types",
    "pieces": "pieces copies#Copies named#From-a-file",
    "places": "places links#Towns-and-roads ring#Rings",
    "boards": "grid#Cells Direction#Directions-and-steps",
    "texts": "text letters",
    "tables": "table gives beyond#Beyond-the-last-row",
    "zones": "zone pile#The-four-shapes row#The-four-shapes set#The-four-shapes slot#The-four-shapes"
    " per#How-many-there-are seen#Properties"
    " top#Properties starts#Properties takes#Properties kept#Properties"
    " renewed#Properties shuffled#Properties face#Properties empty#Asking-about-zones",
    "state": "state",
    "expressions": "and#Numbers-and-conditions not#Numbers-and-conditions mod#Numbers-and-conditions"
    " where#Many-things in#Many-things otherwise#Cases you#Players others#Players your#Players",
    "actions": "action cost#Conditions,-cost,-effects when#Conditions,-cost,-effects menu#Menus",
    "decisions": "must may choose repeatedly chance#Chance-decides roll#Chance-decides",
    "effects": "move#Moving-pieces draw#Moving-pieces deal#Moving-pieces flip#Moving-pieces"
    " show#Moving-pieces"
    " shuffle#Moving-pieces add#Changing-state remove#Changing-state let#Names,-conditions,-repetition"
    " if#Names,-conditions,-repetition else#Names,-conditions,-repetition for#Names,-conditions,-repetition"
    " repeat#Names,-conditions,-repetition depending#Cases together#All-at-once routine#Routines do#Routines"
    " say#Saying,-recording,-ending end#Saying,-recording,-ending nothing#Saying,-recording,-ending",
    "who_decides": "each player all secret#In-secret",
    "standing_rules": "always",
    "flow": "flow phase#Phases turn#Phases until#Phases stops#Phases once#Phases times#Phases",
    "scores": "score note total winner#Who-wins most#Who-wins least#Who-wins shared#Who-wins nobody",
    "examples": "example given#The-position expect#What-must-come-out plays#What-happens chooses#What-happens"
    " declines#What-happens cannot#What-happens play#The-course-of-the-game",
    "variants": "variant replace extend change before after at without",
}
_MOST = 1_400
"""Characters of a text: as much as one reads beside a line."""


def text() -> str:
    sections: list[dict[str, str]] = []
    words: dict[str, int] = {}
    for word, section in _sections():
        if section not in sections:
            sections.append(section)
        words[word] = sections.index(section)
    return json.dumps({"sections": sections, "words": words}, indent=1, ensure_ascii=False) + "\n"


def _sections() -> Iterator[tuple[str, dict[str, str]]]:
    for page, words in PAGES.items():
        whole = (CHECKOUT / "docs" / "reference" / f"{page}.md").read_text("utf-8")
        title, _, rest = whole.partition("\n")
        parts = re.split(r"^## (.+)$", rest, flags=re.MULTILINE)
        by_heading = {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}
        for word in words.split():
            name, _, heading = word.partition("#")
            heading = heading.replace("-", " ")
            section = {"page": title.lstrip("# "), "heading": heading or title.lstrip("# ")}
            yield name, {**section, "text": _short(by_heading[heading])}


def _short(section: str) -> str:
    """The text of a section up to where it gets too long, cut between two paragraphs."""
    # Links lead from page to page of the reference, and nowhere from an editor.
    plain = re.sub(r"\[([^\]\n]+)\]\([^)\n]*\)", r"\1", section)
    plain = re.sub(r"^```game .*$", "```game", plain, flags=re.MULTILINE).strip()
    taken = ""
    fenced = False
    for paragraph in plain.split("\n\n"):
        if taken and not fenced and len(taken) + len(paragraph) > _MOST:
            break
        taken += ("\n\n" if taken else "") + paragraph
        fenced ^= paragraph.count("```") % 2 == 1
    return taken


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
