"""What a search may be asked for: its options and budgets, each checked with its name as the place."""

from __future__ import annotations

import operator
from collections.abc import Collection
from dataclasses import dataclass
from typing import SupportsFloat, SupportsIndex

from metrocore.arguments import shown
from metromania.errors import SearchError, WrongTypeError

MAX_THREADS = 256
MAX_NODES = 2**27
MAX_IN_FLIGHT = 4096
MAX_SAMPLES = 4096


def one_of(value: object, choices: Collection[str], place: str) -> str:
    """A name out of some."""
    if not isinstance(value, str):
        raise WrongTypeError(f"expected one of {', '.join(choices)}, not {type(value).__name__}", place)
    if value not in choices:
        raise SearchError(f"{value!r} is none of {', '.join(choices)}", place)
    return value


def whole(value: object, least: int, most: int, place: str) -> int:
    """An integer from ``least`` to ``most``; numpy's do, ``bool`` is none."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise WrongTypeError(f"expected an integer, not {type(value).__name__}", place)
    number = operator.index(value)
    if number < least:
        raise SearchError(f"expected {least} or more, not {shown(number)}", place)
    if number > most:
        raise SearchError(f"expected at most {most}, not {shown(number)}", place)
    return number


def real(value: object, least: float, most: float, place: str) -> float:
    """A finite number from ``least`` to ``most``."""
    if isinstance(value, bool | str) or not isinstance(value, SupportsFloat):
        raise WrongTypeError(f"expected a number, not {type(value).__name__}", place)
    number = float(value)
    if not least <= number <= most:
        raise SearchError(f"expected a number from {least:g} to {most:g}, not {number}", place)
    return number


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be used up by one run: whichever comes first ends it."""

    simulations: int | None
    nodes: int | None
    seconds: float | None


def budget(simulations: object, nodes: object, seconds: object, max_nodes: int) -> Budget:
    """A checked budget: at least one of the three, none zero, negative or NaN, no more nodes than there is room for."""
    if simulations is None and nodes is None and seconds is None:
        raise SearchError("simulations, nodes or seconds wanted", "budget")
    checked_nodes = None if nodes is None else whole(nodes, 1, MAX_NODES, "nodes")
    if checked_nodes is not None and checked_nodes > max_nodes:
        raise SearchError(f"{checked_nodes} nodes are never reached: max_nodes is {max_nodes}", "nodes")
    if seconds is not None:
        seconds = real(seconds, 0.0, 1e9, "seconds")
        if seconds == 0.0:
            raise SearchError("expected more than 0", "seconds")
    return Budget(None if simulations is None else whole(simulations, 1, 2**62, "simulations"), checked_nodes, seconds)
