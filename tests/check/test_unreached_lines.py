"""Lines and phases that the game never comes to."""

from pathlib import Path

from tests.check.whole_games import card_game, check, only

LAY = """
    action lay(card from your hand) "Lay {card}"
      move card to table
    """


def test_a_phase_behind_the_end_of_the_game(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          if deck is empty
            end game
          else
            say "Go home"
            end game
          phase turns 2 times
            each player in turn
              must lay
        """
    found = only(check(tmp_path, card_game(LAY, flow)), "phase-unreachable")
    assert found.message == "the game never comes to the phase `turns`"
    assert found.marked == "turns"
    assert found.because == ["if deck is empty"]


def test_a_phase_behind_one_that_only_the_end_of_the_game_leaves(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          phase turns
            turn of each player
            must lay if possible
            if your hand is empty
              end game
          phase counting
            say "Count!"
        """
    found = only(check(tmp_path, card_game(LAY, flow)), "phase-unreachable")
    assert found.marked == "counting"
    assert found.because == ["phase turns"]
    assert check(tmp_path, card_game(LAY, flow.replace("end game", "end turns"))) == []


def test_a_line_behind_a_phase_that_never_lets_go(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          phase turns
            turn of each player
            must lay if possible
            if your hand is empty
              end game
          shuffle deck
        """
    found = only(check(tmp_path, card_game(LAY, flow)), "unreachable-line")
    assert found.line == "shuffle deck"


def test_a_line_behind_a_routine_that_ends_the_game(tmp_path: Path) -> None:
    flow = """
        routine stop
          say "Enough"
          end game
        flow
          deal 2 from deck to hand
          each player in turn
            must lay
          do stop
          shuffle deck
        """
    found = only(check(tmp_path, card_game(LAY, flow)), "unreachable-line")
    assert found.line == "shuffle deck"
    assert found.because == ["do stop"]


def test_a_line_behind_an_end_is_found_once(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          end game
          shuffle deck
        """
    found = only(check(tmp_path, card_game(flow)), "unreachable-line")
    assert found.line == "shuffle deck"


def test_lines_behind_a_choice_of_ends(tmp_path: Path) -> None:
    flow = """
        flow
          deal 2 from deck to hand
          phase turns
            turn of each player
            must lay if possible
            if your hand is empty
              end game
            if count(table) > 5
              end turns
          shuffle deck
        """
    assert check(tmp_path, card_game(LAY, flow)) == []
