"""cozy-chess-py, Python bindings of a fast Rust chess library: play, copy, copy-make and leaves."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from random import Random

import cozy_chess
from cozy_chess import Board

from benches.slices import Workload

UNLIKE = (
    "Chess has short-range and sliding moves on 64 squares, some 30 to list a ply and no score to keep; the binding "
    "makes a Python object of each listed move. It cannot undo: one copies the board and plays on the copy."
)
MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
LEAVES = 2039
PLIES = 150
RECORDED = 4


def record(seed: int) -> tuple[list[int], list[int]]:
    """Play one random game of at most `PLIES` plies: the chosen indices, and how many moves were listed."""
    board, rng = Board.startpos(), Random(seed)
    chosen: list[int] = []
    listed: list[int] = []
    while len(chosen) < PLIES and (moves := board.generate_moves()):
        chosen.append(rng.randrange(len(moves)))
        listed.append(len(moves))
        board.play_unchecked(moves[chosen[-1]])
    return chosen, listed


def play() -> dict[str, Workload]:
    """List and play along recorded games: `play` tests the move, `play_unchecked` does not."""
    games = [record(seed) for seed in range(RECORDED)]
    listed = sum(sum(counts) for _, counts in games)
    units = {"ply": sum(len(chosen) for chosen, _ in games), "listed": listed}

    def checked(n: int) -> int:
        total = 0
        for _ in range(n):
            for chosen, _counts in games:
                board = Board.startpos()
                for i in chosen:
                    moves = board.generate_moves()
                    total += len(moves)
                    board.play(moves[i])
        return total

    def unchecked(n: int) -> int:
        total = 0
        for _ in range(n):
            for chosen, _counts in games:
                board = Board.startpos()
                for i in chosen:
                    moves = board.generate_moves()
                    total += len(moves)
                    board.play_unchecked(moves[i])
        return total

    return {"play": Workload(checked, units, listed), "play_unchecked": Workload(unchecked, units, listed)}


def clone() -> dict[str, Workload]:
    """Copy a mid-game board."""
    board = Board.from_fen(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for _ in range(100):
                twin = copy(board)
            total += twin.fullmove_number
        return total

    return {"copy": Workload(run, {"clone": 100}, int(board.fullmove_number))}


def push_pop() -> dict[str, Workload]:
    """Copy a mid-game board and play each move on the copy."""
    board = Board.from_fen(MIDDLE)
    moves = board.generate_moves()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in moves:
                child = copy(board)
                child.play_unchecked(move)
            total += child.side_to_move() == cozy_chess.Color.Black
        return total

    return {"copy and play_unchecked": Workload(run, {"pair": len(moves)}, 1)}


def perft() -> dict[str, Workload]:
    """Leaves two plies below a mid-game board."""
    board = Board.from_fen(MIDDLE)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for move in board.generate_moves():
                child = copy(board)
                child.play_unchecked(move)
                total += len(child.generate_moves())
        return total

    return {"kiwipete": Workload(run, {"leaf": LEAVES}, LEAVES)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
}
