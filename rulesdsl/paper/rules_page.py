"""The rules of a game as a page, in the words of its file: to be read on a screen and to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.model import Report
from rulesdsl.engine.labels.english import plain, plural
from rulesdsl.paper.boards import pictures
from rulesdsl.paper.contents import Entry, Line, contents_of
from rulesdsl.paper.faces import Faces, Row
from rulesdsl.preface import preface
from rulesdsl.rule_list import Rule, read_rule_list
from rulesdsl.syntax import ast
from rulesdsl.table.design import design_of
from rulesdsl.table.markup import Child, Markup, joined, tag
from rulesdsl.tables import Table, table_of

MOST_ROWS = 400
"""So many lines of a table are shown at the most."""

Part = tuple[str, str, list[Child]]
"""The id and the title of a part of the page, and what stands in it."""


def rules_page(game: Game, program: ir.Program) -> str:
    """The whole page, with all that it needs in it."""
    css = (files("rulesdsl.paper") / "rules.css").read_text("utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{program.title}: the rules"),
        Markup(f"<style>\n{css}</style>"),
    )
    body = tag("body", rules_in_words(game, program))
    return f"{joined(Markup('<!doctype html>'), tag('html', head, body, lang='en'))}\n"


def rules_in_words(game: Game, program: ir.Program) -> Markup:
    """The rules as a part of a page; its looks are in `rules.css`."""
    listed = _listed(game)
    parts = [part for part in _parts(game, program, listed) if part[2]]
    contents = contents_of(game.tree, program)
    introduction = preface(game.tree)
    counted = f" Pieces are counted for {program.players}." if program.piece_kinds else ""
    return tag(
        "article",
        tag("h1", program.title),
        tag("p", f"For {contents.players}.{counted}", class_="aside"),
        tag("p", introduction) if introduction else None,
        tag(
            "nav",
            tag("ul", *(tag("li", tag("a", title, href=f"#{name}")) for name, title, _ in parts)),
            aria_label="Contents",
        ),
        *(tag("section", tag("h2", title), body, id=name) for name, title, body in parts),
        class_="rules",
    )


def _parts(game: Game, program: ir.Program, listed: Mapping[str, Rule]) -> Iterator[Part]:
    contents = contents_of(game.tree, program)
    yield "box", "What there is", [_entries(contents.box, listed)] if contents.box else []
    boards = [
        tag("figure", Markup(picture), tag("figcaption", plain(name)))
        for name, picture in pictures(game, program)
    ]
    yield "boards", "Boards and maps", [*boards]
    for name, title, entries in (
        ("places", "Where it lies", contents.places),
        ("counters", "What is kept in mind", contents.counters),
        ("options", "What can be agreed on before", contents.options),
    ):
        yield name, title, [_entries(entries, listed)] if entries else []
    yield "course", "How the game goes", [_outline(contents.course)] if contents.course else []
    actions = [_entries(contents.menus, listed)] if contents.menus else []
    actions += [_block(entry, listed) for entry in contents.actions]
    yield "actions", "What one can do", [*actions]
    yield "routines", "In detail", [_block(entry, listed) for entry in contents.routines]
    yield "always", "What holds at all times", [_block(entry, listed) for entry in contents.always]
    yield "scores", "What counts", [_block(entry, listed) for entry in contents.scores]
    yield "winner", "Who wins", [_outline(entry.lines, entry.rules, listed) for entry in contents.winner]
    yield "meanings", "What words mean here", [_block(entry, listed) for entry in contents.meanings]
    yield "tables", "Tables", [*_tables(game)]
    yield "pieces", "All pieces", [*_pieces(game, program)]
    yield "rules", "Rule by rule", [*_rule_list(listed)]


# ---------------------------------------------------------------- entries


def _entries(entries: Iterable[Entry], listed: Mapping[str, Rule]) -> Markup:
    """In two columns: what it is called, and what is said of it."""
    rows = []
    for entry in entries:
        rows.append(tag("dt", entry.name, _cites(entry.rules, listed)))
        rows.append(
            tag(
                "dd",
                entry.text or None,
                _outline(entry.lines) if entry.lines else None,
                tag("p", entry.remark, class_="aside") if entry.remark else None,
            )
        )
    return tag("dl", *rows)


def _block(entry: Entry, listed: Mapping[str, Rule]) -> Markup:
    return tag(
        "div",
        tag("h3", entry.name, _cites(entry.rules, listed)),
        tag("p", entry.remark, class_="aside") if entry.remark else None,
        tag("p", entry.text, class_="note") if entry.text else None,
        _outline(entry.lines) if entry.lines else None,
        class_="entry",
    )


def _outline(
    lines: Sequence[Line], rules: Sequence[str] = (), listed: Mapping[str, Rule] | None = None
) -> Markup:
    """Lines inside each other as lists."""
    made, _ = _level(lines, 0, lines[0].depth if lines else 0)
    return joined(tag("ul", *made), _cites(rules, listed or {}))


def _level(lines: Sequence[Line], start: int, depth: int) -> tuple[list[Markup], int]:
    made = []
    level = start
    while level < len(lines) and lines[level].depth >= depth:
        line = lines[level]
        inner, after = _level(lines, level + 1, line.depth + 1)
        text = tag("b", line.text) if line.head else line.text
        made.append(tag("li", text, tag("ul", *inner) if inner else None))
        level = after
    return made, level


def _cites(rules: Sequence[str], listed: Mapping[str, Rule]) -> Markup | None:
    """The ids of rules, each leading to its text where there is one."""
    if not rules:
        return None
    links = [
        tag("a", rule, href=f"#rule-{rule}", title=listed[rule].text) if rule in listed else tag("span", rule)
        for rule in rules
    ]
    return tag("span", *links, class_="cites")


# ---------------------------------------------------------------- tables


def _tables(game: Game) -> Iterator[Markup]:
    """Those of values and those by keys, as they are written."""
    for declaration in game.tree.declarations:
        if isinstance(declaration, ast.ValuesTableDecl | ast.TableDecl):
            table = table_of(declaration, game.files.text)
            if table is not None:
                yield _table(plain(declaration.name.text), _bare(table))


def _bare(table: Table) -> tuple[tuple[str, ...], Sequence[tuple[str, ...]]]:
    columns = tuple(plain(column) for column in table.columns)
    return columns, [tuple(cell.replace("_", " ") for cell in row) for row in table.rows]


def _pieces(game: Game, program: ir.Program) -> Iterator[Markup]:
    """Of each kind all that can be told apart, with how many there are of it."""
    faces = Faces(design_of(game, program), program)
    for kind in program.piece_kinds:
        alike: dict[tuple[str, tuple[Row, ...], tuple[str, ...]], int] = {}
        for piece in kind.pieces:
            face = faces.face(piece, kind)
            key = face.name, face.rows, face.lines
            alike[key] = alike.get(key, 0) + 1
        labels = list(dict.fromkeys(row.label or "also" for _, rows, _ in alike for row in rows))
        several = any(count > 1 for count in alike.values())
        noted = any(lines for _, _, lines in alike)
        head = ["", *(["how many"] if several else []), *labels, *(["lines"] if noted else [])]
        body = []
        for (name, rows, lines), count in alike.items():
            descriptions = {
                label: ", ".join(
                    part.text for row in rows if (row.label or "also") == label for part in row.parts
                )
                for label in labels
            }
            body.append(
                (
                    name,
                    *([str(count)] if several else []),
                    *(descriptions[label] for label in labels),
                    *(["; ".join(lines)] if noted else []),
                )
            )
        if len(body) > 1 or labels:
            yield _table(plural(plain(kind.name)), (tuple(head), body))


def _table(title: str, table: tuple[Sequence[str], Sequence[Sequence[str]]]) -> Markup:
    columns, rows = table
    left = len(rows) - MOST_ROWS
    return tag(
        "div",
        tag(
            "table",
            tag("caption", title),
            tag(
                "thead",
                tag("tr", *(tag("th", column, scope="col") if column else tag("td") for column in columns)),
            ),
            tag("tbody", *(tag("tr", *(tag("td", cell) for cell in row)) for row in rows[:MOST_ROWS])),
        ),
        tag("p", f"… and {left} more", class_="aside") if left > 0 else None,
        class_="table",
    )


# ---------------------------------------------------------------- the rule list


def _listed(game: Game) -> dict[str, Rule]:
    """The rules that the file names, by their ids; none if it names no list, or one that cannot be read."""
    line = game.tree.first(ast.RulesLine)
    source = None if line is None else game.files.rule_list(line.path, Report())
    return {} if source is None else {rule.id: rule for rule in read_rule_list(source).rules}


def _rule_list(listed: Mapping[str, Rule]) -> Iterator[Markup]:
    sections = list(dict.fromkeys(rule.section for rule in listed.values()))
    for section in sections:
        if section:
            yield tag("h3", section)
        items = []
        for rule in listed.values():
            if rule.section == section:
                items.append(tag("dt", rule.id, id=f"rule-{rule.id}"))
                items.append(tag("dd", rule.text))
        yield tag("dl", *items, class_="list")
