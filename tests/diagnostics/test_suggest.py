from __future__ import annotations

import importlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.diagnostics import did_you_mean, suggest

looked_up = importlib.import_module("rulesdsl.diagnostics.suggest")
names = st.text(alphabet="abcde_", min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("decc", ["deck", "discard"], "deck"),
        ("dekc", ["deck", "dock"], "deck"),
        ("Hand", ["hand", "band"], "hand"),
        ("pile_draw", ["discard_pile", "draw_pile"], "draw_pile"),
        ("neighbors", ["neighbours", "nodes"], "neighbours"),
        ("discrad_plie", ["discard_pile"], "discard_pile"),
        ("ab", ["ac", "a", "abc"], None),
        ("AB", ["ab"], "ab"),
        ("cat", ["dog"], None),
        ("deck", ["hand", "deed"], None),
        ("deck", ["deck"], None),
        ("", ["a"], None),
        ("anything", [], None),
        ("card2", ["card3", "card1"], "card1"),
        ("x" * 1_000, ["x" * 999], None),
    ],
)
def test_what_was_meant(name: str, candidates: list[str], meant: str | None) -> None:
    assert suggest(name, candidates) == meant


def test_a_hint_in_words() -> None:
    assert did_you_mean("decc", ["deck"]) == "did you mean `deck`?"
    assert did_you_mean("decc", ["hand"]) is None


@given(names.filter(lambda name: len(name) >= 4), st.data())
def test_one_slip_is_forgiven_and_undone(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name) - 1))
    slips = [name[:at] + name[at + 1 :], name[:at] + "z" + name[at:], name[:at] + "z" + name[at + 1 :]]
    if at:
        slips.append(name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :])
    slip = data.draw(st.sampled_from(slips))
    assert suggest(slip, [name, "quite_another"]) in ({name} if slip != name else {None})


@given(names, st.lists(names))
def test_the_order_of_the_candidates_does_not_matter(name: str, candidates: list[str]) -> None:
    assert suggest(name, candidates) == suggest(name, sorted(candidates, reverse=True))


def slips_between(first: str, second: str) -> int:
    """Counted over the whole of both, cell by cell."""
    found: dict[tuple[int, int], int] = {}
    for i, j in product(range(len(first) + 1), range(len(second) + 1)):
        if not i or not j:
            found[i, j] = i + j
            continue
        same = first[i - 1] == second[j - 1]
        found[i, j] = min(found[i - 1, j] + 1, found[i, j - 1] + 1, found[i - 1, j - 1] + (not same))
        if i > 1 and j > 1 and first[i - 1] == second[j - 2] and first[i - 2] == second[j - 1]:
            found[i, j] = min(found[i, j], found[i - 2, j - 2] + 1)
    return found[len(first), len(second)]


@given(names, names, st.integers(0, 4))
def test_slips_are_counted_as_far_as_it_matters(first: str, second: str, most: int) -> None:
    slips = slips_between(first, second)
    counted = looked_up._distance(first, second, most)
    assert counted == slips if slips <= most else counted > most


@given(names, st.lists(names))
def test_no_candidate_that_is_near_enough_is_passed_over(name: str, candidates: list[str]) -> None:
    allowed = looked_up._slips_forgiven(name)
    near = [one for one in candidates if one != name and slips_between(name, one) <= allowed]
    assert (suggest(name, candidates) is not None) or not near


def test_unlike_names_are_told_apart_without_counting_slips(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []

    def count(_name: str, other: str, most: int) -> int:
        counted.append(other)
        return most + 1

    monkeypatch.setattr(looked_up, "_distance", count)
    suggest("hand_card", ("".join(letters) for letters in product("befgi", repeat=6)))
    assert counted == []
    suggest("hand_card", ["hand_crad", "handcarf"])
    assert counted == ["hand_crad", "handcarf"]
