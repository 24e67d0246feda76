"""Leaves valued by a user's function: what it is shown, what becomes of its answers, and what if they are no good."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from metrocore.playout import play_random
from metrocore.search.evaluate import estimates, expected_scores
from metromania import Game
from metromania.errors import SearchError
from metromania.observation import describe_observation, views
from metromania.search import Result, Search, run_together, search


def middle(seed: int, plies: int, players: int = 4) -> Game:
    game = Game.new(players, seed=seed)
    play_random(game, seed)
    while game.ply > plies:
        game.pop()
    return game


def visits(result: Result) -> list[tuple[str, int]]:
    return [(str(row.action), row.visits) for row in result.actions]


class Recorder:
    """Answers with fixed pseudo-random priors and values, by what it is shown; keeps the sizes of the batches."""

    def __init__(self, players: int = 4) -> None:
        self.players = players
        self.rows: list[int] = []
        self.shown: list[tuple[NDArray[Any], NDArray[np.bool_]]] = []
        rng = np.random.default_rng(0)
        self.to_values = rng.random((100, players), np.float32) / 10
        self.to_priors = rng.random((100, 320), np.float32) / 4

    def __call__(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        self.rows.append(len(observations))
        self.shown.append((observations, masks))
        numbers = observations[:, 11:17111:171].astype(np.float32)
        return np.exp(numbers @ self.to_priors), numbers @ self.to_values


@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_shown_is_what_the_player_to_act_sees(dtype: str) -> None:
    game = middle(3, 33)
    recorder = Recorder()
    search(game, 60, evaluator=recorder, in_flight=8, observations=dtype)
    first, mask = recorder.shown[0]
    assert first.shape == (1, 17113)  # the root alone
    assert first.dtype == dtype
    assert game.current_player is not None
    assert np.array_equal(first[0], game.observation(game.current_player, dtype=dtype))
    assert np.array_equal(mask[0], game.legal_actions.mask())
    assert mask.dtype == np.bool_
    assert sum(recorder.rows) <= 60
    assert 1 < max(recorder.rows) <= 8
    for observations, masks in recorder.shown:
        assert len(observations) == len(masks)
        assert masks.any(axis=1).all()
        for row in observations:
            assert views(row)["to_move"][0]  # seen by the seat to act
    assert len(describe_observation()) > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_estimates_are_those_of_the_leaf(players: int) -> None:
    """The root's own, then one for each row, which differ from leaf to leaf."""
    game = middle(3, 30, players)
    shown = []

    def evaluate(observations: Any, masks: Any, told: NDArray[np.float32]) -> tuple[Any, Any]:
        shown.append((len(observations), told))
        return masks.astype(np.float32), told[:, :, 0] / 100

    result = search(game, 60, evaluator=evaluate, in_flight=8, estimates=True)
    assert result.visits == 60
    assert game.current_player is not None
    assert np.allclose(shown[0][1], [estimates(game, game.current_player)])
    for rows, told in shown:
        assert told.shape == (rows, players, 4)
        assert told.dtype == np.float32
        assert (told[:, :, 2:] >= 0).all()
        assert (told[:, :, 2:] <= 1).all()
    assert len({told.tobytes() for _, told in shown}) > 1
    after = game.copy()
    after.push(game.legal_ids()[0])
    if after.current_player is not None:
        alone = search(after, 1, evaluator=evaluate, estimates=True)
        assert alone.value == pytest.approx([score / 100 for score in expected_scores(after)], abs=1e-5)


