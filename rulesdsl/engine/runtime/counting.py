"""Scores compared: what they ask of definitions again and again is worked out once for one position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from rulesdsl import program as ir
from rulesdsl.program_walk import holds

_SEVERAL = (ir.SeqDomain, ir.MapDomain, ir.SeqOfSeqDomain)


class Counting:
    """The functions of a program's formulas once more, of which those that take time remember what they
    found until the next position.
    """

    def __init__(self, program: ir.Program, space: Mapping[str, Any], names: Mapping[str, str]) -> None:
        self._names = names
        self._found: list[dict[Any, Any]] = []
        self._space = dict(space)
        for name, given in program.formulas.items():
            function = self._space[names[name]]
            if isinstance(function, FunctionType):
                # The same code, which finds the functions of this space under their names.
                mine = FunctionType(function.__code__, self._space, function.__name__, function.__defaults__)
                self._space[names[name]] = self._remembering(mine) if _takes_time(given) else mine

    def _remembering(self, ask: Callable[..., Any]) -> Callable[..., Any]:
        result: dict[Any, Any] = {}
        self._found.append(result)

        def asked(cells: list[int], *args: int) -> Any:  # noqa: ANN401 - whatever the definition gives
            try:
                return result[args]
            except KeyError:
                result[args] = value = ask(cells, *args)
                return value

        return asked

    def begin(self) -> None:
        """Another position, of which nothing is known."""
        for result in self._found:
            result.clear()

    def function(self, name: str) -> Callable[..., Any]:
        """The function of a formula, which may be asked of one position after each `begin`."""
        asked: Callable[..., Any] = self._space[self._names[name]]
        return asked


def _takes_time(given: ir.FormulaDef) -> bool:
    """Lists are left out, since who asks for one may change it."""
    if not given.params or isinstance(given.body.type, _SEVERAL):
        return False
    if any(isinstance(param.type, _SEVERAL) for param in given.params):
        return False
    return holds(given.body, ir.Over)
