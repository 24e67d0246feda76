"""RULES 5: the turn."""

import pytest

from tests.rules.table import assert_legal, assert_refused, laid, legal, play, table

EAST = "SW3>c4 c5l c6l"
HIGH = "NE3>h9 h8l h7l"
POCKET = "c5u b6d c5d b5u"  # round c5: who comes there from c4 cannot go on


def test_5_the_first_player_is_player_0() -> None:
    for players in (2, 3, 4):
        assert table(players).current_player == 0


def test_5_play_goes_round_by_seat() -> None:
    game = play(table(3), "NE3>h9 a>h8l a>h7l")
    assert game.current_player == 1
    play(game, "SW3>c4 a>c5l a>c6l")
    assert game.current_player == 2
    play(game, "S1>a7 a>a8l a>a9l")
    assert game.current_player == 0


def test_5_three_tunnels_a_start_being_one() -> None:
    game = table()
    for number, action in enumerate(("NE3>h9", "a>h8l", "a>h7l")):
        assert (game.current_player, game.tunnels_dug) == (0, number)
        play(game, action)
    assert (game.current_player, game.tunnels_dug) == (1, 0)


@pytest.mark.parametrize("turn", ["a>c7l a>c8l a>c9l", "b>h6l b>h5l b>h4l", "a>c7l b>h6l a>c8l", "b>h6l a>c7l b>h5l"])
def test_5_tunnels_on_one_line_or_split_between_both(turn: str) -> None:
    game = play(laid(table(), {"0a": EAST, "0b": HIGH}), turn)
    assert game.current_player == 1


def test_5_all_tunnels_on_line_a_in_the_turn_in_which_it_starts() -> None:
    game = play(table(), "SW3>c4")
    assert game.first_line_turn
    assert {text[0] for text in legal(game)} == {"a"}
    play(game, "a>c5l")
    assert {text[0] for text in legal(game)} == {"a"}
    play(game, "a>c6l")
    assert not game.first_line_turn


def test_5_or_one_intermediate_station() -> None:
    game = laid(table(), {"0a": EAST + " c7l"}, stations="c7")
    assert_legal(game, "+c5", "a>c8l")
    play(game, "+c5")
    assert game.current_player == 1


def test_5_turn_ends_as_soon_as_no_tunnel_is_left() -> None:
    """Decision 4."""
    game = play(table(lake=POCKET), "SW3>c4 a>c5r")
    assert game.lines[0].blocked
    assert (game.current_player, game.tunnels_dug) == (1, 0)


def test_5_nobody_is_made_to_choose_so_that_three_are_possible() -> None:
    """Decision 4: the way to c5 is a dead end, that to d4 is none; both are legal."""
    game = play(table(lake=POCKET), "SW3>c4")
    assert_legal(game, "a>c5r", "a>d4l")


def test_5_turn_goes_on_while_the_other_line_can_be_dug_or_started() -> None:
    """Decision 4."""
    game = play(laid(table(lake=POCKET), {"0a": "SW3>c4", "0b": HIGH}), "a>c5r")
    assert (game.current_player, game.tunnels_dug) == (0, 1)
    assert {text[0] for text in legal(game)} == {"b"}
    game = play(laid(table(lake=POCKET), {"0a": "SW3>c4"}), "a>c5r")
    assert (game.current_player, game.tunnels_dug) == (0, 1)
    assert_legal(game, "NE3>h9")


def test_5_an_intermediate_station_is_no_way_to_finish_a_turn() -> None:
    """Decision 4 looks for tunnels only: the turn ends, though a station could stand at c4."""
    game = play(laid(table(lake=POCKET, starts="SW3 NE3"), {"0a": "SW3>c4", "1a": HIGH}), "a>c5r")
    assert game.current_player == 1


def test_5_pass_when_nothing_is_possible() -> None:
    """Decision 5."""
    game = laid(table(lake=POCKET, starts="SW3 NE3"), {"0a": "SW3>c4 c5r", "1a": HIGH})
    assert legal(game) == {"pass"}
    play(game, "pass")
    assert game.current_player == 1


def test_5_no_pass_while_a_start_is_possible() -> None:
    game = laid(table(lake=POCKET), {"0a": "SW3>c4 c5r", "1a": HIGH})
    assert all(text[0].isupper() for text in legal(game))
    assert_refused(game, "5", "pass")


def test_5_no_pass_while_a_station_is_possible() -> None:
    lines = {"0a": "SW3>c4 c5r", "1a": HIGH}
    game = laid(table(lake=POCKET + " c4u", starts="SW3 NE3"), lines, stations="c5")
    assert legal(game) == {"+c4"}
    assert_refused(game, "5", "pass")


def test_5_no_pass_in_the_middle_of_a_turn() -> None:
    for turn in ("", "a>c7l", "a>c7l a>c8l"):
        game = play(laid(table(), {"0a": EAST}), turn)
        assert_refused(game, "5", "pass")


def test_5_no_pass_at_the_first_move() -> None:
    assert_refused(table(), "5", "pass")


def test_5_pass_where_there_is_no_start_at_all() -> None:
    game = table(starts="")
    assert legal(game) == {"pass"}
    play(game, "pass")
    assert game.end_cause == "blocked"
    play(game, "pass")
    assert game.is_over
