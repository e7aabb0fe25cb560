"""Measures everything and prints it: `python -m bench [--json] [PART ...]`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping

from bench import clones, long_file, play, starts, trail_figures
from bench.figures import Figure, table

PARTS: Mapping[str, Callable[[], Iterator[Figure]]] = {
    "games": play.figures,
    "clones": clones.figures,
    "starts": starts.figures,
    "files": long_file.figures,
    "trails": trail_figures.figures,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures how fast rulesdsl is.")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"only some of: {', '.join(PARTS)}")
    parser.add_argument("--json", action="store_true", help="print the figures for programs")
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    figures = []
    for part in arguments.parts or PARTS:
        for figure in PARTS[part]():
            figures.append(figure)
            if sys.stderr.isatty():
                print(f"\r\x1b[K{len(figures)} figures: {figure.name}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    print(
        json.dumps([figure.as_json() for figure in figures], indent=2) if arguments.json else table(figures)
    )


if __name__ == "__main__":
    main()
