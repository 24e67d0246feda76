"""RULES 3: starts, digs rule by rule, the second line.

Most digs are from c6, to which line 0a has come along row c from the west: straight on is c7, 60 degrees off are d6 and
b7, acute are d5 and b6.
"""

import pytest

from metromania import lattice
from tests.rules.table import assert_legal, assert_refused, laid, legal, play, table

EAST = "SW3>c4 c5l c6l"  # heading east at c6, its tunnels north of row c
BESIDE = "S1>a6 b5r c5l"  # comes up to c5 from the south
TO_NE1 = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l"
EIGHTEEN = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f9l f8l f7l f6l f5l f4l f3l f2l g1l"


# Start


@pytest.mark.parametrize(("action", "corner", "side"), [("NE3>h9", "h9", "r"), ("NE3>i8", "i8", "l")])
def test_3_start_runs_from_the_apex_to_either_base_corner(action: str, corner: str, side: str) -> None:
    game = play(table(), action)
    line = game.lines[0]
    assert line.vertices == ("NE3", corner)
    assert (line.start, line.head) == ("NE3", corner)
    (tunnel,) = line.tunnels
    assert (tunnel.tail, tunnel.head, tunnel.side, tunnel.space) == ("NE3", corner, side, "NE3")


def test_3_start_needs_a_start_space() -> None:
    game = table(starts="NE3 SW3", ends="N3")
    assert legal(game) == {"NE3>h9", "NE3>i8", "SW3>c4", "SW3>d3"}
    assert_refused(game, "3 Start", "N3>k4", "S1>a6")


def test_3_start_needs_an_empty_start_space() -> None:
    game = play(table(), "NE3>h9 a>h8l a>h7l")
    assert game.current_player == 1
    assert_refused(game, "3 Start", "NE3>h9", "NE3>i8")
    assert_legal(game, "N1>k6")


def test_3_start_begins_line_a_first() -> None:
    game = play(table(), "NE3>h9")
    assert [line.started for line in game.lines] == [True, False, False, False]


def test_3_start_on_any_side_for_line_a() -> None:
    game = laid(table(), {"0a": "NE3>h9 h8l h7l"}, turn="1.0")
    assert {text.split(">")[0] for text in legal(game)} == {"N1", "N5", "NW3", "SW3", "S1", "S5", "SE3"}


def test_3_no_third_line() -> None:
    game = laid(table(), {"0a": "NE3>h9 h8l", "0b": "SW3>c4 c5l"})
    assert_refused(game, "3 Start", "S1>a6")


# A walk, one tunnel to a space, two lines on an edge


def test_3_a_line_is_a_walk_with_a_tunnel_beside_each_edge() -> None:
    game = play(table(), "SW3>c4 a>c5l a>d5r")
    line = game.lines[0]
    assert line.vertices == ("SW3", "c4", "c5", "d5")
    for tunnel in line.tunnels:
        assert {tunnel.tail, tunnel.head} < set(lattice.corners(tunnel.space))
    assert [tunnel.space for tunnel in line.tunnels] == ["SW3", "c4u", "c5u"]


def test_3_two_lines_may_run_alongside_on_an_edge() -> None:
    game = laid(table(), {"0a": EAST, "1a": BESIDE}, turn="1.0")
    play(game, "a>c6r")
    assert game.lines[0].vertices[-2:] == game.lines[2].vertices[-2:] == ("c5", "c6")
    assert game.lines[2].tunnels[-1].space == "b6d"


# 3.1 The space


def test_3_1_a_dig_lies_left_or_right_of_its_edge() -> None:
    game = laid(table(), {"0a": EAST})
    assert legal(game, "a>") == {"a>c7l", "a>c7r", "a>d6l", "a>d6r", "a>b7l", "a>b7r"}
    for action, space in (("a>c7l", "c6u"), ("a>c7r", "b7d"), ("a>d6l", "c6d"), ("a>b7r", "b6u")):
        assert play(game.copy(), action).lines[0].tunnels[-1].space == space


