"""Where games are kept: one SQLite file. What a player decides is in it before anybody is told of it.

Of a seat's token only a hash is kept: who reads the file sits nowhere. The program is kept as it was when the
game began, so that a game goes on by its own rules when the file has changed.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import sqlite3
import threading
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen

from rulesdsl.serialization import Unreadable, checked
from rulesdsl.server.moments import Choice

FORMAT = 1
NAME = re.compile(r"[^\W_](?:[\w .'’-]{0,22}[\w.])?")
"""What a player may be called."""
DAMAGED = "what is kept of it is damaged"
TOKEN_BYTES = 24
SCHEMA = """
create table if not exists programs (key text primary key, data text not null);
create table if not exists games (
  id text primary key, file text not null, title text not null, program text not null, rules text not null,
  options text not null, variants text not null, kinds text not null, seed text not null,
  epoch integer not null default 0, over integer not null default 0, made real not null, moved real not null);
create table if not exists seats (
  game text not null, seat integer not null, name text not null, token text not null,
  changes integer not null default 0, primary key (game, seat)) without rowid;
create table if not exists choices (
  game text not null, number integer not null, seat integer not null, word text not null,
  question text not null, option integer not null, primary key (game, number)) without rowid;
create table if not exists ahead (
  game text not null, block integer not null, seat integer not null, place integer not null,
  word text not null, question text not null, option integer not null,
  primary key (game, block, seat, place)) without rowid;
