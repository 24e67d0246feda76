"""python-chess, the pure Python library whose manner our API follows: play, copy, push and pop, leaves."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import chess

from benches.slices import Workload

UNLIKE = (
    "Chess in pure Python on bitboards: some 30 moves to list a ply, a stack of whole states to undo, no score; "
    "what it shows is the price of the same API without a compiled core."
)
MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LEAVES = 2039
PLIES = 150


def record(seed: int) -> tuple[list[int], list[int]]:
    """Play one random game of at most `PLIES` plies: the chosen indices, and how many moves were listed."""
    board, rng = chess.Board(), Random(seed)
    chosen: list[int] = []
    listed: list[int] = []
    while len(chosen) < PLIES and (moves := list(board.legal_moves)):
        chosen.append(rng.randrange(len(moves)))
        listed.append(len(moves))
        board.push(moves[chosen[-1]])
    return chosen, listed


def play() -> dict[str, Workload]:
    """List and push along a recorded game."""
    chosen, counts = record(0)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            board = chess.Board()
            for i in chosen:
                moves = list(board.legal_moves)
                total += len(moves)
                board.push(moves[i])
        return total

    return {"play": Workload(run, {"ply": len(chosen), "listed": sum(counts)}, sum(counts))}


def clone() -> dict[str, Workload]:
    """Copy a mid-game board without its stack."""
    board = chess.Board(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for _ in range(100):
                twin = board.copy(stack=False)
            total += twin.fullmove_number
        return total

    return {"copy(stack=False)": Workload(run, {"clone": 100}, board.fullmove_number)}


def push_pop() -> dict[str, Workload]:
    """Push and pop each move of a mid-game board."""
    board = chess.Board(MIDDLE)
    moves = list(board.legal_moves)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in moves:
                board.push(move)
                board.pop()
            total += len(moves) + len(board.move_stack)
        return total

    return {"push and pop": Workload(run, {"pair": len(moves)}, len(moves))}


def perft() -> dict[str, Workload]:
    """Leaves two plies below a mid-game board."""
    board = chess.Board(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in list(board.legal_moves):
                board.push(move)
                total += board.legal_moves.count()
                board.pop()
        return total

    return {"kiwipete": Workload(run, {"leaf": LEAVES}, LEAVES)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
}
