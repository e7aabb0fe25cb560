"""Files of very many lines of one kind: no line takes more time to check, the more of them there are."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from bench.figures import Figure, best
from rulesdsl.diagnostics import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import everything_wrong_with

SIZES = (250, 500, 1_000, 2_000)
GROWTH_AT_MOST = 2.0
"""How much more a line may take among the most than among the fewest."""

HEAD = 'game "Many"\nplayers 2..2\n'
COUNTER = "state counter: 0..9\n"
END = "score points = 0\nwinner most total, then shared\n"
SET = "  set counter to 3\n"


def each(line: str, count: int) -> str:
    return "".join(line.format(n=n, next=n + 1) for n in range(count))


def game(*, before: str = "", flow: str = SET, after: str = "") -> str:
    return f"{HEAD}{COUNTER}{before}flow\n{flow}{END}{after}"


def in_flow(line: str, last: str = "") -> Callable[[int], str]:
    return lambda count: game(flow=each(line, count) + last)


def asked(line: str, before: str = "") -> Callable[[int], str]:
    return lambda count: game(before=before, flow="  player first(players)\n" + each(line, count))


def declared(line: str, used: str = SET) -> Callable[[int], str]:
    return lambda count: game(before=each(line, count), flow=each(used, count))


def drawn(head: str, row: str, flow: str = SET) -> Callable[[int], str]:
    return lambda count: game(before=head + each(row, count), flow=flow)


CARDS = "pieces Card for each x in 1..9\nzone deck: pile of Card, starts with Card\n"
COINS = "state coins per Player: 0..900\n"
GO = "action go\n  set counter to 3\n"
KINDS: Mapping[str, Callable[[int], str]] = {
    "let": in_flow("  let x{n} = {n} mod 7\n"),
    "let of the let before": lambda count: game(
        flow="  let x0 = 1\n" + each("  let x{next} = x{n} mod 7\n", count) + f"  set counter to x{count}\n"
    ),
    "set": in_flow(SET),
    "say": in_flow('  say "hello {n}"\n'),
    "if": in_flow("  if counter = 3\n    set counter to 4\n"),
    "for": in_flow("  for p in players\n    set counter to 4\n"),
    "roll": in_flow("  roll x{n} from 1..3\n"),
    "phase": in_flow("  phase p{n}\n    set counter to 4\n"),
    "phase of turns": lambda count: game(
        before="pieces Card for each x in 1..9\nzone deck: pile of Card, starts with Card shuffled\n"
        "zone hand per Player: set of Card\n"
        + "".join(
            f'action lay{n}(card from your hand) "Lay {{card}}"\n  move card to deck at bottom\n'
            for n in range(6)
        ),
        flow=each(
            "  phase p{n}\n    turn of each player\n    until counter > 3\n"
            f"    must {' or '.join(f'lay{n}' for n in range(6))} if possible\n    set counter to 4\n",
            count,
        ),
    ),
    "must": asked("    must go\n", GO),
    "may": asked('    may "Go {n}?"\n      set counter to 3\n'),
    "choose": asked('    choose x{n} from 1..3 "Which?"\n'),
    "action": declared("action a{n}\n  set counter to 3\n"),
    "menu": lambda count: game(
        before="menu work\n" + each("action a{n} in menu work\n  set counter to 3\n", count),
        flow="  player first(players)\n    must work\n",
    ),
    "when": lambda count: game(
        before="action go\n" + each("  when counter < 8\n", count) + SET,
        flow="  player first(players)\n    must go if possible\n",
    ),
    "cost": lambda count: game(
        before=f"{COINS}action go\n" + each("  cost remove 1 from your coins\n", count),
        flow="  player first(players)\n    must go if possible\n",
    ),
    "routine": declared("routine r{n}\n  set counter to 3\n", "  do r{n}\n"),
    "definition": declared("define d{n} = counter + {n}\n", "  if d{n} = 3\n    set counter to 4\n"),
    "definition of the one before": lambda count: game(
        before="define d0 = counter\n" + each("define d{next} = (d{n} + 1) mod 7\n", count)
    ),
    "definition of the one behind": lambda count: game(
        before="".join(f"define d{n + 1} = (d{n} + 1) mod 7\n" for n in reversed(range(count)))
        + "define d0 = counter\n"
    ),
    "definition that counts pieces": lambda count: game(
        before=CARDS + each("define d{n} = sum(deck.x) + {n}\n", count),
        flow=each("  if d{n} = 3\n    set counter to 4\n", count),
    ),
    "definition that counts players": lambda count: game(
        before=COINS + each("define d{n} = sum(p in players: p.coins) + {n}\n", count),
        flow=each("  if d{n} = 3\n    set counter to 4\n", count),
    ),
    "option": declared("option o{n}: yes or no, normally no\n", "  if o{n}\n    set counter to 4\n"),
    "state": declared("state s{n}: 0..9\n", "  set s{n} to 3\n"),
    "state of each player": lambda count: game(
        before=each("state s{n} per Player: 0..9\n", count),
        flow="  player first(players)\n" + each("    set your s{n} to 3\n", count),
    ),
    "together": lambda count: game(
        before=each("state s{n}: 0..9\n", count), flow="  together\n" + each("    set s{n} to 3\n", count)
    ),
    "zone": lambda count: game(
        before=CARDS + each("zone z{n}: set of Card\n", count),
        flow=each("  move (c in z{n}) to deck\n", count),
    ),
    "zone that is filled up": lambda count: game(
        before=CARDS + each("zone z{n}: set of Card, kept at 1 from deck\n", count)
    ),
    "values": declared("values V{n}: a{n}, b{n}\n"),
    "value": drawn("values V\n  x: 1..9\n  | v | x |\n", "  | a{n} | 3 |\n"),
    "piece": drawn("pieces V\n  x: 1..9\n  | v | x |\n", "  | a{n} | 3 |\n"),
    "attribute": drawn("pieces V\n", "  a{n}: 0..9 = 3\n"),
    "row of a table": lambda count: game(
        before=f"table t by x: 0..{count}\n  gives y: 0..9\n  | x | y |\n"
        + each("  | {n} | 3 |\n", count + 1),
        flow="  set counter to t(3)\n",
    ),
    "standing rule": declared("always r{n}\n  when counter = 3\n  set counter to 4\n"),
    "standing rule after each line": lambda count: game(
        before=each("always r{n}\n  when counter = 9\n  set counter to 4\n", count), flow=SET * count
    ),
    "players in order": lambda count: game(
        before=COINS, flow=each("  each player in order of your coins\n    set counter to 4\n", count)
    ),
    "menu of many": lambda count: game(
        before=each("action a{n}\n  set counter to 3\n", count),
        flow="  player first(players)\n"
        + "".join(
            f"    may {' or '.join(f'a{n}' for n in range(first, min(count, first + 20)))}\n"
            for first in range(0, count, 20)
        ),
    ),
    "score": lambda count: game(after=each("score s{n} = counter\n", count)),
    "note": lambda count: game(after=each("note s{n} = counter\n", count)),
    "example": lambda count: game(
        after=each('example "e{n}"\n  players Anna, Ben\n  play\n  expect counter = 3\n', count)
    ),
    "expect": lambda count: game(
        after='example "e"\n  players Anna, Ben\n  play\n' + each("  expect counter = 3\n", count)
    ),
    "comment": in_flow("  # number {n}\n", SET),
    "allow": declared("define d{n} = {n}  # allow unused-name: for later\n"),
    "long name": lambda count: game(before=each("values V{n}: a" + "x" * 200 + "{n}, b{n}\n", count)),
    "unknown name": in_flow("  set counter to nope{n}\n"),
    "misspelt name": lambda count: game(
        before=each("state stripes{n}: 0..9\n", count), flow=each("  set stripse{n} to 3\n", count)
    ),
    "wrong type": in_flow("  set counter to yes\n"),
    "name given twice": lambda count: game(before=COUNTER * count),
    "wrong line": in_flow("  sett counter too {n}\n"),
    "wrong head": declared("wibble x{n} = 4\n"),
}


def check(text: str, folder: Path) -> Report:
    path = folder / "many.game"
    path.write_text(text, encoding="utf-8")
    return everything_wrong_with(path, Files())[0]


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for kind, written in KINDS.items():
            texts = [written(size) for size in SIZES]
            times = [best(2, partial(check, text, folder)) for text in texts]
            growth = (times[-1] / SIZES[-1]) / (max(times[0], 0.005) / SIZES[0])
            shown = ", ".join(f"{taken * 1e3:.0f}" for taken in times)
            yield Figure(
                "files",
                f"{kind}: work for one of {SIZES[-1]:,} / one of {SIZES[0]}",
                growth,
                "x",
                bar=GROWTH_AT_MOST,
                details=f"{shown} ms",
            )
