"""Distances to an exit: never more than the truth, nearly always the truth, and consistent from step to step."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from metrocore.errors import SeatError, WrongTypeError
from metrocore.search.distance import exit_distances, start_distances, step_distances
from metrocore.search.slow_distance import slow_exit_distance
from metromania import Game

LIMIT = 6
TUNNELS = 18


def positions(games: int, every: int, variant: str = "open") -> Iterator[Game]:
    """Positions of random games, one in `every`."""
    for seed in range(games):
        rng = random.Random(seed)
        players = rng.choice([3, 4] if variant == "unfair" else [2, 3, 4])
        game = Game.new(players=players, seed=seed, variant=variant)
        while not game.is_over:
            game.push_unchecked(rng.choice(game.legal_ids()))
            if rng.randrange(every) == 0:
                yield game


def live(game: Game, line: int) -> bool:
    return 0 < len(game.path(line)) <= TUNNELS and not game.complete(line)


def test_against_every_sequence_of_digs() -> None:
    seen: Counter[str] = Counter()
    for game in positions(120, 30):
        fast = exit_distances(game)
        for line in range(2 * game.players):
            if not live(game, line):
                continue
            truth = slow_exit_distance(game, line, LIMIT)
            near = fast[line] if (fast[line] or 99) <= LIMIT else None
            if truth is not None:
                assert near is not None
                assert near <= truth
            seen["same" if near == truth else "less"] += 1
            seen[f"truth {truth}"] += 1
    assert seen["less"] <= 0.01 * seen["same"]
    assert all(seen[f"truth {distance}"] >= 10 for distance in (None, *range(1, LIMIT + 1)))


def test_what_is_not_started_complete_or_used_up() -> None:
    used_up = 0
    for game in positions(40, 10):
        distances = exit_distances(game)
        for line in range(2 * game.players):
            if game.complete(line):
                assert distances[line] == 0
            elif not live(game, line):
                assert distances[line] is None
                used_up += len(game.path(line)) > TUNNELS
            elif game.blocked(line):
                assert distances[line] is None
            elif (distance := distances[line]) is not None:
                assert 1 <= distance <= TUNNELS + 1 - len(game.path(line))
    assert used_up


@pytest.mark.parametrize("variant", ["open", "unfair"])
def test_first_steps_agree_with_the_distance(variant: str) -> None:
    steps_seen = 0
    for game in positions(60, 8, variant):
        distances = exit_distances(game)
        for line in range(2 * game.players):
            if not live(game, line):
                continue
            steps = [step for step in step_distances(game, line) if step is not None]
            assert (min(steps) + 1 if steps else None) == distances[line]
            steps_seen += len(steps)
    assert steps_seen > 1000


def test_a_step_is_what_remains_after_the_dig() -> None:
    same = more = 0
    for game in positions(60, 8):
        player = game.current_player
        if game.is_over or player is None or game.tunnels_dug:
            continue
        for action in game.legal_actions:
            if action.kind != "dig" or action.direction is None:
                continue
            line = 2 * player + (action.line == "b")
            said = step_distances(game, line)[action.direction]
            game.push(action)
            after = exit_distances(game)[line]
            game.pop()
            if said is None:
                assert after is None
            elif after == said:
                same += 1
            else:
                # The tunnel itself may have taken a space or a vertex that the way needed.
                assert after is None or after > said
                more += 1
    assert more <= 0.1 * same


def test_starts_are_one_tunnel_before() -> None:
    same = more = 0
    for game in positions(60, 12):
        player = game.current_player
        if game.is_over or player is None:
            continue
        starts = {(action - 1) // 2: action for action in game.legal_ids() if 1 <= action < 61}
        said = start_distances(game, player)
        if game.tunnels_dug == 0 and not game.bonus_line:
            assert {outer for outer, _ in said} == set(starts)
        for outer in starts:
            for base in (0, 1):
                line = 2 * player + bool(game.path(2 * player))
                game.push(1 + 2 * outer + base)
                after = exit_distances(game)[line]
                game.pop()
                distance = said[outer, base]
                if after == distance:
                    same += 1
                else:
                    assert distance is not None
                    assert after is None or after > distance
                    more += 1
    assert same > 300
    assert more <= 0.1 * same


def test_bad_lines() -> None:
    game = Game.new(players=3, seed=1)
    wrong: tuple[tuple[object, type[Exception]], ...] = (
        *((number, SeatError) for number in (-1, 6, 8, 2**63)),
        *((value, WrongTypeError) for value in (True, "a", None, 1.0)),
    )
    for line, error in wrong:
        with pytest.raises(error):
            step_distances(game, line)  # type: ignore[arg-type]
        with pytest.raises(error):
            slow_exit_distance(game, line, 3)  # type: ignore[arg-type]
        with pytest.raises(error):
            start_distances(game, line)  # type: ignore[arg-type]
