"""Looks for games that reach clauses which seeded play leaves alone, and prints their records: for rare.jsonl.

Use: python -m tests.reference.hunt FIRST_SEED SEEDS CLAUSE...
"""

import json
import sys
from collections import Counter
from random import Random

from .boards import random_record
from .clauses import CLAUSES
from .play import RefGame
from .players import Curious


def hunt(seed: int, wanted: frozenset[str]) -> None:
    """Play a game among curious players; print it if it reached a wanted clause."""
    rng = Random(seed)
    record = random_record(seed, rng.choice(("standard", "many", "near", "two ends", "few areas")))
    game = RefGame(record, Counter())
    choosers = [Curious(rng, wanted, 2 if record["players"] < 4 else 1) for _ in range(game.players)]
    while game.current_player is not None:
        action = choosers[game.current_player](game)
        record["actions"].append(action)
        game.apply(action)
    reached = sorted(wanted & (game.state.tally or {}).keys())
    if reached:
        print(json.dumps({"name": f"rare-{seed}", "reaches": reached, "record": record}), flush=True)


if __name__ == "__main__":
    first, count, *names = sys.argv[1:]
    unknown = set(names) - CLAUSES.keys()
    if unknown:
        sys.exit(f"no such clause: {sorted(unknown)}")
    for number in range(int(first), int(first) + int(count)):
        hunt(number, frozenset(names))
