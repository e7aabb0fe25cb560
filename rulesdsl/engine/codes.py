"""The numbers that stand for options which are no values."""

from __future__ import annotations

from rulesdsl.program import NONE

DECLINE = NONE - 1
DONE = NONE - 2