"""


class NoStore(Exception):
    """The file cannot be used, with the reason in words."""


class NoGame(Exception):
    """A game that is kept and cannot be played on, with the reason in words: "this game …"."""


def _as_written(value: object, annotation: object) -> Any:  # noqa: ANN401 - what the annotation says
    """What stands in a column; `NoGame` if it is nothing that was ever written there."""
    try:
        return checked(value, annotation)
    except Unreadable:
        raise NoGame(DAMAGED) from None


def _as_json(text: object, annotation: object) -> Any:  # noqa: ANN401 - as above
    try:
        return _as_written(json.loads(_as_written(text, str)), annotation)
    except (ValueError, RecursionError):
        raise NoGame(DAMAGED) from None


@frozen
class KeptGame:
    """What never changes of a game. `kinds` says who plays in each seat: `person`, or a kind of bot."""

    id: str
    file: str
    title: str
    rules: str
    program: str
    options: tuple[tuple[str, str], ...]
    variants: tuple[str, ...]
    kinds: tuple[str, ...]
    seed: int


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_of(token: str) -> str:
    """Tokens are long and random: a plain hash of one tells nothing of it."""
    return hashlib.sha256(token.encode()).hexdigest()


def worker_of(game_id: str, workers: int) -> int:
    """Which of so many workers has a game: names of games are random."""
    return zlib.crc32(game_id.encode()) % workers


def _choice(row: Sequence[object]) -> Choice:
    return Choice(*_as_written([*row], tuple[int, str, str, int]))


@frozen
class Share:
    """The part of the games that one of several workers has."""

    number: int
    workers: int

    def has(self, game_id: str) -> bool:
        return worker_of(game_id, self.workers) == self.number


class Store:
    """All games of one server. Every method that writes has written when it returns. `share`: what is this
    worker's, where several play.
    """

    def __init__(self, path: Path | str, share: Share | None = None) -> None:
        self._share = share
        self._lock = threading.RLock()
        try:
            self._base = sqlite3.connect(path, isolation_level=None, timeout=2, check_same_thread=False)
        except sqlite3.OperationalError as wrong:
            raise NoStore(f"{path}: it cannot be opened: {wrong}") from None
        try:
            self._prepare(path)
        except sqlite3.OperationalError as wrong:
            self.close()
            busy = "locked" in str(wrong)
            why = "another server is using it" if busy else f"it cannot be opened: {wrong}"
            raise NoStore(f"{path}: {why}") from None
        except sqlite3.DatabaseError:
            self.close()
            raise NoStore(f"{path} is no file in which games are kept") from None

    def _prepare(self, path: Path | str) -> None:
        if self._share is None:
            # One server at a time: two of them would answer the same question twice.
            self._base.execute("pragma locking_mode = exclusive")
        self._base.execute("pragma journal_mode = wal")
        # A process that dies loses nothing; a machine that dies may lose its last seconds, and no more.
        self._base.execute("pragma synchronous = normal")
        [(version,)] = self._base.execute("pragma user_version").fetchall()
        if version not in (0, FORMAT):
            self.close()
            raise NoStore(f"{path} was written by another version of rulesdsl")
        with self._writing():
            for line in SCHEMA.split(";\n"):
                self._base.execute(line)
            self._base.execute(f"pragma user_version = {FORMAT}")

    def close(self) -> None:
        self._base.close()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        # Games are begun in threads: a connection has one transaction, whoever writes.
        with self._lock:
            self._base.execute("begin immediate")
            try:
                yield
            except BaseException:
                self._base.execute("rollback")
                raise
            self._base.execute("commit")

    def _rows(self, query: str, *values: object) -> list[Any]:
        with self._lock:
            return self._base.execute(query, values).fetchall()

    # ------------------------------------------------------------------ games

    def add(self, game: KeptGame, names: Sequence[str], tokens: Mapping[int, str], now: float) -> None:
        """A new game, with the tokens by which its seats are opened."""
        key = hashlib.sha256(game.program.encode()).hexdigest()
        with self._writing():
            self._base.execute("insert or ignore into programs values (?, ?)", (key, game.program))
            self._base.execute(
                "insert into games (id, file, title, program, rules, options, variants, kinds, seed, made,"
                " moved)"
                " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game.id,
                    game.file,
                    game.title,
                    key,
                    game.rules,
                    json.dumps(game.options),
                    json.dumps(game.variants),
                    json.dumps(game.kinds),
                    str(game.seed),
                    now,
                    now,
                ),
            )
            for seat, token in tokens.items():
                name = names[seat] if 0 <= seat < len(names) else ""
                self._base.execute(
                    "insert into seats (game, seat, name, token) values (?, ?, ?, ?)",
                    (game.id, seat, name, hash_of(token)),
                )

    def game(self, game_id: str) -> KeptGame | None:
        rows = self._rows(
            "select id, file, title, rules, data, options, variants, kinds, seed from games"
            " join programs on programs.key = games.program where id = ?",
            game_id,
        )
        if not rows:
            return None
        [(known, file, title, rules, data, options, variants, kinds, seed)] = rows
        return KeptGame(
            id=known,
            file=_as_written(file, str),
            title=_as_written(title, str),
            rules=_as_written(rules, str),
            program=_as_written(data, str),
            options=_as_json(options, tuple[tuple[str, str], ...]),
            variants=_as_json(variants, tuple[str, ...]),
            kinds=_as_json(kinds, tuple[str, ...]),
            seed=_as_json(seed, int),
        )

    def games(self) -> list[str]:
        """The names of all of them, the one that was played last first."""
        return [game_id for (game_id,) in self._rows("select id from games order by moved desc, id")]

    def _has(self, game_id: str) -> bool:
        return self._share is None or self._share.has(game_id)

    def count(self) -> int:
        [(number,)] = self._rows("select count(*) from games")
        return int(number)

    def epoch(self, game_id: str) -> int:
        [(number,)] = self._rows("select epoch from games where id = ?", game_id)
        return _as_written(number, int)  # type: ignore[no-any-return]

    def forget_older_than(self, moment: float, but: Collection[str] = ()) -> list[str]:
        """Take out games in which nobody has decided anything since; which they were."""
        with self._writing():
            rows = self._base.execute("select id from games where moved < ?", (moment,)).fetchall()
            old = [game_id for (game_id,) in rows if game_id not in but and self._has(game_id)]
            for game_id in old:
                for part in ("seats", "choices", "ahead"):
                    self._base.execute(f"delete from {part} where game = ?", (game_id,))  # noqa: S608
                self._base.execute("delete from games where id = ?", (game_id,))
            self._base.execute("delete from programs where key not in (select program from games)")
        return old

    # ------------------------------------------------------------------ seats

    def names(self, game_id: str) -> tuple[str, ...]:
        rows = self._rows(
            "select name from seats where game = ? and seat between 0 and 998 order by seat", game_id
        )
        names: tuple[str, ...] = _as_written([name for (name,) in rows], tuple[str, ...])
        if not all(map(NAME.fullmatch, names)):
            raise NoGame(DAMAGED)
        return names

    def opens(self, game_id: str, seat: int, token: str) -> bool:
        """Whether this token opens this seat."""
        rows = self._rows("select token from seats where game = ? and seat = ?", game_id, seat)
        return any(secrets.compare_digest(str(kept), hash_of(token)) for (kept,) in rows)

    def replace_token(self, game_id: str, seat: int, token: str) -> None:
        """From now on this one opens the seat, and the one before does not."""
        with self._writing():
            self._base.execute(
                "update seats set token = ? where game = ? and seat = ?", (hash_of(token), game_id, seat)
            )

    def rename(self, game_id: str, seat: int, name: str) -> None:
        with self._writing():
            self._base.execute("update seats set name = ? where game = ? and seat = ?", (name, game_id, seat))

    # ------------------------------------------------------------------ choices

    def choices(self, game_id: str) -> list[Choice]:
        rows = self._rows(
            "select seat, word, question, option from choices where game = ? order by number", game_id
        )
        return [_choice(row) for row in rows]

    def add_choice(self, game_id: str, number: int, choice: Choice, now: float) -> None:
        """The choice with this number; an error if there is one already."""
        with self._writing():
            self._base.execute(
                "insert into choices values (?, ?, ?, ?, ?, ?)",
                (game_id, number, choice.seat, choice.word, choice.question, choice.option),
            )
            self._base.execute("update games set moved = ? where id = ?", (now, game_id))

    def keep_first(self, game_id: str, number: int, epoch: int, now: float) -> None:
        """Take the choices behind so many back."""
        with self._writing():
            self._base.execute("delete from choices where game = ? and number >= ?", (game_id, number))
            self._base.execute("delete from ahead where game = ? and block >= ?", (game_id, number))
            self._base.execute(
                "update games set epoch = ?, moved = ?, over = 0 where id = ?", (epoch, now, game_id)
            )

    def mark_over(self, game_id: str) -> None:
        with self._writing():
            self._base.execute("update games set over = 1 where id = ?", (game_id,))
            self._base.execute("delete from ahead where game = ?", (game_id,))

    # ------------------------------------------------------------------ answers in secret blocks

    def ahead(self, game_id: str, block: int) -> dict[int, list[Choice]]:
        rows = self._rows(
            "select seat, word, question, option from ahead where game = ? and block = ?"
            " order by seat, place",
            game_id,
            block,
        )
        choices: dict[int, list[Choice]] = {}
        for row in rows:
            choices.setdefault(row[0], []).append(_choice(row))
        return choices

    def add_ahead(self, game_id: str, block: int, place: int, choice: Choice, now: float) -> None:
        with self._writing():
            self._base.execute("delete from ahead where game = ? and block < ?", (game_id, block))
            self._base.execute(
                "insert into ahead values (?, ?, ?, ?, ?, ?, ?)",
                (game_id, block, choice.seat, place, choice.word, choice.question, choice.option),
            )
            self._base.execute("update games set moved = ? where id = ?", (now, game_id))

    def take_back_ahead(self, game_id: str, block: int, seat: int, place: int, changes: int) -> None:
        with self._writing():
            self._base.execute(
                "delete from ahead where game = ? and block = ? and seat = ? and place >= ?",
                (game_id, block, seat, place),
            )
            self._base.execute(
                "update seats set changes = ? where game = ? and seat = ?", (changes, game_id, seat)
            )

    def changes_of_mind(self, game_id: str) -> dict[int, int]:
        rows = self._rows("select seat, changes from seats where game = ? and changes > 0", game_id)
        return dict(_as_written([[*row] for row in rows], tuple[tuple[int, int], ...]))
