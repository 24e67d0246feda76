"""RULES 4: splits, joins, intermediate and bonus stations, and what they score.

As in the tests of section 3: 0a has come along row c to c6, and 1a comes up to c5 from the south.
"""

import pytest

from metromania import Game
from tests.rules.table import assert_legal, assert_refused, laid, legal, play, table

EAST = "SW3>c4 c5l c6l"
BESIDE = "S1>a6 b5r c5l"
WEST = "SE3>c11 c10l c9l c8l c7l c6l"  # comes along row c from the east, its tunnels south of the row
TO_NE1 = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l"

# Two long lines to put stations on, away from rows a to c: 18 and 15 vertices.
LOW = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f9l f8l f7l f6l f5l f4l f3l f2l g1l"
HIGH = "NE3>h9 h8l h7l h6l h5l h4l h3l h2l i1r j1r j2r j3r j4r j5r j6r"
MANY = "d3 d4 d5 d7 d8 d9 d10 e10 f9 f8 f7 f6 f5 f4 f3 f2 h9 h8 h7 h6 h5 h4 h3 h2 i1 j1 j2 j3 j4"


def crowded(lines: dict[str, str], left: int) -> Game:
    """Player 1 to move, with two long lines added, and stations on those until so many are left."""
    stations = " ".join(f"{MANY} j5".split()[: 30 - left])
    game = table(starts="SW3 SW4 S1 NE3", ends="SE1")
    return laid(
        game, {**lines, "0b": LOW, "1b": HIGH}, stations=stations, turn="1.0", end="-" if left else "stations:0"
    )


# Join


def test_4_join_where_another_line_passes() -> None:
    game = laid(table(), {"0a": EAST, "1a": "S1>a6 b5r"}, turn="1.0")
    assert play(game, "a>c5l").stations == ("c5",)


def test_4_join_at_a_head() -> None:
    game = laid(table(), {"0a": "SW3>c4 c5l", "1a": "S1>a6 b5r"}, turn="1.0")
    assert play(game, "a>c5l").stations == ("c5",)


def test_4_join_by_a_start() -> None:
    game = laid(table(starts="SW3 SW4"), {"0a": EAST}, turn="1.0")
    assert play(game, "SW4>c4").stations == ("c4",)


def test_4_join_with_the_players_own_other_line() -> None:
    game = laid(table(), {"0a": EAST, "0b": "S1>a6 b5r"})
    assert play(game, "b>c5l").stations == ("c5",)


def test_4_join_with_a_complete_line() -> None:
    game = laid(table(), {"0a": TO_NE1 + " NE1", "1a": "S1>a6 b5r c5r"}, turn="1.0")
    assert play(game, "a>d5l").stations == ("d5",)


def test_4_join_not_alongside() -> None:
    game = laid(table(), {"0a": EAST, "1a": BESIDE}, turn="1.0")
    assert play(game, "a>c6r").stations == ()


def test_4_join_not_alongside_against_the_others_direction() -> None:
    """Decision 3: 0a ran from c5 to c6; dug from c6 to c5 beside it, 1a places none until it leaves."""
    game = laid(table(), {"0a": EAST, "1a": WEST}, turn="1.0")
    assert not play(game, "a>c5l").stations
    assert play(game, "a>b5r").stations == ("c5",)


def test_4_join_with_one_line_while_alongside_another() -> None:
    lines = {"0a": EAST, "0b": "NE3>h9 g9l f9l e9l d9l d8l d7l c7l c6r", "1a": BESIDE}
    game = laid(table(), lines, turn="1.0")
    assert play(game, "a>c6r").stations == ("c6",)  # where 0b passes, too


def test_4_join_at_a_vertex_that_has_a_station() -> None:
    game = laid(table(R="c5u"), {"0a": "SW3>c4 c5r", "1a": "S1>a6 b5r"}, stations="c5", turn="1.0")
    play(game, "a>c5r")
    assert game.stations == ("c5",)
    assert game.station_points == (1, 0)  # as before


# Split


def test_4_split_where_two_lines_part() -> None:
    game = laid(table(), {"0a": EAST + " c7l", "1a": BESIDE + " c6r"}, turn="1.0")
    assert play(game, "a>d6l").stations == ("c6",)


def test_4_split_whichever_way_the_other_line_was_dug() -> None:
    game = laid(table(), {"0a": WEST + " c5l", "1a": BESIDE + " c6l"}, turn="1.0")
    assert play(game, "a>d6l").stations == ("c6",)


