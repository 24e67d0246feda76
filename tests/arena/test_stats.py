"""Shares, intervals, ratings, and the sequential test: against known values, and by simulation."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from metromania.arena import ArenaError, Outcome, Sprt, Tournament, standings
from metromania.arena.ratings import rate
from metromania.arena.sprt import SprtRun
from metromania.arena.stats import mean_interval, share_interval
from metromania.bots import BotSpec


def tournament(count: int, players: int = 2) -> Tournament:
    return Tournament(tuple(BotSpec("random", (), f"bot{i}") for i in range(count)), players=players)


def outcome(held: Tournament, index: int, ranks: Sequence[int], totals: Sequence[int] | None = None) -> Outcome:
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    seats = range(held.players)
    return Outcome(
        held.job(index),
        tuple(ranks),
        winners,
        None if totals is None else tuple(totals),
        (),
        tuple(0.5 for _ in seats),
        tuple(10 for _ in seats),
    )


def test_standings_by_hand() -> None:
    held = tournament(2)
    outcomes = [
        outcome(held, 0, (1, 2), (10, 4)),  # bot0 sits first
        outcome(held, 1, (2, 1), (0, 6)),  # and second
        outcome(held, 2, (1, 1), (5, 5)),
        outcome(held, 3, (1, 2), (3, 1)),  # bot1 wins from the first seat
    ]
    best, other = standings(held, outcomes)
    assert (best.name, best.games, best.seats) == ("bot0", 4, 4)
    assert best.win_share == 2.5 / 4
    assert best.rank == 5 / 4
    assert best.score == (10 + 6 + 5 + 1) / 4
    assert best.seconds == 0.05
    assert best.win_share_interval[0] < best.win_share < best.win_share_interval[1]
    assert best.win_share + other.win_share == 1
    assert standings(held, outcomes[::-1]) == [best, other]


def test_no_games() -> None:
    for standing in standings(tournament(3), []):
        assert (standing.games, standing.win_share, standing.win_share_interval) == (0, 0, (0, 1))
        assert (standing.score, standing.score_interval, standing.rank_interval) == (None, None, None)


@pytest.mark.parametrize(
    ("wins", "games", "expected"),
    [(0, 10, (0.0, 0.2775)), (5, 10, (0.2366, 0.7634)), (81, 263, (0.2553, 0.3662)), (20, 20, (0.8389, 1.0))],
)
def test_wilson(wins: int, games: int, expected: tuple[float, float]) -> None:
    """One game a board, against published values (Newcombe 1998, table I, for 81 of 263)."""
    boards = {board: [float(board < wins)] for board in range(games)}
    assert share_interval(boards) == pytest.approx(expected, abs=5e-5)


def test_games_of_a_board_that_hang_together_count_less() -> None:
    apart = {board: [1.0, 0.0] for board in range(30)}
    together = {board: [float(board % 2)] * 2 for board in range(30)}
    half = {board: [float(board % 2)] for board in range(30)}
    widths = [high - low for low, high in map(share_interval, (apart, together, half))]
    assert widths[0] < widths[1]
    assert widths[1] == pytest.approx(widths[2], rel=0.03)


def test_intervals_hold_what_they_promise() -> None:
    """The true share, and mean, are in 95 of 100 intervals or so, whether or not a board's games hang together."""
    draw = random.Random(5)
    inside = Counter[str]()
    runs = 400
    for _ in range(runs):
        boards = {}
        for board in range(40):
            luck = draw.choice((0.4, 0.8))
            boards[board] = [float(draw.random() < luck) for _ in range(4)]
        low, high = share_interval(boards)
        inside["share"] += low <= 0.6 <= high
        interval = mean_interval(boards)
        assert interval is not None
        inside["mean"] += interval[0] <= 0.6 <= interval[1]
    assert 0.92 <= inside["share"] / runs <= 0.99
    assert 0.92 <= inside["mean"] / runs <= 0.98


def test_student() -> None:
    """Textbook: mean 10, deviation 2, 9 observations, quantile 2.306."""
    values = [10 + 2 * math.sqrt(8 / 9) * sign * 3 / math.sqrt(8) for sign in (1, -1) for _ in range(4)] + [10.0]
    low, high = mean_interval({i: [value] for i, value in enumerate(values)}) or (0, 0)
    assert (low + high) / 2 == pytest.approx(10)
    deviation = math.sqrt(sum((value - 10) ** 2 for value in values) / 8)
    assert (high - low) / 2 == pytest.approx(2.306 * deviation / 3, rel=1e-3)
    assert mean_interval({0: [1.0, 2.0]}) is None


