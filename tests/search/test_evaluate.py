"""The static evaluation: exact at the end, fair to the rules, and far better than the score as it stands."""

import math
import random
from collections.abc import Iterator

import pytest

from metrocore.search import evaluation_data
from metrocore.search.evaluate import estimates, expected_scores, expected_utilities, outlook_of
from metrocore.search.guided import play_guided
from metrocore.search.utility import UTILITY_NAMES
from metromania import Game
from metromania.errors import ArgumentError, WrongTypeError


def positions(players: int, games: int, every: int, **options: str) -> Iterator[tuple[Game, list[int], list[int]]]:
    """Positions of guided games, with the totals and winners they came to."""
    for seed in range(games):
        game = Game.new(players=players, seed=10**6 + seed, rules=options)
        play_guided(game, seed)
        report = game.report_data()
        while game.ply:
            game.pop()
            if game.ply % every == 0:
                yield game, report["totals"], report["winners"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_better_than_the_score_as_it_stands(players: int) -> None:
    error = naive = loss = 0.0
    cases = 0
    for game, totals, winners in positions(players, 80, 7):
        now = game.report_data()["totals"]
        for mean, stand, total in zip(expected_scores(game), now, totals, strict=True):
            error += (mean - total) ** 2
            naive += (stand - total) ** 2
        shares = expected_utilities(game)
        loss -= sum(math.log(shares[p]) for p in winners) / len(winners)
        cases += 1
    assert error < 0.4 * naive
    assert loss / cases < 0.95 * math.log(players)


def test_exact_when_over() -> None:
    for seed in range(20):
        game = Game.new(players=2 + seed % 3, seed=seed)
        play_guided(game, seed)
        assert expected_scores(game) == tuple(game.report_data()["totals"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_estimates_are_told_from_a_seat_round(players: int) -> None:
    for game, _, _ in positions(players, 3, 5):
        now, chances = game.report_data()["totals"], outlook_of(game)["chance"]
        for seat in range(players):
            told = estimates(game, seat)
            assert len(told) == players
            for k, row in enumerate(told):
                p = (seat + k) % players
                assert row == pytest.approx((expected_scores(game)[p], now[p], chances[2 * p], chances[2 * p + 1]))


def test_estimates_when_over() -> None:
    game = Game.new(players=2, seed=1)
    play_guided(game, 1)
    totals = game.report_data()["totals"]
    lines = [tuple(float(game.complete(2 * p + k)) for k in (0, 1)) for p in (0, 1)]
    assert estimates(game, 0) == tuple((totals[p], totals[p], *lines[p]) for p in (0, 1))


def test_estimates_of_no_such_seat() -> None:
    game = Game.new(players=2, seed=1)
    for seat in (-1, 2, 2**63):
        with pytest.raises(ArgumentError):
            estimates(game, seat)
    with pytest.raises(WrongTypeError):
        estimates(game, 0.5)  # type: ignore[arg-type]


def test_nothing_is_played() -> None:
    game = Game.new(players=4, seed=2)
    before = game.state_bytes()
    expected_scores(game)
    assert game.state_bytes() == before


def test_rule_of_impossible_trips_keeps_the_margins() -> None:
    for seed in range(10):
        penalty = Game.new(players=3, seed=seed)
        reward = Game.new(players=3, seed=seed, rules={"impossible": "reward"})
        rng = random.Random(seed)
        while not penalty.is_over:
            low, high = expected_scores(penalty), expected_scores(reward)
            gains = [b - a for a, b in zip(low, high, strict=True)]
            if penalty.end_cause is None:  # afterwards players have different times left
                assert gains == pytest.approx([gains[0]] * 3)
            assert min(gains) >= 0
            action = rng.choice(penalty.legal_ids())
            penalty.push(action)
            reward.push(action)


@pytest.mark.parametrize("name", UTILITY_NAMES)
def test_utilities_keep_their_range(name: str) -> None:
    for players in (2, 3, 4):
        for game, _, _ in positions(players, 5, 11):
            values = expected_utilities(game, name)
            assert all(0 <= value <= 1 for value in values)
            if name == "win_share":
                assert sum(values) == pytest.approx(1)
            if name == "rank":
                assert sum(values) == pytest.approx(players / 2)


def test_hidden_letters_may_stay_unknown() -> None:
    game = Game.new(players=4, seed=4, variant="unfair")
    rng = random.Random(4)
    while not game.is_over:
        for player in range(4):
            assert all(math.isfinite(score) for score in expected_scores(game.view(player)))
        game.push(rng.choice(game.legal_ids()))


def test_classes_are_within_the_tables() -> None:
    seen = set()
    for players in (2, 3, 4):
        for game, _, _ in positions(players, 40, 3):
            look = outlook_of(game)
            for line, kind in enumerate(look["line"]):
                assert (kind is None) == game.complete(line)
                assert kind is not None or look["chance"][line] == 1
            assert all(0 <= chance <= 1 for chance in look["chance"])
            kinds = [kind for trip in look["trip"] for kind in trip]
            seen.update(kinds)
            assert {kind for trip in look["trip"][:6] for kind in trip} <= set(range(19))
            assert set(look["trip"][6]) <= {19, 20, 21}
            assert set(look["pair"]) <= {None, 0, 1, 2, 3, 4, 5}
            assert set(look["time"]) <= {0, 1, 2, 3, 4}
    assert len(seen) >= 20
    for tables in (evaluation_data.CHANCE, evaluation_data.TO_COME, evaluation_data.SPREAD, evaluation_data.POINTS):
        assert len(tables) == 3
    assert all(spread > 0 for table in evaluation_data.SPREAD for spread in table)


def test_bad_input() -> None:
    game = Game.new(players=2, seed=1)
    with pytest.raises(ValueError, match="no utility 'points'"):
        expected_utilities(game, "points")
    with pytest.raises(TypeError):
        expected_scores(None)  # type: ignore[arg-type]
