"""Exact endgames against brute force on the reference twin, and what a cut search says."""

import json
import random
from typing import Any

import pytest

from metrocore.search.guided import play_guided
from metrocore.search.solve import solve
from metrocore.search.utility import UTILITY_NAMES
from metromania import Game
from metromania.errors import ArgumentError, HiddenError, WrongTypeError
from tests.reference.play import RefGame
from tests.reference.report import report


def twin_of(game: Game) -> RefGame:
    """The reference twin in the same position."""
    record: dict[str, Any] = json.loads(json.dumps(game.to_record()))
    twin = RefGame({**record, "actions": []})
    for text in record["actions"]:
        twin.apply(text)
    return twin


def utilities(twin: RefGame, name: str) -> tuple[float, ...]:
    """The utilities of a finished game, once more and by their definitions."""
    players = report(twin)["players"]
    totals = [player["total"] for player in players]
    ranks = [player["rank"] for player in players]
    n = len(players)
    if name == "win_share":
        return tuple((rank == 1) / ranks.count(1) for rank in ranks)
    if name == "rank":
        return tuple(sum((other > mine) + 0.5 * (other == mine) for other in ranks) - 0.5 for mine in ranks)
    values = []
    for p in range(n):
        best = max(total for q, total in enumerate(totals) if q != p)
        points = 0.5 + (totals[p] - best) / 100 if name == "margin" else (totals[p] + 50) / 150
        values.append(min(1.0, max(0.0, points)))
    return tuple(values)


def brute_force(game: Game, twin: RefGame, name: str) -> tuple[tuple[float, ...], int | None]:
    """Every sequence of the twin's legal actions; the engine only tells the ids."""
    player = twin.current_player
    if player is None:
        values = utilities(twin, name)
        if name == "rank":
            values = tuple(value / (len(values) - 1) for value in values)
        return values, None
    best: tuple[tuple[float, ...], int | None] | None = None
    for number, text in sorted((game.parse(text).id, text) for text in twin.legal()):
        after = twin.copy()
        after.apply(text)
        game.push(text)
        value, _ = brute_force(game, after, name)
        game.pop()
        if best is None or value[player] > best[0][player] + 1e-12:
            best = value, number
    assert best is not None
    return best


def endgames(games: int, nodes: int) -> list[Game]:
    """Of each game, the earliest position from its end that needs no more than so many nodes."""
    found = []
    for seed in range(games):
        game = Game.new(players=2 + seed % 3, seed=seed)
        play_guided(game, seed)
        last = game.copy()
        while game.ply:
            game.pop()
            if not solve(game, "score", nodes).completed:
                break
            last = game.copy()
        found.append(last)
    return found


@pytest.mark.parametrize("name", UTILITY_NAMES)
def test_against_brute_force(name: str) -> None:
    lengths = set()
    for game in endgames(24, 60):
        solution = solve(game, name, 10_000)
        value, action = brute_force(game, twin_of(game), name)
        assert solution.completed
        assert solution.value == pytest.approx(value)
        assert solution.action == action
        lengths.add(len(solution.line))
    assert max(lengths) >= 3


def test_the_line_leads_to_the_value() -> None:
    for game in endgames(30, 20_000):
        before = game.state_bytes()
        solution = solve(game, "margin", 10**6)
        assert game.state_bytes() == before
        assert solution.value is not None
        for action in solution.line:
            assert solve(game, "margin").value == solution.value
            assert solve(game, "margin").action == action
            game.push(action)
        assert game.is_over
        totals = game.report_data()["totals"]
        best = [max(total for q, total in enumerate(totals) if q != p) for p in range(game.players)]
        margins = tuple(min(1, max(0, 0.5 + (mine - most) / 100)) for mine, most in zip(totals, best, strict=True))
        assert solution.value == pytest.approx(margins)


def test_cut_and_completed() -> None:
    game = Game.new(players=4, seed=3)
    solution = solve(game, nodes=1000)
    assert (solution.completed, solution.value, solution.action, solution.line) == (False, None, None, ())
    assert solution.nodes == 1000
    assert repr(solution) == "<not solved within 1000 nodes>"
    for game in endgames(6, 5000):
        solution = solve(game)
        assert solution.completed
        assert solve(game, nodes=solution.nodes).value == solution.value
        assert solve(game, nodes=solution.nodes).nodes == solution.nodes
        if solution.nodes > 1:
            assert not solve(game, nodes=solution.nodes - 1).completed
        assert repr(solution).startswith("<solved: win_share ")


def test_over() -> None:
    game = Game.new(players=3, seed=1)
    play_guided(game, 1)
    solution = solve(game)
    assert (solution.completed, solution.action, solution.nodes) == (True, None, 1)


def test_bad_input() -> None:
    game = Game.new(players=3, seed=1)
    for nodes in (0, -1, 2**63):
        with pytest.raises(ArgumentError):
            solve(game, nodes=nodes)
    for wrong in (1.5, True, None, float("nan")):
        with pytest.raises(WrongTypeError):
            solve(game, nodes=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no utility"):
        solve(game, "points")
    unfair = Game.new(players=3, seed=1, variant="unfair")
    with pytest.raises(HiddenError):
        solve(unfair.view(0))
    rng = random.Random(1)
    while not unfair.is_over:
        unfair.push(rng.choice(unfair.legal_ids()))
    assert solve(unfair).completed
