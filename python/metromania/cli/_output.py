"""What commands write: JSON, text with or without colour, progress bars."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class MissingExtra(Exception):
    """A command needs an optional package that is not installed."""

    def __init__(self, package: str, extra: str = "cli") -> None:
        super().__init__(f"this needs the package {package}: pip install 'metromania[{extra}]'")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option that every command has."""
    parser.add_argument("--json", action="store_true", help="write JSON (its schema: metromania schema COMMAND)")


def add_drawing(parser: argparse.ArgumentParser) -> None:
    """The options of commands that draw a board as text."""
    parser.add_argument("--unicode", action="store_true", help="draw with signs beyond ASCII")
    parser.add_argument(
        "--colour", choices=("auto", "always", "never"), default="auto", help="colours; auto: on a terminal"
    )


def wants_colour(choice: str) -> bool:
    """Whether to colour: as chosen, else on a terminal whose user has not set NO_COLOR."""
    return choice == "always" or (choice == "auto" and sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def print_json(value: object) -> None:
    """Write one JSON value on a line of its own."""
    print(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")))


def write_text(target: str, text: str) -> None:
    """Write a text to a file, or to standard output for ``-``."""
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, "utf-8")


def progress(items: Iterable[T], total: int | None, what: str) -> Iterator[T]:
    """The items, with a progress bar on standard error if that is a terminal and Rich is installed."""
    if not sys.stderr.isatty():
        yield from items
        return
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        yield from items
        return
    yield from track(items, description=what, total=total, console=Console(stderr=True), transient=True)
