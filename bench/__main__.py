"""Measures everything and prints it: `python -m bench [--json] [PART ...]`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from bench import (
    bots,
    clones,
    long_file,
    many_lines,
    natively,
    openspiel,
    play,
    project,
    reports,
    starts,
    trail_figures,
    views,
)
from bench.figures import Figure, table

PARTS: Mapping[str, Callable[[], Iterator[Figure]]] = {
    "games": play.figures,
    "native": natively.figures,
    "openspiel": openspiel.figures,
    "clones": clones.figures,
    "starts": starts.figures,
    "files": lambda: chain(long_file.figures(), many_lines.figures()),
    "project": project.figures,
    "trails": trail_figures.figures,
    "bots": bots.figures,
    "reports": reports.figures,
    "views": views.figures,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures how fast rulesdsl is.")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"only some of: {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true", help="print the figures for programs")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    figures: list[Figure] = []
    try:
        for part in arguments.parts or PARTS:
            for figure in PARTS[part]():
                figures.append(figure)
                progress(f"{len(figures)} figures: {figure.name}")
    finally:  # what has been measured is shown, also if the next figure fails
        progress("")
        shown = json.dumps([figure.as_json() for figure in figures], indent=2)
        print(shown if arguments.json else table(figures))


def progress(words: str) -> None:
    """Replaces the line before, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
