"""Random games as text, to be checked and played.

`Writer(seed).game()` writes a game that uses as much of the language as fits; a seed always gives the same
game. Lines are written by type and by what is in reach, so that most are right; `valid_game` takes out those
which the checker refuses, until it refuses none.

To add a construct: write a method of `Writer` and mark it as what it is. `@expression(KIND)` is for numbers,
conditions, players, pieces (one or many) and suits, and gives the text; `@line` is for statements and gives
lines, those of a block indented; `@declaration` is for what stands at the top of the file. Each is told the
`Scope` (which names are in reach, whether somebody acts, whether a decision is allowed) and how deep it may
go. Where it cannot say anything it gives None. Nothing else has to be changed: what is marked is used.

Secrets: zones and states are `seen by` any of the words at random (`Writer.viewers`); with `viewers` set to
("all",) a game has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import evolve

from rulesdsl.checked_game import Game
from rulesdsl.diagnostics.model import Report
from rulesdsl.game_files import Files
from rulesdsl.pipeline import check_file
from tests.properties.random_lines import Statements
from tests.properties.random_words import DECLARATIONS, TOWNS, Lines, Scope, declaration, indented


class Writer(Statements):
    """A game; what there is in it is picked first."""

    # ------------------------------------------------------------------ declarations

    def worth(self) -> Lines:
        """An attribute that is worked out, on one line or on several."""
        if self.chance(0.6):
            return [f"  worth: 0..20 = {self.one(['rank', '2 * rank', 'if suit is ash then rank else 1'])}"]
        lines = ["  worth: 0..20 =", "    let most = max(s in Suit: count(t in Suit where t is s))"]
        return [
            *lines,
            "    if suit is ash then most",
            f"    if rank < {self.ranks} then rank",
            "    otherwise 2",
        ]

    def with_a_text(self, value: str) -> str:
        """A value, perhaps with a text of its own."""
        return f'{value} named "the {value} ones"' if self.chance(0.2) else value

    def kinds(self) -> Lines:
        # From a small deck little can be dealt.
        small = len(self.suits) * self.ranks < 9
        copies = f" copies {self.dice.randint(2, 3)}" if self.chance(0.8 if small else 0.4) else ""
        return [
            f"values Suit: {', '.join(self.with_a_text(suit) for suit in self.suits)}",
            f"pieces Card for each suit in Suit, rank in 1..{self.ranks}{copies}",
            *self.worth(),
            'words Motto of Suit from "mottos.txt"',
            *(CHIPS if self.attic else ()),
            f"values Errand: rest, {', '.join(self.errands())}",
        ]

    def errands(self) -> Lines:
        """Values that carry something."""
        there = ["visit(Spot)", "flee(Spot)"] if self.board else []
        ways = ["along(road)"] if self.board == "links" else []
        carrying = ["heed(Suit)", "spare(Suit)", "fetch(name of Card)", "wait(1..3)", "hold(2..5)"]
        return [*carrying, *there, *ways]

    def board_and_tables(self) -> Lines:
        lines: Lines = []
        match self.board:
            case "grid":
                boards = (
                    "grid 3 by 2",
                    "grid 3 by 2, diagonals",
                    "grid 3 by 2, hexagons",
                    "grid 3 by 2, flat hexagons",
                    "grid 3 by 2, wrapped",
                    "grid 3 by 2, hexagons, wrapped rows",
                    "grid 3 by 2, hexagons, shifted",
                    "grid 3 by 2, flat hexagons, shifted down, wrapped columns",
                    "hexagon 2",
                    "hexagon 2, flat",
                )
                lines += [f"places Spot {self.one(boards)}"]
                ways = self.one(["", ", turned", ", mirrored", ", turned, mirrored"])
                lines += [
                    "values Tile",
                    "  shape: Shape",
                    "  | tile | shape |",
                    "  | bone | XX |",
                    "  | bend | X. / XX |",
                    f"placements Lie of Tile as tile on Spot{ways}",
                ]
            case "growing":
                board = self.one(("", ", diagonals", ", hexagons", ", flat hexagons"))
                lines += [f"places Spot growing around board{board}, at most 50"]
                lines += ["places Side for each spot in Spot, way in {northeast, southwest}"]
            case "ring":
                lines += [f"places Spot ring {self.dice.randint(3, 6)}"]
            case "links":
                lines += self.towns_and_roads()
        if self.board:
            first = {"grid": "Spot(2, 1)", "growing": "Spot(0, 0)", "ring": "first(Spot)"}.get(
                self.board, "north"
            )
            lines.append(f"state spot: Spot, starts {first}")
            lines += self.what_ways_cost()
        if self.table:
            lines += [
                "table prize by suit: Suit, place: 1..2",
                "  gives points: 0..9",
                "  | suit | place | points |",
            ]
            lines += [
                f"  | {suit} | {place} | {self.dice.randint(0, 9)} |"
                for suit in self.suits
                for place in (1, 2)
            ]
        lines += [f'menu {menu} "What now?"' for menu in self.menus]
        return lines

    def what_ways_cost(self) -> Lines:
        lines = [
            f"state hardness per Spot: 0..5 or none, starts {self.dice.randint(0, 3)}",
            "define passage(force: 0..9, there: Spot) = if there is spot then none else 9 - min(force, 9)",
        ]
        if self.board == "links":
            worn = f"state worn per road: 0..4, starts {self.dice.randint(0, 2)}"
            lines += [worn, "define length(way: road) = if way.a is spot then 4 else 1 + worn(way)"]
        return lines

    def towns_and_roads(self) -> Lines:
        if self.chance(0.5):
            ways = ", ".join(f"{a} - {b}" for a, b in self.roads)
            return [f"places Spot: {', '.join(TOWNS)}", f"links road of Spot: {ways}"]
        named = self.chance(0.5)
        rows = [("name", "a", "b"), *((f"road_{n}", *ends) for n, ends in enumerate(self.roads))]
        return [
            *("places Spot", *("  | " + one + " |" for one in ("spot_name", *TOWNS))),
            f"links road of Spot{' named by name' if named else ''}",
            *("  | " + " | ".join(row if named else row[1:]) + " |" for row in rows),
        ]

    def zones(self) -> Lines:
        shape = self.one(["row", "set", "pile"])
        lines: Lines = [f"zone attic: {shape} of Thing, starts with Chip"] if self.attic else []
        for name in self.common:
            if name == "board":
                lines.append(f"zone board per here in Spot: {self.shapes[name]} of Card")
                continue
            lines.append(f"zone {name}: {self.shapes[name]} of Card, seen by {self.seen[name]}")
            if name == "deck":
                lines[-1] += (
                    ", starts with Card shuffled" if self.shapes[name] != "set" else ", starts with Card"
                )
            lines += self.properties(name, None)
        for name in self.owned:
            lines.append(f"zone {name} per Player: {self.shapes[name]} of Card, seen by {self.seen[name]}")
            lines += self.properties(name, name)
        return lines

    def properties(self, name: str, owned: str | None) -> Lines:
        found: Lines = []
        shape = self.shapes[name]
        if self.chance(0.2) and "nobody" in self.viewers:
            found.append(f"face down seen by {self.one(['nobody', 'owner' if owned else 'nobody'])}")
        if shape == "pile" and self.chance(0.3):
            found.append(f"top seen by {self.one(['all', 'all'])}")
        if self.chance(0.2):
            found.append(f"one option {self.one(['each', 'together'])}")
        if name == "deck":
            if shape == "pile" and self.chance(0.4):
                found.append("renewed from waste")
            return indented(found)
        if owned and shape != "slot" and self.chance(0.4):
            found.append(f"at most {self.dice.randint(2, 4)}, owner discards extra to waste")
        elif shape == "slot" and self.chance(0.6):
            found.append("at most 1, old one goes to waste")
        elif shape == "row" and self.chance(0.5):
            found.append(
                self.one(
                    [
                        "kept at 2 from deck",
                        "at most 3, old one goes to waste",
                        "at most 3, extra goes to waste",
                    ]
                )
            )
        if self.chance(0.15):
            scope = Scope(names=(("c", "piece"),), define=0)
            if "takes(" not in (condition := self.condition(scope, 1)):
                found.append(f"takes c where {condition}")
        return indented(found)

    def states(self) -> Lines:
        lines = [
            f"state {name} per Player: 0..40, starts {self.dice.randint(0, 5)}" for name in self.counters
        ]
        lines[0] += f", seen by {self.seen[self.counters[0]]}"
        lines += [f"state {name}: -20..60" for name in self.totals]
        lines += [f"state {name} per Suit: 0..20, starts 2" for name in self.tallies]
        return [
            *lines,
            "state storm: yes or no",
            "state leader: Player, starts first(players)",
            "state champion: Player or none",
            "state marked: Card or none",
            f"state weather: Suit, starts {self.suits[0]}",
            "state errand: Errand, starts rest",
            "state out: set of Player",
            f"state either: Suit or 1..3 or Player, starts {self.suits[0]}",
            "state perhaps: Player or 0..5 or Suit or none",
            *(TEXTS if self.texts else ()),
        ]

    @declaration
    def define(self) -> Lines | None:
        kind = self.one(["number", "condition"])
        per_player = self.chance(0.6)
        scope = Scope(you=per_player, define=len(self.defines))
        name = self.name("def")
        head = f"define {name}{' per Player' if per_player else ''} ="
        if kind == "number" and self.chance(0.3):
            lines = [
                head,
                f"  if {self.condition(scope)} then {self.number(scope, 1)}",
                f"  otherwise {self.number(scope, 1)}",
            ]
        else:
            lines = [f"{head} {self.write(kind, scope, 2)}"]
        self.defines.append((name, kind, per_player))
        self.made_from("\n".join(lines), name)
        return lines

    @declaration
    def routine(self) -> Lines | None:
        name = self.name("routine")
        kinds = ["number", "number", "player", "suit", "numbers", "amounts"]
        params = self.given(self.dice.choices(kinds, k=self.dice.randint(0, 2)))
        head = ", ".join(f"{param.name}: {param.type}" for param in params)
        known = tuple((param.name, param.kind) for param in params)
        scope = Scope(names=known, you=self.chance(0.5), routine=len(self.routines))
        body = self.exchange(scope) if self.chance(0.15) else self.block(scope, 2)
        self.routines.append((name, params, scope.you))
        if self.chance(0.25) and not any("phase " in one for one in body):
            # It comes back to itself, from the lines at the end.
            given = f"({', '.join(param.name for param in params)})" if params else ""
            again = [f"do {name}{given}"]
            if self.chance(0.5):
                again = [f"if {self.condition(scope)}", *indented(again)]
            otherwise = self.one(["", ", otherwise draw up to 1 from deck to waste"])
            deep = f"at most {self.dice.randint(1, 3)} deep{otherwise}"
            return [
                f"routine {name}{f'({head})' if head else ''}, {deep}",
                *indented([*body, *again]),
            ]
        return [f"routine {name}({head})" if params else f"routine {name}", *indented(body)]

    @declaration
    def action(self) -> Lines | None:
        name = self.name("act")
        scope = Scope(you=True, routine=len(self.routines))
        params: list[str] = []
        kinds: list[str] = []
        for _ in range(self.dice.choice([0, 1, 1, 2])):
            text, param, kind = self.parameter(scope)
            params.append(text)
            kinds.append(kind)
            scope = scope.knowing((param, kind))
        given = f"({', '.join(params)})" if params else ""
        whens = [
            f"when {self.public(lambda: self.condition(scope))}"
            for _ in range(self.dice.choice([0, 0, 1, 2]))
        ]
        costs: Lines = []
        if self.chance(0.4):
            costs.append(f"cost remove {self.dice.randint(1, 2)} from your {self.one(self.counters)}")
        if (chosen := [*scope.of("piece"), *scope.of("pieces")]) and self.chance(0.5):
            costs.append(f"cost move {self.one(chosen)} to {self.zone(scope)}")
        body = self.block(scope, 2)
        menu = f" in menu {self.one(self.menus)}" if self.menus and self.chance(0.6) else ""
        self.actions.append(name)
        if "pieces" not in kinds and "piece" not in kinds[:-1]:
            self.listed.append(name)
        if menu and self.menus[0] not in self.actions:
            self.actions.append(self.menus[0])
        return [f'action {name}{given} "Do {name}"{menu}', *indented([*whens, *costs, *body])]

    @declaration
    def always(self) -> Lines | None:
        name = self.name("rule")
        scope = Scope(rule=True)
        head = f"always {name}"
        if self.chance(0.5):
            x, kind, domain = self.dice.choice(
                [("p", "player", "players"), ("c", "piece", self.pieces(scope, 0)), ("s", "suit", "Suit")]
            )
            scope = scope.knowing((x, kind))
            head += f" for {x} in {domain}"
        counter = self.one(self.totals)
        least = self.dice.randint(2, 9)
        when = self.one([f"{counter} >= {least}", f"{self.condition(scope)} and {counter} > 0"])
        reset = f"set {counter} to {self.one(['0', '-1'])}"
        return [head, f"  when {when}", *indented(self.block(scope, 1, 2)), f"  {reset}"]

    def sure_choice(self, scope: Scope) -> Lines:
        """Something that can always be decided, as conditions of actions mostly do not hold."""
        name = self.name("chosen")
        kind, domain = self.dice.choice([("number", "1..3"), ("player", "players"), ("suit", "Suit")])
        lines = self.block(scope.knowing((name, kind)), 1, 2)
        return [f'choose {name} from {domain} "Which {kind}?"', *lines]

    def flow(self) -> Lines:
        scope = Scope(flow=True)
        lines: Lines = [f"deal {self.one(['1', '1', '2'])} from deck to hand"] if self.chance(0.85) else []
        for number in range(self.dice.randint(1, 2) if self.large else 1):
            name = self.name("phase") if number else self.first_phase
            rounds = evolve(scope, phases=(name,), you=True)
            ends = self.ending(name, lambda: self.condition(scope))
            head = self.dice.choice(
                [
                    [f"phase {name} {self.dice.randint(2, 4)} times", "  turn of each player"],
                    [
                        f"phase {name} up to 4 times",
                        "  turn of each player",
                        f"  until {ends}",
                    ],
                ]
            )
            if self.chance(0.3):
                head.append(f"  stops the moment {self.ending(name, lambda: self.condition(scope))}")
            score = [f"score {name}"] if self.chance(0.3) and len(self.rows) < 2 else []
            if score:
                self.rows.append((self.name("row"), name))
            asked = self.decide(rounds, 1) or []
            if self.chance(0.5):
                asked += self.sure_choice(rounds)
            typed = (self.count_what_is_typed(rounds, 1) or []) if self.chance(0.7) else []
            lines += [*head, *indented([*asked, *typed, *self.block(rounds, 3, 4), *score])]
            self.all_phases.append(name)
        lines += self.block(scope, 2, 2)
        return ["flow", *indented(lines)]

    def scores(self) -> Lines:
        scope = Scope(you=True)
        lines = [f"score {row} each {phase} = {self.number(scope, 1)}" for row, phase in self.rows]
        lines += [f"score points = {self.number(scope, 2)}"]
        if self.chance(0.3):
            lines.append(f"note aside = {self.number(scope, 1)}")
        order = self.one(["most", "least"])
        first = self.one(["", f"nobody when {self.condition(Scope())}, otherwise "])
        return [*lines, f"winner {first}{order} total, then shared"]

    def examples(self) -> Lines:
        lines: Lines = []
        seats = "Anna, Ben" if self.fewest == 2 else "Anna, Ben, Cleo"
        for at in range(self.dice.choice([0, 1, 2])):
            lines += [f'example "case {at}"', f"  players {seats}"]
            if self.chance(0.5):
                lines.append(f"  given Anna.{self.counters[0]} = {self.dice.randint(0, 9)}")
            lines += [f"  option {option} is {self.dice.randint(self.lowest, 3)}" for option in self.options]
            steps = [
                *(f"  do {name}" for name, params, acting in self.routines if not params and not acting),
                *(f"  Anna does {name}" for name in self.all_phases),
                *(f"  Anna plays {name}" for name in self.actions if name not in self.menus),
                *(f"  score {name}" for name in {phase for _row, phase in self.rows}),
                *(
                    "  Anna declines",
                    "  chance gives 1",
                    "  Anna chooses ash",
                    "  Anna is next",
                    "  game is over",
                ),
                *(f"  Anna cannot {name}" for name in self.actions if name not in self.menus),
                "  play",
            ]
            lines += self.dice.choices(steps, k=self.dice.randint(1, 2))
            wins = self.one(["winners has Anna", "Anna is in winners"])
            known = Scope(names=(("Anna", "player"),))
            lines.append(f"  expect {wins if self.chance(0.2) else self.condition(known)}")
        return lines

    def game(self) -> str:
        """The text of a game."""
        declared: list[Lines] = []
        for _ in range(self.dice.randint(3, 9) if self.large else self.dice.randint(1, 4)):
            written = self.dice.choice(DECLARATIONS)(self)
            if written is not None:
                declared.append(written)
        if self.chance(0.4):
            declared.append(self.typed_definition() or [])
        declared += [self.action() or [] for _ in range(2 if self.large else 1)]
        flow = self.flow()
        parts = [
            [
                f'game "Random {self.seed}"',
                f"players {self.fewest}..{self.most}",
                "limit steps 400",
            ],
            [f"option {option}: {self.lowest}..3, normally 2" for option in self.options],
            self.kinds(),
            self.board_and_tables(),
            self.zones(),
            self.states(),
            *declared,
            flow,
            self.scores(),
            self.examples(),
        ]
        return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


CHIPS = (
    "pieces Chip",
    "  weight: 1..3",
    "  | chip   | weight |",
    "  | gold   | 3      |",
    "  | silver | 1      |",
    "pieces Thing are Card or Chip",
)
TEXTS = (
    'state saying: text of at most 9 letters, starts "elm"',
    "state answer per Player: text of at most 9 letters or none",
)
MOTTOS = "ash elm\nelm ash\nash ash elm\nelm\nelm elm elm ash\n"
"""Words made of suits that every game has."""

MOST_TRIES = 25
"""So often lines are taken out of a game before it is given up."""


def valid_game(text: str, folder: Path) -> tuple[Game, str] | None:
    """The game without the lines that the checker refuses, each with the block below it."""
    path = folder / "random.game"
    (folder / "mottos.txt").write_text(MOTTOS, encoding="utf-8")
    for _ in range(MOST_TRIES):
        path.write_text(text, encoding="utf-8")
        report = Report()
        game = check_file(path, Files(), report)
        if game is not None and not report.has_errors:
            return game, text
        text = _without(text, {error.span.line for error in report.errors})
        if "\nscore " not in text:
            text += "\nscore points = 0\n"
        if "\nwinner " not in text:
            text += "\nwinner most total, then shared\n"
    return None


def _without(text: str, wrong: set[int]) -> str:
    """The text without these lines (counted from 1), what is indented below them, and the lines whose whole
    block goes with them."""
    lines = [one for one in text.split("\n") if one.strip()]
    numbers = [at for at, one in enumerate(text.split("\n"), 1) if one.strip()]
    depths = [len(one) - len(one.lstrip()) for one in lines]
    ends = [
        next((below for below in range(at + 1, len(lines)) if depths[below] <= depths[at]), len(lines))
        for at in range(len(lines))
    ]
    gone = {below for at, number in enumerate(numbers) if number in wrong for below in range(at, ends[at])}
    for at in reversed(range(len(lines))):
        inside = range(at + 1, ends[at])
        if inside and gone.issuperset(inside):
            gone.add(at)
        if (
            at in gone
            and ends[at] < len(lines)
            and lines[ends[at]].lstrip().startswith(("else", "otherwise"))
        ):
            gone.update(range(ends[at], ends[ends[at]]))
    kept = "".join(f"{line}\n" for number, line in enumerate(lines) if number not in gone)
    return _without_names(kept, {name for number in gone for name in _DECLARED.findall(lines[number])})


_DECLARED = re.compile(r"\b(?:action|routine|define|phase|choose|as|let|roll) (?!per)([a-z]+\d+)\b")
"""What a line gives a name that stands nowhere else."""


def _without_names(text: str, names: set[str]) -> str:
    """The text without the lines that need these names, as they were declared in lines that are gone."""
    names -= set(_DECLARED.findall(text))
    if not names:
        return text
    any_name = "|".join(names)
    text = re.sub(rf"\b(?:{any_name}) or | or (?:{any_name})\b", "", text)
    wrong = {
        number for number, line in enumerate(text.split("\n"), 1) if re.search(rf"\b(?:{any_name})\b", line)
    }
    return _without(text, wrong) if wrong else text


def random_games(seeds: Iterable[int], folder: Path) -> Iterator[tuple[int, Game, str]]:
    """Those of the games of these seeds that can be made valid."""
    for seed in seeds:
        made = valid_game(Writer(seed).game(), folder)
        if made is not None:
            yield seed, *made