def test_3_1_a_dig_is_one_step_from_the_head() -> None:
    game = laid(table(), {"0a": EAST})
    assert_refused(game, "3.1", "a>c8l", "a>e5l", "a>c6l")


def test_3_1_a_space_with_a_tunnel_of_another_line_is_taken() -> None:
    game = laid(table(), {"0a": EAST, "1a": BESIDE}, turn="1.0")
    assert_refused(game, "3.1", "a>c6l")  # c5u, where 0a lies
    assert_legal(game, "a>c6r")


def test_3_1_a_space_with_a_tunnel_of_the_own_lines_is_taken() -> None:
    game = laid(table(), {"0a": EAST}, stations="c6")
    assert_refused(game, "3.1", "a>d5l")  # c5u again, now from the line's own head
    assert_legal(game, "a>d5r")
    game = laid(table(), {"0a": EAST, "0b": BESIDE})
    assert_refused(game, "3.1", "b>c6l")


def test_3_1_no_tunnel_on_lake_or_park() -> None:
    game = laid(table(lake="c6u", park="b7d"), {"0a": EAST})
    assert_refused(game, "3.1", "a>c7l", "a>d6r", "a>c7r", "a>b7l")
    assert legal(game, "a>") == {"a>d6l", "a>b7r"}


def test_3_1_along_the_rim_the_outer_space_does_not_count() -> None:
    game = laid(table(ends="S2 S4 NE1"), {"0a": "S1>a7"}, turn="0.1f")
    assert_refused(game, "3.1", "a>a8r")
    assert_legal(game, "a>a8l")


@pytest.mark.parametrize(("walk", "side"), [(TO_NE1 + " g10l", "r"), (TO_NE1 + " f11l", "l")])
def test_3_1_an_end_dig_goes_to_the_apex_from_either_base_corner(walk: str, side: str) -> None:
    game = laid(table(), {"0a": walk})
    play(game, "a>NE1")
    line = game.lines[0]
    assert line.vertices[-1] == line.end == "NE1"
    assert (line.tunnels[-1].space, line.tunnels[-1].side) == ("NE1", side)


def test_3_1_an_end_space_is_entered_only_from_its_base_corners() -> None:
    game = laid(table(), {"0a": TO_NE1})
    assert_refused(game, "3.1", "a>NE1")


def test_3_1_no_dig_into_start_spaces_and_plain_ones() -> None:
    game = laid(table(starts="SW3 NE1", ends="N3"), {"0a": TO_NE1 + " g10l"})
    assert_refused(game, "3.1", "a>NE1", "a>NE2")


def test_3_1_an_end_space_holds_one_line() -> None:
    game = laid(table(), {"0a": TO_NE1 + " g10l", "1a": "SE3>d11 e11l f11l NE1"})
    assert_refused(game, "3.1", "a>NE1")


# 3.2 No loop


def test_3_2_a_line_does_not_come_back_to_its_own_vertices() -> None:
    game = laid(table(), {"0a": "SW3>c4 c5r c6r d6r e5r e4r d4r"})
    assert_refused(game, "3.2", "a>c5l", "a>c5r")
    assert_refused(game, "3.2", "a>c4l", "a>c4r")
    assert_legal(game, "a>d3l")


def test_3_2_a_line_does_not_double_back() -> None:
    game = laid(table(), {"0a": EAST}, stations="c6")
    assert_refused(game, "3.2", "a>c5l")


def test_3_2_the_vertices_of_other_lines_may_be_crossed() -> None:
    game = laid(table(), {"0a": EAST, "0b": "NE3>h9 g9l f9l e9l d9l d8l d7l d6l", "1a": BESIDE})
    assert_legal(game, "a>d6l", "b>c6l")  # even of the own other line
    assert_legal(laid(table(), {"0a": EAST, "1a": BESIDE}, turn="1.0"), "a>c6r")


