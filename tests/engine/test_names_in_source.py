"""No word of a program stands in the code that is generated of it, so that none can act there: programs are
also read from folders that others can write to.
"""

import io
import json
import tokenize
from pathlib import Path
from typing import Any

import pytest

from rulesdsl import program as ir
from rulesdsl import source
from rulesdsl.engine.plan import Plan
from rulesdsl.gatherings import Gather
from rulesdsl.operations import Op
from rulesdsl.pipeline import load
from rulesdsl.serialization import classes_of, dumps, loads

LIBRARY = Path(__file__).parents[2]
WORDS = {*Op.__members__, *Gather.__members__, "set", "row", "pile", "slot", "top", "bottom", "left", "right"}
"""Those of the language of programs, not of the game."""
EVIL = "\"'\nEVIL()#{EVIL}"


def _spoilt(part: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    if isinstance(part, list):
        return [_spoilt(one) for one in part]
    if isinstance(part, dict):
        return {_spoilt(key): _spoilt(one) for key, one in part.items()}
    return part + EVIL if isinstance(part, str) and part and part not in WORDS else part


@pytest.mark.parametrize("name", ["examples/classics/pig", "examples/language/09_effects"])
def test_names_of_a_program_are_never_code(name: str) -> None:
    game = load(LIBRARY / f"{name}.game")
    data = json.loads(dumps(game.program(max(game.players))))
    data["nodes"] = [[number, *_spoilt(values)] for number, *values in data["nodes"]]
    program = loads(json.dumps(data), ir.Program, {"Program": ir.Program, **classes_of(ir, source)})
    assert EVIL in program.title
    words = tokenize.generate_tokens(io.StringIO(Plan(program).source).readline)
    assert not [word.line for word in words if word.type == tokenize.NAME and word.string == "EVIL"]
