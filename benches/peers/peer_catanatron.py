"""catanatron, a pure Python engine of a four-player board game of building: play, copy, copy-make."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

from benches.slices import Workload

UNLIKE = (
    "Nearest to ours in kind (four players, a map, routes, scoring at each step) but with dice and trade: few actions "
    "to list a ply, many of them forced, the list made while the action before is applied. It cannot undo."
)
PLIES = 500
COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)


def fresh() -> Game:
    """A new game, always the same: the constructor seeds the dice."""
    return Game([RandomPlayer(color) for color in COLORS], seed=1)


def record(plies: int) -> tuple[list[int], list[int]]:
    """Play the first `plies` plies at random: the chosen indices, and how many actions were listed."""
    game, rng = fresh(), Random(0)
    chosen: list[int] = []
    listed: list[int] = []
    while len(chosen) < plies and game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        actions = game.state.playable_actions
        chosen.append(rng.randrange(len(actions)))
        listed.append(len(actions))
        game.execute(actions[chosen[-1]], validate_action=False)
    return chosen, listed


def middle() -> Game:
    """A game half-way through the recorded one."""
    chosen, _ = record(PLIES // 2)
    game = fresh()  # after recording, for the dice are one generator for all games
    for i in chosen:
        game.execute(game.state.playable_actions[i], validate_action=False)
    while len(game.state.playable_actions) < 2:
        game.execute(game.state.playable_actions[0], validate_action=False)
    return game


def play() -> dict[str, Workload]:
    """List and execute along a recorded game: the dice fall the same way each time.

    (In one process: catanatron lists actions in the order of its sets, so another process plays another game unless
    `PYTHONHASHSEED` is fixed.)
    """
    chosen, counts = record(PLIES)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            game = fresh()
            for i in chosen:
                actions = game.state.playable_actions
                total += len(actions)
                game.execute(actions[i], validate_action=False)
        return total

    return {"play": Workload(run, {"ply": len(chosen), "listed": sum(counts)}, sum(counts))}


def clone() -> dict[str, Workload]:
    """Copy a mid-game state."""
    game = middle()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for _ in range(10):
                twin = game.copy()
            total += twin.state.num_turns
        return total

    return {"copy": Workload(run, {"clone": 10}, int(game.state.num_turns))}


def push_pop() -> dict[str, Workload]:
    """Copy a mid-game state and execute each action on the copy."""
    game = middle()
    actions = list(game.state.playable_actions)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for action in actions:
                child = game.copy()
                child.execute(action, validate_action=False)
            total += len(child.state.actions)
        return total

    return {"copy and execute": Workload(run, {"pair": len(actions)}, len(game.state.actions) + 1)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {"play": play, "clone": clone, "push_pop": push_pop}
