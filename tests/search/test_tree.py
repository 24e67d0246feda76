"""The search tree: what stands in it after searches and moves of the root, against positions played afresh."""

from __future__ import annotations

from typing import Any

import pytest

from metrocore.playout import play_random
from metrocore.search.reading import EDGE_BYTES, NODE_BYTES, root_rows, totals
from metrocore.search.searcher import Searcher
from metromania import Game

OPTIONS = [
    {"puct": puct, "transpositions": share, "paranoid": paranoid, "priors": priors, "leaf": int(share) + 2 * int(puct)}
    for puct in (False, True)
    for share in (False, True)
    for paranoid, priors in ((False, 0), (True, 1 + int(share)))
]


def middle(seed: int, plies: int, players: int = 4) -> Game:
    """A game some random plies old."""
    game = Game.new(players, seed=seed)
    play_random(game, seed)
    while game.ply > plies:
        game.pop()
    return game


def test_bytes_of_a_node_and_an_edge() -> None:
    assert NODE_BYTES == 40
    assert EDGE_BYTES == 20


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: "-".join(k for k, v in o.items() if v) or "plain")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_tree_is_sound_after_runs_and_moves(options: dict[str, Any], players: int) -> None:
    game = middle(players, 20, players)
    search = Searcher([game], seed=5, **options)
    for _ in range(4):
        assert search.run(simulations=600) == "simulations"
        search.check()
        rows = root_rows(search)
        assert [row[0] for row in rows] == list(game.legal_actions)
        best = max(rows, key=lambda row: row[1])[0]
        game.push(best)
        kept = search.move_to(0, game)
        assert kept > 1
        assert totals(search)["nodes"] == kept
        search.check()