# 3.3 The angle


@pytest.mark.parametrize(("turn", "targets"), [(0, ["c7l", "c7r"]), (1, ["d6l", "d6r"]), (5, ["b7l", "b7r"])])
def test_3_3_straight_on_and_wide_angles_are_free(turn: int, targets: list[str]) -> None:
    game = laid(table(), {"0a": EAST})
    for target in targets:
        assert lattice.direction("c6", target[:-1]) == turn
        assert_legal(game, f"a>{target}")


def test_3_3_acute_angle_needs_a_station_that_was_there() -> None:
    game = laid(table(), {"0a": EAST})
    assert_refused(game, "3.3", "a>d5r", "a>b6l", "a>b6r")
    game = laid(table(), {"0a": EAST}, stations="c6")
    assert_legal(game, "a>d5r", "a>b6l", "a>b6r")


def test_3_3_a_station_elsewhere_on_the_line_does_not_help() -> None:
    game = laid(table(), {"0a": EAST}, stations="c4 c5")
    assert_refused(game, "3.3", "a>d5r", "a>b6l")


def test_3_3_a_station_that_the_dig_itself_would_place_does_not_count() -> None:
    game = laid(table(), {"0a": "SW3>c4 c5l", "1a": BESIDE + " c6r c7r"})
    play(game, "a>c6l")
    assert not game.stations
    assert_refused(game, "3.3", "a>d5r")
    play(game, "a>d6l")  # the same split by a wide angle
    assert "c6" in game.stations


def test_3_3_holds_for_end_digs() -> None:
    walk = "SW3>d3 d4l d5l d6l d7l d8l d9l d10l d11l e11l"  # north along the rim to f11's lower neighbour
    from_f11 = walk + " f11l"
    game = laid(table(ends="SE5 NE1"), {"0a": walk})
    assert_legal(game, "a>SE5")  # from e11, 60 degrees to the right
    game = laid(table(ends="SE5 NE1"), {"0a": from_f11})
    assert_legal(game, "a>NE1")
    assert_refused(game, "3.3", "a>SE5")
    assert_legal(laid(table(ends="SE5 NE1"), {"0a": from_f11}, stations="f11"), "a>SE5")


def test_3_3_counts_from_the_start_tunnel() -> None:
    game = play(table(), "SW3>c4")  # heading east
    assert legal(game, "a>") == {"a>c5l", "a>c5r", "a>d4l", "a>d4r", "a>b5l"}
    assert_refused(game, "3.3", "a>d3r")


# 3.4 Eighteen tunnels


def test_3_4_a_line_has_eighteen_tunnels() -> None:
    seventeen, last = EIGHTEEN.rsplit(maxsplit=1)
    game = laid(table(), {"0a": seventeen}, turn="0.0")
    assert len(game.lines[0].tunnels) == 17
    play(game, f"a>{last}")
    assert len(game.lines[0].tunnels) == 18
    assert legal(game, "a>") == set()
    assert game.lines[0].blocked


def test_3_4_refuses_the_nineteenth() -> None:
    game = laid(table(), {"0a": EIGHTEEN})
    assert legal(game, "a>") == set()
    assert_refused(game, "3.4", "a>h1r", "a>f1l")


def test_3_4_a_complete_line_is_not_dug_on() -> None:
    game = laid(table(), {"0a": TO_NE1 + " g10l NE1"})
    assert_refused(game, "3.4", "a>g9l", "a>f11l")
    assert legal(game, "a>") == set()


# 3.5 Destination areas; player 0 has AR BC CE DR EC FE, player 1 AC BE CR DC EE FR


def test_3_5_on_an_area_a_marker_of_its_type_is_placed() -> None:
    game = laid(table(R="c6u", C="b7d"), {"0a": EAST})
    assert legal(game, "a>c7") == {"a>c7l=A", "a>c7l=D", "a>c7r=B", "a>c7r=E"}
    assert_legal(game, "a>d6r=A")  # the same space from another side
    play(game, "a>c7l=D")
    (marker,) = game.markers
    assert (marker.name, marker.player, marker.space) == ("DR", 0, "c6u")
    assert "DR" not in game.hands[0]
    assert game.marker_placed_this_turn


