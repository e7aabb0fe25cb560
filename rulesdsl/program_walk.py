"""Walking a program or the tree of a file: what its lines call, read and change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from operator import attrgetter
from typing import Any, TypeGuard, TypeVar, get_args, get_type_hints, overload
from weakref import ref

import attrs

from rulesdsl import program as ir
from rulesdsl.source import Source, Span

Parts = Callable[[Any], tuple[object, ...]]
Node = TypeVar("Node")
Answer = TypeVar("Answer")

_PARTS: dict[type[Any], Parts | None] = {}
"""What `_parts` has found, by class."""


def asked_once(asked: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """The same, but each node is looked at once, as none ever changes. The answer goes with the node; it must
    not hold the node itself.
    """
    known: dict[int, tuple[ref[Any], Answer]] = {}

    def answer(node: Any) -> Answer:  # noqa: ANN401 - what can be asked says `asked`
        number = id(node)
        before = known.get(number)
        if before is None:
            before = known[number] = ref(node, lambda _gone: known.pop(number, None)), asked(node)
        return before[1]

    return answer


def taking_apart(names: list[str]) -> Parts:
    """The attributes of these names, together. Walks take most of the time of a check."""
    match names:
        case []:
            return lambda _node: ()
        case [name]:
            alone = attrgetter(name)
            return lambda node: (alone(node),)
        case _:
            return attrgetter(*names)


def _parts(kind: type[Any]) -> Parts | None:
    """Takes a node of this class apart, the last part first; None for what is none of a program or tree."""
    if kind not in _PARTS:
        if issubclass(kind, (Span, Source, int, str, Enum, type(None))):
            _PARTS[kind] = None
        elif not attrs.has(kind):
            raise TypeError(f"no part of a program: {kind.__name__}")
        else:
            fields = reversed(attrs.fields(kind))
            _PARTS[kind] = taking_apart(
                [field.name for field in fields if field.init and field.name != "span"]
            )
    return _PARTS[kind]


def parts_of(node: object) -> tuple[object, ...]:
    """What a statement or expression consists of; nothing for anything else."""
    parts = _parts(type(node))
    return () if parts is None else parts(node)[::-1]


def nodes_below(node: object) -> tuple[object, ...]:
    """The same without what by its type can be no node, the last part first."""
    kind = type(node)
    below = _BELOW[kind] if kind in _BELOW else _below(kind)
    return () if below is None else below(node)


_BELOW: dict[type[Any], Parts | None] = {}
"""What `_below` has found, by class."""


def _below(kind: type[Any]) -> Parts | None:
    """The same, but for what by its type can be no node: numbers, words and the like."""
    if kind not in _BELOW:
        held = _held(kind)  # type: ignore[arg-type] # a class has a hash
        names = [name for name in reversed(held) if held[name]]
        _BELOW[kind] = None if _parts(kind) is None else taking_apart(names)
    return _BELOW[kind]


def nodes_in(root: object, enter: Callable[[object], bool] | None = None) -> Iterator[Any]:
    """The node itself and all below it, each before what it contains; not below those `enter` refuses."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        kind = type(node)
        if kind is tuple:
            # Long rows of numbers (tables, constants) hold no nodes.
            if node and not (isinstance(node[0], int) and isinstance(node[-1], int)):  # type: ignore[index]
                waiting.extend(reversed(node))  # type: ignore[call-overload]
            continue
        if kind in _BELOW:
            below = _BELOW[kind]
        elif isinstance(node, Mapping):
            waiting.extend(reversed(list(node.values())))
            continue
        else:
            below = _below(kind)
        if below is not None:
            yield node
            if enter is None or enter(node):
                waiting.extend(below(node))


