"""How much there can be of everything; more is met with `too-many-values`."""

WIDEST_RANGE = 2**31 - 1
"""No number of a game may be larger."""

MOST_VALUES = 20_000
"""Values of one index or domain of choice; more are met with `too-many-values`."""


MOST_PIECES = 2_000
"""Pieces of a whole game; more are met with `too-many-values`."""

MOST_WORDS = 100_000
"""Words of one list; more are met with `too-many-values`."""

LONGEST_WORD = 50
"""Letters of one word."""

MOST_LINKS = 4_000
"""Links of one map; more are met with `too-many-values`."""
