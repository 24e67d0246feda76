"""Games for the tests of the API: the recorded cases, stopped anywhere."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from metromania import Game

CASES = Path(__file__).parent.parent / "cases"


def case_records(step: int = 1, files: tuple[str, ...] = ("games.jsonl", "boards.jsonl")) -> list[dict[str, Any]]:
    """Every ``step``-th recorded game."""
    lines = [line for name in files for line in (CASES / name).read_text("utf-8").splitlines()]
    return [json.loads(line)["record"] for line in lines[::step]]


def walk(record: dict[str, Any]) -> Iterator[Game]:
    """One game object, at its set-up and after each action of the record."""
    game = Game.from_record({**record, "actions": []})
    yield game
    for action in record["actions"]:
        game.push(action)
        yield game


def stops(record: dict[str, Any], share: float, rng: Random) -> Iterator[Game]:
    """Some of the positions of ``walk``, and all those in which something is pending or over."""
    for game in walk(record):
        if rng.random() < share or game.bonus_line is not None or game.is_over:
            yield game


def play_random(game: Game, rng: Random, actions: int) -> None:
    """Push so many random actions, or to the end."""
    for _ in range(actions):
        if game.is_over:
            break
        game.push(rng.choice(list(game.legal_actions)))
