"""Measure the peers alone, or beside metromania where it is built: `python -m benches.peers [KIND ...]`."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benches.peers import KINDS, Loaded, load_all
from benches.slices import Measure, Workload, compare

# Beside which way of ours a library's `play` belongs: whether it hands out ints or objects, and looks if they are legal.
LIKE = (
    ("OpenSpiel: ", "ids, push_unchecked"),
    ("cshogi: ", "ids, push_unchecked"),
    ("python-chess: ", "actions, push_unchecked"),
    ("cozy-chess-py: play_unchecked", "actions, push_unchecked"),
    ("", "actions"),
)


def gather(kind: str, loaded: list[Loaded]) -> dict[str, Workload]:
    """All workloads of a kind, by library and name."""
    return {f"{x.peer.name}: {name}": work for x in loaded for name, work in x.kinds.get(kind, {}).items()}


def row(measure: Measure) -> dict[str, Any]:
    """What a measure comes to, as plain data."""
    low, high = measure.quartiles()
    return {
        "name": measure.name,
        "unit": measure.unit,
        "ns": {unit: round(measure.median(unit), 2) for unit in measure.units},
        "quartiles": [round(low, 2), round(high, 2)],
        "units_per_repeat": {unit: round(count, 2) for unit, count in measure.units.items()},
        "per_second": round(measure.per_second()),
    }


def figure(ns: float) -> str:
    """Nanoseconds, to three or four figures."""
    return f"{ns:,.1f}" if ns < 100 else f"{ns:,.0f}"


def network(row: dict[str, Any]) -> str:
    """The network that a row's question was put to: only rows of the same one are like work. Empty where there is none."""
    name, _, tail = str(row["name"]).rpartition(", ")
    return tail if name and tail.endswith("nodes") else ""


def like(name: str) -> str:
    """The row of ours that does the same as this one of a `play` table; a row of ours is like itself."""
    if name.startswith("metromania: "):
        return name
    return "metromania: " + next(ours for theirs, ours in LIKE if name.startswith(theirs))


def table(kind: str, rows: list[dict[str, Any]]) -> str:
    """A kind's rows as a Markdown table; by network, if there are several, each beside the first row of its own."""
    units = list(rows[0]["ns"])
    networks = list(dict.fromkeys(map(network, rows)))
    rows = sorted(rows, key=lambda r: networks.index(network(r)))
    first: dict[str, float] = {}
    for r in rows:
        first.setdefault(network(r), r["ns"][units[0]])
    head = ["library: workload", *(f"ns a {unit}" for unit in units), "of the first", "quartiles"]
    ours = {r["name"]: r["ns"][units[0]] for r in rows if r["name"].startswith("metromania: ")}
    likened = "listed" in units and len(ours) > 0
    if likened:
        head.insert(-1, "of its like")
    if "listed" in units:
        head.append("listed a ply")
    lines = [f"\n{kind}: {KINDS[kind]}\n", f"| {' | '.join(head)} |", "|---" + "|---:" * (len(head) - 1) + "|"]
    for r in rows:
        cells = [r["name"], *(figure(r["ns"][unit]) if unit in r["ns"] else "" for unit in units)]
        cells.append(f"{r['ns'][units[0]] / first[network(r)]:.2f}")
        if likened:
            cells.append(f"{r['ns'][units[0]] / ours[like(r['name'])]:.2f}")
        cells.append(" to ".join(figure(q) for q in r["quartiles"]))
        if "listed" in units:
            cells.append(f"{r['units_per_repeat']['listed'] / r['units_per_repeat']['ply']:.1f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benches.peers", description=__doc__)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; all of them without any")
    parser.add_argument("--rounds", type=int, default=15, help="slices a workload (15)")
    parser.add_argument("--slice-ms", type=float, default=30.0, help="length of a slice (30)")
    parser.add_argument("--cpu", action="store_true", help="count processor time, not time passed (busy machines)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    options = parser.parse_args(arguments)
    clock = process_time if options.cpu else perf_counter
    unknown = [kind for kind in options.kinds if kind not in KINDS]
    if unknown:
        parser.error(f"no such kind: {', '.join(unknown)} (there are {', '.join(KINDS)})")
    kinds = tuple(options.kinds or KINDS)
    loaded, skipped = load_all(kinds)
    results: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        workloads = gather(kind, loaded)
        if workloads:
            measures = compare(workloads, rounds=options.rounds, slice_ms=options.slice_ms, clock=clock)
            results[kind] = [row(measure) for measure in measures.values()]
            print(table(kind, results[kind]), flush=True)
    used = [x for x in loaded if x.kinds]
    print()
    for x in used:
        print(f"{x.peer.name} {x.version}: {x.unlike}")
    for missing in skipped:
        print(f"Not measured: {missing.reason}.")
    if options.json:
        about = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "versions": {x.peer.name: x.version for x in used},
            "unlike": {x.peer.name: x.unlike for x in used},
            "skipped": [missing.reason for missing in skipped],
        }
        options.json.write_text(json.dumps({"about": about, "kinds": results}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
