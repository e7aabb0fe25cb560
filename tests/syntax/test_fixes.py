"""Slips of the pen that are put right by a fix: what they said is said no more."""

import pytest

from rulesdsl.diagnostics import Report
from rulesdsl.diagnostics.fixes import carried_out
from rulesdsl.source import Source
from rulesdsl.syntax import parse
from rulesdsl.syntax.common_mistakes import MISTAKES, Mistake

REPAIRED = [slip for slip in MISTAKES if slip.instead is not None]


def whole(example: str) -> str:
    return example if example.startswith(("game", "players", "rules", "variant")) else f'game "x"\n{example}'


def said_of(text: str) -> Report:
    report = Report()
    parse(Source("test.game", text), report)
    return report


@pytest.mark.parametrize("slip", REPAIRED, ids=[slip.example for slip in REPAIRED])
def test_what_is_put_right_can_be_read(slip: Mistake) -> None:
    text = whole(slip.example)
    (found,) = said_of(text)
    assert found.fix is not None
    assert found.fix.certain
    put_right = carried_out(text, found.fix.edits)
    assert put_right != text
    assert [str(one) for one in said_of(put_right)] == []


NAMES = ("é", "größe", "naïve", "ß", "éa2", "Ж", "ελ", "木", "हिन्दी", "שלום", "ة", "e\u0301", "a_ñ")
PLACES = ("values Letter: a, {}, b", "state {}: 0..9", "define x = {}(3)", "flow\n  add {} to pot")


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_with_other_letters_is_put_in_back_quotes(name: str, place: str) -> None:
    text = whole(place.format(name))
    (found,) = said_of(text)
    assert (found.code, found.span.text) == ("bad-character", name)
    assert found.hint is not None
    assert f"`{name}`" in found.hint
    assert found.fix is not None
    assert carried_out(text, found.fix.edits) == whole(place.format(f"`{name}`"))
    assert said_of(whole(place.format(f"`{name}`"))).errors == ()


@pytest.mark.parametrize("sign", "½§€☃→²·№")
def test_a_sign_is_no_letter(sign: str) -> None:
    (found,) = said_of(whole(PLACES[0].format(sign)))
    assert found.code == "bad-character"
    assert "back quotes" not in (found.hint or "")
