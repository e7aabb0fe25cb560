"""What a player asks of a decision, in the words that every page of the table has."""

from pathlib import Path

from rulesdsl.engine.state import State
from rulesdsl.table.explanations import NOT_ASKED, brings, why_not
from tests.engine.texts import begun, offered

NAMES = ("Anna", "Ben")
MARKET = """game "Market"
players 2..2
values Ware: wool, salt

state coins per Player: 0..20, starts 5
state place per Player: 0..3
state chosen per Player: Ware, starts wool

action work "Work"
  cost remove 2 from your coins

action buy(ware from Ware "What?") "Buy {ware}"
  when ware is not your chosen
  set your chosen to ware

action sell(ware from Ware "What?") "Sell {ware}"
  when your coins > 7
  add 1 to your coins

action stand(number from 1..3 "Where?") "Stand"
  set your place to number

action earn(amount from 1..3 "How much?") "Earn"
  add amount to your coins

flow
  phase days 4 times
    turn of each player
    must work or buy or sell or stand or earn

winner most coins, then shared
"""


def take(state: State, text: str) -> State:
    state.apply(next(at for at, option in enumerate(offered(state)) if option.startswith(text)))
    return state


def test_what_it_brings(tmp_path: Path) -> None:
    state = begun(tmp_path, MARKET)
    assert brings(state, NAMES) == ["Work: coins −2"]
    assert brings(take(state.clone(), "Earn"), NAMES) == ["Each number brings what it says."]
    unsaid = ["The rules do not say it of any of these yet."]
    assert brings(take(state.clone(), "Stand"), NAMES) == unsaid
    state.take_forced = False
    assert brings(take(state, "Buy"), NAMES) == unsaid


def test_why_not(tmp_path: Path) -> None:
    state = begun(tmp_path, MARKET)
    assert why_not(state, "work", NAMES) == ["You can: it is among your options."]
    [buy, sell] = why_not(state, "wool", NAMES)
    assert buy.startswith("Buy …: ")
    assert sell.startswith("Sell …: ")
    [said] = why_not(state, "sing", NAMES)
    assert said.startswith("nothing in the game is called `sing`; Anna is asked now: ")


def test_who_is_not_asked_is_told_so() -> None:
    assert brings(None, NAMES) == why_not(None, "work", NAMES) == [NOT_ASKED]
