"""How soon the language server answers while somebody types: `python -m bench.editor [--edits N] [FILE ...]`.

A client asks after every random edit. Told is how long it waited, and how long the server itself worked:
on a machine that does something else as well, only the second says something of the server.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.figures import Figure, table
from rulesdsl.engine.dice import Dice
from tests.language_server.editor import Editor
from tests.language_server.random_edits import AFTER_READING, Answer, answers, slow

USUAL = Path(__file__).parent.parent / "examples" / "classics" / "chess.game"
"""A game of 300 lines."""
AT_MOST = 100.0
"""Milliseconds."""


def figures(path: Path, given: Sequence[Answer]) -> list[Figure]:
    lines = path.read_text("utf-8").count("\n")
    kinds = list(dict.fromkeys(one.kind for one in given))

    def figure(name: str, some: Sequence[Answer], bar: float | None) -> Figure:
        waited = f"{len(some)} answers, waited for {slow(one.seconds for one in some):.0f} ms"
        return Figure(
            "files",
            f"{path.stem} ({lines} lines): {name}, p95",
            slow(one.work for one in some),
            "ms",
            bar=bar,
            details=waited,
        )

    found = [figure("all answers", given, AT_MOST)]
    for kind in kinds:
        some = [one for one in given if one.kind == kind]
        if len(some) > 1:
            note = ", which waits for the text to be read" if kind in AFTER_READING else ""
            found.append(figure(f"{kind}{note}", some, None))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.editor", description="How soon editors are answered."
    )
    parser.add_argument("files", metavar="FILE", type=Path, nargs="*", default=[USUAL])
    parser.add_argument("--edits", type=int, default=2_000, help="how many random edits of each file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        editor = Editor(Path(folder))
        found = [
            figure
            for path in arguments.files
            for figure in figures(path, list(answers(editor, path.resolve(), arguments.edits, Dice(seed=5))))
        ]
        broken = editor.broken
        editor.close()
    print(table(found))
    print(f"the server broke {len(broken)} times", *broken, sep="\n")
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
