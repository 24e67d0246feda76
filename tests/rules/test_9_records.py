"""RULES 9: records. What readers refuse in detail is tested with the API."""

import copy
import json
from typing import Any

import pytest

from metromania import Game
from metromania.errors import RecordError

RECORD: dict[str, Any] = {
    "format": "metromania-game/1",
    "players": 4,
    "variant": "open",
    "rules": {"impossible": "penalty", "two_player_trips": "shared"},
    "board": "standard",
    "city": {"quarters": [3, 0, 5, 1, 4, 2], "turns": [0, 2, 1, 1, 0, 2]},
    "hands": [["AR", "BC", "CE"], ["DR", "AC", "EE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]],
    "actions": ["NE3>h9", "a>h8l"],
}
QUARTER: dict[str, list[str]] = {"R": [], "C": [], "E": [], "lake": [], "park": []}
BOARD: dict[str, Any] = {
    "name": "bare",
    "frame": {"starts": ["NE1"], "ends": []},
    "quarters": [copy.deepcopy(QUARTER) for _ in range(6)],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The record with one value in another place: "city.turns.0"."""
    record: dict[str, Any] = copy.deepcopy(RECORD)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner: Any = record
    for step in way:
        inner = inner[step]
    inner[last] = value
    return record


def test_9_the_record_of_the_rules() -> None:
    game = Game.from_record(RECORD)
    assert list(map(str, game.actions)) == RECORD["actions"]
    assert (game.current_player, game.tunnels_dug) == (0, 2)  # stopped inside a turn
    assert Game.from_record(game.to_record()) == game
    assert Game.from_record(json.dumps(RECORD)) == game


def test_9_city_puts_quarters_into_sectors() -> None:
    game = Game.from_record(RECORD)
    assert game.city.quarters == (3, 0, 5, 1, 4, 2)
    assert game.city.turns == (0, 2, 1, 1, 0, 2)


@pytest.mark.parametrize("rules", [{}, {"impossible": "penalty"}, {"two_player_trips": "shared"}, None])
def test_9_rules_or_a_key_in_it_may_be_left_out(rules: dict[str, str] | None) -> None:
    record = changed("rules", rules)
    if rules is None:
        del record["rules"]
    assert Game.from_record(record) == Game.from_record(RECORD)


@pytest.mark.parametrize("key", [key for key in RECORD if key != "rules"])
def test_9_every_other_key_is_present(key: str) -> None:
    record = {name: value for name, value in RECORD.items() if name != key}
    with pytest.raises(RecordError):
        Game.from_record(record)


def test_9_no_key_twice() -> None:
    with pytest.raises(RecordError):
        Game.from_record(json.dumps(RECORD)[:-1] + ', "players": 4}')


def test_9_hands_are_in_any_order() -> None:
    assert Game.from_record(changed("hands.0", ["CE", "AR", "BC"])) == Game.from_record(RECORD)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("hands.1.2", "ZZ", "hands[1][2]"),
        ("hands.1.2", "AR", "hands[1][2]"),
        ("actions.1", "a>f6l", "actions[1]"),
        ("actions.0", "NE1>f11", "actions[0]"),
        ("city.quarters.1", 3, "city.quarters[1]"),
        ("city.turns.5", 3, "city.turns[5]"),
        ("players", 5, "players"),
        ("variant", "closed", "variant"),
        ("rules.impossible", "none", "rules.impossible"),
        ("rules.two_player_trips", "majority", "rules.two_player_trips"),
        ("format", "metromania-game/2", "format"),
        ("board", "round", "board"),
        ("more", 1, "more"),
    ],
)
def test_9_readers_reject_what_does_not_fit_naming_the_place(path: str, value: Any, place: str) -> None:
    with pytest.raises(RecordError) as refused:
        Game.from_record(changed(path, value))
    assert refused.value.place == place


def test_9_extra_keys_that_begin_with_x_are_kept() -> None:
    board = copy.deepcopy(BOARD) | {"x_made": "by hand"}
    record = changed("board", board) | {"x_event": {"round": 1}, "actions": []}
    record["city"]["x_note"] = "turned"
    board["quarters"][0]["x_ink"] = "blue"
    written = Game.from_record(record).to_record()
    assert written["x_event"] == {"round": 1}
    assert written["city"]["x_note"] == "turned"
    assert written["board"]["x_made"] == "by hand"
    assert written["board"]["quarters"][0]["x_ink"] == "blue"


def test_9_a_board_may_have_any_numbers_of_things() -> None:
    board = copy.deepcopy(BOARD)
    board["quarters"][2]["lake"] = ["u00", "d21", "u40"]
    game = Game.from_record(changed("board", board) | {"actions": []})
    assert {str(action) for action in game.legal_actions} == {"NE1>f11", "NE1>g10"}
    assert sum(kind == 4 for kind in game.setup.areas) == 3


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (lambda board: board["frame"]["ends"].append("NE1"), "board.frame.ends[0]"),
        (lambda board: board["frame"]["starts"].append("NE6"), "board.frame.starts[1]"),
        (lambda board: board["quarters"].pop(), "board.quarters"),
        (lambda board: board["quarters"][1]["R"].append("d40"), "board.quarters[1].R[0]"),
        (lambda board: board["quarters"][1].update(R=["u00"], park=["u00"]), "board.quarters[1].park[0]"),
        (lambda board: board["quarters"][4].pop("lake"), "board.quarters[4].lake"),
    ],
)
def test_9_a_board_must_be_one(change: Any, place: str) -> None:
    board = copy.deepcopy(BOARD)
    change(board)
    with pytest.raises(RecordError) as refused:
        Game.from_record(changed("board", board) | {"actions": []})
    assert refused.value.place == place
