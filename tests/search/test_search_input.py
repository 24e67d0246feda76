"""What a search is asked for and can't do: one clear error that names the place, and a search as good as before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrocore.search.searcher import Searcher
from metromania import Game
from metromania.errors import GameOverError, MetromaniaError, SearchError, WrongTypeError
from metromania.search import Search, run_together, search

NAN = float("nan")
INF = float("inf")


def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
    return masks.astype(np.float32), np.full((len(masks), 4), 0.25, np.float32)


def another(observations: Any, masks: Any) -> tuple[Any, Any]:
    return evaluate(observations, masks)


@pytest.fixture
def game() -> Game:
    return Game.new(4, seed=1)


@pytest.mark.parametrize(
    ("budget", "place"),
    [
        ({}, "budget"),
        ({"simulations": 0}, "simulations"),
        ({"simulations": -1}, "simulations"),
        ({"simulations": 2**63}, "simulations"),
        ({"nodes": 0}, "nodes"),
        ({"nodes": -5}, "nodes"),
        ({"nodes": 2001}, "nodes"),
        ({"nodes": 2**40}, "nodes"),
        ({"seconds": 0}, "seconds"),
        ({"seconds": 0.0}, "seconds"),
        ({"seconds": -0.5}, "seconds"),
        ({"seconds": NAN}, "seconds"),
        ({"seconds": INF}, "seconds"),
        ({"simulations": 10, "seconds": NAN}, "seconds"),
    ],
    ids=str,
)
def test_budget_out_of_range(game: Game, budget: dict[str, Any], place: str) -> None:
    trees = Search(game, max_nodes=2000)
    with pytest.raises(SearchError) as error:
        trees.run(**budget)
    assert error.value.place == place
    assert trees.result().visits == 0
    assert trees.run(10).visits == 10


@pytest.mark.parametrize(
    ("budget", "words"),
    [
        ({"simulations": 0}, "simulations: expected 1 or more, not 0"),
        ({"nodes": 2**40}, "nodes: expected at most 134217728, not 1099511627776"),
        ({"simulations": 10**5000}, "simulations: expected at most 4611686018427387904, not a huge integer"),
        ({"seconds": 0.0}, "seconds: expected more than 0"),
        ({"seconds": -0.5}, "seconds: expected a number from 0 to 1e+09, not -0.5"),
    ],
)
def test_a_budget_out_of_range_in_words(game: Game, budget: dict[str, Any], words: str) -> None:
    with pytest.raises(SearchError) as error:
        Search(game).run(**budget)
    assert str(error.value) == words


@pytest.mark.parametrize(
    "budget",
    [
        {"simulations": 1.0},
        {"simulations": NAN},
        {"simulations": True},
        {"nodes": "9"},
        {"seconds": "1"},
        {"seconds": []},
    ],
    ids=str,
)
def test_budget_of_a_wrong_type(game: Game, budget: dict[str, Any]) -> None:
    trees = Search(game)
    with pytest.raises(WrongTypeError) as error:
        trees.run(**budget)
    assert error.value.place == next(iter(budget))
    assert trees.run(np.int32(10)).visits == 10


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("policy", "alphabeta"),
        ("rollout", "lucky"),
        ("utility", "money"),
        ("backup", "min_max"),
        ("parallel", "leaf"),
        ("observations", "float64"),
        ("c", -1.0),
        ("c", NAN),
        ("c", INF),
        ("fpu", NAN),
        ("virtual_loss", -0.1),
        ("virtual_loss", NAN),
        ("seed", -1),
        ("seed", 2**64),
        ("threads", 0),
        ("threads", -2),
        ("threads", 257),
        ("max_nodes", 0),
        ("max_nodes", -1),
        ("max_nodes", 2**31),
        ("in_flight", 0),
        ("in_flight", 10**6),
        ("samples", 0),
        ("viewer", 4),
        ("noise", (0.3, 0.25)),
        ("estimates", True),
    ],
    ids=str,
)
def test_option_out_of_range(game: Game, option: str, value: Any) -> None:
    with pytest.raises(SearchError) as error:
        Search(game, **{option: value})
    assert error.value.place == option
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("policy", 1),
        ("rollout", None),
        ("utility", 0),
        ("evaluator", "network"),
        ("c", "1"),
        ("c", True),
        ("seed", 1.0),
        ("threads", "2"),
        ("threads", True),
        ("max_nodes", 1e6),
    ],
    ids=str,
)
def test_option_of_a_wrong_type(game: Game, option: str, value: Any) -> None:
    with pytest.raises(WrongTypeError) as error:
        Search(game, **{option: value})
    assert error.value.place == option
    assert isinstance(error.value, TypeError)


@pytest.mark.parametrize("noise", [(0.0, 0.25), (NAN, 0.25), (0.3, 1.5), (0.3, NAN), (0.3,), 0.3], ids=str)
def test_noise_that_is_none(game: Game, noise: Any) -> None:
    with pytest.raises(MetromaniaError, match="noise"):
        Search(game, evaluator=evaluate, noise=noise)


@pytest.mark.parametrize("what", [None, 5, "game", object()], ids=lambda what: type(what).__name__)
def test_no_game(game: Game, what: Any) -> None:
    with pytest.raises(WrongTypeError, match="game"):
        Search(what)
    trees = Search(game)
    with pytest.raises(WrongTypeError, match="game"):
        trees.move_to(what)


def test_cap_smaller_than_the_number_of_trees(game: Game) -> None:
    with pytest.raises(SearchError, match="max_nodes"):
        Search(game, max_nodes=3, threads=4, parallel="root")
    assert search(game, 40, max_nodes=4, threads=4, parallel="root").nodes == 4


def test_more_threads_than_cores(game: Game) -> None:
    for parallel in ("tree", "root"):
        result = search(game, 600, threads=40, parallel=parallel)
        assert result.simulations == result.visits == 600


def test_finished_game(game: Game) -> None:
    while not game.is_over:
        game.push(game.legal_ids()[-1])
    trees = Search(game)
    with pytest.raises(GameOverError):
        trees.run(10)
    with pytest.raises(GameOverError):
        search(game, 10, evaluator=evaluate)


def test_nothing_searched_yet(game: Game) -> None:
    result = Search(game).result()
    assert (result.ended_by, result.visits, result.value, result.line) == ("not run", 0, None, ())
    assert len(result.actions) == len(game.legal_ids())
    assert "not run" in str(result)
    assert result.to_dict()["best"] is None
    with pytest.raises(SearchError):
        _ = result.best
    with pytest.raises(SearchError):
        result.policy()


def test_evaluator_with_threads(game: Game) -> None:
    with pytest.raises(SearchError) as error:
        Search(game, evaluator=evaluate, threads=2)
    assert error.value.place == "threads"


def test_searches_that_do_not_go_together(game: Game) -> None:
    one = Search(game, evaluator=evaluate)
    others = [
        Search(game),
        Search(game, evaluator=another),
        Search(game, evaluator=evaluate, in_flight=2),
        Search(game, evaluator=evaluate, observations="uint8"),
        Search(game, evaluator=evaluate, estimates=True),
        Search(Game.new(3, seed=1), evaluator=evaluate),
        one,
    ]
    for other in others:
        with pytest.raises(SearchError) as error:
            run_together([one, other], 10)
        assert error.value.place == "searches[1]"
    assert run_together([], 10) == []
    assert one.run(10).visits == 10


@pytest.mark.parametrize(
    "options",
    [{"threads": 0}, {"max_nodes": 0}, {"utility": 4}, {"utility": -1}, {"leaf": 99}, {"leaf": -2}, {"priors": 3}, {"priors": -1}],
    ids=str,
)
def test_the_core_refuses_what_would_break_it(game: Game, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="out of range"):
        Searcher([game], **options)


def test_the_core_takes_games_of_one_set_up(game: Game) -> None:
    with pytest.raises(ValueError, match="no games"):
        Searcher([])
    with pytest.raises(ValueError, match="set-ups"):
        Searcher([game, Game.new(4, seed=2)])
    with pytest.raises(TypeError):
        Searcher([None])  # type: ignore[list-item]
    trees = Searcher([game], leaf=-1)
    with pytest.raises(SearchError, match="evaluator"):
        trees.run(simulations=1)
    with pytest.raises(IndexError):
        trees.move_to(1, game)
