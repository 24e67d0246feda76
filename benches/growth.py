"""How the cost grows with the work: players, batch size, threads, processes, games held; import time and wheel size.

    python -m benches.growth [--wheel FILE] [--write]

`--write` puts the tables between the markers of docs/performance.md. Times of one table are of one run, in slices that
take turns, and of time passed: threads and processes need an idle machine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

from benches.ours import stepping
from benches.slices import Workload, compare
from metrocore.playout import random_games
from metromania import Board, Game
from metromania.batch import Batch, core_board

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- growth: begin -->", "<!-- growth: end -->"
SIZES = (1, 16, 64, 256, 1024, 4096, 16384, 65536)
GAMES = 500
HELD = 10_000


def by_players() -> dict[str, Workload]:
    """Whole random games, set-up and scoring included."""
    board = core_board(Board.standard())
    found = {}
    for players in (2, 3, 4):
        plies = random_games(board, players, GAMES, 1)["plies"]

        def run(n: int, players: int = players) -> int:
            return sum(int(random_games(board, players, GAMES, 1)["plies"]) for _ in range(n))

        found[f"{players} players"] = Workload(run, {"game": GAMES}, plies)
    return found


def by_threads() -> dict[str, Workload]:
    """Playouts on one thread and on more."""
    board = core_board(Board.standard())
    plies = random_games(board, 4, 4 * GAMES, 1)["plies"]
    found = {}
    for threads in (1, 2, 4):

        def run(n: int, threads: int = threads) -> int:
            return sum(int(random_games(board, 4, 4 * GAMES, 1, threads)["plies"]) for _ in range(n))

        found[f"{threads} threads"] = Workload(run, {"action": plies}, plies)
    return found


def play_share(share: int) -> int:
    """In a process of its own: some random games."""
    return int(random_games(core_board(Board.standard()), 4, 20_000, share)["plies"])


def by_processes() -> list[tuple[str, str]]:
    """The same work by one process after another, and by two beside each other."""
    seconds = {}
    for processes in (1, 2):
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            list(pool.map(play_share, [9] * processes))  # start them
            begun = perf_counter()
            list(pool.map(play_share, range(4)))
            seconds[processes] = perf_counter() - begun
    return [(f"playouts, {n} processes: games a second", f"{80_000 / seconds[n]:,.0f}") for n in seconds]


def resident() -> int:
    """Bytes of this process in memory."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def memory() -> list[tuple[str, str]]:
    """Bytes that a held game takes."""
    game = Game.new(seed=1)
    while not game.is_over:
        game.push(game.legal_ids()[0])
    rows = []
    for name, stack in (("a game without its history", False), (f"a game with its history of {game.ply} actions", True)):
        before = resident()
        held = [game.copy(stack=stack) for _ in range(HELD)]
        rows.append((f"{name}: bytes", f"{(resident() - before) / len(held):,.0f}"))
        del held
    drawn, given = Batch(4096), Batch.from_games([game] * 4096)
    rows.append(("a game in a batch, set-ups drawn: bytes", f"{drawn.nbytes / 4096:,.0f}"))
    rows.append(("a game in a batch, set-ups given: bytes", f"{given.nbytes / 4096:,.0f}"))
    return rows


def import_time() -> list[tuple[str, str]]:
    """Milliseconds of processor time of `import metromania` beyond NumPy's own, each in a fresh process.

    Of the importing thread alone: those that NumPy's linear algebra has just started spin beside it for a while. From
    compiled modules, as after an installation, whatever PYTHONDONTWRITEBYTECODE says: to compile them takes longer.
    """
    code = "import numpy, time; t = time.thread_time(); {}; print((time.thread_time() - t) * 1000)"
    rows = []
    with tempfile.TemporaryDirectory() as compiled:
        own = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONPYCACHEPREFIX": compiled}
        environment = {**os.environ, **own, "PYTHONDONTWRITEBYTECODE": ""}
        for line in ("import metromania", "import metromania.batch"):
            found = [
                float(subprocess.run([sys.executable, "-c", code.format(line)], env=environment, capture_output=True,
                                     text=True, check=True).stdout)
                for _ in range(10)
            ][1:]  # fmt: skip
            rows.append((f"{line}: milliseconds beyond NumPy's own", f"{statistics.median(found):.1f}"))
    return rows


def timed(title: str, workloads: dict[str, Workload], rounds: int) -> list[str]:
    """A table of workloads that took turns."""
    measures = compare(workloads, rounds=rounds)
    first = next(iter(measures.values()))
    lines = [f"### {title}", "", "| | unit | ns | a second | of the first |", "|---|---|---:|---:|---:|"]
    for name, measure in measures.items():
        ratio = measure.median() / first.median()
        lines.append(f"| {name} | {measure.unit} | {measure.median():,.1f} | {measure.per_second():,.0f} | {ratio:.2f} |")
    return [*lines, ""]


def told(title: str, rows: list[tuple[str, str]]) -> list[str]:
    """A table of plain figures."""
    return [f"### {title}", "", "| | |", "|---|---:|", *(f"| {name} | {figure} |" for name, figure in rows), ""]


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(prog="python -m benches.growth", description=__doc__)
    parser.add_argument("--rounds", type=int, default=9, help="slices of each workload (default 9)")
    parser.add_argument("--wheel", type=Path, help="a wheel whose size is to be told")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/performance.md")
    arguments = parser.parse_args()
    sizes = {f"{size:,} games": stepping(size, 1) for size in SIZES}
    lines = timed("Players", by_players(), arguments.rounds)
    lines += timed("Batch size, one thread, packed masks", sizes, arguments.rounds)
    lines += timed("Threads, playouts", by_threads(), arguments.rounds)
    batches = {f"{threads} threads": stepping(1024, threads) for threads in (1, 2, 4)}
    lines += timed("Threads, a batch of 1,024", batches, arguments.rounds)
    lines += told("Processes", by_processes())
    rows = memory() + import_time()
    if arguments.wheel:
        rows.append(("the wheel: bytes", f"{arguments.wheel.stat().st_size:,}"))
    lines += told("Memory, import, wheel", rows)
    print("\n".join(lines))
    if arguments.write:
        page = PAGE.read_text("utf-8")
        head, tail = page.split(BEGIN)[0], page.split(END)[1]
        PAGE.write_text(head + "\n".join([BEGIN, "", *lines, END]) + tail, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
