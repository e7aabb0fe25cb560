"""What a script writes while sets are in one order, and in another."""

import subprocess
import sys
from os import environ
from pathlib import Path


def written_twice(script: str, path: Path) -> tuple[bytes, bytes]:
    """What it writes, given a file, in two processes in which Python's hashes have other seeds."""
    first, second = (
        subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            env={**environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    )
    return first.communicate()[0], second.communicate()[0]
