"""metromania itself, asked for the same work as its peers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from metromania import Game

from benches.slices import Workload

UNLIKE = (
    "A four-player game of 18 + 18 tunnels a seat: some 150 plies, about a dozen actions to list a ply, each dig "
    "tested for angle, loop and space, stations and eight lines' blocking kept up, trips and totals at the end."
)
PLAYERS = 4
RECORDED = 4


def record(seed: int) -> tuple[Game, list[int], list[int], list[int]]:
    """Play one random game: its beginning, the chosen indices and ids, and how many actions were listed."""
    begin = Game.new(players=PLAYERS, seed=seed)
    game, rng = begin.copy(stack=False), Random(seed)
    chosen: list[int] = []
    ids: list[int] = []
    listed: list[int] = []
    while not game.is_over:
        actions = list(game.legal_actions)
        chosen.append(rng.randrange(len(actions)))
        listed.append(len(actions))
        ids.append(actions[chosen[-1]].id)
        game.push(actions[chosen[-1]])
    return begin, chosen, ids, listed


def middle() -> Game:
    """A game half-way through a recorded one."""
    game, chosen, ids, _ = record(0)
    for i in ids[: len(chosen) // 2]:
        game.push(i)
    return game


def play() -> dict[str, Workload]:
    """List and push along recorded games, each on a copy of its beginning: by `Action`, by id, and unchecked."""
    games = [record(seed) for seed in range(RECORDED)]
    listed = sum(sum(counts) for *_, counts in games)
    units = {"ply": sum(len(chosen) for _, chosen, _, _ in games), "listed": listed}

    def by_action(n: int) -> int:
        total = 0
        for _ in range(n):
            for begin, chosen, _ids, _counts in games:
                game = begin.copy(stack=False)
                for i in chosen:
                    actions = list(game.legal_actions)
                    total += len(actions)
                    game.push(actions[i])
                assert game.is_over
        return total

    def by_id(n: int) -> int:
        total = 0
        for _ in range(n):
            for begin, chosen, _ids, _counts in games:
                game = begin.copy(stack=False)
                for i in chosen:
                    actions = game.legal_ids()
                    total += len(actions)
                    game.push(actions[i])
                assert game.is_over
        return total

    def unchecked(n: int) -> int:
        total = 0
        for _ in range(n):
            for begin, chosen, _ids, _counts in games:
                game = begin.copy(stack=False)
                for i in chosen:
                    actions = game.legal_ids()
                    total += len(actions)
                    game.push_unchecked(actions[i])
                assert game.is_over
        return total

    runs = {"actions": by_action, "ids": by_id, "ids, push_unchecked": unchecked}
    return {name: Workload(run, units, listed) for name, run in runs.items()}


def clone() -> dict[str, Workload]:
    """Copy a mid-game position."""
    game = middle()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for _ in range(100):
                twin = game.copy(stack=False)
            total += twin.stations_left
        return total

    return {"copy(stack=False)": Workload(run, {"clone": 100}, game.stations_left)}


def push_pop() -> dict[str, Workload]:
    """Push and pop each action of a mid-game position."""
    game = middle()
    actions = list(game.legal_actions)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for action in actions:
                game.push(action)
                game.pop()
            total += len(game.legal_actions)
        return total

    return {"push and pop": Workload(run, {"pair": len(actions)}, len(actions))}


def leaves(game: Game) -> int:
    """Leaves two plies down, by push and pop."""
    total = 0
    for action in game.legal_actions:
        game.push(action)
        total += len(game.legal_actions)
        game.pop()
    return total


def perft() -> dict[str, Workload]:
    """Leaves two plies below a mid-game position."""
    game = middle()
    right = leaves(game)
    return {
        "middle game": Workload(lambda n: sum(leaves(game) for _ in range(n)), {"leaf": right}, right),
    }


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
}
