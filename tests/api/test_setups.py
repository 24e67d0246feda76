"""New games: what can be asked for, and what does not go together."""

from typing import Any

import pytest

from metromania import Board, City, Game, Rules
from metromania.errors import SetupError, WrongTypeError
from metromania.rules import MARKERS, NO_CORRUPTION, deal_faults


def test_defaults() -> None:
    game = Game.new(seed=1)
    assert (game.players, game.variant, game.rules, game.board) == (4, "open", Rules(), Board.standard())
    assert (game.current_player, game.actions, game.stations, game.markers) == (0, [], (), ())
    assert game.hands == game.dealt
    assert Game.new() != Game.new()  # one chance in millions


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["open", "unfair", "no_corruption"])
def test_seeded_set_ups_are_valid_and_come_again(players: int, variant: str) -> None:
    if players == 2 and variant != "open":
        with pytest.raises(SetupError, match="variant"):
            Game.new(players, variant=variant)
        return
    for seed in (0, 1, 2**63, 2**64 - 1):
        game = Game.new(players, variant=variant, seed=seed)
        assert deal_faults(players, variant, [list(hand) for hand in game.hands]) == []
        assert game == Game.new(players, variant=variant, seed=seed)
        assert game.to_record() == Game.new(players, variant=variant, seed=seed).to_record()
        assert len({name for hand in game.hands for name in hand}) == 12
        if variant == "no_corruption":
            assert tuple(map(set, game.hands)) == tuple(map(set, NO_CORRUPTION[players]))


def test_given_set_ups() -> None:
    city = City((5, 4, 3, 2, 1, 0), (2, 1, 0, 0, 1, 2))
    hands = [["CE", "BC", "AR"], ["DR", "AC", "EE"], ["FR", "EC", "BE"], ["CR", "DC", "FE"]]
    board = Board.random(3)
    game = Game.new(4, board=board, city=city, hands=hands, seed=9, rules={"impossible": "reward"})
    assert (game.board, game.city, game.rules) == (board, city, Rules("reward"))
    assert game.hands[0] == ("AR", "BC", "CE")
    assert Game.new(4, hands=hands, seed=3).city == Game.new(4, seed=3).city


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"variant": "closed"}, "variant"),
        ({"players": 2, "variant": "unfair"}, "variant"),
        ({"rules": {"impossible": "never"}}, "impossible"),
        ({"rules": {"colour": "red"}}, 'rules["colour"]'),
        ({"rules": Rules(two_player_trips="majority")}, "rules.two_player_trips"),
        ({"hands": []}, "hands"),
        ({"hands": [["AR", "BC", "CE"]] * 4}, "hands[1][0]"),
        ({"players": 2, "hands": [MARKERS[1::2], MARKERS[::2]]}, "hands[0]"),
    ],
)
def test_what_does_not_go_together(arguments: dict[str, Any], place: str) -> None:
    with pytest.raises(SetupError) as e:
        Game.new(**arguments)
    assert e.value.place == place


@pytest.mark.parametrize(
    "arguments",
    [{"players": True}, {"players": "4"}, {"players": 4.0}, {"variant": None}, {"rules": "penalty"}, {"board": "other"},
     {"board": {}}, {"city": ((0,), (0,))}, {"seed": 1.0}, {"seed": True}, {"hands": 5}, {"hands": [1, 2, 3, 4]}],
)  # fmt: skip
def test_wrong_types(arguments: dict[str, Any]) -> None:
    with pytest.raises(WrongTypeError):
        Game.new(**arguments)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Game.new(seed=seed)
