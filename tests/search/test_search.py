"""A search from Python: what its result says, what ends it, and that it is the same each time."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from threading import Thread, Timer
from typing import Any

import numpy as np
import pytest

from metrocore.playout import play_random
from metromania import Game
from metromania.errors import GameOverError, IllegalActionError, SearchError
from metromania.search import UTILITY_NAMES, Result, Search, search


def middle(seed: int, plies: int, players: int = 4) -> Game:
    """A game some random plies old."""
    game = Game.new(players, seed=seed)
    play_random(game, seed)
    while game.ply > plies:
        game.pop()
    return game


def near_end(seed: int, plies: int, players: int) -> Game:
    """A random game some plies before its end."""
    game = Game.new(players, seed=seed)
    play_random(game, seed)
    for _ in range(plies):
        game.pop()
    return game


def found(result: Result) -> list[Any]:
    """All of a result that does not depend on the clock."""
    plain = result.to_dict()
    return [plain[name] for name in sorted(plain) if name not in ("seconds", "rate")]


def max_n(game: Game, player_value: Callable[[int, tuple[float, ...]], float]) -> tuple[float, ...]:
    """Brute force: the action of highest value for the player to act, the lowest id of equals."""
    if game.is_over:
        winners = game.report_data()["winners"]
        return tuple((p in winners) / len(winners) for p in range(game.players))
    best: tuple[float, ...] | None = None
    player = game.current_player
    assert player is not None
    for action in game.legal_ids():
        game.push_unchecked(action)
        value = max_n(game, player_value)
        game.pop()
        if best is None or player_value(player, value) > player_value(player, best):
            best = value
    assert best is not None
    return best


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["uct", "puct"])
def test_result_holds_together(players: int, policy: str) -> None:
    game = middle(players, 25, players)
    result = search(game, 700, policy=policy)
    assert result.player == game.current_player
    assert {row.action for row in result.actions} == set(game.legal_actions)
    assert [row.visits for row in result.actions] == sorted((row.visits for row in result.actions), reverse=True)
    assert result.best == result.actions[0].action == result.line[0]
    assert result.simulations == result.visits == 700
    assert sum(row.visits for row in result.actions) == 699  # the first simulation valued the root itself
    assert result.ended_by == "simulations"
    assert result.value is not None
    assert len(result.value) == players
    assert sum(result.value) == pytest.approx(1, abs=1e-4)  # win shares
    for row in result.actions:
        assert (row.value is None) == (row.visits == 0)
        if row.value is not None:
            assert len(row.value) == players
            assert sum(row.value) == pytest.approx(1, abs=1e-4)
            assert all(-1e-6 <= x <= 1 + 1e-6 for x in row.value)
    assert 1 <= result.mean_depth <= result.depth
    assert len(result.line) <= result.depth
    for action in result.line:
        game.push(action)


def test_result_reads_well() -> None:
    text = str(search(middle(4, 3), 2000))
    lines = text.splitlines()
    assert lines[0].split()[:7] == ["action", "visits", "share", "p0", "p1", "p2", "p3"]
    assert "player 1 to act" in lines[0]
    assert any(line.startswith("line: ") for line in lines)
    assert "ended by: simulations" in lines[-1]
    assert max(map(len, lines)) < 200


def test_result_as_data_and_as_policy() -> None:
    result = search(middle(4, 30), 500)
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    policy = result.policy()
    assert policy.shape == (320,)
    assert policy.dtype == np.float32
    assert policy.sum() == pytest.approx(1)
    for row in result.actions:
        assert policy[row.action.id] == pytest.approx(row.visits / 499, abs=1e-6)
    sharp = result.policy(0)
    assert sharp[result.best.id] == 1 == sharp.sum()
    assert result.policy(1e-3).sum() == pytest.approx(1)
    for bad in (-1.0, float("nan"), float("inf")):
        with pytest.raises(SearchError, match="temperature"):
            result.policy(bad)


@pytest.mark.parametrize("utility", UTILITY_NAMES)
@pytest.mark.parametrize("backup", ["max_n", "paranoid"])
def test_utilities_and_backups_search(utility: str, backup: str) -> None:
    result = search(middle(7, 40), 400, utility=utility, backup=backup)
    assert result.utility == utility
    assert result.value is not None
    assert all(0 <= x <= 1 for x in result.value)


@pytest.mark.parametrize("options", [{}, {"policy": "puct"}, {"threads": 3, "parallel": "root"}], ids=str)
def test_same_seed_same_search(options: dict[str, Any]) -> None:
    game = middle(11, 30)
    first = search(game, 900, seed=5, **options)
    assert found(search(game, 900, seed=5, **options)) == found(first)
    assert found(search(game, 900, seed=6, **options)) != found(first)


def test_runs_add_up_to_one() -> None:
    game = middle(11, 30)
    parts = Search(game, seed=3)
    for simulations in (1, 300, 99):
        last = parts.run(simulations)
    whole = Search(game, seed=3).run(400)
    assert last.simulations == 99
    assert found(last)[0:7] == found(whole)[0:7]
    assert (last.visits, last.nodes, last.value) == (whole.visits, whole.nodes, whole.value)


def test_root_parallel_trees_share_the_budget() -> None:
    result = search(middle(11, 30), 1001, threads=4, parallel="root", seed=1)
    assert result.trees == 4
    assert result.simulations == result.visits == 1001
    assert sum(row.visits for row in result.actions) == 1001 - 4
    few = search(middle(11, 30), 2, threads=4, parallel="root")
    assert few.simulations == 2


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_budgets(parallel: str) -> None:
    trees = Search(middle(2, 30), threads=2, parallel=parallel, max_nodes=20_000)
    by_nodes = trees.run(nodes=500)
    assert by_nodes.ended_by == "nodes"
    assert by_nodes.nodes == 500
    again = trees.run(nodes=500)
    assert (again.ended_by, again.simulations, again.visits) == ("nodes", 0, by_nodes.visits)
    assert trees.run(50, nodes=10_000, seconds=60).ended_by == "simulations"
    assert trees.run(10**9, nodes=20_000, seconds=0.01).ended_by == "seconds"
    assert trees.run(10**9, nodes=900, seconds=60).ended_by == "nodes"


def test_stop_from_another_thread() -> None:
    trees = Search(middle(2, 30), threads=2)
    timer = Timer(0.05, trees.stop)
    timer.start()
    result = trees.run(seconds=60)
    timer.join()
    assert result.ended_by == "stopped"
    assert trees.run(10).ended_by == "simulations"


def without_opinion(seen: Any, masks: Any) -> tuple[Any, Any]:
    return masks.astype("f4"), np.full((len(seen), 4), 0.25, "f4")


@pytest.mark.parametrize("evaluator", [None, without_opinion])
def test_a_stop_before_the_run_holds_for_it(evaluator: Any) -> None:
    game = middle(2, 30)
    trees = Search(game, evaluator=evaluator)
    trees.stop()
    stopped = trees.run(seconds=60)
    assert (stopped.ended_by, stopped.simulations) == ("stopped", 0)
    assert trees.run(100).ended_by == "simulations"
    trees.stop()  # too late, for what was searched before
    trees.advance(game.legal_ids()[0])
    assert trees.run(100).ended_by == "simulations"


def test_one_run_at_a_time() -> None:
    game = middle(2, 30)
    trees = Search(game)
    runner = Thread(target=trees.run, kwargs={"seconds": 60})
    runner.start()
    while trees.result().visits == 0:
        pass
    with pytest.raises(SearchError, match="running"):
        trees.run(10)
    with pytest.raises(SearchError, match="running"):
        trees.advance(game.legal_ids()[0])
    trees.stop()
    runner.join()
    assert trees.run(10).simulations == 10
    assert trees.game == game


@pytest.mark.parametrize("max_nodes", [1, 2, 20, 300])
def test_cap_is_honoured(max_nodes: int) -> None:
    trees = Search(middle(4, 30), max_nodes=max_nodes)
    result = trees.run(2000)
    assert result.nodes <= max_nodes
    assert result.full
    assert result.simulations == 2000
    for row in result.actions:
        assert row.value is not None
        assert sum(row.value) == pytest.approx(1, abs=1e-3)
    trees._searcher.check()
    trees.advance(result.best)
    assert trees.run(500).nodes <= max_nodes


def test_nodes_of_the_tree_are_kept() -> None:
    game = middle(4, 30)
    trees = Search(game, seed=1)
    before = trees.run(3000)
    row = before.actions[0]
    kept = trees.advance(row.action)
    game.push(row.action)
    after = trees.result()
    assert trees.game == game
    assert 0 < kept < before.nodes
    assert after.nodes == kept
    assert after.visits >= row.visits
    assert after.value == pytest.approx(row.value)
    assert after.ended_by == "not run"
    assert trees.run(100).visits == after.visits + 100


def test_move_to_a_later_an_earlier_and_another_position() -> None:
    game = middle(4, 30)
    trees = Search(game, seed=1)
    result = trees.run(3000)
    later = game.copy()
    for action in result.line[:2]:
        later.push(action)
    assert trees.move_to(later) > 0
    assert trees.game == later
    assert trees.move_to(later) == trees.result().nodes  # where it is already
    assert trees.move_to(game) == 0  # what was above the root is gone
    assert trees.run(100).visits == 100
    with pytest.raises(SearchError, match="set-up"):
        trees.move_to(middle(5, 30))
    with pytest.raises(IllegalActionError):
        trees.advance("pass")
    assert trees.game == game


def test_search_goes_on_to_the_end_of_the_game() -> None:
    game = near_end(3, 8, 3)
    trees = Search(game)
    while not game.is_over:
        best = trees.run(200).best
        game.push(best)
        trees.advance(best)
    with pytest.raises(GameOverError):
        trees.run(10)
    with pytest.raises(GameOverError):
        trees.result()
    game.pop()
    assert trees.move_to(game) == 0
    assert trees.run(10).simulations == 10


def test_game_may_change_meanwhile() -> None:
    game = middle(4, 30)
    trees = Search(game, seed=1)
    game.push(game.legal_ids()[0])
    game.pop()
    game.push(game.legal_ids()[-1])
    result = trees.run(300)
    assert found(result) == found(Search(middle(4, 30), seed=1).run(300))


@pytest.mark.parametrize("backup", ["max_n", "paranoid"])
def test_proven_values_are_exact(backup: str) -> None:
    proven = 0
    for seed in range(12):
        game = near_end(seed, 3, 2 + seed % 3)
        result = search(game, 20_000, seed=seed, backup=backup, c=30)
        if result.ended_by == "proven":
            seat = result.player

            def worth(player: int, value: tuple[float, ...], seat: int = seat) -> float:
                return value[player] if backup == "max_n" else value[seat] * (1 if player == seat else -1)

            assert result.proven
            assert result.value == pytest.approx(max_n(game, worth))
            assert result.actions[0].value == pytest.approx(result.value)
            proven += 1
    assert proven >= 6


def test_each_player_maximises_their_own_through_a_turn_of_three() -> None:
    """Along the line of a long search, each choice is the best known for whoever makes it, also twice in a row."""
    game = near_end(5, 12, 4)
    trees = Search(game, seed=1)
    movers = []
    for _ in range(6):
        result = trees.run(4000)
        assert result.value is not None
        movers.append(result.player)
        best = max(row.value[result.player] for row in result.actions if row.value is not None)
        chosen = result.actions[0].value
        assert chosen is not None
        assert chosen[result.player] >= best - 0.05
        trees.advance(result.best)
    assert any(a == b for a, b in pairwise(movers))
    assert len(set(movers)) > 1


def test_paranoid_others_lessen_the_seat() -> None:
    """The seat expects no more from a table that is against it than from one that looks after itself."""
    lower = 0
    for seed in range(6):
        game = near_end(seed, 5, 3)
        kind = search(game, 8000, seed=1)
        against = search(game, 8000, seed=1, backup="paranoid")
        assert kind.value is not None
        assert against.value is not None
        lower += against.value[kind.player] <= kind.value[kind.player] + 0.02
    assert lower == 6


def test_the_printed_table() -> None:
    """What nobody looked at has a dash for a value, priors are shown where they tell something, memory is never zero."""
    game = Game.new(3, seed=1)
    plain = str(search(game, 5)).splitlines()
    assert plain[0].split()[:6] == ["action", "visits", "share", "p0", "p1", "p2"]
    assert plain[8].split()[1:] == ["0", "0.0%", "-", "-", "-"]
    assert " kB, depth" in plain[-1]
    guided = str(search(middle(11, 30, 3), 5, policy="puct", priors="guided")).splitlines()
    assert guided[0].split()[:5] == ["action", "visits", "share", "prior", "p0"]
    assert " MB, depth" in str(search(game, 30_000))


def test_values_have_no_digits_that_nobody_knows() -> None:
    result = search(Game.new(3, seed=1), 5)
    assert result.value == (0.4, 0.2, 0.4)
    for row in result.actions:
        assert all(x == float(f"{x:.7g}") for x in (*(row.value or ()), row.prior))
