"""The reference page of the functions, made from the table in rulesdsl/builtins.py.

`python -m tests.docs.builtins_page` writes it.
"""

from itertools import groupby

from rulesdsl.builtins import BUILTINS, Builtin
from tests.docs.fences import CHECKOUT

PAGE = CHECKOUT / "docs" / "reference" / "builtins.md"

_HEAD = """\
# Functions

This page is made from `rulesdsl/builtins.py` by `python -m tests.docs.builtins_page`.

In the first column, `S` stands for many things (a set, a list, what lies in a zone),
`x in S where C by K` for those of them that meet the condition C, in order of K, and `: V` for what to
take of each. Where a part makes no difference it may be left out.
[Expressions](expressions.md#many-things) shows how they are used.
"""

_TITLES = {
    "many": "Many things",
    "zones": "Pieces in zones",
    "players": "Players",
    "numbers": "Numbers",
    "places": "Places and links",
}


def text() -> str:
    parts = [_HEAD]
    for area, group in groupby(BUILTINS.values(), key=lambda builtin: builtin.area):
        parts.append(f"\n## {_TITLES[area]}\n\n| written | gives |\n|---|---|\n")
        parts.extend(_row(builtin) for builtin in group)
    return "".join(parts)


def _row(builtin: Builtin) -> str:
    forms = "<br>".join(f"`{form}`" for form in builtin.forms)
    return f"| {forms} | {builtin.doc} |\n"


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