def test_arrays_are_the_evaluators_to_keep() -> None:
    recorder = Recorder()
    search(middle(3, 33), 100, evaluator=recorder, in_flight=4)
    sums = [float(observations.sum()) for observations, _ in recorder.shown]
    search(middle(5, 20), 100, evaluator=recorder, in_flight=4)
    assert sums == [float(observations.sum()) for observations, _ in recorder.shown][: len(sums)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_go_to_their_seats(players: int) -> None:
    """Column k is the seat k places after the one to act: what the observation says of seat k goes to that player."""
    game = middle(2, 31, players)

    def evaluate(observations: NDArray[Any], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        values = np.zeros((len(observations), players), np.float32)
        for row, seen in enumerate(observations):
            values[row] = views(seen)["points"][:players, ...].reshape(players)
        return np.ones((len(masks), 320), np.float32), values

    result = search(game, 1, evaluator=evaluate, observations="float32")
    assert result.value == pytest.approx([points / 32 for points in game.station_points], abs=1e-6)


def test_priors_lead_the_search() -> None:
    game = middle(3, 33)
    wanted = game.legal_ids()[2]

    def evaluate(_: NDArray[Any], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        priors = np.full((len(masks), 320), 1e-3, np.float64)
        priors[:, wanted] = 1
        return priors, np.full((len(masks), 4), 0.25, np.float64)

    result = search(game, 300, policy="puct", evaluator=evaluate, in_flight=1)
    assert result.best.id == wanted
    row = result.actions[0]
    assert row.prior == pytest.approx(1 / (1 + 1e-3 * (len(game.legal_ids()) - 1)))
    assert row.visits > 150
    assert sum(row.prior for row in result.actions) == pytest.approx(1)


def test_priors_of_zero_are_taken_as_equal() -> None:
    def evaluate(_: NDArray[Any], masks: NDArray[np.bool_]) -> tuple[Any, Any]:
        return np.zeros((len(masks), 320), np.float32), np.zeros((len(masks), 4), np.float32)

    game = middle(3, 33)
    result = search(game, 50, policy="puct", evaluator=evaluate)
    assert [row.prior for row in result.actions] == pytest.approx([1 / len(game.legal_ids())] * len(result.actions))


@pytest.mark.parametrize("in_flight", [1, 7, 64])
@pytest.mark.parametrize("policy", ["uct", "puct"])
def test_deterministic_and_sound(in_flight: int, policy: str) -> None:
    game = middle(8, 26)
    results = []
    for _ in range(2):
        trees = Search(game, policy=policy, evaluator=Recorder(), in_flight=in_flight, noise=(0.3, 0.25), seed=4)
        results.append(trees.run(400))
        trees._searcher.check()
    assert visits(results[0]) == visits(results[1])
    assert results[0].simulations == results[0].visits == 400


def test_noise_changes_priors_only_at_the_root() -> None:
    game = middle(8, 26)
    plain = search(game, 200, policy="puct", evaluator=Recorder())
    noisy = [search(game, 200, policy="puct", evaluator=Recorder(), noise=(0.3, 0.5), seed=seed) for seed in (1, 2)]
    priors = [{row.action: row.prior for row in result.actions} for result in (plain, *noisy)]
    assert priors[0] != priors[1] != priors[2]
    for some in priors:
        assert sum(some.values()) == pytest.approx(1, abs=1e-5)
    for action, prior in priors[0].items():
        assert priors[1][action] >= prior / 2 - 1e-6


def test_many_games_in_common_batches() -> None:
    recorder = Recorder()
    games = [middle(seed, 10 + seed) for seed in range(12)]
    searches = [Search(game, policy="puct", evaluator=recorder, in_flight=2, seed=1) for game in games]
    results = run_together(searches, 100)
    assert max(recorder.rows) > 12
    for game, result in zip(games, results, strict=True):
        alone = search(game, 100, policy="puct", evaluator=recorder, in_flight=2, seed=1)
        assert result.simulations == 100
        assert visits(alone) == visits(result)


def test_budgets_with_an_evaluator() -> None:
    trees = Search(middle(8, 26), evaluator=Recorder(), in_flight=16)
    assert trees.run(33).simulations == 33
    assert trees.run(nodes=150).ended_by == "nodes"
    assert trees.result().nodes < 150 + 2 * 16
    assert trees.run(seconds=0.02).ended_by == "seconds"
    assert trees.run(10, nodes=10_000, seconds=60).ended_by == "simulations"


def test_full_arena_with_an_evaluator() -> None:
    trees = Search(middle(8, 26), policy="puct", evaluator=Recorder(), max_nodes=30, in_flight=4)
    result = trees.run(500)
    assert result.simulations == 500
    assert result.nodes == 30
    assert result.full
    trees._searcher.check()


def test_tree_is_kept_with_an_evaluator() -> None:
    game = middle(8, 26)
    trees = Search(game, policy="puct", evaluator=Recorder(), noise=(0.3, 0.25))
    while not game.is_over and game.ply < 32:
        result = trees.run(120)
        trees._searcher.check()
        game.push(result.best)
        assert trees.advance(result.best) > 0
        assert trees.game == game


class Trouble(Exception):
    pass


def bad_answers() -> dict[str, Any]:
    def answer(priors: Any, values: Any) -> Any:
        return lambda n: (priors(n), values(n))

    def good_priors(n: int) -> Any:
        return np.full((n, 320), 0.1, np.float32)

    def good_values(n: int) -> Any:
        return np.full((n, 4), 0.1, np.float32)

    def spoilt(make: Any, value: float) -> Any:
        def made(n: int) -> Any:
            array = make(n)
            array[-1, -1] = value
            return array

        return made

    return {
        "nothing": lambda n: None,
        "one array": good_priors,
        "three arrays": lambda n: (good_priors(n), good_values(n), good_values(n)),
        "priors too few": answer(lambda n: good_priors(n + 1)[:, :319], good_values),
        "priors of another batch": answer(lambda n: good_priors(n + 1), good_values),
        "values of three players": answer(good_priors, lambda n: good_values(n)[:, :3]),
        "flat values": answer(good_priors, lambda n: good_values(n)[:, 0]),
        "integers": answer(good_priors, lambda n: np.zeros((n, 4), np.int64)),
        "objects": answer(good_priors, lambda n: np.zeros((n, 4), object)),
        "complex": answer(lambda n: good_priors(n).astype(complex), good_values),
        "NaN prior": answer(spoilt(good_priors, float("nan")), good_values),
        "infinite prior": answer(spoilt(good_priors, float("inf")), good_values),
        "negative prior": answer(spoilt(good_priors, -0.1), good_values),
        "NaN value": answer(good_priors, spoilt(good_values, float("nan"))),
        "infinite value": answer(good_priors, spoilt(good_values, float("-inf"))),
        "too large for a float": answer(good_priors, lambda n: np.full((n, 4), 1e300)),
    }


@pytest.mark.parametrize("name", bad_answers())
@pytest.mark.parametrize("calls", [0, 3])
def test_answers_that_do_not_fit(name: str, calls: int) -> None:
    """The error names what does not fit; walks that waited are taken back; the next run goes on as if it never was."""
    make = bad_answers()[name]
    left = [calls]

    def evaluate(observations: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        left[0] -= 1
        if left[0] == -1:
            return make(len(observations))
        return np.ones((len(masks), 320), np.float32), np.full((len(masks), 4), 0.25, np.float32)

    trees = Search(middle(8, 26), policy="puct", evaluator=evaluate, in_flight=8)
    with pytest.raises(SearchError) as error:
        trees.run(100)
    assert error.value.place.startswith("evaluator")
    trees._searcher.check()
    result = trees.result()
    assert result.ended_by == "interrupted"
    assert result.visits == result.simulations < 100
    assert trees.run(100).visits == result.visits + 100
    trees._searcher.check()


@pytest.mark.parametrize("error", [Trouble, KeyboardInterrupt, MemoryError])
def test_evaluator_that_raises(error: type[BaseException]) -> None:
    def evaluate(_: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        if trees.result().visits > 40:
            raise error
        return np.ones((len(masks), 320), np.float32), np.full((len(masks), 4), 0.25, np.float32)

    trees = Search(middle(8, 26), evaluator=evaluate, in_flight=8)
    with pytest.raises(error):
        trees.run(100)
    trees._searcher.check()
    assert 40 < trees.result().visits < 60
    with pytest.raises(error):
        trees.run(1)


def test_evaluator_that_runs_its_own_search() -> None:
    """A search may be begun inside an evaluator, but not the one that waits for it."""

    def evaluate(_: NDArray[Any], masks: NDArray[np.bool_]) -> Any:
        assert search(game, 5).visits == 5
        with pytest.raises(SearchError, match="running"):
            trees.run(1)
        with pytest.raises(SearchError, match="running"):
            trees.advance(game.legal_ids()[0])
        return np.ones((len(masks), 320), np.float32), np.full((len(masks), 4), 0.25, np.float32)

    game = middle(8, 26)
    trees = Search(game, evaluator=evaluate)
    assert trees.run(50).visits == 50
