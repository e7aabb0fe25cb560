"""Which of many cases the usual tests take; all of them are taken with `--long`."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def cases(
    values: Iterable[T], usual: Callable[[T], bool], called: Callable[[T], str] = str
) -> list[ParameterSet]:
    """For `parametrize`: each with its name, and `long` if it is not a usual one."""
    return [
        pytest.param(value, id=called(value), marks=[] if usual(value) else [pytest.mark.long])
        for value in values
    ]
