"""Random statements (see `random_games`)."""

# ruff: noqa: ARG002 -- whatever is written is asked for in one way

from __future__ import annotations

from attrs import evolve

from tests.properties.random_operations import Operations
from tests.properties.random_words import Lines, Scope, indented, line


class Statements(Operations):
    # ------------------------------------------------------------------ effects

    @line
    def change_number(self, scope: Scope, depth: int) -> Lines | None:
        counter = self.counter(scope)
        match self.dice.randint(0, 4):
            case 0:
                return [f"add {self.number(scope, 1)} to {counter}"]
            case 1:
                return [f"remove {self.number(scope, 1)} from {counter}"]
            case 2:
                return [f"add {self.dice.randint(1, 2)} to {counter}"]
            case _:
                return [f"set {counter} to {self.number(scope, depth)} mod 7"]

    @line
    def set_other(self, scope: Scope, depth: int) -> Lines | None:
        match self.dice.randint(0, 8):
            case 8:
                return [f"set errand to {self.write('errand', scope, 1)}"]
            case 7:
                return [f"set spot to {self.write('place', scope, 1)}"] if self.board else None
            case 0:
                return [f"set storm to {self.one(['yes', 'no'])}"]
            case 1:
                return [f"set storm to {self.condition(scope)}"]
            case 2:
                return [f"set leader to {self.player(scope)}"]
            case 3:
                return [f"set weather to {self.write('suit', scope, 1)}"]
            case 4:
                return [f"set champion to {self.one(['none', self.player(scope)])}"]
            case 5:
                return [f"set marked to {self.one(['none', self.write('piece', scope, 1)])}"]
            case _:
                how = self.one(["add {} to out", "remove {} from out"])
                return [how.format(self.player(scope))]

    @line
    def set_of_several_sorts(self, scope: Scope, depth: int) -> Lines | None:
        if self.chance(0.5):
            return [f"set perhaps to {self.one(['none', 'either', self.write('either', scope, 1)])}"]
        return [f"set either to {self.write('either', scope, 1)}"]

    @line
    def block_a_place(self, scope: Scope, depth: int) -> Lines | None:
        if not self.board:
            return None
        return [f"set hardness({self.write('place', scope, 1)}) to {self.one(['none', '0', '2', '5'])}"]

    @line
    def move(self, scope: Scope, depth: int) -> Lines | None:
        to = self.zone(scope)
        end = f" at {self.one(['left', 'right', 'top', 'bottom'])}" if self.chance(0.2) else ""
        face = self.one(["", "", "", " face down", " face up", f" face down if {self.condition(scope, 1)}"])
        what = self.one([self.pieces(scope, 1), self.write("piece", scope, 1)])
        return [f"move {what} to {to}{end}{face}"]

    @line
    def draw(self, scope: Scope, depth: int) -> Lines | None:
        up_to = "" if self.chance(0.06) else "up to "
        count = self.one(["1", "1", "2", f"max(1, {self.number(scope, 0)})"])
        face = self.one(["", "", " face down"])
        return [f"draw {up_to}{count} from {self.zone(scope)} to {self.zone(scope)}{face}"]

    @line
    def draw_named(self, scope: Scope, depth: int) -> Lines | None:
        name = self.name("drawn")
        inner = scope.knowing((name, "piece"))
        return [
            f"draw up to 1 from {self.plain_zone()} to {self.zone(scope)} as {name}",
            f"if {name} is not none",
            *indented(self.block(inner, depth, 2)),
        ]

    @line
    def deal(self, scope: Scope, _depth: int) -> Lines | None:
        among = self.one(
            ["", "", f" of (p in players where {self.condition(scope.knowing(('p', 'player')), 1)})"]
        )
        return [f"deal {self.one(['1', '1', '1', '2'])} from {self.deck()} to {self.one(self.owned)}{among}"]

    def deck(self) -> str:
        return "deck" if self.chance(0.93) else self.plain_zone()

    @line
    def shuffle(self, _scope: Scope, _depth: int) -> Lines | None:
        ordered = [name for name in self.common if self.shapes[name] in ("row", "pile")]
        return [f"shuffle {self.one(ordered)}"] if ordered else None

    @line
    def flip(self, scope: Scope, _depth: int) -> Lines | None:
        return [f"flip {self.pieces(scope, 1)} face {self.one(['up', 'down'])}"]

    @line
    def show(self, scope: Scope, _depth: int) -> Lines | None:
        to = self.one(["", f" to {self.player(scope)}"])
        return [f"show {self.zone(scope)}{to}"]

    @line
    def say(self, scope: Scope, depth: int) -> Lines | None:
        value = self.public(
            lambda: self.one([self.number(scope, 1), self.player(scope), self.write("suit", scope, 1)])
        )
        if "{" in value:
            return None
        to = self.one(["", "", f" to {self.player(scope)}"])
        return [f'say "It is {{{value}}}"{to}']

    @line
    def roll(self, scope: Scope, depth: int) -> Lines | None:
        if self.chance(0.3):
            name = self.name("dice")
            return [f"roll {self.dice.randint(1, 3)} of 1..4 as {name}", f"set pot to sum({name}) mod 7"]
        name = self.name("die")
        return [f"roll {name} from 1..4", *self.block(scope.knowing((name, "number")), depth, 2)]

    @line
    def by_chance(self, scope: Scope, depth: int) -> Lines | None:
        name = self.name("lot")
        if self.chance(0.5):
            return [f"choose {name} from players by chance", f"set leader to {name}"]
        return [
            f"if {(there := self.zone(scope))} is not empty",
            f"  choose {name} from {there} by chance",
            *indented(self.block(scope.knowing((name, "piece")), depth, 2)),
        ]

    # ------------------------------------------------------------------ blocks

    @line
    def let(self, scope: Scope, depth: int) -> Lines | None:
        kind = self.one(["number", "piece", "pieces", "player", "suit"])
        name = self.name("kept")
        text = self.write(kind, scope, 1)
        self.made_from(text, name)
        return [f"let {name} = {text}", *self.block(scope.knowing((name, kind)), depth, 2)]

    @line
    def if_(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        body = self.block(scope, depth)
        lines = [f"if {self.condition_for(body, scope)}", *indented(body)]
        if self.chance(0.2):
            body = self.block(scope, depth)
            lines += [f"else if {self.public(lambda: self.condition(scope))}", *indented(body)]
        if self.chance(0.4):
            lines += ["else", *indented(self.block(scope, depth))]
        return lines

    def condition_for(self, body: Lines, scope: Scope) -> str:
        """A condition for lines: where somebody is asked in them, all see whether it is so."""
        if any(one.lstrip().startswith(("may ", "must ", "choose ", "do ", "say ")) for one in body):
            return self.public(lambda: self.condition(scope))
        return self.condition(scope)

    @line
    def for_(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        name = self.name("x")
        domain, kind = self.dice.choice(
            [
                ("players", "player"),
                (self.public(lambda: self.pieces(scope, 1)), "piece"),
                ("Suit", "suit"),
                ("1..3", "number"),
                *([(self.write("places", scope, 1), "place")] if self.board else []),
                (f"distinct({self.public(lambda: self.pieces(scope, 0))}.rank)", "number"),
            ]
        )
        inner = scope.knowing((name, kind))
        where = f" where {self.condition(inner, 1)}" if self.chance(0.3) else ""
        return [f"for {name} in {domain}{where}", *indented(self.block(inner, depth))]

    @line
    def repeat(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        times = self.one(["2", "3", f"1 + {self.counter(scope)}", self.number(scope, 1)])
        if times == "0":
            return None
        if self.chance(0.5):
            name = self.name("i")
            inner = scope.knowing((name, "number"))
            return [f"repeat {times} times as {name}", *indented(self.block(inner, depth))]
        return [f"repeat {times} times", *indented(self.block(scope, depth))]

    @line
    def each_player(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        p = self.name("p")
        where = self.public(lambda: self.condition(scope.knowing((p, "player")), 1))
        who = self.one(["", "", f" of ({p} in players where {where})"])
        first = self.one(["", "", f" from {self.player(scope)}"])
        if not first and self.chance(0.3):
            key = self.public(lambda: self.number(evolve(scope, you=True), 1))
            return [
                f"each player{who} in order of {key}",
                *indented(self.block(evolve(scope, you=True), depth)),
            ]
        return [f"each player{who} in turn{first}", *indented(self.block(evolve(scope, you=True), depth))]

    @line
    def one_player(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        return [f"player {self.player(scope)}", *indented(self.block(evolve(scope, you=True), depth))]

    @line
    def amounts(self, scope: Scope, depth: int) -> Lines | None:
        if not self.tallies:
            return None
        many = self.map_of_suits(scope, depth)
        return [self.one([f"set stock to {many}", f"add {many} to stock", f"remove {many} from stock"])]

    @line
    def in_secret(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0 or scope.secret or (scope.together and not self.chance(0.1)):
            return None
        inner = evolve(scope, you=True, secret=True)
        return ["all players in secret", *indented(self.block(inner, depth))]

    @line
    def together(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        inner = evolve(scope, together=True, decisions=self.chance(0.03))
        lines = self.block(inner, depth)
        if self.chance(0.4):
            lines += self.one_of([self.exchange(inner), self.call(inner, depth) or []])
            head = self.one(
                ["", "", f"if {self.condition(inner, 0)}", "each player in turn", "repeat 1 times"]
            )
            lines = [head, *indented(lines)] if head else lines
        return ["together", *indented(lines)]

    def exchange(self, scope: Scope) -> Lines:
        """Two numbers of which each becomes the other, where both lines start from the same position."""
        first, other = self.counter(scope), self.counter(scope)
        return [f"set {first} to {other} mod 7", f"set {other} to {first} mod 7"]

    @line
    def depending(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0:
            return None
        return [
            f"depending on {self.write('suit', scope, 1)}",
            f"  {self.suits[0]}:",
            *indented(indented(self.block(scope, depth, 2))),
            "  otherwise:",
            *indented(indented(self.block(scope, depth, 2))),
        ]

    @line
    def call(self, scope: Scope, depth: int) -> Lines | None:
        known = [one for one in self.routines[: scope.routine] if scope.you or not one[2]]
        if not known:
            return None
        name, params, _acting = self.dice.choice(known)
        args = ", ".join(self.handed(param, scope) for param in params)
        return [f"do {name}({args})" if args else f"do {name}"]

    @line
    def phase(self, scope: Scope, depth: int) -> Lines | None:
        if depth < 0 or (scope.together and not self.chance(0.1)):
            return None
        name = self.name("phase")
        inner = evolve(scope, phases=(*scope.phases, name))
        head: Lines = []
        if turn := self.chance(0.4):
            p = self.name("p")
            where = self.public(lambda: self.condition(scope.knowing((p, "player")), 1))
            head.append(
                self.one(
                    [
                        "turn of each player",
                        f"turn of each player from {self.player(scope)}",
                        f"turn of each player of ({p} in players where {where})",
                        "turn of leader",
                        f"turn of first({p} in players where {where})",
                    ]
                )
            )
        # In a phase of turns, what ends it may ask whoever has them.
        asked = evolve(inner, you=inner.you or turn)
        if self.chance(0.3):
            head.append(f"until {self.ending(name, lambda: self.condition(asked, 1))}")
        if self.chance(0.35):
            head.append(f"stops the moment {self.ending(name, lambda: self.condition(asked, 2))}")
        if turn:
            inner = evolve(inner, you=True)
        up_to = "up to " if self.chance(0.3) else ""
        least = 2 if any("until" in one or "stops" in one for one in head) else 1
        times = f" {up_to}{self.dice.randint(least, 3)} times" if head or self.chance(0.7) else ""
        self.all_phases.append(name)
        body = self.block(inner, depth)
        if self.chance(0.1):
            body += [f"if {self.condition(inner, 1)}", f"  end {self.one([name, *scope.phases, 'game'])}"]
        return [f"phase {name}{times}", *indented([*head, *body])]

    @line
    def record(self, _scope: Scope, _depth: int) -> Lines | None:
        return None

    # ------------------------------------------------------------------ decisions

    @line
    def decide(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions or not self.actions:
            return None
        whole = bool(self.listed) and self.chance(0.3)
        actions = self.listed if whole else self.actions
        chosen = dict.fromkeys(self.dice.choices(actions, k=self.dice.randint(1, 2)))
        offered = " or ".join([menu for menu in self.menus if menu in chosen] or chosen)
        offered += " as one choice" if whole else ""
        way = self.one(
            ["may {}", "may {} repeatedly", "must {} if possible", "must {} repeatedly if possible"]
        )
        return [way.format(offered)]

    @line
    def choose(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions:
            return None
        param, name, kind = self.parameter(scope)
        inner = scope.knowing((name, kind))
        if self.chance(0.4) and kind not in ("pieces", "amounts"):
            return [
                f"may choose {param}",
                f"if {name} is not none",
                *indented(self.block(inner, depth, 2)),
            ]
        return [f"choose {param}", *self.block(inner, depth, 2)]

    @line
    def write_a_text(self, scope: Scope, _depth: int) -> Lines | None:
        if not self.texts or not scope.you or not scope.decisions or scope.secret:
            return None
        name = self.name("chosen")
        where = f" where {name} != saying" if self.chance(0.2) else ""
        kept = self.one(["saying", "your answer"])
        return [
            f'choose {name} from text of at most 9 letters{where} "Which text?"',
            f"set {kept} to {name}",
            f'say "It is {{{name}}}"',
        ]

    @line
    def may_block(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions:
            return None
        when = [f"when {self.public(lambda: self.condition(scope))}"] if self.chance(0.4) else []
        return ['may "Do it?"', *indented([*when, *self.block(scope, depth, 2)])]

    @line
    def may_do(self, scope: Scope, depth: int) -> Lines | None:
        if not scope.you or not scope.decisions:
            return None
        written = self.dice.choice([self.move, self.draw, self.change_number, self.call])(scope, depth)
        return [f"may {only}" for only in written] if written is not None and len(written) == 1 else None

    @line
    def things(self, scope: Scope, depth: int) -> Lines | None:
        """What is done with pieces of either kind."""
        if not self.attic or (scope.secret and self.chance(0.98)):
            return None
        t = self.name("t")
        inner = scope.knowing((t, "piece"))
        return self.one_of(
            [
                [f"move {self.pieces(scope, 0)} to attic"],
                [f"flip attic face {self.one(['up', 'down'])}"],
                [f"for {t} in attic where {t} is Card", *indented(self.block(inner, min(depth, 0), 2))],
                [f"for {t} in attic", f"  if {t} is Card", *indented(indented(self.block(inner, 0, 2)))],
                ["move (c in attic where c is Card) to waste"],
            ]
        )

    def parameter(self, scope: Scope) -> tuple[str, str, str]:
        """One thing, or some, to choose: its text, its name and what it is."""
        name = self.name("chosen")
        places = ["place"] if self.board else []
        kind = self.one(
            ["number", "player", "piece", "piece", "pieces", "suit", "errand", "amounts", *places]
        )
        inner = scope.knowing((name, kind))
        where = f" where {self.public(lambda: self.condition(inner, 1))}" if self.chance(0.3) else ""
        prompt = f' "Which {kind}?"'
        if kind == "amounts":
            suit = self.name("s")
            most = self.one(["2", "min(2, stock(" + suit + "))" if self.tallies else "1"])
            return f'{name} per {suit} in Suit from 0..{most}{where} "How many {{{suit}}}?"', name, kind
        if kind == "pieces":
            many = self.one(["any", "some", "2", "up to 2", "1..2"])
            needless = ", nothing needless" if where and self.chance(0.2) else ""
            return (
                f"{many} of {self.public(lambda: self.pieces(scope, 0))} as {name}{where}{needless}{prompt}",
                name,
                kind,
            )
        domain = {
            "number": self.one(["1..3", "0..2"]),
            "player": "others" if scope.you else "players",
            "piece": self.public(lambda: self.pieces(scope, 0)),
            "suit": "Suit",
            "errand": "Errand",
            "place": self.write("places", scope, 1) if self.board else "",
        }[kind]
        if kind == "number" and self.chance(0.3):
            domain += f' called "{{{name} + 4}} or {{4 - {name}}}"'
        prefer = f" prefer {self.public(lambda: self.condition(inner, 1))}" if self.chance(0.1) else ""
        return f"{name} from {domain}{where}{prefer}{prompt}", name, kind
