"""A baseline: findings that were there when it was written, and that are accepted.

Lines move, so a finding is known by its file, its code and its message, as often as there were such.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

from attrs import field, frozen

from rulesdsl.diagnostics.catalogue import CATALOGUE, Severity
from rulesdsl.named_files import start_of

LARGEST = 20_000_000
Key = tuple[str, str, str]
"""File, code and message."""


class BadBaseline(ValueError):
    """A file that is no baseline."""


@frozen
class Accepted:
    counts: Counter[Key] = field(factory=Counter)

    @classmethod
    def of(cls, findings: Iterable[Key]) -> Accepted:
        """Warnings only: what is an error of the language is never accepted."""
        return cls(Counter(key for key in findings if CATALOGUE[key[1]].severity is Severity.WARNING))

    @classmethod
    def read(cls, file: Path) -> Accepted:
        if not file.is_file():
            raise BadBaseline(f"{file} is no ordinary file")
        try:
            data: Any = json.loads(start_of(file, LARGEST))
            counts = Counter({_key(row): _count(row) for row in data["accepted"]})
        except OSError as error:
            raise BadBaseline(f"{file} cannot be read: {(error.strerror or str(error)).lower()}") from None
        except (ValueError, TypeError, LookupError, RecursionError):
            raise BadBaseline(
                f"{file} is no baseline; `rulesdsl validate --write-baseline` writes one"
            ) from None
        return cls(counts)

    def beside(self, others: Accepted, looked_at: Container[str]) -> Accepted:
        """These, and those of the others that are of files which were not looked at now."""
        kept = Counter({key: count for key, count in others.counts.items() if key[0] not in looked_at})
        return Accepted(self.counts | kept)

    def written(self) -> str:
        entries = [
            {"file": file, "code": code, "message": message, "count": count}
            for (file, code, message), count in sorted(self.counts.items())
        ]
        return json.dumps({"accepted": entries}, indent=2, ensure_ascii=False) + "\n"


def _key(entry: Any) -> Key:  # noqa: ANN401 - whatever stands in a file
    key = entry["file"], entry["code"], entry["message"]
    if not all(isinstance(part, str) for part in key):
        raise TypeError(key)
    return key


def _count(entry: Any) -> int:  # noqa: ANN401 - whatever stands in a file
    count = entry["count"]
    if type(count) is not int or count < 1:
        raise TypeError(count)
    return count
