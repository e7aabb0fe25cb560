"""`--assert "seat_advantage < 0.05"`: a figure of the summary held against a bound."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

from attrs import frozen

from rulesdsl.diagnostics.suggest import did_you_mean

_FORM = re.compile(r"\s*([a-z_][a-z_0-9]*)\s*(<=|>=|<|>|=)\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*")
_COMPARE: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
}


class BadAssertion(ValueError):
    """No assertion, or of a figure that there is not."""


@frozen
class Assertion:
    figure: str
    sign: str
    bound: float
    text: str

    def holds(self, figures: Mapping[str, float]) -> tuple[bool, float]:
        """Whether it holds, and the figure."""
        if self.figure not in figures:
            hint = did_you_mean(self.figure, figures)
            known = ", ".join(sorted(figures))
            raise BadAssertion(f"there is no figure `{self.figure}`; {hint or 'there is ' + known}")
        value = figures[self.figure]
        return _COMPARE[self.sign](value, self.bound), value


def read_assertion(text: str) -> Assertion:
    found = _FORM.fullmatch(text)
    if found is None:
        raise BadAssertion(
            f"`{text}` is no assertion; one looks like `seat_advantage < 0.05` or `shared <= 10 %`"
        )
    name, sign, number, percent = found.groups()
    return Assertion(name, sign, float(number) / (100 if percent else 1), text.strip())
