"""The numbers that stand for options which are no values."""

from __future__ import annotations

from rulesdsl.program import NONE

DECLINE = NONE - 1
DONE = NONE - 2
UNSEEN = NONE - 3
"""One of the pieces that the chooser cannot tell apart in the zone instance 0; in instance i: UNSEEN - i."""
