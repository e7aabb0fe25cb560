"""The reference page of the functions, made from rulesdsl/operations.py and rulesdsl/builtins.py.

`python -m tests.docs.builtins_page` writes it.
"""

from rulesdsl.builtins import BUILTINS
from rulesdsl.functions import Area, Function
from tests.docs.fences import CHECKOUT

PAGE = CHECKOUT / "docs" / "reference" / "builtins.md"

_HEAD = """\
# Functions

This page is made from `rulesdsl/operations.py` and `rulesdsl/builtins.py` by
`python -m tests.docs.builtins_page`.

In the first column, `S` stands for many things (a set, a list, what lies in a zone),
`x in S where C by K` for those of them that meet the condition C, in order of K, and `: V` for what to
take of each. Where a part makes no difference it may be left out.
[Expressions](expressions.md#many-things) shows how they are used.
"""


def text() -> str:
    parts = [_HEAD]
    for area in Area:
        parts.append(f"\n## {area.value}\n\n| written | gives |\n|---|---|\n")
        parts.extend(_row(function) for function in BUILTINS.values() if function.area is area)
    return "".join(parts)


def _row(function: Function) -> str:
    forms = "<br>".join(f"`{form}`" for form in function.forms)
    return f"| {forms} | {function.doc} |\n"


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
