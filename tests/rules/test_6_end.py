"""RULES 6: how the end of building is called, blocked lines, the last turns."""

import json
from pathlib import Path
from typing import Any

import pytest

from metromania import Game
from tests.rules.table import assert_legal, assert_refused, laid, legal, play, table

TO_NE1 = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l"
TO_NE2 = "S5>a11 b11l c11l d11l e11l f11l g10l"
TO_NW1 = "SW3>d3 e3l f2l g1r h1r i1r j1r"
HIGH = "NE3>h9 h8l h7l h6l h5l h4l h3l h2l i1r j1r j2r j3r j4r j5r j6r"
RARE = Path(__file__).parents[1] / "cases" / "rare.jsonl"


def ends(game: Game) -> tuple[str | None, int | None]:
    return game.end_cause, game.end_called_by


# 6.1 Both lines


def test_6_1_called_at_once_when_a_player_completes_both_lines() -> None:
    game = laid(table(ends="NE1 NE2"), {"0a": TO_NE1 + " NE1", "0b": TO_NE2})
    assert ends(game) == (None, None)
    play(game, "b>NE2")
    assert ends(game) == ("lines", 0)
    assert game.bonus_line == 1  # in the middle of the turn


def test_6_1_not_by_one_line_of_each_of_two_players() -> None:
    game = laid(table(ends="NE1 NE2"), {"0a": TO_NE1 + " NE1", "1a": TO_NE2}, turn="1.0")
    play(game, "a>NE2 pass")
    assert ends(game) == (None, None)


def test_6_1_is_the_cause_even_if_the_same_action_places_the_last_station() -> None:
    """0b leaves 1a at g10 for its end: the split is the thirtieth station."""
    lines = {
        "0a": "SW4>c4 c5l c6l c7l c8l c9l c10l c11l SE3",
        "0b": "S5>a11 b11l c11l d11l e11l f10r g10r",
        "1a": TO_NE1 + " h9l",
        "1b": HIGH,
    }
    stations = "c4 c5 c6 c7 d3 d4 d5 d6 d7 d8 d9 d10 e10 f10 h9 h8 h7 h6 h5 h4 h3 h2 i1 j1 j2 j3 j4 j5 j6"
    game = laid(table(starts="SW3 SW4 NE3 S5", ends="NE1 SE3"), lines, stations=stations)
    assert game.stations_left == 1
    play(game, "b>NE1")
    assert game.stations_left == 0
    assert ends(game) == ("lines", 0)


# 6.2 The last station


def crowded(without: str) -> Game:
    """Player 1 to move, 0a and 1a alongside from c5 to c6, and a station on each of thirty vertices but some."""
    low = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f9l f8l f7l f6l f5l f4l f3l f2l g1l"
    lines = {"0a": "SW4>c4 c5l c6l c7l c8l c9l", "0b": low, "1a": "S1>a6 b5r c5l c6r", "1b": HIGH}
    stations = "a6 d3 d4 d5 d7 d8 d9 d10 e10 f9 f8 f7 f6 f5 f4 f3 f2 h9 h8 h7 h6 h5 h4 h3 h2 i1 j1 j2 j3 j4"
    names = " ".join(set(stations.split()) - set(without.split()))
    return laid(table(starts="SW3 SW4 NE3 S1", ends="SE1"), lines, stations=names, turn="1.0")


def test_6_2_called_at_once_by_the_last_station_of_a_dig() -> None:
    game = play(crowded(without="a6"), "a>b7r")
    assert ends(game) == ("stations", 1)
    assert (game.current_player, game.tunnels_dug) == (1, 1)


def test_6_2_called_by_the_last_intermediate_station() -> None:
    game = play(crowded(without="h5"), "+h5")
    assert ends(game) == ("stations", 1)
    assert game.current_player == 0


def test_6_2_not_called_while_a_station_is_left() -> None:
    assert ends(play(crowded(without="a6 d3"), "a>b7r")) == (None, None)