def test_4_split_counts_the_first_edge_from_the_start_marker() -> None:
    game = laid(table(), {"0a": EAST, "1a": WEST + " c5l c4l"}, turn="1.0")
    assert play(game, "a>d3r").stations == ("c4",)


def test_4_split_counts_the_last_edge_to_the_end_marker() -> None:
    lines = {"0a": TO_NE1 + " NE1", "1a": "SE3>d11 e11l f10r g10r"}
    game = laid(table(), lines, turn="1.0")
    assert play(game, "a>h9l").stations == ("g10",)


def test_4_split_by_an_end_dig() -> None:
    lines = {"0a": TO_NE1 + " h9l", "1a": "SE3>d11 e11l f10r g10r"}
    game = laid(table(ends="NE1"), lines, turn="1.0")
    assert "g10" in play(game, "a>NE1").stations


def test_4_split_from_the_players_own_other_line() -> None:
    game = laid(table(), {"0a": EAST + " c7l", "0b": BESIDE + " c6r"})
    assert play(game, "b>d6l").stations == ("c6",)


def test_4_split_not_when_the_other_line_goes_the_same_way() -> None:
    game = laid(table(), {"0a": EAST + " c7l", "1a": BESIDE + " c6r"}, turn="1.0")
    assert play(game, "a>c7r").stations == ()


def test_4_split_not_when_changing_side() -> None:
    game = laid(table(), {"0a": EAST + " c7r", "1a": BESIDE + " c6r"}, turn="1.0")
    assert play(game, "a>c7l").stations == ()


def test_4_split_not_where_the_lines_only_cross() -> None:
    """1a did not run alongside on the edge to c5, though 0a passes c5."""
    game = laid(table(), {"0a": EAST, "1a": BESIDE}, turn="1.0")
    assert play(game, "a>d4r").stations == ()


def test_4_split_not_at_the_head_of_the_other_line() -> None:
    """Decision 3: the lines have not parted yet; when the other goes on by another edge, it splits off."""
    game = laid(table(), {"0a": EAST, "1a": BESIDE + " c6r", "1b": "NE3>h9 h8l"}, turn="1.0")
    play(game, "a>d6l a>e6r b>h7l")
    assert not game.stations
    play(game, "a>c7l")
    assert game.stations == ("c6",)


def test_4_split_not_when_the_other_line_follows_from_its_head() -> None:
    game = laid(table(), {"0a": EAST, "1a": BESIDE + " c6r", "1b": "NE3>h9 h8l"}, turn="1.0")
    play(game, "a>d6r b>h7l b>h6l a>d6l")
    assert game.stations == ()


def test_4_a_start_has_no_edge_before_it() -> None:
    """Its next dig can split from no line where it started: none runs alongside on the edge to the apex."""
    game = laid(table(starts="SW3 SW4"), {"0a": EAST, "1a": "SW4>c4"}, turn="1.1f")
    assert play(game, "a>d4l").stations == ()


def test_4_stations_depend_on_the_order_of_digging() -> None:
    """Decision 3: c4-c5 is dug by 0a, c6-c5 by 0b; then 0a goes on beside 0b."""
    first = laid(table(), {"0a": "SW3>c4", "0b": WEST})
    second = first.copy()
    play(first, "a>c5l a>c6l b>c5l")  # 0b comes alongside, and is at c5 without a station
    play(second, "b>c5l a>c5l a>c6l")  # 0a joins 0b's head
    assert first.lines == second.lines
    assert (first.stations, second.stations) == (("c6",), ("c5",))
    assert first.key != second.key
    assert first != second


# Order, number, points


def test_4_split_then_join_in_one_dig() -> None:
    game = crowded({"0a": "SW4>c4 c5l c6l c7l", "1a": BESIDE + " c6r"}, left=2)
    preview = game.preview("a>d6l")
    assert [(station.cause, station.vertex) for station in preview.stations] == [("split", "c6"), ("join", "d6")]
    assert set(play(game, "a>d6l").stations) >= {"c6", "d6"}


def test_4_split_comes_first_when_one_station_is_left() -> None:
    game = crowded({"0a": "SW4>c4 c5l c6l c7l", "1a": BESIDE + " c6r"}, left=1)
    play(game, "a>d6l")
    assert "c6" in game.stations
    assert "d6" not in game.stations
    assert game.stations_left == 0


