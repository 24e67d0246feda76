"""`metromania check`: all faults of records, positions and boards, each with its place."""

from __future__ import annotations

import argparse
from typing import Any

from metromania.board import Board
from metromania.errors import DataError, Fault
from metromania.game import Game

from ._inputs import Item, read_items
from ._output import add_json, print_json, progress


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help="file, or - for standard input")
    parser.add_argument("--quiet", action="store_true", help="say nothing; the exit code tells")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    faulty: list[dict[str, Any]] = []
    checked = 0
    items = (item for source in arguments.sources for item in read_items(source))
    for item in progress(items, None, "check"):
        checked += 1
        if faults := faults_of(item):
            found = [{"place": fault.place, "reason": fault.reason} for fault in faults]
            faulty.append({"source": item.source, "line": item.line, "kind": item.kind, "faults": found})
            if not arguments.quiet and not arguments.json:
                for fault in faults:
                    print(f"{item.place}: {fault}")
    if arguments.json:
        print_json({"checked": checked, "faulty": faulty})
    elif not arguments.quiet:
        print(f"{checked} checked, {len(faulty)} faulty")
    return 1 if faulty else 0


def faults_of(item: Item) -> list[Fault]:
    """Every fault of an item; none if it is sound."""
    if item.kind == "board":
        return Board.faults(item.text)
    try:
        _ = Game.from_position(item.text) if item.kind == "position" else Game.from_record(item.text)
    except DataError as e:
        return list(e.faults)
    return []
