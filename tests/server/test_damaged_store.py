"""A store in which somebody has changed something: a game that cannot be read is told of in words."""

from pathlib import Path

import pytest

from rulesdsl.library import shipped_games
from tests.server.tables import running

COLUMNS = (
    *(("games", name) for name in ("file", "title", "program", "rules", "options", "variants", "kinds")),
    *(("games", name) for name in ("seed", "made", "moved", "epoch", "over")),
    ("programs", "data"),
    *(("seats", name) for name in ("name", "changes", "token")),
    *(("choices", name) for name in ("number", "seat", "word", "question", "option")),
    *(("ahead", name) for name in ("block", "seat", "place", "word", "question", "option")),
)
DAMAGED = (
    *("", "x", "[]", "{}", "null", "[1]", '["nobody", "person"]', '["person"]', '[["a"]]', "[" * 100_000),
    *(-1, 10**15, 1.5, b"\xff", b"[]"),
)


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda name: name)
def test_what_is_damaged_is_told_in_words(table: str, column: str) -> None:
    game = "road_trip" if table == "ahead" else "tic_tac_toe"
    here = running(files={**shipped_games(), "tic_tac_toe": Path("examples/classics/tic_tac_toe.game")})
    try:
        anna, _ben, *_, host = here.open_game(game, ["person", "person"])
        assert anna.do("answer", {"question": anna.question(), "option": 0}).status == 200
        base = here.server.store._base
        [(known,)] = base.execute(f"select {column} from {table} limit 1").fetchall()  # noqa: S608
        for value in DAMAGED:
            base.execute(f"update or replace {table} set {column} = ?", (value,))  # noqa: S608
            here.server.games.live.clear()
            for answer in (anna.ask(anna.path), host.ask(host.path), host.do("link/0")):
                assert answer.status < 500, (value, answer)
        if table != "seats" or column == "changes":
            base.execute(f"update {table} set {column} = ?", (known,))  # noqa: S608
            here.server.games.live.clear()
            assert anna.ask(anna.path).status == 200
    finally:
        here.stop()
