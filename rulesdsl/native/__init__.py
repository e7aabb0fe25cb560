"""Games played by machine code: the generated Python and what it calls, read once more and written as
WebAssembly. Needs the extra `native`.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan, plan_for
from rulesdsl.program_walk import asks_for_text, holds_text
from rulesdsl.texts import ASKS_FOR_A_TEXT, HOLDS_A_TEXT

if TYPE_CHECKING:
    from rulesdsl.native.machine import Machine


def installed() -> bool:
    return find_spec("wasmtime") is not None


def native(program: ir.Program | Plan, cache_dir: Path | None = None) -> Machine | None:
    """The program as machine code, at work; None where wasmtime is not installed, and of a game
    with texts that players write.

    `cache_dir`: where the module is kept for the next start.
    """
    if not installed() or _of_texts(plan_for(program).program):
        return None
    from rulesdsl.native.machine import Machine  # noqa: PLC0415 -- an extra

    return Machine(plan_for(program), cache_dir)


def not_native(program: ir.Program | Plan) -> list[str]:
    """What of a program is left to Python, and why; nothing is the best there is."""
    from rulesdsl.native.compiler import Part, compiled  # noqa: PLC0415 -- it takes time, and few ask

    plan = plan_for(program)
    given = _of_texts(plan.program)
    if given is not None:
        return [f"all of it: {given}"]
    gaps = [gap for part in (Part.STEPS, Part.CELLS) for gap in compiled(plan, part)[1]]
    return [f"{where}: {why}" for where, why in dict.fromkeys(gaps)]


def _of_texts(program: ir.Program) -> str | None:
    """Why a program stays with Python as a whole: a text is a number longer than any cell of the machine."""
    if asks_for_text(program):
        return ASKS_FOR_A_TEXT
    return HOLDS_A_TEXT if holds_text(program) else None
