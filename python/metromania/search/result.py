"""What a search has found: visits and values by action, the line it expects, and what it took."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from metrocore.action import Action
from metromania.errors import SearchError

ACTIONS = 320
SHOWN = 10  # actions in the printed table


def rounded(value: float) -> float:
    """To the seven digits that a single float holds: the trees know no more of a value or a prior."""
    return float(f"{value:.7g}")


def rounded_by_seat(value: tuple[float, ...] | None) -> tuple[float, ...] | None:
    return None if value is None else tuple(map(rounded, value))


@dataclass(frozen=True, slots=True)
class ActionStats:
    """One action at the root.

    ``visits``: simulations that began with it. ``value``: mean utility by seat, None before the first visit. ``prior``:
    what the evaluator or guided play gave it, or one over the number of actions. Values and priors have seven digits.
    """

    action: Action
    visits: int
    value: tuple[float, ...] | None
    prior: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found at its root.

    ``player``: the seat to act. ``utility``: what the values are, see ``docs/search.md``. ``value``: mean utilities by
    seat over all visits of the root, None without any. ``actions``: all legal actions, most visited first. ``line``:
    the most visited actions from the root on (the principal variation). ``visits``: of the root, those of earlier runs
    included that the tree still holds. ``simulations`` and ``seconds``: of this run. ``nodes``, ``edges``, ``bytes``:
    in the arena now. ``depth`` and ``mean_depth``: actions from the root to a simulation's leaf, since the root was
    set. ``ended_by``: ``simulations``, ``nodes``, ``seconds``, ``stopped`` (by ``Search.stop``), ``interrupted`` (by
    an exception), ``proven`` (all that can follow is known, and the values are exact), or ``not run``. ``proven``:
    whether the values are exact. ``full``: whether the arena was full, so that later simulations added no nodes.
    ``trees``: how many there are.
    """

    player: int
    utility: str
    value: tuple[float, ...] | None
    actions: tuple[ActionStats, ...]
    line: tuple[Action, ...]
    visits: int
    simulations: int
    seconds: float
    nodes: int
    edges: int
    bytes: int
    depth: int
    mean_depth: float
    ended_by: str
    proven: bool
    full: bool
    trees: int

    @property
    def best(self) -> Action:
        """The action to play: the most visited; of a proven root, that of highest value. Ties: value, then lowest id.

        Raises ``SearchError`` before the first simulation.
        """
        if self.visits == 0:
            raise SearchError("nothing was searched yet")
        return self.actions[0].action

    @property
    def rate(self) -> float:
        """Simulations a second in this run; 0 without any."""
        return self.simulations / self.seconds if self.seconds > 0 else 0.0

    def policy(self, temperature: float = 1.0) -> NDArray[np.float32]:
        """Visits as probabilities, float32 of shape (320,) by action id: proportional to visits ** (1 / temperature).

        Temperature 0 puts all on ``best``. Raises ``SearchError`` for a negative one or NaN, and before the first
        simulation.
        """
        if not 0 <= temperature < float("inf"):
            raise SearchError(f"{temperature} is not in 0..", "temperature")
        made: NDArray[np.float32] = np.zeros(ACTIONS, np.float32)
        best = self.best
        most = max(row.visits for row in self.actions)
        if temperature == 0 or most == 0:
            made[best.id] = 1
            return made
        for row in self.actions:
            made[row.action.id] = (row.visits / most) ** (1 / temperature)
        made /= made.sum()
        return made

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data for JSON; actions in notation."""
        plain = {name: getattr(self, name) for name in self.__slots__ if name not in ("actions", "line", "value")}
        return plain | {
            "value": None if self.value is None else list(self.value),
            "best": str(self.best) if self.visits else None,
            "rate": self.rate,
            "line": [str(action) for action in self.line],
            "actions": [
                {
                    "action": str(row.action),
                    "visits": row.visits,
                    "value": None if row.value is None else list(row.value),
                    "prior": row.prior,
                }
                for row in self.actions
            ],
        }

    def __str__(self) -> str:
        seats = "".join(f"{f'p{p}':>7}" for p in range(len(self.value or ())))
        priors = len({row.prior for row in self.actions}) > 1  # else they say nothing
        head = f"{'action':<12}{'visits':>9}{'share':>7}" + (f"{'prior':>7}" if priors else "") + seats
        rows = [f"{head}   {self.utility}, player {self.player} to act"]
        total = sum(row.visits for row in self.actions) or 1
        for row in self.actions[:SHOWN]:
            prior = f"{row.prior:7.1%}" if priors else ""
            values = "".join(f"{'-':>7}" if row.value is None else f"{row.value[p]:7.3f}" for p in range(len(self.value or ())))
            rows.append(f"{row.action!s:<12}{row.visits:>9}{row.visits / total:7.1%}{prior}{values}")
        if len(self.actions) > SHOWN:
            rest = sum(row.visits for row in self.actions[SHOWN:])
            rows.append(f"{f'{len(self.actions) - SHOWN} more':<12}{rest:>9}{rest / total:7.1%}")
        values = "".join(f"{x:7.3f}" for x in self.value or ())
        rows.append(f"{'all':<12}{self.visits:>9}{'':{14 if priors else 7}}{values}")
        if self.line:
            rows.append("line: " + " ".join(map(str, self.line)))
        memory = f"{self.bytes / 1e6:.1f} MB" if self.bytes >= 1e6 else f"{self.bytes / 1e3:.0f} kB"
        trees = f" in {self.trees} trees" if self.trees > 1 else ""
        rows.append(
            f"{self.simulations:,} simulations in {self.seconds:.3g} s ({self.rate:,.0f} a second), "
            f"ended by: {self.ended_by}; {self.nodes:,} nodes{trees}, {memory}, "
            f"depth {self.depth} (mean {self.mean_depth:.1f})" + (", arena full" if self.full else "")
        )
        return "\n".join(rows)