def test_3_5_the_marker_is_part_of_the_dig() -> None:
    game = laid(table(R="c6u"), {"0a": EAST})
    assert_refused(game, "3.5", "a>c7l", "a>d6r")


def test_3_5_the_marker_is_of_the_areas_type_and_in_the_hand() -> None:
    game = laid(table(R="c6u"), {"0a": EAST})
    assert_refused(game, "3.5", "a>c7l=B", "a>c7l=E")  # of other types
    assert_refused(game, "3.5", "a>c7l=C", "a>c7l=F")  # CR and FR are player 1's


def test_3_5_no_marker_on_a_space_without_an_area() -> None:
    game = laid(table(R="c6u", ends="NE1"), {"0a": EAST})
    assert_refused(game, "3.5", "a>c7r=A", "a>d6l=D")


def test_3_5_one_marker_a_turn() -> None:
    game = laid(table(R="c6u c7u", C="c8u"), {"0a": EAST})
    play(game, "a>c7l=A")
    assert_refused(game, "3.5", "a>c8l=D")
    assert_legal(game, "a>c8r")
    play(game, "a>c8r")
    assert_refused(game, "3.5", "a>c9l=B")  # of another type neither
    play(game, "a>c9r")
    assert game.current_player == 1
    assert_legal(laid(table(R="c6u c7u"), {"0a": EAST + " c7l=A"}), "a>c8l=D")  # in a later turn


def test_3_5_no_marker_of_the_type_left() -> None:
    walk = EAST + " c7l=A c8l=D"
    game = laid(table(R="c6u c7u c8u", C="b9d"), {"0a": walk})
    assert_refused(game, "3.5", "a>c9l=A", "a>c9l=D", "a>c9l")
    assert legal(game, "a>c9") == {"a>c9r=B", "a>c9r=E"}


def test_3_5_the_two_of_a_letter_do_not_touch() -> None:
    """Player 1's AC lies on b5d; c5u shares one vertex with it (c5), c6u none."""
    lines = {"0a": "SW3>c4 c5l", "1a": "S1>a6 b5r c5l=A"}
    assert "c5u" in lattice.touching("b5d")
    assert "c6u" not in lattice.touching("b5d")
    game = laid(table(C="b5d", R="c5u c6u"), lines)
    assert legal(game, "a>c6l") == {"a>c6l=D"}
    assert_refused(game, "3.5", "a>c6l=A")
    game = laid(table(C="b5d", R="c6u"), {**lines, "0a": EAST})
    assert_legal(game, "a>c7l=A")


def test_3_5_where_no_marker_will_do_the_dig_is_illegal() -> None:
    lines = {"0a": "SW3>c4 c5l", "0b": "NE3>h9 g9r=D", "1a": "S1>a6 b5r c5l=A"}
    game = laid(table(C="b5d", R="c5u g9d"), lines)
    assert game.hands[0].count("AR") == 1
    assert legal(game, "a>c6") == {"a>c6r"}
    assert_refused(game, "3.5", "a>c6l=A", "a>c6l=D", "a>c6l")


def test_3_5_other_letters_may_touch() -> None:
    game = laid(table(C="b5d", R="c5u"), {"0a": "SW3>c4 c5l", "1a": "S1>a6 b5r c5l=D"})
    assert legal(game, "a>c6l") == {"a>c6l=A"}


# 3.6 Where a line ends

TO_NW1 = "SW3>d3 e3l f2l g1r h1r i1r j1r"