def test_6_2_called_by_the_last_bonus_station() -> None:
    low = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f9l f8l f7l f6l f5l f4l f3l f2l g1l"
    lines = {"0a": "SW4>c4", "0b": low, "1a": "S1>a7 a8l a9l a10l a11l", "1b": HIGH}
    stations = "d3 d4 d5 d7 d8 d9 d10 e10 f9 f8 f7 f6 f5 f4 f3 f2 h9 h8 h7 h6 h5 h4 h3 h2 i1 j1 j2 j3 j4"
    game = laid(table(starts="SW3 SW4 NE3 S1", ends="SE1"), lines, stations=stations, turn="1.0")
    play(game, "a>SE1")
    assert ends(game) == (None, None)
    play(game, "+a9")
    assert ends(game) == ("stations", 1)


# 6.3 Blocked lines: with as many starts as players, every line b is blocked once all lines a are started.

A_LINES = {0: TO_NE1, 1: "NE3>h9 h8l h7l", 2: "N1>k6 j6l i6l", 3: "NW3>h1 h2r h3r"}


def full(players: int, more: str = "") -> Game:
    starts = " ".join(walk.split(">")[0] for seat, walk in A_LINES.items() if seat < players)
    lines = {f"{seat}a": walk for seat, walk in A_LINES.items() if seat < players}
    return laid(table(players, starts=starts + more, ends="NE1"), lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_6_3_called_by_one_more_line_than_there_are_players(players: int) -> None:
    game = full(players)
    assert [line.blocked for line in game.lines] == [False, True] * players
    play(game, "a>NE1")
    assert ends(game) == (None, None)  # only at the end of the turn
    play(game, "pass")
    assert ends(game) == ("blocked", 0)
    assert game.current_player == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_6_3_not_called_by_fewer(players: int) -> None:
    game = play(full(players), "a>h9l a>i8l a>j7l")
    assert sum(line.complete or line.blocked for line in game.lines) == players
    assert (ends(game), game.current_player) == ((None, None), 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_6_blocked_line_not_started_only_without_an_empty_start_space(players: int) -> None:
    """Decision 6: one empty start space, and no line b is blocked, whoever may use it."""
    game = full(players, more=" S5")
    assert not any(line.blocked for line in game.lines)
    play(game, "a>NE1 pass S5>a11 b>b11l")
    assert [line.blocked for line in game.lines][3::2] == [True] * (players - 1)


def test_6_blocked_line_not_started_before_line_a() -> None:
    game = table(starts="")
    assert all(line.blocked for line in game.lines)


def test_6_blocked_at_the_beginning_of_a_turn_whatever_was_placed_in_this_one() -> None:
    """Only the marker placed this turn keeps line a from going on at c5: it is not blocked."""
    options: dict[str, Any] = {"R": "b5d c5u", "lake": "b6d c5d b5u"}
    lines = {"0a": "SW3>c4", "1a": "NE3>h9"}
    game = play(laid(table(starts="SW3 NE3 S1", **options), lines), "a>c5r=A")
    assert_refused(game, "3.5", "a>c6l=D")
    assert legal(game) == {"S1>a6", "S1>a7"}
    assert not game.lines[0].blocked
    game = play(laid(table(starts="SW3 NE3", **options), lines), "a>c5r=A")  # the turn ends; 0b and 1b are blocked
    assert (game.current_player, ends(game)) == (1, (None, None))


def test_6_blocked_with_eighteen_tunnels() -> None:
    low = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f9l f8l f7l f6l f5l f4l f3l f2l"
    game = laid(table(), {"0a": low})
    assert not game.lines[0].blocked
    assert play(game, "a>g1l").lines[0].blocked


def test_6_a_complete_line_is_not_blocked() -> None:
    assert not laid(table(), {"0a": TO_NE1 + " NE1"}).lines[0].blocked


def test_6_unblocked_by_a_station_at_its_head() -> None:
    """At c6 everything but b6d is water, and the way to it is acute."""
    lake = "c6u c6d b6u b7d"
    assert laid(table(lake=lake), {"0a": "SW3>c4 c5l c6l"}).lines[0].blocked
    assert not laid(table(lake=lake), {"0a": "SW3>c4 c5l c6l"}, stations="c6").lines[0].blocked


def test_6_unblocked_when_the_last_allowed_end_is_taken() -> None:
    lines = {"0a": TO_NW1, "1a": "S5>a11 b11l c11l d11l e11l f11l"}
    game = laid(table(ends="NW1 NE1", lake="j1u i2d"), lines, turn="1.0")
    assert game.lines[0].blocked
    play(game, "a>NE1")
    assert not game.lines[0].blocked


def test_6_what_was_called_stays_called() -> None:
    """Games in which fewer lines are stuck later on than were when the end was called."""
    found = 0
    for text in RARE.read_text(encoding="utf-8").splitlines():
        case = json.loads(text)
        if "stays called" not in case["reaches"]:
            continue
        game = Game.from_record(case["record"] | {"actions": []})
        for action in case["record"]["actions"]:
            game.push(action)
            stuck = sum(line.complete or line.blocked for line in game.lines)
            if game.end_cause == "blocked" and game.tunnels_dug == 0 and stuck <= game.players:
                found += 1
                assert ends(game) == ("blocked", game.end_called_by)
        assert game.is_over
    assert found > 0


def test_6_in_unfair_the_true_letters_decide() -> None:
    """Player 0's only R is AR, and AC lies beside the only area that 0a could dig to. Others can't know it is A."""
    hands = [hand.split() for hand in ("AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE")]
    game = table(4, variant="unfair", hands=hands, R="c5u", C="d5u", lake="b6d c5d b5u")
    game = laid(game, {"0a": "SW3>c4 c5r", "1a": "SE3>d11 d10l d9l d8l d7l d6l d5r=A"}, turn="2.0")
    assert game.lines[0].blocked
    assert game.view(0).lines[0].blocked
    assert not game.view(2).lines[0].blocked


# The last turns


def test_6_the_caller_finishes_the_turn_and_each_other_player_has_one_more() -> None:
    game = play(crowded(without="a6"), "a>b7r")
    play(game, "a>b8r a>b9r")
    assert (ends(game), game.current_player) == (("stations", 1), 0)
    play(game, "a>c10l a>c11l")
    assert game.current_player == 0
    play(game, "a>d11l")
    assert game.is_over
    assert not game.legal_actions


def test_6_the_last_turns_are_in_order() -> None:
    game = play(full(4), "a>NE1 pass")
    seats = []
    while not game.is_over:
        if game.tunnels_dug == 0 and game.bonus_line is None:
            seats.append(game.current_player)
        game.push(game.legal_actions[-1])
    assert seats == [1, 2, 3]
    assert game.end_called_by == 0


def test_6_a_later_cause_changes_nothing() -> None:
    game = laid(table(ends="NE1 NE2"), {"0a": TO_NE1 + " NE1", "0b": TO_NE2, "1a": "NE3>i8 h8l"},
                turn="0.0", end="blocked:1")  # fmt: skip
    play(game, "b>NE2")
    assert ends(game) == ("blocked", 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_6_building_always_ends(players: int) -> None:
    """If every player in turn passes, every line is blocked or complete, so the end has been called."""
    game = table(players, starts="")
    for seat in range(players):
        assert (game.current_player, legal(game)) == (seat, {"pass"})
        game.push("pass")
    assert game.is_over
    assert ends(game) == ("blocked", 0)


def test_6_nothing_is_legal_when_building_is_over() -> None:
    game = laid(table(), {"0a": "SW3>c4"}, turn="over", end="blocked:0")
    assert game.is_over
    assert_refused(game, "6", "a>c5l", "pass", "NE3>h9")
    assert_legal(laid(table(), {"0a": "SW3>c4"}), "a>c5l")