@overload
def instances_in(root: object, kind: type[Node], /) -> Iterator[Node]: ...
@overload
def instances_in(root: object, *kinds: type[object]) -> Iterator[Any]: ...
def instances_in(root: object, *kinds: type[object]) -> Iterator[Any]:
    """All nodes of these classes inside, and the root if it is one, each before what it contains.

    Only where the types of fields say that one may lie is looked: most of a tree is formulas, and no phase
    lies in a formula.
    """
    ways = _ways_to(kinds)
    todo: list[Any] = [root]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is tuple:
            todo.extend(reversed(node))
        elif kind in ways:
            wanted, parts = ways[kind]
            if wanted:
                yield node
            if parts is not None:
                todo.extend(parts(node))
        elif isinstance(node, Mapping):
            todo.extend(reversed(list(node.values())))
        else:
            ways[kind] = _way(kind, kinds)
            todo.append(node)


def bound_in(root: object) -> set[int]:
    """The variables that something inside brings along: a comprehension, a name for a value, a choice."""
    bound = (getattr(node, "var", None) for node in nodes_in(root) if not isinstance(node, ir.Local))
    return {var.number for var in bound if isinstance(var, ir.Var)}


def holds(root: object, *kinds: type[object]) -> bool:
    """Whether a node of these classes lies inside, or the root is one."""
    return next(instances_in(root, *kinds), None) is not None


@cache
def _ways_to(_kinds: tuple[type[object], ...]) -> dict[type[object], tuple[bool, Parts | None]]:
    """For each class that was met on the way to nodes of these whether it is one, and how to go on."""
    return {}


def _way(kind: type[object], kinds: tuple[type[object], ...]) -> tuple[bool, Parts | None]:
    fields = reversed(_held(kind).items())  # type: ignore[arg-type] # a class has a hash
    names = [name for name, held in fields if any(_leads(inner, kinds) for inner in held)]  # type: ignore[arg-type] # the same
    return issubclass(kind, kinds), taking_apart(names) if names else None


@cache
def _held(kind: type[object]) -> dict[str, frozenset[type[Any]]]:
    """By the names of its fields, the classes of nodes that may lie there."""
    if not attrs.has(kind):
        return {}
    types = get_type_hints(kind)
    names = [field.name for field in attrs.fields(kind) if field.init and field.name != "span"]
    # Whether an action is legal is asked by examples, in definitions of its own: lines lie in no other
    # formula.
    elsewhere = frozenset() if kind is ir.FormulaDef else frozenset({ir.Legal})
    return {name: frozenset(_classes(types[name])) - elsewhere for name in names}


@cache
def _leads(kind: type[object], kinds: tuple[type[object], ...]) -> bool:
    """Whether a node of this class is one of these, or one may lie in it."""
    reached, todo = {kind}, [kind]
    while todo:
        node = todo.pop()
        if issubclass(node, kinds):
            return True
        new = frozenset().union(*_held(node).values()) - reached  # type: ignore[arg-type] # the same
        reached |= new
        todo.extend(new)
    return False


def _classes(kind: Any) -> Iterator[type[object]]:  # noqa: ANN401 - a type as it is written
    if attrs.has(kind) and kind is not Span:
        yield kind
        for below in kind.__subclasses__():
            yield from _classes(below)
    for part in get_args(kind):
        yield from _classes(part)


def everything_used(
    root: object, formulas: Mapping[str, ir.FormulaDef], *kinds: type[object]
) -> Iterator[Any]:
    """Everything inside, and inside the definitions that it uses, each of these once; of these classes alone,
    and the uses of definitions, where some are named.
    """
    todo = [root]
    seen: set[str] = set()
    while todo:
        node = todo.pop()
        for part in instances_in(node, ir.Formula, *kinds) if kinds else nodes_in(node):
            if isinstance(part, ir.Formula) and part.name not in seen and part.name in formulas:
                seen.add(part.name)
                todo.append(formulas[part.name].body)
            yield part


def all_reached(starts: Iterable[str], leads_to: Callable[[str], Iterable[str]]) -> set[str]:
    """These names, and all that they lead to."""
    reached: set[str] = set()
    todo = list(starts)
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo.extend(leads_to(name))
    return reached


_BLOCKS: dict[type[Any], Parts] = {}
"""What `blocks_in` has found, by class."""
_LINES = frozenset(get_args(ir.Stmt))
_EXPRESSIONS = frozenset(get_args(ir.Expr))


