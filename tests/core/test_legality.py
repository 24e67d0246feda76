"""Legal actions listed, counted, indexed, masked, looked up, and by the independent `is_legal`: all the same."""

from collections import Counter

import pytest

from metrocore import _probe
from metromania import Game
from metromania.errors import IllegalActionError
from tests.core.walks import new_game, walk
from tests.reference.boards import ODD_SHAPES

ALL_IDS = range(320)


def check_ways(game: Game) -> list[int]:
    """Compare everything that knows the legal actions; returns their ids."""
    ways = _probe.legal_in_all_ways(game)
    listed = ways["list_moves"]
    assert all(ids == listed for ids in ways.values()), (game.position(), ways)
    return listed


@pytest.mark.parametrize("shape", ["standard", *ODD_SHAPES])
def test_all_ways_agree_at_every_position_of_games(shape: str) -> None:
    kinds: Counter[str] = Counter()
    for seed in range(12 if shape == "standard" else 4):
        for game in walk(seed, shape):
            ids = check_ways(game)
            assert bool(ids) != game.is_over
            assert len(set(ids)) == len(ids)
            kinds.update("pass" if i == 0 else "start" if i < 61 else "station" if i < 152 else "dig" for i in ids)
    assert shape == "no way in" or min(kinds[kind] for kind in ("start", "station", "dig")) > 0


def test_all_ways_agree_with_hidden_letters() -> None:
    """In the views that players of *unfair* games have: any letter may be behind a hidden marker that is not ruled out."""
    choices = 0
    for seed in range(80):
        for step, game in enumerate(walk(seed, "many areas")):
            if game.variant != "unfair":
                break
            if step % 3 == 0 and not game.is_over:
                for player in range(game.players):
                    ids = check_ways(game.view(player))
                    choices += len(ids) > len(game.legal_actions)
    assert choices > 50


def test_api_lists_the_same() -> None:
    for seed in range(6):
        for game in walk(seed):
            legal = game.legal_actions
            ids = check_ways(game)
            assert game.legal_ids() == legal.ids == ids == [action.id for action in legal]
            assert [i for i in ALL_IDS if legal.mask()[i]] == ids
            assert [i for i in ALL_IDS if game.is_legal(i)] == ids
            assert [i for i in ALL_IDS if i in legal] == ids


def test_every_listed_action_applies_and_every_other_is_refused() -> None:
    for seed in range(8):
        for step, game in enumerate(walk(seed)):
            if step % 9:
                continue
            before, ids = game.state_bytes(), set(game.legal_ids())
            for i in ALL_IDS:
                if i in ids:
                    game.push(i)
                    game.check()
                    game.pop()
                else:
                    with pytest.raises(IllegalActionError):
                        game.push(i)
                assert game.state_bytes() == before


@pytest.mark.parametrize("number", [-1, -(2**63), 320, 321, 2**16, 2**16 + 1, 2**31 - 1, 2**31, 2**32 + 1, 2**63 - 1])
def test_no_number_beyond_the_ids_is_legal(number: int) -> None:
    for step, game in enumerate(walk(1)):
        if step % 20 == 0:
            assert not _probe.is_legal(game, number)


def test_random_move_draws_each_legal_action_evenly() -> None:
    for seed in (2, 3, 8):
        for step, game in enumerate(walk(seed)):
            if step % 25 or game.is_over:
                continue
            ids = game.legal_ids()
            drawn = _probe.random_moves(game, seed=step, times=400 * len(ids))
            assert [i for i in ALL_IDS if drawn[i]] == ids
            # Each is drawn 400 times on the average, standard deviation 20 at most.
            assert all(300 < drawn[i] < 500 for i in ids)


def test_an_over_game_has_no_legal_action() -> None:
    *_, game = walk(5)
    assert game.is_over
    assert check_ways(game) == []
    assert not game.legal_actions


def test_a_new_game_can_only_start() -> None:
    game = new_game(0, "standard")
    assert check_ways(game) == [1 + 2 * outer + base for outer in game.setup.starts for base in (0, 1)]
