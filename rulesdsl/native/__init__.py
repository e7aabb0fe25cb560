"""Games played by machine code: the generated Python and what it calls, read once more and written as
WebAssembly. Needs the extra `native`.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rulesdsl import program as ir
from rulesdsl.engine.plan import Plan, plan_for

if TYPE_CHECKING:
    from rulesdsl.native.machine import Machine


def installed() -> bool:
    return find_spec("wasmtime") is not None


def native(program: ir.Program | Plan, cache_dir: Path | None = None) -> Machine | None:
    """The program as machine code, at work; None where wasmtime is not installed.

    `cache_dir`: where the module is kept for the next start.
    """
    if not installed():
        return None
    from rulesdsl.native.machine import Machine  # noqa: PLC0415 -- an extra

    return Machine(plan_for(program), cache_dir)


def not_native(program: ir.Program | Plan) -> list[str]:
    """What of a program is left to Python, and why; nothing is the best there is."""
    from rulesdsl.native.compiler import compiled  # noqa: PLC0415 -- it takes time, and few ask

    _, gaps = compiled(plan_for(program))
    return [f"{where}: {why}" for where, why in dict.fromkeys(gaps)]
