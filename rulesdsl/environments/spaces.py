"""The spaces of Gymnasium for what players see and do."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from rulesdsl.environments.memory import WIDTH
from rulesdsl.environments.playing import Playing


def action_space(playing: Playing, *, waiting: bool = False) -> spaces.Discrete[Any]:
    """All actions; `waiting`: one more for who is not asked."""
    return spaces.Discrete(playing.actions.size + waiting)


def observation_space(playing: Playing, *, waiting: bool = False) -> spaces.Dict:
    """What a player sees, may do and remembers."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(-1.0, 1.0, (playing.observations.size,), np.float32),
        "action_mask": spaces.Box(0, 1, (playing.actions.size + waiting,), np.int8),
    }
    if playing.rows:
        parts["told"] = spaces.Box(-np.inf, np.inf, (playing.rows * WIDTH,), np.float32)
    return spaces.Dict(parts)