def test_4_no_station_when_none_is_left() -> None:
    game = crowded({"0a": "SW4>c4 c5l c6l c7l", "1a": BESIDE + " c6r"}, left=0)
    before = game.stations
    assert play(game, "a>d6l").stations == before
    assert len(before) == 30


def test_4_one_station_to_a_vertex() -> None:
    game = laid(table(R="c6u"), {"0a": EAST + " c7r", "1a": BESIDE + " c6r"}, stations="c6", turn="1.0")
    play(game, "a>d6l")
    assert game.stations == ("c6",)
    assert game.station_points == (1, 0)  # as before


def test_4_a_station_scores_each_area_that_touches_it() -> None:
    lines = {"0a": EAST + " c7l=A", "1a": BESIDE + " c6r"}
    game = laid(table(R="c6u b6u", C="c6d", E="b7d"), lines, turn="1.0")
    play(game, "a>b7r=F")  # on b6u: c6's areas are c6u (covered), c6d, b7d, and b6u, just covered
    assert game.stations == ("c6",)
    assert game.station_points == (0, 4)


def test_4_lake_and_park_score_nothing() -> None:
    game = laid(table(lake="c6d", park="b6u"), {"0a": EAST + " c7l", "1a": BESIDE + " c6r"}, turn="1.0")
    play(game, "a>b7l")
    assert game.stations == ("c6",)
    assert game.station_points == (0, 0)


def test_4_the_player_who_causes_the_station_scores() -> None:
    game = laid(table(R="b6u"), {"0a": EAST, "1a": BESIDE + " c6r d6l"})
    play(game, "a>c7l")
    assert game.stations == ("c6",)
    assert game.station_points == (1, 0)


def test_4_a_station_serves_every_line_through_it() -> None:
    """A station placed by one line's dig lets another turn sharply at it."""
    game = laid(table(), {"0a": EAST, "1a": "S1>a7 b7r"}, turn="1.2f")
    play(game, "a>c6r")
    assert (game.stations, game.current_player) == (("c6",), 0)
    assert_legal(game, "a>d5r")


# Intermediate station

STATIONED = EAST + " c7l c8l"


def test_4_intermediate_between_two_stations_the_start_marker_counting_as_one() -> None:
    assert legal(laid(table(), {"0a": STATIONED}), "+") == set()
    assert legal(laid(table(), {"0a": STATIONED}, stations="c7"), "+") == {"+c4", "+c5", "+c6"}
    assert legal(laid(table(), {"0a": STATIONED}, stations="c4"), "+") == set()
    assert legal(laid(table(), {"0a": STATIONED}, stations="c4 c7"), "+") == {"+c5", "+c6"}


def test_4_intermediate_not_beyond_the_station_nearest_the_head() -> None:
    assert_refused(laid(table(), {"0a": STATIONED}, stations="c7"), "4", "+c8")
    assert legal(laid(table(), {"0a": STATIONED}, stations="c8"), "+") == {"+c4", "+c5", "+c6", "+c7"}


def test_4_intermediate_takes_the_whole_turn() -> None:
    game = laid(table(R="c6u"), {"0a": STATIONED.replace("c7l", "c7r")}, stations="c8")
    play(game, "+c6")
    assert game.stations == ("c6", "c8")
    assert game.station_points == (1, 0)
    assert game.current_player == 1


def test_4_intermediate_not_after_a_tunnel() -> None:
    game = laid(table(), {"0a": STATIONED}, stations="c7")
    play(game, "a>c9l")
    assert_refused(game, "4", "+c5")


def test_4_intermediate_not_where_a_station_is() -> None:
    assert_refused(laid(table(), {"0a": STATIONED}, stations="c5 c7"), "4", "+c5", "+c7")


def test_4_intermediate_only_on_the_players_lines() -> None:
    lines = {"0a": "NE3>h9 h8l h7l", "1a": STATIONED}
    assert_refused(laid(table(), lines, stations="c7"), "4", "+c5")
    assert_legal(laid(table(), lines, stations="c7", turn="1.0"), "+c5")


def test_4_intermediate_on_either_line() -> None:
    game = laid(table(), {"0a": STATIONED, "0b": "NE3>h9 h8l h7l"}, stations="c6 h7")
    assert legal(game, "+") == {"+c4", "+c5", "+h8", "+h9"}


