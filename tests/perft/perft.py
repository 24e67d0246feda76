"""Perft: how many sequences of so many actions there are from a position; the positions and counts on file.

positions.jsonl has a line for each position: `name`; `record`, whose actions lead to it; `leaves`, the number of
sequences of 1, 2, 3, .. actions from there (a game that ends sooner counts once). One file serves quick and long runs,
and the benchmarks: choose by the number of leaves.

`python -m tests.perft.perft` counts anew, up to MOST_LEAVES for each position, and writes the file.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from metromania import Game
from tests.reference.boards import random_record
from tests.reference.play import RefGame

FILE = Path(__file__).parent / "positions.jsonl"
CASES = Path(__file__).parents[1] / "cases"
MOST_LEAVES = 20_000_000


class Position(NamedTuple):
    """A position on file."""

    name: str
    record: dict[str, Any]
    leaves: list[int]  # by depth, from 1


def read_positions() -> list[Position]:
    return [Position(**json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines()]


def count_by_twin(twin: RefGame, depth: int) -> int:
    """Perft on the reference twin."""
    if twin.is_over:
        return 1
    if depth == 1:
        return len(twin.legal())
    leaves = 0
    for action in twin.legal():
        after = twin.copy()
        after.apply(action)
        leaves += count_by_twin(after, depth - 1)
    return leaves


def twin_at(record: dict[str, Any]) -> RefGame:
    """The reference twin after a record's actions."""
    twin = RefGame(record)
    for action in record["actions"]:
        twin.apply(action)
    return twin


# What the positions are made from: a seed and shape of random_record, or a case game and where it is cut.
_SETUPS = {
    "standard, two players": (1, "standard"),
    "standard, three players": (7, "standard"),
    "standard, four players, unfair": (0, "standard"),
    "few starts": (3, "few starts"),
    "many starts and ends": (4, "many"),
    "much water": (5, "much water"),
    "many areas": (6, "many areas"),
    "no way in": (8, "no way in"),
}
_CASES = {
    "first turn": ("game-1", "first", 1),
    "middle": ("game-3", "middle", 0),
    "inside a turn": ("game-10", "inside", 0),
    "bonus decision": ("game-2", "bonus", 0),
    "end called": ("game-7", "called", 0),
    "last actions": ("game-10", "last", 8),
    "odd board, middle": ("board-game-5", "middle", 0),
    "odd board, end called": ("board-game-9", "called", 0),
    "few stations left": ("game-20", "stations", 0),
}


def _cut(case: str, where: str, left: int) -> dict[str, Any]:
    """A case game's record up to some point."""
    for file in ("games.jsonl", "boards.jsonl"):
        for line in (CASES / file).read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            if data["name"] == case:
                record: dict[str, Any] = data["record"]
    actions = record["actions"]
    game = Game.from_record(record | {"actions": []})
    stop = {"first": left, "middle": len(actions) // 2, "last": len(actions) - left}.get(where, len(actions))
    for number, action in enumerate(actions[:stop]):
        if (
            (where == "bonus" and game.bonus_line is not None)
            or (where == "called" and game.end_cause is not None)
            or (where == "inside" and number > len(actions) // 2 and game.tunnels_dug == 1)
            or (where == "stations" and game.stations_left <= 8)
        ):
            break
        game.push(action)
    return game.to_record()


def _count(name: str, record: dict[str, Any]) -> Position:
    game, leaves = Game.from_record(record), list[int]()
    while len(leaves) < 12:
        count = game.perft(len(leaves) + 1)
        if leaves and count > MOST_LEAVES:
            break
        leaves.append(count)
        if len(leaves) > 1 and count == leaves[-2]:
            break  # every line of play has come to its end
        if count * max(count // max(1, leaves[-2] if len(leaves) > 1 else 1), 1) > MOST_LEAVES:
            break
    return Position(name, record, leaves)


def main() -> None:
    records = {name: random_record(*setup) for name, setup in _SETUPS.items()}
    records |= {name: _cut(*cut) for name, cut in _CASES.items()}
    with FILE.open("w", encoding="utf-8") as file:
        for name, record in records.items():
            position = _count(name, record)
            print(name, record["players"], record["variant"], len(record["actions"]), position.leaves)
            file.write(json.dumps(position._asdict(), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
