"""The state, as far as lines of a game speak of it while nobody listens and the dice alone are chance."""

from __future__ import annotations

from rulesdsl.native.values import Marker

STATE = Marker("state")
NOTHING = {"log", "source", "_source"}
"""What is None."""
NUMBERS = {"held", "changed"}
"""What the machine keeps in a place of its own, as numbers that begin as 0."""
