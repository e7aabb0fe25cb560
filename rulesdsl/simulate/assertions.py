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


MOST_DIGITS = 17
"""With so many any two numbers differ."""


@frozen
class Assertion:
    figure: str
    sign: str
    bound: float
    percent: bool
    """Whether the bound was given as so many of a hundred."""
    text: str

    def complaint(self, figures: Mapping[str, float | None]) -> str | None:
        """What the figure is if the claim does not hold; of a figure of which nothing is known, none does."""
        if self.figure not in figures:
            hint = did_you_mean(self.figure, figures)
            known = ", ".join(sorted(figures))
            raise BadAssertion(f"there is no figure `{self.figure}`; {hint or 'there is ' + known}")
        value = figures[self.figure]
        if value is None:
            return f"{self.figure} is unknown, for no game tells it"
        if _COMPARE[self.sign](value, self.bound):
            return None
        return f"{self.figure} is {self._shown(value)}"

    def _shown(self, value: float) -> str:
        """In the unit of the claim, and so exactly that it does not look like the bound."""
        scale, unit = (100, " %") if self.percent else (1, "")
        digits = 4
        while digits < MOST_DIGITS and value != self.bound and _near(value, self.bound, scale, digits):
            digits += 1
        return f"{scale * value:.{digits}g}{unit}"


def _near(value: float, bound: float, scale: int, digits: int) -> bool:
    return f"{scale * value:.{digits}g}" == f"{scale * bound:.{digits}g}"


def read_assertion(text: str) -> Assertion:
    match = _FORM.fullmatch(text)
    if match is None:
        raise BadAssertion(
            f"`{text}` is no assertion; one looks like `seat_advantage < 0.05` or `shared <= 10 %`"
        )
    name, sign, number, percent = match.groups()
    return Assertion(name, sign, float(number) / (100 if percent else 1), bool(percent), text.strip())
