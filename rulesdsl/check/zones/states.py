"""States: where they start and who sees them."""

from __future__ import annotations

from attrs import evolve

from rulesdsl import program as ir
from rulesdsl.check.domains import describe, plain
from rulesdsl.check.scope import Place, Scope, UnknownName
from rulesdsl.check.symbols import StateSymbol
from rulesdsl.check.zones.module import ZoneModule
from rulesdsl.diagnostics.fixes import replaced
from rulesdsl.syntax import ast


class States(ZoneModule):
    def build_states(self) -> list[ir.State]:
        states: list[ir.State] = []
        for symbol in self.world.all(StateSymbol):
            if symbol.name in self.world.unread:
                continue
            decl = symbol.decl
            scope = Scope(you=None, place=Place(decisions=False, why_not="a state is only declared here"))
            start: int | tuple[int, ...] | None = None
            seen = ir.Viewer("all")
            try:
                self._can_be_kept(symbol)
                if decl.starts is not None:
                    value = self.expressions.typed(decl.starts, scope, symbol.type)
                    if isinstance(value, ir.Const):
                        start = value.value
                        if (
                            isinstance(symbol.type, ir.IntDomain)
                            and not symbol.type.low <= start <= symbol.type.high
                        ):
                            self.reporter.error(
                                "out-of-range",
                                decl.starts.span,
                                f"`{symbol.name}` cannot start at {start}",
                                f"outside of {symbol.type.low}..{symbol.type.high}",
                            )
                    elif isinstance(value, ir.ConstSeq):
                        start = tuple(v for v in value.values if isinstance(v, int))
                    else:
                        self.reporter.mismatch(
                            decl.starts.span,
                            "where a state starts must be known before play",
                            describe(value.type),
                        )
                else:
                    start = self._usual_start(symbol)
                if decl.seen is not None:
                    seen = self.zones.declared.viewer(decl.seen, symbol.owner_at, scope)
            except UnknownName:
                pass
            states.append(
                ir.State(
                    symbol.name,
                    symbol.index,
                    symbol.owner_at,
                    symbol.type,
                    0 if start is None else start,
                    seen,
                    span=symbol.span,
                )
            )
        return states

    def _can_be_kept(self, symbol: StateSymbol) -> None:
        written = symbol.decl.type
        match plain(symbol.type):
            case ir.SeqDomain(ordered=True):
                raise self.reporter.mismatch(
                    written.span, "a state cannot be a list", "use a set, or a row of pieces"
                )
            case ir.MapDomain():
                fix, hint = None, None
                if isinstance(written, ast.MapType):
                    one_each = f"{symbol.name} per {written.key.text}: {written.value.span.text}"
                    hint = f"write `state {one_each}`"
                    fix = replaced(evolve(symbol.span, end=written.span.end), one_each)
                raise self.reporter.mismatch(
                    written.span,
                    "a state cannot be a map: there is one of it for each key",
                    describe(symbol.type),
                    hint=hint,
                    fix=fix,
                )

    def _usual_start(self, symbol: StateSymbol) -> int | tuple[int, ...] | None:
        match symbol.type:
            case ir.OptionalDomain():
                return ir.NONE
            case ir.SeqDomain(ordered=False):
                return ()
            case ir.FlagDomain():
                return 0
            case ir.IntDomain(low, high) if low <= 0 <= high:
                return 0
            case _:
                self.reporter.mismatch(
                    symbol.span,
                    f"nothing says what `{symbol.name}` is at the start",
                    describe(symbol.type),
                    hint="add `, starts …`, or make it `… or none`",
                )
                return None
