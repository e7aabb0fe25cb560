from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdsl.diagnostics import did_you_mean, suggest

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
