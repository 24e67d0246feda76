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


def utilities(twin: RefGame) -> dict[str, tuple[float, ...]]:
    """The utilities of a finished game, once more and by their definitions."""
    players = report(twin)["players"]
    totals = [player["total"] for player in players]
    ranks = [player["rank"] for player in players]
    n = len(players)
    others = [[q for q in range(n) if q != p] for p in range(n)]
    beaten = [[(ranks[q] > ranks[p]) + 0.5 * (ranks[q] == ranks[p]) for q in others[p]] for p in range(n)]
    ahead = [totals[p] - max(totals[q] for q in others[p]) for p in range(n)]
    return {
        "win_share": tuple((rank == 1) / ranks.count(1) for rank in ranks),
        "rank": tuple(sum(shares) / (n - 1) for shares in beaten),
        "margin": tuple(min(1.0, max(0.0, 0.5 + points / 100)) for points in ahead),
        "score": tuple(min(1.0, max(0.0, (total + 50) / 150)) for total in totals),
    }


def brute_force(game: Game, twin: RefGame) -> dict[str, tuple[tuple[float, ...], int | None]]:
    """Every sequence of the twin's legal actions, the best by each utility; the engine only tells the ids."""
    player = twin.current_player
    if player is None:
        return {name: (values, None) for name, values in utilities(twin).items()}
    best: dict[str, tuple[tuple[float, ...], int | None]] = {}
    for number, text in sorted((game.parse(text).id, text) for text in twin.legal()):
        after = twin.copy()
        after.apply(text)
        game.push(text)
        for name, (value, _) in brute_force(game, after).items():
            if name not in best or value[player] > best[name][0][player] + 1e-12:
                best[name] = value, number
        game.pop()
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


def test_against_brute_force() -> None:
    lengths = set()
    for game in endgames(24, 60):
        for name, (value, action) in brute_force(game, twin_of(game)).items():
            solution = solve(game, name, 10_000)
            assert solution.completed
            assert solution.value == pytest.approx(value)
            assert solution.action == action
            lengths.add((name, len(solution.line)))
    for name in UTILITY_NAMES:
        assert max(length for other, length in lengths if other == name) >= 3


def test_the_line_leads_to_the_value() -> None:
    for game in endgames(30, 20_000):
        before = game.state_bytes()
        solution = solve(game, "margin", 10**6)
        assert game.state_bytes() == before
        assert solution.value is not None
        for action in solution.line:
            again = solve(game, "margin")
            assert (again.value, again.action) == (solution.value, action)
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
