"""The numbers that stand for options which are no values."""

from __future__ import annotations

from rulesdsl import program as ir

DECLINE = ir.NONE - 1
DONE = ir.NONE - 2
UNSEEN = ir.NONE - 3
"""One of the pieces that the chooser cannot tell apart in the zone instance 0; in instance i: UNSEEN - i."""
WRITE = ir.NONE + 1
"""A text, which whoever decides has still to write."""
