"""The search signature: what a fixed set of searches comes to. `python tests/search/signature.py` writes it anew.

A change of the search, of the random rollouts or of the order of actions changes it; that should be on purpose, and in
the commit that does so.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from metrocore.playout import play_random
from metrocore.search.reading import totals
from metromania import Game
from metromania.search import Search

FILE = Path(__file__).with_name("signature.json")

SEARCHES: tuple[dict[str, Any], ...] = (
    {"players": 4, "plies": 0, "options": {}},
    {"players": 4, "plies": 25, "options": {}},
    {"players": 3, "plies": 40, "options": {"policy": "puct"}},
    {"players": 2, "plies": 12, "options": {"utility": "margin", "transpositions": False}},
    {"players": 4, "plies": 30, "options": {"backup": "paranoid", "utility": "rank"}},
    {"players": 3, "plies": 20, "options": {"policy": "puct", "utility": "score", "max_nodes": 300}},
    {"players": 4, "plies": 15, "options": {"threads": 3, "parallel": "root"}},
)


def position(players: int, plies: int) -> Game:
    """A game some random plies old."""
    game = Game.new(players, seed=players)
    play_random(game, plies)
    while game.ply > plies:
        game.pop()
    return game


def measure(entry: dict[str, Any]) -> dict[str, Any]:
    """One search, then one more in the tree kept after its best action."""
    trees = Search(position(entry["players"], entry["plies"]), seed=1, **entry["options"])
    first = trees.run(1500)
    counts = totals(trees._searcher)
    kept = trees.advance(first.best)
    second = trees.run(500)
    return entry | {
        "nodes": first.nodes,
        "edges": first.edges,
        "depth": first.depth,
        "transpositions": counts["transpositions"],
        "best": str(first.best),
        "visits": first.actions[0].visits,
        "kept": kept,
        "then": [second.nodes, second.edges, str(second.best)],
    }


if __name__ == "__main__":
    FILE.write_text("[\n" + ",\n".join(json.dumps(measure(entry)) for entry in SEARCHES) + "\n]\n")
