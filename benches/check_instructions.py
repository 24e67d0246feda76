"""The gate that no clock can sway: instructions of fixed workloads, by callgrind, against those that are kept.

    python -m benches.check_instructions            # 1 if any workload takes 3 per cent more or less than is kept
    python -m benches.check_instructions --update   # keep what is counted now, on purpose

Each workload is done once, in a process of its own under valgrind, which counts only inside the workload's function: so
neither the interpreter's start nor the making of positions is in the counts. They belong to a compiler and its flags:
with others, they are shown and not judged. Fewer instructions than kept fail too: a gain that is not kept could be
lost again unseen.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "benches" / "instructions.json"
FINISHED = ROOT / "benches" / "finished.txt"
TOLERANCE = 0.03
DO = "--do"


@dataclass(frozen=True)
class Work:
    """`run` does `units` units, inside the C functions that callgrind's pattern `function` matches; it returns `units`."""

    name: str
    function: str
    unit: str
    run: Callable[[], int]


def playouts(players: int) -> int:
    """Whole random games; answers how many actions."""
    from metrocore.playout import random_games
    from metromania import Board
    from metromania.batch import core_board

    actions: int = random_games(core_board(Board.standard()), players, 300, 1)["plies"]
    return actions


def perft() -> int:
    """Leaves below the pinned positions."""
    from metromania import Game
    from metromania.cli.bench import perft_positions

    kept = perft_positions()
    leaves = sum(Game.from_position(row["position"]).perft(5) for row in kept)
    assert leaves == sum(row["leaves"][4] for row in kept)
    return leaves


def trips() -> int:
    """The seven trips of finished games, eagerly dug: six as they came, and the two of 400 with the largest networks."""
    from metrocore.repeat import trips
    from metromania import Game

    lines = FINISHED.read_text("utf-8").splitlines()
    for line in lines:
        trips(Game.from_position(line), 50)
    return 50 * len(lines)


def at_positions(what: str) -> int:
    """Listings, or applications, at the pinned positions."""
    from metrocore import repeat
    from metromania import Game
    from metromania.cli.bench import perft_positions

    kept = perft_positions()
    answers = [getattr(repeat, what)(Game.from_position(row["position"]), 100) for row in kept]
    assert answers == [100 * row["leaves"][0] for row in kept]
    return sum(answers) if what == "applications" else 100 * len(kept)


def batch(masks: Literal["packed", "bool"]) -> int:
    """Steps of a batch; the drawing of its actions is not counted."""
    from metromania.batch import Batch

    games = Batch(128, seed=1, autoreset="same_step")
    out = games.outputs(masks=masks)
    for _ in range(120):
        games.step(games.random_actions(), out)
    return 120 * 128


WORKLOADS = (
    Work("playouts, 4 players", "*playout_*random_games", "action", lambda: playouts(4)),
    Work("playouts, 3 players", "*playout_*random_games", "action", lambda: playouts(3)),
    Work("playouts, 2 players", "*playout_*random_games", "action", lambda: playouts(2)),
    Work("perft", "*GameCore_*perft", "leaf", perft),
    Work("trips of a report", "*repeat_*trips", "report", trips),
    Work("legal actions", "*repeat_*listings", "position", lambda: at_positions("listings")),
    Work("apply and undo", "*repeat_*applications", "pair", lambda: at_positions("applications")),
    Work("batch, packed masks", "*BatchCore_*step", "step", lambda: batch("packed")),
    Work("batch, bool masks", "*BatchCore_*step", "step", lambda: batch("bool")),
)


def count(number: int) -> dict[str, Any]:
    """The instructions of one workload. Raises SystemExit if valgrind fails."""
    work = WORKLOADS[number]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "counts"
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", f"--toggle-collect=__pyx_pw_{work.function}",
            sys.executable, "-m", "benches.check_instructions", DO, str(number),
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        found = re.search(r"^totals: (\d+)", out.read_text(), re.MULTILINE) if out.exists() else None
    if ran.returncode or found is None or found[1] == "0":
        raise SystemExit(f"{work.name}: nothing counted\n{ran.stderr[-2000:]}")
    instructions, units = int(found[1]), int(ran.stdout)
    return {"unit": work.unit, "units": units, "instructions": instructions, "per_unit": round(instructions / units, 1)}


def count_all() -> dict[str, dict[str, Any]]:
    """All workloads, two at a time."""
    with ThreadPoolExecutor(2) as pool:
        rows = pool.map(count, range(len(WORKLOADS)))
        return {work.name: row for work, row in zip(WORKLOADS, rows, strict=True)}


def built_with() -> dict[str, str]:
    """What the counts depend on beside the code: machine, compiler, flags, Cython's and Python's versions."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout.splitlines()
    switches = ("METROCORE_DEBUG", "METROCORE_MARCH", "METROCORE_LTO", "METROCORE_PGO", "METROCORE_SANITIZE")
    return {
        "machine": platform.machine(),
        "compiler": version[0] if version else compiler,
        "cython": ".".join(metadata.version("cython").split(".")[:2]),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "switches": " ".join(f"{name}={os.environ[name]}" for name in switches if os.environ.get(name)),
    }


def judge(counted: dict[str, Any], kept: dict[str, Any]) -> list[str]:
    """What differs by more than the tolerance, a line each; a workload that only one side has differs."""
    faults = []
    for name in {**kept, **counted}:
        if name not in kept or name not in counted:
            faults.append(f"{name}: {'not counted' if name in kept else 'not kept'}")
            continue
        ratio = counted[name]["per_unit"] / kept[name]["per_unit"]
        if abs(ratio - 1) > TOLERANCE:
            faults.append(f"{name}: {ratio - 1:+.1%} instructions")
    return faults


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    words = sys.argv[1:] if arguments is None else arguments
    if words[:1] == [DO]:
        print(WORKLOADS[int(words[1])].run())
        return 0
    parser = argparse.ArgumentParser(prog="python -m benches.check_instructions", description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep what is counted now")
    options = parser.parse_args(words)
    if shutil.which("valgrind") is None:
        print("check_instructions: valgrind is missing (apt-get install valgrind)", file=sys.stderr)
        return 2
    counted, here = count_all(), built_with()
    kept: dict[str, Any] = {"built_with": here, "workloads": {}}
    if KEPT.exists():
        kept = json.loads(KEPT.read_text("utf-8"))
    for name, row in counted.items():
        before = kept["workloads"].get(name, {}).get("per_unit")
        print(f"{name:22} {row['per_unit']:10,.1f} a {row['unit']:8} (kept: {before})")
    if options.update:
        KEPT.write_text(json.dumps({"built_with": here, "workloads": counted}, indent=1) + "\n", "utf-8")
        return 0
    if here != kept["built_with"]:
        print(f"not judged: kept for {kept['built_with']}, built here with {here}")
        return 0
    faults = judge(counted, kept["workloads"])
    for fault in faults:
        print(f"check_instructions: {fault} (on purpose? --update)", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
