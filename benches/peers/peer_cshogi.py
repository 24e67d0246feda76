"""cshogi, a Cython binding of a fast C++ shogi library: play, copy, push and pop, leaves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import cshogi

from benches.slices import Workload

UNLIKE = (
    "Shogi's drops make the list longer as the game goes on (some 30 to 200 a ply); its moves are plain ints, the "
    "board keeps a stack to undo, and nothing is scored."
)
MIDDLE = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
FIRST, LEAVES = 207, 28684
PLIES = 150
RECORDED = 2


def record(seed: int) -> tuple[list[int], list[int]]:
    """Play one random game of at most `PLIES` plies: the chosen indices, and how many moves were listed."""
    board, rng = cshogi.Board(), Random(seed)
    chosen: list[int] = []
    listed: list[int] = []
    while len(chosen) < PLIES and (moves := list(board.legal_moves)):
        chosen.append(rng.randrange(len(moves)))
        listed.append(len(moves))
        board.push(moves[chosen[-1]])
    return chosen, listed


def play() -> dict[str, Workload]:
    """List and push along recorded games."""
    games = [record(seed) for seed in range(RECORDED)]
    listed = sum(sum(counts) for _, counts in games)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for chosen, _counts in games:
                board = cshogi.Board()
                for i in chosen:
                    moves = list(board.legal_moves)
                    total += len(moves)
                    board.push(moves[i])
        return total

    return {"play": Workload(run, {"ply": sum(len(chosen) for chosen, _ in games), "listed": listed}, listed)}


def clone() -> dict[str, Workload]:
    """Copy a mid-game board."""
    board = cshogi.Board(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for _ in range(100):
                twin = board.copy()
            total += twin.turn
        return total

    return {"copy": Workload(run, {"clone": 100}, int(board.turn))}


def push_pop() -> dict[str, Workload]:
    """Push and pop each move of a mid-game board."""
    board = cshogi.Board(MIDDLE)
    moves = list(board.legal_moves)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in moves:
                board.push(move)
                board.pop()
            total += len(moves)
        return total

    return {"push and pop": Workload(run, {"pair": FIRST}, FIRST)}


def perft() -> dict[str, Workload]:
    """Leaves two plies below a mid-game board."""
    board = cshogi.Board(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in board.legal_moves:
                board.push(move)
                total += len(board.legal_moves)
                board.pop()
        return total

    return {"middle game": Workload(run, {"leaf": LEAVES}, LEAVES)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
}