def test_4_intermediate_goes_by_each_line_alone() -> None:
    """A station on line b beyond the crossing does not count for line a."""
    game = laid(table(), {"0a": EAST, "0b": BESIDE + " d4r"}, stations="d4")
    assert legal(game, "+") == {"+a6", "+b5", "+c5"}


def test_4_intermediate_never_by_a_complete_line_alone() -> None:
    game = laid(table(), {"0a": TO_NE1 + " NE1"}, stations="d6 e10")
    assert legal(game, "+") == set()
    assert_refused(game, "4", "+d7")


def test_4_intermediate_on_a_complete_line_if_an_incomplete_one_allows_it() -> None:
    lines = {"0a": TO_NE1 + " NE1", "0b": BESIDE.replace("c5l", "c5r") + " d5l e5l"}
    game = laid(table(), lines, stations="e5")
    assert_legal(game, "+d5", "+c5")
    assert_refused(game, "4", "+d6")


def test_4_intermediate_by_a_line_without_tunnels_left() -> None:
    game = laid(table(), {"0a": LOW}, stations="g1")
    assert len(legal(game, "+")) == 17


def test_4_intermediate_not_when_no_station_is_left() -> None:
    lines = {"0a": "SW4>c4 c5l c6l", "1a": BESIDE, "0b": LOW, "1b": HIGH}
    stations = f"{MANY} j5 j6".replace("h5 ", "")  # h5 lies between two of them
    game = laid(table(starts="SW3 SW4 S1 NE3", ends="SE1"), lines, stations=stations, turn="1.0", end="stations:0")
    assert game.stations_left == 0
    assert legal(game, "+") == set()
    assert_refused(game, "4", "+h5")


# Bonus station


def test_4_bonus_after_an_end_dig_anywhere_on_the_line() -> None:
    game = laid(table(), {"0a": TO_NE1}, stations="d6")
    play(game, "a>NE1")
    assert game.bonus_line == 0
    assert " ".join(sorted(legal(game))) == "+d10 +d3 +d4 +d5 +d7 +d8 +d9 +e10 +f10 +g10 pass"


def test_4_bonus_is_decided_before_anything_else() -> None:
    game = play(laid(table(), {"0a": TO_NE1, "0b": "NE3>h9 h8l"}), "a>NE1")
    assert_refused(game, "4", "b>h7l", "+h9", "+c4")
    assert_refused(play(laid(table(), {"0a": TO_NE1}, stations="d6"), "a>NE1"), "4", "+d6")


def test_4_bonus_scores_and_the_turn_goes_on() -> None:
    game = laid(table(R="d8u"), {"0a": TO_NE1.replace("d9l", "d9r"), "0b": "NE3>h9 h8l"})
    play(game, "a>NE1 +d8")
    assert game.stations == ("d8",)
    assert game.station_points == (1, 0)
    assert (game.current_player, game.tunnels_dug) == (0, 1)
    assert_legal(game, "b>h7l")


def test_4_bonus_may_be_declined() -> None:
    game = play(laid(table(), {"0a": TO_NE1, "0b": "NE3>h9 h8l"}), "a>NE1 pass")
    assert game.stations == ()
    assert (game.current_player, game.tunnels_dug) == (0, 1)


@pytest.mark.parametrize("decision", ["+d7", "pass"])
def test_4_bonus_after_the_third_tunnel_ends_the_turn(decision: str) -> None:
    game = laid(table(), {"0a": TO_NE1, "0b": "NE3>h9 h8l"})
    play(game, "b>h7l b>h6l a>NE1")
    assert (game.current_player, game.bonus_line) == (0, 0)
    play(game, decision)
    assert (game.current_player, game.bonus_line) == (1, None)


def test_4_bonus_not_when_no_station_is_left() -> None:
    game = crowded({"0a": "SW4>c4", "1a": "S1>a7 a8l a9l a10l a11l"}, left=0)
    play(game, "a>SE1")
    assert game.lines[2].complete
    assert (game.bonus_line, game.current_player, game.tunnels_dug) == (None, 1, 1)


def test_4_bonus_not_when_every_vertex_has_a_station() -> None:
    game = laid(table(ends="S4"), {"0a": "S1>a7 a8l a9l", "0b": "NE3>h9 h8l"}, stations="a7 a8 a9")
    play(game, "a>S4")
    assert game.lines[0].complete
    assert (game.bonus_line, game.current_player, game.tunnels_dug) == (None, 0, 1)
