"""The bots told once more in the plainest way: a sample at a time, scores asked for one by one."""

from math import log, sqrt

from attrs import define, field

from rulesdsl.engine.determinization.sample import sample
from rulesdsl.engine.dice import Dice
from rulesdsl.engine.faults import Fault
from rulesdsl.engine.state import State


def lead(state: State, player: int) -> int:
    program = state.plan.program
    if not program.scores:
        return 0
    totals = [state.total(seat) for seat in range(program.players)]
    others = [points for seat, points in enumerate(totals) if seat != player]
    if program.winner is not None and program.winner.keys and not program.winner.keys[0].most:
        return min(others, default=0) - totals[player]
    return totals[player] - max(others, default=0)


class PlainGreedy:
    """Six guesses, fewer where there are many options; each option played on for at most six decisions."""

    def choose(self, state: State, player: int, stream: Dice) -> int:
        count = state.option_count
        if count == 1:
            return 0
        options = list(range(count))
        if count > 24:
            for at in range(24):
                other = at + stream.below(count - at)
                options[at], options[other] = options[other], options[at]
            del options[24:]
        values = dict.fromkeys(options, 0)
        for _ in range(max(1, min(6, 24 // len(options)))):
            guess = sample(state, player, stream)
            if guess.option_count == count:
                for option in options:
                    values[option] += self.value(guess.clone(), option, player, stream)
        best = [option for option in options if values[option] == max(values.values())]
        return best[stream.below(len(best))]

    def value(self, guess: State, option: int, player: int, stream: Dice) -> int:
        try:
            guess.apply(option)
            others_moved = False
            for _ in range(6):
                if guess.over or (others_moved and guess.player == player):
                    break
                others_moved = others_moved or guess.player != player
                guess.apply(stream.below(guess.option_count))
        except Fault:
            return 0
        value = lead(guess, player)
        if guess.over and guess.plan.program.winner is not None:
            value += 1_000_000 if player in guess.winners() else -1_000_000
        return value


@define
class Tried:
    player: int
    visits: int = 0
    offers: int = 0
    ahead: float = 0.0
    lead: float = 0.0
    children: dict[int, "Tried"] = field(factory=dict)


@define
class PlainSearch:
    """Monte-Carlo tree search with upper bounds for what is seldom tried."""

    iterations: int
    least: int = 0
    most: int = 0

    def choose(self, state: State, player: int, stream: Dice) -> int:
        count = state.option_count
        if count == 1:
            return 0
        self.least = self.most = 0
        root = Tried(player)
        for _ in range(self.iterations):
            guess = sample(state, player, stream)
            if guess.option_count == count:
                self.iterate(root, guess, stream)
        tried = root.children
        if not tried:
            return stream.below(count)
        return max(tried, key=lambda at: (tried[at].visits, self.promise(tried[at]), -at))

    def iterate(self, root: Tried, guess: State, stream: Dice) -> None:
        node, path, new = root, list[Tried](), False
        steps = 10 if guess.plan.program.scores else 1000
        try:
            while not guess.over and not new:
                keys = list(range(guess.option_count)) if node is root else list(guess.open_codes())
                for key in keys:
                    if key in node.children:
                        node.children[key].offers += 1
                untried = [at for at, key in enumerate(keys) if key not in node.children]
                new = bool(untried)
                if untried:
                    at = untried[stream.below(len(untried))]
                else:
                    worth = [self.upper(node.children[key]) for key in keys]
                    at = worth.index(max(worth))
                assert guess.player is not None
                node = node.children.setdefault(keys[at], Tried(guess.player))
                path.append(node)
                guess.apply(at)
            for _ in range(steps):
                if not guess.over:
                    guess.apply(stream.below(guess.option_count))
        except Fault:
            pass
        leads = [lead(guess, player) for player in range(guess.plan.program.players)]
        self.least, self.most = min(self.least, *leads), max(self.most, *leads)
        ahead = [player for player, points in enumerate(leads) if points >= 0]
        if guess.over and guess.plan.program.winner is not None:
            ahead = list(guess.winners())
        for one in path:
            one.visits += 1
            one.lead += leads[one.player]
            if one.player in ahead:
                one.ahead += 1 / len(ahead)

    def upper(self, node: Tried) -> float:
        return self.promise(node) + 0.5 * sqrt(log(max(node.offers, 2)) / node.visits)

    def promise(self, node: Tried) -> float:
        ahead = node.ahead / node.visits
        if self.most == self.least:
            return ahead
        return 0.5 * ahead + 0.5 * (node.lead / node.visits - self.least) / (self.most - self.least)
