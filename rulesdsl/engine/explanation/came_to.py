"""What a condition of an example came to: each of its parts, and the values that it speaks of."""

from __future__ import annotations

from typing import assert_never

from attrs import frozen

from rulesdsl import program as ir
from rulesdsl.engine import events as ev
from rulesdsl.engine.evaluation.operations import number, sequence
from rulesdsl.engine.evaluation.reading import Reading
from rulesdsl.engine.explanation.condition_terms import failing_part, name_of, values_seen
from rulesdsl.engine.labels.english import with_article
from rulesdsl.engine.labels.labels import Labels, everything
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op

MOST_MEMBERS = 6
"""Of so many members of a set it is told what they came to."""


@frozen
class CameTo:
    """Reads conditions in one position; everything may be told."""

    labels: Labels
    reading: Reading

    def holds(self, part: ir.Expected) -> bool:
        return bool(self._value(part.formula))

    def details(self, part: ir.Expected) -> str:
        """Why it is so, or is not; nothing where there is no more to be said."""
        so = self.holds(part)
        match part.joined:
            case ir.Joined.AND | ir.Joined.OR:
                decides = [inner for inner in part.parts if self.holds(inner) == so]
                first_alone = so == (part.joined is ir.Joined.OR)
                return "; ".join(map(self._sentence, decides[:1] if first_alone else decides))
            case ir.Joined.NOT:
                return self._sentence(part.parts[0])
            case ir.Joined.IF:
                condition, then, otherwise = part.parts
                taken = then if self.holds(condition) else otherwise
                known = isinstance(self.reading.program.formulas[taken.formula].body, ir.Const)
                parts = (condition,) if known else (condition, taken)
                return "; ".join(map(self._sentence, parts))
            case ir.Joined.ALONE:
                return self._of_one(part, so=so)
            case _:
                assert_never(part.joined)

    def _sentence(self, part: ir.Expected) -> str:
        details = self.details(part)
        if part.joined is not ir.Joined.ALONE and details:
            return details
        statement = f"`{part.text}` is {'so' if self.holds(part) else 'not so'}"
        return f"{statement}: {details}" if details else statement

    def _of_one(self, part: ir.Expected, *, so: bool) -> str:
        sides = None if so else self.sides(part)
        if sides is not None:
            got, expected = sides
            return f"got {got}, {'expected' if part.equal else 'compared with'} {expected}"
        if part.left is not None and part.right is None:
            return f"there is {self.side(part.left)}"
        body = self._written_out(self.reading.program.formulas[part.formula].body)
        if isinstance(body, ir.Over) and body.op in (Gather.SOME, Gather.EVERY):
            return self._of_members(body, so=so)
        return self._values(body)

    def _written_out(self, expr: ir.Expr) -> ir.Expr:
        """What a definition says, for what it is called with."""
        while isinstance(expr, ir.Formula):
            made = self.reading.program.formulas[expr.name]
            values = [self.reading.value(arg) for arg in expr.args]
            self.reading.variables.update(
                {var.number: value for var, value in zip(made.params, values, strict=True)}
            )
            expr = made.body
        return expr

    def side(self, formula: str) -> str:
        value, domain = self._value(formula), self.reading.program.formulas[formula].body.type
        match domain.of if isinstance(domain, ir.OptionalDomain) and value != ir.NONE else domain:
            case ir.PieceDomain(kinds):
                return self.labels.pieces((number(value),), everything, kinds)
            case ir.PieceNameDomain():
                return self.labels.pieces_called((number(value),))
            case ir.SeqDomain(of=ir.PieceNameDomain()):
                return self.labels.pieces_called(sequence(value))
            case _:
                return self.labels.value(value, domain)

    def sides(self, part: ir.Expected) -> tuple[str, str] | None:
        """What was got, and what was expected: of what reads alike, also how it differs."""
        if part.left is None or part.right is None:
            return None
        got, expected = self.side(part.left), self.side(part.right)
        test = self.reading.program.formulas[part.formula].body
        if isinstance(test, ir.Apply) and test.op is Op.IS_KIND:
            kinds = sequence(self.reading.value(test.args[1]))
            return got, with_article(
                self.labels.kind([self.reading.program.piece_kinds[kind].name for kind in kinds])
            )
        if got != expected or not part.equal or self.holds(part):
            return got, expected
        first, other = self._value(part.left), self._value(part.right)
        if not isinstance(first, tuple) or not isinstance(other, tuple):
            return got, f"{expected}, another of that name"
        in_order = sorted(first) == sorted(other)
        return got, f"{expected}, {'in another order' if in_order else 'others of that name'}"

    def _value(self, formula: str) -> ev.Content:
        return self.reading.formula(formula)

    def _of_members(self, over: ir.Over, *, so: bool) -> str:
        """Those that it hangs on: who does not meet it, or does."""
        assert isinstance(over.domain.type, ir.SeqDomain)
        lines: list[str] = []
        left = 0
        members = sequence(self.reading.value(over.domain))
        for member in members:
            self.reading.variables[over.var.number] = member
            tests = [test for test in (over.where, over.value) if test is not None]
            failing = next((test for test in tests if not self.reading.holds(test)), None)
            counts = over.op is Gather.SOME or failing is not over.where or over.where is None
            if not counts or (failing is None) != so:
                continue
            if len(lines) == MOST_MEMBERS:
                left += 1
                continue
            seen = self._values(tests[-1] if failing is None else failing_part(self.reading, failing))
            label = self.labels.value(member, over.domain.type.of)
            lines.append(f"for {label} {seen}" if seen else f"it is {'so' if so else 'not so'} for {label}")
        if not members:
            return f"nothing is in {name_of(over.domain)}"
        return "; ".join((*lines, *([f"and {left} more"] if left else ())))

    def _values(self, expr: ir.Expr) -> str:
        seen = values_seen(self.labels, self.reading, expr)
        return ", ".join(f"{name} is {value}" for name, value in seen)
