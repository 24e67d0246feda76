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
from .report import report

SHAPES = ("standard", "many", "many", "near", "two ends", "few areas")


class Saver(Curious):
    """Builds stations while two are left, then keeps the last one and the end of building for a wanted clause."""

    def __init__(self, rng: Random, wanted: frozenset[str]) -> None:
        super().__init__(rng, wanted, depth=2)
        company = rng.choice((0.0, 2.0, 3.0))
        self.eager.weights.update(exit=rng.choice((0.3, 1.0)), room=1.0, alongside=company, start=3.0, build=0.0)

    def __call__(self, game: RefGame) -> str:
        legal, rng = game.legal(), self.eager.rng
        stations = [text for text in legal if text.startswith("+")]
        if game.state.stations_left > 1:
            if stations and rng.random() < 0.85:
                return rng.choice(stations)
        elif any(line.complete for line in game.state.lines[game.current_player or 0]):
            for text in legal:
                trial = game.copy(Counter())
                trial.apply(text)
                if self.reaches(trial, game.current_player, self.depth):
                    return text
        saving = [text for text in legal if self.saves(game, text)]
        return max(saving or legal, key=lambda text: self.eager.worth(game, text) + rng.random())

    def saves(self, game: RefGame, text: str) -> bool:
        """Does an action leave a station, and the end uncalled?"""
        trial = game.copy()
        trial.apply(text)
        return trial.state.stations_left > 0 and trial.end_cause is None


def hunt(seed: int, wanted: frozenset[str]) -> None:
    """Play a game among curious or saving players; print it if it reached a wanted clause."""
    rng = Random(seed)
    record = random_record(seed, rng.choice(SHAPES))
    game = RefGame(record, Counter())
    if rng.random() < 0.5:
        choosers: list[Curious] = [Saver(rng, wanted) for _ in range(game.players)]
    else:
        choosers = [Curious(rng, wanted, 2 if game.players < 4 else 1) for _ in range(game.players)]
    while game.current_player is not None:
        action = choosers[game.current_player](game)
        record["actions"].append(action)
        game.apply(action)
    report(game)  # for the clauses of scoring
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
