"""Learns to play a game that comes with rulesdsl, in about a minute, and draws how it went.

    pip install 'rulesdsl[rl,native,simulate]'
    python learn.py road_trip --rounds 100 --plot learning.svg

The policy is linear: of all that a player sees it makes a weight for each action. It plays many games side
by side, in one seat each, against players who choose at random, and each choice becomes more likely, or
less, by how many points more than the other the game brought, compared with what was expected (policy
gradient with a baseline).
"""

import argparse
import json
import time

import altair as alt
import numpy as np

from rulesdsl import load
from rulesdsl.environments.batch import Batch
from rulesdsl.environments.gymnasium_env import SeatEnv

STEP = 0.02
"""How far weights go in a round."""
CURIOSITY = 0.01
"""How much is made of not always choosing the same."""
SCALE = 20.0
"""So many points count as 1."""


class Policy:
    """Weights from what is seen to actions, moved along a gradient (Adam)."""

    def __init__(self, seen: int, actions: int) -> None:
        self.weights = np.zeros((seen, actions), np.float32)
        self.mean, self.square, self.moves = np.zeros_like(self.weights), np.zeros_like(self.weights), 0

    def shares(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """How likely each action is."""
        weights = np.where(mask, seen @ self.weights, -np.inf)
        weights = np.exp(weights - weights.max(axis=1, keepdims=True))
        return weights / weights.sum(axis=1, keepdims=True)

    def learn(self, seen: np.ndarray, mask: np.ndarray, chosen: np.ndarray, better: np.ndarray) -> None:
        """What was better than expected becomes more likely."""
        shares = self.shares(seen, mask)
        surprise = np.log(np.maximum(shares, 1e-9))
        spread = -(shares * surprise).sum(axis=1, keepdims=True)
        toward = -shares * better[:, None]
        toward[np.arange(len(chosen)), chosen] += better
        toward -= CURIOSITY * shares * (surprise + spread)
        slope = seen.T @ toward / len(chosen)
        self.moves += 1
        self.mean = 0.9 * self.mean + 0.1 * slope
        self.square = 0.99 * self.square + 0.01 * slope**2
        pace = np.sqrt(self.square / (1 - 0.99**self.moves)) + 1e-6
        self.weights += STEP * (self.mean / (1 - 0.9**self.moves)) / pace


def sees(observation: np.ndarray) -> np.ndarray:
    """What is seen, and a 1 for what does not depend on it."""
    return np.concatenate([observation, np.ones((*observation.shape[:-1], 1), np.float32)], axis=-1)


def drawn(shares: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """An action for each row."""
    sums = shares.cumsum(axis=1)
    return (sums <= chance.random((len(shares), 1)) * sums[:, -1:]).sum(axis=1)


class School:
    """Games side by side, and who learns from them."""

    def __init__(self, game: str, games: int, steps: int, seed: int) -> None:
        self.program = load(game).program(2)
        self.batch = Batch(self.program, games, returns="points")
        self.batch.reset(seed)
        self.chance = np.random.default_rng(seed)
        self.steps = steps
        size = self.batch.observation.shape[1] + 1
        self.policy = Policy(size, self.batch.actions.size)
        self.expected = np.zeros(size, np.float32)
        self.games = np.arange(games)
        self.seat = self.games % 2  # in every second game the learner begins

    def round(self) -> tuple[float, float]:
        """Plays on and learns; the share of games won, and by how many points, of those that ended."""
        batch, shape = self.batch, (self.steps, len(self.games))
        seen = np.zeros((*shape, len(self.expected)), np.float32)
        mask, chosen = np.zeros((*shape, batch.actions.size), bool), np.zeros(shape, int)
        own, over, margin = np.zeros(shape, bool), np.zeros(shape, bool), np.zeros(shape, np.float32)
        for at in range(self.steps):
            seen[at], mask[at], own[at] = sees(batch.observation), batch.mask, batch.player == self.seat
            shares = mask[at].astype(np.float32)
            shares[own[at]] = self.policy.shares(seen[at][own[at]], mask[at][own[at]])
            chosen[at] = drawn(shares, self.chance)
            batch.step(chosen[at])
            over[at] = batch.over
            margin[at] = batch.results[self.games, self.seat] - batch.results[self.games, 1 - self.seat]
        worth, known = margin / SCALE, over.copy()
        for at in reversed(range(self.steps - 1)):
            # What a game brings in the end, each of its choices has brought.
            worth[at] = np.where(over[at], worth[at], worth[at + 1])
            known[at] |= known[at + 1]
        use = own & known
        better = worth[use] - seen[use] @ self.expected
        self.policy.learn(seen[use], mask[use], chosen[use], better / (better.std() + 1e-6))
        every = seen[use].T @ seen[use] + 10 * np.eye(len(self.expected))
        self.expected = np.linalg.solve(every, seen[use].T @ worth[use]).astype(np.float32)
        ended = margin[over]
        return float((ended > 0).mean() + (ended == 0).mean() / 2), float(ended.mean())

    def against(self, bot: str, games: int) -> float:
        """The share of games won from the first seat against a bot, with the best choice each time."""
        env, won = SeatEnv(self.program, 0, bot, rows=1_000), 0.0
        for seed in range(games):
            found, info = env.reset(seed=seed)
            over = False
            while not over:
                shares = self.policy.shares(sees(found["observation"])[None], info["action_mask"][None] > 0)
                found, reward, over, _, info = env.step(int(shares.argmax()))
            won += (reward + 1) / 2
        return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns to play a game for two.")
    parser.add_argument("game", nargs="?", default="road_trip")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--games", type=int, default=128, help="side by side")
    parser.add_argument("--steps", type=int, default=64, help="of each game in a round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", default="learning.svg")
    given = parser.parse_args()
    school = School(given.game, given.games, given.steps, given.seed)
    began, rows = time.perf_counter(), []
    for number in range(1, given.rounds + 1):
        won, margin = school.round()
        rows.append({"round": number, "share of games won": won, "points more": margin})
        if number == 1 or number % 10 == 0 or number == given.rounds:
            took = time.perf_counter() - began
            print(f"round {number}: {won:.0%} won, {margin:+.1f} points ({took:.0f} s)")
    for bot in ("random", "greedy"):
        print(f"against {bot}: {school.against(bot, 50):.0%} won")
    print(json.dumps(school.batch.provenance | {"rounds": given.rounds, "steps": given.steps}))
    lines = (
        alt.Chart(alt.Data(values=rows))
        .mark_line()
        .encode(x=alt.X("round:Q"), y=alt.Y("share of games won:Q").scale(domain=[0, 1]).axis(format="%"))
    )
    lines.properties(title=f"{school.program.title}, against players at random").save(given.plot)


if __name__ == "__main__":
    main()
