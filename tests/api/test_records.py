"""Records: faults and their places, what is kept, versions, and what has no record."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from metromania import Game, Rules
from metromania.errors import RecordError, WrongTypeError
from metromania.records import record_faults
from tests.api.play import case_records

RECORD: dict[str, Any] = next(r for r in case_records() if r["players"] == 4 and r["variant"] == "open")


def changed(path: str, value: Any) -> dict[str, Any]:
    """The record with the value at a path of keys and indices changed; ``...`` takes it out."""
    data = copy.deepcopy(RECORD)
    steps = [int(step) if step.isdigit() else step for step in path.split()]
    target: Any = data
    for step in steps[:-1]:
        target = target[step]
    if value is ...:
        del target[steps[-1]]
    else:
        target[steps[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        ("format", ..., "format"),
        ("format", None, "format"),
        ("format", "metromania-game", "format"),
        ("format", "metromania-game/01", "format"),
        ("players", ..., "players"),
        ("players", True, "players"),
        ("players", 4.0, "players"),
        ("players", "4", "players"),
        ("players", 5, "players"),
        ("players", 3, "hands"),
        ("variant", "closed", "variant"),
        ("rules", None, "rules"),
        ("rules", {"impossible": "maybe"}, "rules.impossible"),
        ("rules", {"two_player_trips": "majority"}, "rules.two_player_trips"),
        ("rules", {"colour": "red"}, "rules.colour"),
        ("board", "Standard", "board"),
        ("board", {}, "board.name"),
        ("board", 7, "board"),
        ("city", ..., "city"),
        ("city", [], "city"),
        ("city turns", ..., "city.turns"),
        ("city turns 3", 3, "city.turns[3]"),
        ("city turns 3", True, "city.turns[3]"),
        ("city quarters 1", 6, "city.quarters[1]"),
        ("city quarters", [0, 1, 2, 3, 4, 4], "city.quarters[5]"),
        ("city quarters", [0, 1, 2, 3, 4], "city.quarters"),
        ("city extra", 1, "city.extra"),
        ("hands", [], "hands"),
        ("hands 1 2", "AE", "hands[1][2]"),
        ("hands 1 2", "CE", "hands[1][2]"),
        ("hands 1 2", "?E", "hands[1][2]"),
        ("hands 1 2", 3, "hands[1][2]"),
        ("hands 2", ["AR"], "hands[2]"),
        ("hands 0", [*RECORD["hands"][0][::-1], "AR"], "hands[0]"),
        ("actions", ..., "actions"),
        ("actions", "NE3>h9", "actions"),
        ("actions 7", None, "actions[7]"),
        ("actions 7", "walk", "actions[7]"),
        ("actions 7", RECORD["actions"][7] + " ", "actions[7]"),
        ("actions 17", "+f6", "actions[17]"),
        ("actions 17", "a>a1l", "actions[17]"),
        ("colour", "red", "colour"),
    ],
)
def test_each_fault_has_its_place(path: str, value: Any, place: str) -> None:
    data = changed(path, value)
    assert record_faults(data)[0].place == place
    for source in (data, json.dumps(data)):
        with pytest.raises(RecordError) as e:
            Game.from_record(source)
        assert e.value.place == place
        assert e.value.faults[0] == (place, e.value.reason)


def test_hands_that_are_no_valid_deal() -> None:
    swapped = copy.deepcopy(RECORD)
    swapped["hands"][0], swapped["hands"][1] = ["AR", "BC", "CR"], ["DR", "AC", "EE"]
    swapped["hands"][2], swapped["hands"][3] = ["FR", "EC", "BE"], ["CE", "DC", "FE"]
    assert [fault.place for fault in record_faults(swapped)] == ["hands[0]", "hands[3]"]
    other = changed("variant", "no_corruption")
    other["hands"] = [["DR", "AC", "EE"], ["AR", "BC", "CE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]]
    assert [fault.place for fault in record_faults(other)] == ["hands[0]", "hands[1]"]
    other["hands"] = [["CE", "BC", "AR"], ["DR", "AC", "EE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]]
    other["actions"] = []
    assert record_faults(other) == []
    two = {**changed("players", 2), "variant": "unfair", "actions": []}
    assert [fault.place for fault in record_faults(two)] == ["variant"]


def test_every_fault_is_listed() -> None:
    data = changed("players", 3)
    data["city"] = {"quarters": [0] * 6, "turns": [9, 0, 0, 0, 0, 0]}
    data["actions"] = ["pass", "walk", 3]
    data["x_free"] = 1
    data["free"] = 1
    assert [fault.place for fault in record_faults(data)] == [
        "free", *(f"city.quarters[{i}]" for i in range(1, 6)), "city.turns[0]", "hands", "actions[1]", "actions[2]",
    ]  # fmt: skip


def test_another_version_is_refused_with_words() -> None:
    for name in ("metromania-game/2", "metromania-view/17"):
        with pytest.raises(RecordError, match="version"):
            Game.from_record({"format": name, "whatever": []})


@pytest.mark.parametrize(
    "text", ['{"players": 2, "players": 2}', '{"city": {"turns": [], "turns": []}}', '{"x_": {"": 0, "": 0}}']
)
def test_a_key_given_twice(text: str) -> None:
    with pytest.raises(RecordError, match="twice"):
        Game.from_record(text)


def test_rules_may_be_left_out() -> None:
    game = Game.from_record(changed("rules", ...))
    assert game.rules == Rules()
    partly = Game.from_record(changed("rules", {"impossible": "reward"}))
    assert partly.to_record()["rules"] == {"impossible": "reward", "two_player_trips": "shared"}


def test_extra_keys_are_kept_in_every_object() -> None:
    board = Game.new(2, seed=1).board.to_dict()
    board["x_board"], board["frame"]["x_frame"], board["quarters"][2]["x_quarter"] = [1], {"a": "é"}, None
    record = {
        **Game.new(2, board="standard", seed=1).to_record(),
        "board": board,
        "x_players": ["Ann", "\ud800"],
        "x_annotations": [{"action": 3, "text": "{\"}'[]\\,"}],
    }
    record["rules"]["x_rule"], record["city"]["x_city"] = 1.5, True
    read = Game.from_record(json.dumps(record)).to_record()
    assert read == record
    assert Game.from_record(read).to_record(extras={"x_result": {"totals": [1, 2]}}) == {
        **record, "x_result": {"totals": [1, 2]},
    }  # fmt: skip
    game = Game.from_record(read)
    game.extras["x_players"].clear()
    assert game.extras == game.copy().extras == {key: record[key] for key in ("x_players", "x_annotations")}


@pytest.mark.parametrize("extras", [{"players": 2}, {"x_": object()}, {"x_": float("inf")}, {1: 2}])
def test_extras_must_be_json_under_x_keys(extras: Any) -> None:
    with pytest.raises(RecordError):
        Game.new(2, seed=1).to_record(extras=extras)


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    games = [Game.from_record(source) for source in (RECORD, json.dumps(RECORD), json.dumps(RECORD).encode(), path)]
    assert all(game == games[0] and game.to_record() == games[0].to_record() for game in games)
    with pytest.raises(RecordError, match=r"not JSON.*pathlib\.Path"):
        Game.from_record(str(path))
    with pytest.raises(FileNotFoundError):
        Game.from_record(tmp_path / "none.json")
    with pytest.raises(WrongTypeError):
        Game.from_record(7)
    with pytest.raises(RecordError, match="byte 0"):
        Game.from_record(b"\xff\xfe")


def test_cut_short_anywhere() -> None:
    """Of all beginnings of a record's text only the whole is read; of its actions each beginning is."""
    text = json.dumps({**RECORD, "actions": RECORD["actions"][:9]})
    for end in range(len(text)):
        with pytest.raises(RecordError):
            Game.from_record(text[:end])
    for end in range(len(RECORD["actions"]) + 1):
        game = Game.from_record({**RECORD, "actions": RECORD["actions"][:end]})
        assert game.to_record()["actions"] == RECORD["actions"][:end]


def test_all_cases_come_back() -> None:
    for record in case_records(3):
        game = Game.from_record(record)
        written = game.to_record()
        assert Game.from_record(json.dumps(written)).to_record() == written
        for key in ("players", "variant", "city", "actions", "format"):
            assert written[key] == record[key]
        assert [sorted(hand) for hand in written["hands"]] == [sorted(hand) for hand in record["hands"]]


def test_what_has_no_record() -> None:
    game = Game.new(2, seed=1)
    assert game.copy(stack=False).to_record() == game.to_record()
    game.push(game.legal_actions[0])
    for other in (Game.from_position(game.position()), game.copy(stack=False)):
        with pytest.raises(RecordError, match="no record"):
            other.to_record()