def test_ratings_of_equal_results_are_equal() -> None:
    """A tie rates all alike, whatever the seats."""
    held = tournament(4, players=4)
    for index in range(4):
        ratings = rate(4, [outcome(held, index, (1, 1, 1, 1))])
        assert len({round(mu, 9) for mu, _ in ratings}) == 1
    ratings = rate(4, [outcome(held, 0, (1, 1, 3, 3))])
    assert ratings[0] == pytest.approx(ratings[1])
    assert ratings[2] == pytest.approx(ratings[3])
    assert ratings[0][0] > ratings[2][0]


def test_ratings_follow_strength() -> None:
    held = tournament(3)
    games = [outcome(held, index, (1, 2) if held.job(index).seats[0] < held.job(index).seats[1] else (2, 1)) for index in range(60)]
    mus = [mu for mu, _ in rate(3, games)]
    assert mus == sorted(mus, reverse=True)
    alone = Tournament((BotSpec("random", (), "a"),), players=3)
    assert rate(1, [outcome(alone, 0, (1, 2, 3))]) == rate(1, [])


OBSERVATIONS = {
    "wins and losses": ({0.0: 3, 1.0: 2}, {0.0: 2, 1.0: 3}),
    "pairs, half of them split": ({0.0: 2, 0.5: 2, 1.0: 1}, {0.0: 1, 0.5: 2, 1.0: 2}),
    "never far apart": ({0.375: 1, 0.625: 1}, {0.375: 1, 0.625: 9}),
    "rare and large": ({0.0: 1, 0.5: 8, 1.0: 1}, {0.5: 8, 1.0: 2}),
}


@pytest.mark.parametrize("kind", OBSERVATIONS)
def test_the_sequential_test_keeps_its_error_rates(kind: str) -> None:
    """Of 300 runs with either hypothesis true, about one in twenty or fewer ends with the other."""
    draw, runs, lengths = random.Random(kind), 300, []
    for truth, other, weights in zip(("low", "high"), ("high", "low"), OBSERVATIONS[kind], strict=True):
        values, times = list(weights), list(weights.values())
        means = [sum(v * w for v, w in law.items()) / sum(law.values()) for law in OBSERVATIONS[kind]]
        test = Sprt(*means)
        wrong = 0
        for _ in range(runs):
            seen: Counter[float] = Counter()
            while (decision := test.decision(seen)) is None:
                seen[draw.choices(values, times)[0]] += 1
            wrong += decision == other
            lengths.append(sum(seen.values()))
        assert wrong / runs <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / runs), (truth, wrong)
    assert 5 < sum(lengths) / len(lengths) < 400


def test_likelihoods_by_hand() -> None:
    """With nothing but whole wins and losses it is Wald's test of a coin."""
    test = Sprt(0.5, 0.6)
    seen = {1.0: 30, 0.0: 10}
    coin = 30 * math.log(0.6 / 0.5) + 10 * math.log(0.4 / 0.5)
    assert test.log_ratio(seen) == pytest.approx(coin, abs=0.01)
    assert test.bounds == pytest.approx((-math.log(19), math.log(19)))
    assert test.log_ratio({}) == pytest.approx(0, abs=0.01)
    ratios = [test.log_ratio({1.0: wins, 0.5: 5, 0.0: 20 - wins}) for wins in range(21)]
    assert ratios == sorted(ratios)


def test_boards_are_taken_whole_and_in_order() -> None:
    held = tournament(2)
    for order in itertools.permutations(range(6)):
        run = SprtRun(Sprt(), held)
        for taken, index in enumerate(order, 1):
            ranks = (1, 2) if held.job(index).seats[0] == 0 else (2, 1)
            run.add([outcome(held, index, ranks)])
            done = set(order[:taken])
            whole = next((board for board in range(3) if not {2 * board, 2 * board + 1} <= done), 3)
            assert run.boards == whole
        assert run.result().mean == 1
        assert run.result().decision is None
    run = SprtRun(Sprt(0.3, 0.7), held)
    games = [outcome(held, index, (1, 2) if held.job(index).seats[0] == 0 else (2, 1)) for index in range(40)]
    assert run.add(games) == "high"
    stopped = run.boards
    assert stopped < 20
    assert run.add([outcome(held, 40, (1, 2))]) == "high"
    assert run.boards == stopped


@pytest.mark.parametrize("given", [(0, 0.5), (0.5, 0.5), (0.6, 0.5), (0.5, 1), (0.5, 0.6, 0), (0.5, 0.6, 0.1, 0.5)])
def test_tests_that_make_no_sense(given: tuple[float, ...]) -> None:
    with pytest.raises(ArenaError):
        Sprt(*given)
    with pytest.raises(ArenaError, match="two bots"):
        SprtRun(Sprt(), tournament(3))


def test_interval_of_a_mean_stays_within_what_it_can_be() -> None:
    boards = {0: [1.0], 1: [3.0]}
    low, high = mean_interval(boards) or (0, 0)
    assert low < 1
    assert high > 3
    assert mean_interval(boards, 1.0, 3.0) == (1.0, 3.0)