def blocks_in(node: object) -> tuple[object, ...]:
    """The lines, and the alternatives that have lines, which lie in a part of a program."""
    kind = type(node)
    if kind not in _BLOCKS:
        _BLOCKS[kind] = taking_apart(_names_of_blocks(kind))
    return _BLOCKS[kind](node)


_HEADS: dict[type[Any], bool] = {}
"""What `heads_blocks` has found, by class."""


def heads_blocks(kind: type[Any]) -> bool:
    """Whether lines may lie in statements of this class."""
    if kind not in _HEADS:
        _HEADS[kind] = bool(_names_of_blocks(kind))
    return _HEADS[kind]


def is_line(node: object) -> TypeGuard[ir.Stmt]:
    """Whether a node is a statement."""
    return type(node) in _LINES


def _names_of_blocks(kind: type[Any]) -> list[str]:
    fields = attrs.fields(kind) if attrs.has(kind) else ()
    return [field.name for field in fields if "Stmt" in str(field.type) or "Alternative" in str(field.type)]


def with_blocks(node: Node, change: Callable[[Any], object]) -> Node:
    """The node with other lines in its blocks; the node itself where they stay the same."""
    blocks = {name: getattr(node, name) for name in _names_of_blocks(type(node))}
    changed = {name: change(block) for name, block in blocks.items()}
    changes = {name: block for name, block in changed.items() if block is not blocks[name]}
    return attrs.evolve(node, **changes) if changes else node  # type: ignore[misc] # all nodes are of attrs


def lines_in(node: object, inside: Parts = blocks_in) -> Iterator[ir.Stmt]:
    """Every statement inside. Formulas have none, and most of a program is formulas: they are left out."""
    todo = [node]
    while todo:
        part = todo.pop()
        kind = type(part)
        if kind is tuple:
            todo.extend(reversed(part))  # type: ignore[call-overload]
            continue
        if kind in _LINES:
            yield part  # type: ignore[misc]
        todo.extend(reversed(inside(part)))


def calls_of(body: tuple[ir.Stmt, ...]) -> list[str]:
    """The procs that lines call directly."""
    return [line.proc for line in lines_in(body) if isinstance(line, ir.Do)]


def is_expression(node: object) -> TypeGuard[ir.Expr]:
    """Whether a node is an expression: not a type or a variable of one."""
    return type(node) in _EXPRESSIONS


def operands(expr: ir.Expr) -> Iterator[ir.Expr]:
    """The expressions directly inside this one."""
    for value in parts_of(expr):
        kind = type(value)
        if kind in _EXPRESSIONS:
            yield value  # type: ignore[misc]
        elif isinstance(value, ir.ZoneRef):
            yield from (item for item in value.index if item is not None)
        elif kind is tuple and value and type(value[0]) in _EXPRESSIONS:  # type: ignore[index]
            yield from value  # type: ignore[misc]


def times_read(body: tuple[ir.Stmt | ir.Expr, ...], var: ir.Var) -> int:
    return sum(isinstance(part, ir.Local) and part.var == var for part in nodes_in(body))


def tables_read(root: object) -> set[str]:
    """The tables in which something here looks, of one thing or of each member of a set."""
    return {
        name
        for node in instances_in(root, ir.Lookup, ir.Apply)
        if (name := node.table if isinstance(node, ir.Lookup) else node.graph) is not None
    }


def asks_for_text(program: ir.Program) -> bool:
    """Whether players write texts in it, so that not all that they could choose can be listed."""
    played = (proc for proc in program.procs.values() if proc.kind != "step")
    return any(isinstance(node, ir.AnyText) for proc in played for node in nodes_in(proc))


def columns_by_number(program: ir.Program) -> bool:
    """Whether players choose a number that is called `column`: then the columns of boards go by numbers."""
    return any(
        isinstance(param, ir.OneParam)
        and param.var.name == "column"
        and isinstance(ir.without_none(param.var.type), ir.IntDomain)
        for alternative in instances_in(program.procs, ir.Alternative)
        for param in alternative.params
    )


def holds_text(program: ir.Program) -> bool:
    """Whether there are states in it for texts such as players write, also where nobody writes one."""
    return any(next(instances_in(state.type, ir.TextDomain), None) for state in program.states)
