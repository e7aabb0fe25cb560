"""`rulesdsl show`."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

import click

from rulesdsl import program as ir
from rulesdsl.checked_game import Game
from rulesdsl.engine.labels.english import players_between
from rulesdsl.outline import flat, outline, phases_only
from rulesdsl.preface import preface
from rulesdsl.syntax import ast
from rulesdsl.variants import Setting, settings_of

from .exit_status import CannotDo
from .flow_drawing import drawn_flow, in_words
from .game_options import GameOptions, game_argument, game_options
from .loading import game_and_program, plural
from .maps import drawings, drawn
from .options_in_words import options_in
from .output_options import format_option, json_text, width
from .program_text import program_text
from .whole_files import write_whole


@click.command("show")
@game_argument
@click.option("--graph", metavar="NAME", help="Draw this map, board or ring as SVG.")
@click.option("--flow", is_flag=True, help="Draw the phases as SVG.")
@click.option("--rules", is_flag=True, help="Write the rules in words as a page (HTML).")
@click.option("--program", "as_program", is_flag=True, help="Print what the engine runs.")
@click.option("--native", "natively", is_flag=True, help="Say what of it cannot be machine code, and why.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@game_options
@format_option("text", "json")
def command(
    file: Path,
    graph: str | None,
    flow: bool,
    rules: bool,
    as_program: bool,
    natively: bool,
    output: Path | None,
    chosen: GameOptions,
    output_format: str,
) -> None:
    """Show a game at a glance: players, options, components, zones, phases, actions and scoring.

    \b
    Examples:
      rulesdsl show road_trip
      rulesdsl show trekking_the_world --graph road > map.svg
      rulesdsl show road_trip --flow --output phases.svg
      rulesdsl show road_trip --rules --output rules.html
      rulesdsl show road_trip --program --players 3
    """
    if (graph is not None) + flow + rules + as_program + natively > 1:
        raise CannotDo("one of --graph, --flow, --rules, --program and --native at a time")
    game, program = game_and_program(file, chosen)
    if graph is not None:
        text = drawn(game, program, graph)
    elif flow:
        text = drawn_flow(game.title, outline(game.tree))
    elif rules:
        from rulesdsl.paper.rules_page import rules_page

        text = rules_page(game, program)
    elif as_program:
        text = program_text(program)
    elif natively:
        from rulesdsl.native import not_native

        text = "\n".join(not_native(program)) or "all of it can be machine code"
        text += "\n"
    elif output_format == "json":
        text = json_text(_as_data(game, program)) + "\n"
    else:
        text = "\n".join(_at_a_glance(game, program)) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)
        click.echo(f"wrote {output}", err=True)


Rows = list[tuple[str, str]]


def _at_a_glance(game: Game, program: ir.Program) -> Iterable[str]:
    yield click.style(game.title, bold=True)
    yield players_between(game.players[0], game.players[-1])
    introduction = preface(game.tree)
    if introduction:
        yield ""
        yield from wrap(introduction, width())
    for title, rows in _sections(game, program):
        if rows:
            yield ""
            yield click.style(title, bold=True)
            yield from _columns(rows)
    flow = outline(game.tree)
    yield ""
    yield click.style("Phases", bold=True)
    yield from _wrapped(in_words(phases_only(flow.flow), "  "))
    for name, steps in flow.parts:
        yield from _wrapped(in_words(phases_only(steps), f"  in {name}: "))


def _wrapped(lines: Iterable[str]) -> Iterable[str]:
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        yield from wrap(line.strip(), width(), initial_indent=indent, subsequent_indent=f"{indent}    ")


def _sections(game: Game, program: ir.Program) -> Sequence[tuple[str, Rows]]:
    tree = game.tree
    return (
        (
            "Options",
            [
                (f"{each.name}: {each.values}, normally {each.default}", each.text)
                for each in options_in(tree)
            ],
        ),
        ("Components", _components(tree, program)),
        ("Zones", [_zone(each) for each in tree.all(ast.ZoneDecl)]),
        ("State", [_state(each) for each in tree.all(ast.StateDecl)]),
        ("Actions", [_action(each) for each in tree.all(ast.ActionDecl)]),
        ("Scoring", _scoring(tree)),
        ("What a house rule can set", _settings(game)),
        ("Pictures", [(f"--graph {name}", description) for name, description in drawings(program)]),
        ("Examples", _examples(tree)),
    )


def _columns(rows: Rows) -> Iterable[str]:
    """Two columns; what is too long for the first has a line of its own."""
    left = min(max(len(name) for name, _ in rows), max(24, width() // 3))
    for name, text in rows:
        indent = " " * (left + 4)
        lines = [line.replace(TOGETHER, " ") for line in wrap(text, max(30, width() - left - 4))] or [""]
        if len(name) > left:
            yield from wrap(name, width() - 2, initial_indent="  ", subsequent_indent="      ")
            yield from (indent + line for line in lines if line)
        else:
            yield f"  {name:<{left}}  {lines[0]}".rstrip()
            yield from (indent + line for line in lines[1:])


def _components(tree: ast.GameFile, program: ir.Program) -> Rows:
    count = {kind.name: kind.count for kind in program.piece_kinds}
    rows: Rows = []
    for declaration in tree.declarations:
        match declaration:
            case ast.PiecesDecl(name=name, fields=fields):
                rows.append((f"{count.get(name.text, 0)} {name.text}", _fields(fields)))
            case ast.UnionDecl(name=name, kinds=kinds):
                rows.append((name.text, "any " + " or ".join(kind.text for kind in kinds)))
            case ast.ValuesDecl(name=name, values=values):
                rows.append((name.text, ", ".join(flat(value.span) for value in values)))
            case ast.ValuesTableDecl(name=name, fields=fields):
                listed = ", ".join(program.enums.get(name.text, ()))
                rows.append((name.text, f"{listed}; each with {_fields(fields)}" if fields else listed))
            case ast.PlacesDecl(name=name, fields=fields):
                rows.append((f"{len(program.nodes.get(name.text, ()))} {name.text}", _fields(fields)))
            case ast.GridDecl(name=name, columns=columns, rows=None):
                rows.append((name.text, f"a hexagon with {flat(columns.span)} cells at a side"))
            case ast.GridDecl(name=name, columns=columns, rows=lines, words=words) if lines is not None:
                size = f"a grid of {flat(columns.span)} by {flat(lines.span)}"
                rows.append((name.text, ", ".join((size, *(word.text for word in words)))))
            case ast.RingDecl(name=name, size=size):
                rows.append((name.text, f"a ring of {flat(size.span)}"))
            case ast.LinksDecl(name=name, of=of):
                graph = program.graphs.get(name.text)
                rows.append(
                    (name.text, f"{plural(len(graph.links), 'link') if graph else 'links'} of {of.text}")
                )
            case ast.PlacementsDecl(name=name, kind=kind, board=board):
                ways = plural(len(program.enums.get(name.text, ())), "way")
                rows.append((name.text, f"{ways} in which a {kind.text} can lie on {board.text}"))
            case ast.WordsDecl(name=name) if name.text in program.words:
                known = program.words[name.text]
                rows.append((name.text, f"{plural(known.count, 'word')} of at most {known.longest} letters"))
            case ast.TableDecl(name=name, keys=keys, gives=gives):
                by = ", ".join(key.name.text for key in keys)
                rows.append(
                    (name.text, f"a table by {by}, gives {', '.join(each.name.text for each in gives)}")
                )
            case _:
                pass
    return rows


def _fields(fields: Sequence[ast.Field]) -> str:
    return ", ".join(
        field.name.text + "".join(f" {flat(per.span)}" for per in field.per) + f" {flat(field.type.span)}"
        for field in fields
    )


def _per(per: Sequence[ast.Per]) -> str:
    return "".join(f" {flat(each.span)}" for each in per)


def _zone(zone: ast.ZoneDecl) -> tuple[str, str]:
    props = [flat((prop.prop if isinstance(prop, ast.CitedProp) else prop).span) for prop in zone.props]
    return f"{zone.name.text}{_per(zone.per)}", "; ".join([f"{zone.shape} of {flat(zone.of.span)}", *props])


def _state(state: ast.StateDecl) -> tuple[str, str]:
    starts = f", starts {flat(state.starts.span)}" if state.starts else ""
    return f"{state.name.text}{_per(state.per)}", flat(state.type.span) + starts


def _action(action: ast.ActionDecl) -> tuple[str, str]:
    params = ", ".join(flat(param.span) for param in action.params)
    name = f"{action.name.text}({params})" if params else action.name.text
    return name, action.text.value if action.text else ""


def _scoring(tree: ast.GameFile) -> Rows:
    rows: Rows = []
    for declaration in tree.declarations:
        match declaration:
            case ast.ScoreDecl(name=name, each=each):
                rows.append((name.text, f"written down each {each.text}" if each else "counted at the end"))
            case ast.NoteDecl(name=name, each=each):
                often = f", written down each {each.text}" if each else ""
                rows.append((name.text, f"a note, not in the total{often}"))
            case ast.WinnerDecl():
                rows.append(("winner", flat(declaration.span).removeprefix("winner ")))
            case _:
                pass
    return rows


# Tables with more rows are shown by the first of them.
SHORT = 12
FIRST = 4

TOGETHER = "\u00a0"
"""A blank at which no line is broken."""


def _settings(game: Game) -> Rows:
    """Players, options, definitions and first values, and column by column the cells of tables."""
    rows: Rows = []
    settings = settings_of(game.tree, game.files.data)
    for (table, column), group in groupby(settings, key=lambda each: (each.table, each.column)):
        cells = list(group)
        if not table:
            rows += [(f"set {each.name}", each.value) for each in cells]
            continue
        shown = cells if len(cells) <= SHORT else cells[:FIRST]
        values = ", ".join(f"{_row(each)}{TOGETHER}={TOGETHER}{each.value}" for each in shown)
        more = f", … ({len(cells)} in all)" if len(shown) < len(cells) else ""
        by = ", ".join(cells[0].keys) or table
        rows.append((f"set {cells[0].name}", f"{column or table} by {by}: {values}{more}"))
    return rows


def _row(cell: Setting) -> str:
    return f"({cell.row})" if len(cell.keys) > 1 else cell.row


def _examples(tree: ast.GameFile) -> Rows:
    count = sum(isinstance(declaration, ast.ExampleDecl) for declaration in tree.declarations)
    return [(plural(count, "example"), "`rulesdsl test` runs them")] if count else []


def _as_data(game: Game, program: ir.Program) -> dict[str, object]:
    tree = game.tree
    return {
        "title": game.title,
        "players": {"least": game.players[0], "most": game.players[-1]},
        "preface": preface(tree),
        "options": [option.as_data() for option in options_in(tree)],
        "pieces": [{"kind": kind.name, "count": kind.count} for kind in program.piece_kinds],
        "zones": [{"name": zone.name, "shape": zone.shape} for zone in program.zones],
        "states": [state.name for state in program.states],
        "phases": list(program.phases),
        "actions": list(program.action_names),
        "scores": [score.name for score in program.scores],
        "settings": [
            {"name": setting.name, "value": setting.value} for setting in settings_of(tree, game.files.data)
        ],
        "graphs": [name for name, _ in drawings(program)],
        "examples": sum(isinstance(declaration, ast.ExampleDecl) for declaration in tree.declarations),
    }
