"""Tables, rotations, boards and seeds of a tournament follow from its settings alone."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from metromania import Board, Rules
from metromania.arena import ArenaError, Tournament
from metromania.bots import BotSpec, Budget
from metromania.errors import SetupError


def tournament(bots: str, **settings: Any) -> Tournament:
    return Tournament(tuple(BotSpec("random", (), name) for name in bots), **settings)


@pytest.mark.parametrize(
    ("bots", "players", "gauntlet", "tables"),
    [
        ("ab", 2, False, ["ab"]),
        ("abc", 2, False, ["ab", "ac", "bc"]),
        ("abc", 3, False, ["abc"]),
        ("abcde", 4, False, ["abcd", "abce", "abde", "acde", "bcde"]),
        ("ab", 3, False, ["aab", "abb"]),
        ("ab", 4, False, ["aaab", "aabb", "abbb"]),
        ("abc", 4, False, ["aabc", "abbc", "abcc"]),
        ("a", 4, False, ["aaaa"]),
        ("abc", 2, True, ["ab", "ac"]),
        ("ab", 4, True, ["abbb"]),
        ("abcdef", 3, True, ["abb", "acc", "add", "aee", "aff"]),
    ],
)
def test_tables(bots: str, players: int, gauntlet: bool, tables: list[str]) -> None:
    held = tournament(bots, players=players, gauntlet=gauntlet)
    assert ["".join(bots[bot] for bot in table) for table in held.tables()] == tables


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bots", ["ab", "abcd"])
def test_each_board_with_all_rotations(bots: str, players: int) -> None:
    """Every bot sits in every seat equally often, and equal bots would share the wins equally."""
    held = tournament(bots, players=players)
    seatings = held.seatings()
    assert len(set(seatings)) == len(seatings)
    for seat in range(players):
        assert len(set(Counter(seating[seat] for seating in seatings).values())) == 1
    for index in range(2 * len(seatings)):
        job = held.job(index)
        assert (job.board, job.seats) == (index // len(seatings), seatings[index % len(seatings)])


def test_boards_are_drawn_by_the_seed() -> None:
    held = tournament("ab", seed=5)
    games = [held.game(board) for board in range(20)]
    assert [game.position() for game in games] == [held.game(board).position() for board in range(20)]
    assert len({game.city for game in games}) == 20
    assert tournament("ab", seed=6).game(0).city != games[0].city
    assert tournament("ba", seed=5, budget=Budget(nodes=9)).game(3) == games[3]
    numbers = [held.draw("bot", game, seat) for game in range(100) for seat in range(2)]
    assert len(set(numbers)) == 200


def test_other_boards_and_rules() -> None:
    held = tournament("ab", board="random", rules=Rules("reward", "majority"))
    assert held.game(0).board != held.game(1).board
    assert held.game(0).rules == Rules("reward", "majority")
    board = Board.random(3)
    assert tournament("ab", board=board.to_dict()).game(7).board == board
    assert tournament("abc", players=3, variant="unfair").game(0).variant == "unfair"


def test_settings_round_trip() -> None:
    held = Tournament(
        (BotSpec.parse("mcts:time=0.1,name=A b"), BotSpec.parse("engine:command='x, y'")),
        players=3,
        variant="no_corruption",
        rules=Rules("reward"),
        board=Board.random(1).to_dict(),
        seed=2**64 - 1,
        gauntlet=True,
        budget=Budget(time=0.5, nodes=3),
        limit=2.5,
        memory=None,
    )
    again = Tournament.from_dict(json.loads(json.dumps(held.to_dict())))
    assert again == held
    assert again.key == held.key


def test_the_key_tells_what_is_played() -> None:
    base = tournament("ab")
    assert tournament("ab", limit=1.0, memory=None).key == base.key
    others = [
        tournament("ba"),
        tournament("abc"),
        tournament("ab", seed=2),
        tournament("ab", players=3),
        tournament("ab", gauntlet=True),
        tournament("ab", budget=Budget(time=1)),
        tournament("ab", rules=Rules("reward")),
    ]
    assert len({held.key for held in [base, *others]}) == len(others) + 1


@pytest.mark.parametrize(
    ("bots", "settings", "words"),
    [
        ("", {}, "no bots"),
        ("aa", {}, "two bots are called so"),
        ("a", {"gauntlet": True}, "two bots or more"),
    ],
)
def test_tournaments_that_can_not_be_held(bots: str, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ArenaError, match=words):
        tournament(bots, **settings)


def test_set_ups_that_do_not_fit() -> None:
    with pytest.raises(SetupError):
        tournament("ab", players=5)
    with pytest.raises(SetupError):
        tournament("ab", variant="unfair")