def test_3_6_on_one_of_the_three_opposite_sides() -> None:
    assert lattice.opposite("SW") == ("SE", "NE", "N")
    game = laid(table(ends="NW1 NE1"), {"0a": TO_NW1})
    assert_refused(game, "3.6", "a>NW1")
    assert_legal(laid(table(ends="NW1 NE1"), {"0a": TO_NE1 + " g10l"}), "a>NE1")


@pytest.mark.parametrize("far", ["SE1", "NE4", "N3"])
def test_3_6_one_empty_end_on_any_opposite_side_is_enough_to_refuse(far: str) -> None:
    assert_refused(laid(table(ends=f"NW1 {far}"), {"0a": TO_NW1}), "3.6", "a>NW1")


@pytest.mark.parametrize("near", ["NW5", "SW1", "S3"])
def test_3_6_any_end_if_there_is_none_on_the_opposite_sides(near: str) -> None:
    assert_legal(laid(table(ends=f"NW1 {near}"), {"0a": TO_NW1}), "a>NW1")


def test_3_6_any_end_when_every_end_on_the_opposite_sides_is_taken() -> None:
    lines = {"0a": TO_NW1, "1a": "SE3>d11 e11l f11l NE1"}
    assert_legal(laid(table(ends="NW1 NE1"), lines), "a>NW1")
    assert_refused(laid(table(ends="NW1 NE1 N3"), lines), "3.6", "a>NW1")


def test_3_6_goes_by_the_lines_own_start() -> None:
    game = laid(table(ends="NW1 NE1"), {"0a": "NE3>i8 i7l", "0b": TO_NW1})
    assert_refused(game, "3.6", "b>NW1")


def test_3_an_end_dig_completes_the_line() -> None:
    game = laid(table(), {"0a": TO_NE1 + " g10l"})
    assert not game.lines[0].complete
    play(game, "a>NE1")
    assert game.lines[0].complete


# The second line


def test_3_second_line_starts_on_one_of_the_three_sides_opposite() -> None:
    assert lattice.opposite("NE") == ("NW", "SW", "S")
    game = laid(table(), {"0a": "NE3>h9 h8l h7l"})
    starts = {text for text in legal(game) if text[0].isupper()}
    assert {text.split(">")[0] for text in starts} == {"NW3", "SW3", "S1", "S5"}
    assert_refused(game, "3 Second line", "N1>k6", "SE3>c11")


def test_3_second_line_not_in_the_turn_of_the_first() -> None:
    game = play(table(), "NE3>h9")
    assert_refused(game, "3 Second line", "SW3>c4")
    play(game, "a>h8l")
    assert_refused(game, "3 Second line", "SW3>c4")


def test_3_second_line_as_one_of_the_turns_tunnels() -> None:
    game = laid(table(), {"0a": "NE3>h9 h8l h7l", "1a": "N1>k6 j6l i6l"})
    for actions in ("SW3>c4 b>c5l a>h6l", "a>h6l SW3>c4 b>c5l", "a>h6l a>h5l SW3>c4"):
        after = play(game.copy(), actions)
        assert (after.current_player, after.lines[1].start) == (1, "SW3")


def test_3_second_line_anywhere_when_every_opposite_start_is_taken() -> None:
    lines = {"0a": "NE3>h9 h8l h7l", "1a": "SW3>c4 c5l c6l"}
    game = laid(table(starts="NE3 SW3 N1 SE3"), lines)
    assert {text.split(">")[0] for text in legal(game) if text[0].isupper()} == {"N1", "SE3"}
    game = laid(table(starts="NE3 SW3 N1 SE3 S5"), lines)
    assert {text.split(">")[0] for text in legal(game) if text[0].isupper()} == {"S5"}


def test_3_second_line_anywhere_when_there_is_no_opposite_start() -> None:
    """Decision 11."""
    game = laid(table(starts="NE3 NE4 N1 SE3"), {"0a": "NE3>h9 h8l h7l"})
    assert {text.split(">")[0] for text in legal(game) if text[0].isupper()} == {"NE4", "N1", "SE3"}
