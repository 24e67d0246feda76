"""Networks of stations and lines as plain edge lists, with trips to ask for and their answers.

A node is a station on a line. Riding to the next station on the line takes 1 minute, changing lines at a station 3.
A trip goes from any line at any station of one group to any line at any station of another; the answers are its least
minutes and the set of lines ridden on any fastest route.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random

RIDE, CHANGE = 1, 3
CHANGING = -1
WIDTH, HEIGHT = 6, 5


@dataclass(frozen=True, slots=True)
class Trip:
    """A question: nodes to begin at and to end at; its answer: minutes, and the lines ridden as a set of bits."""

    sources: tuple[int, ...]
    targets: tuple[int, ...]
    minutes: int
    lines: int

    @property
    def answer(self) -> int:
        """Both answers as one number."""
        return self.minutes * 256 + self.lines


@dataclass(frozen=True, slots=True)
class Network:
    """Nodes 0 to `nodes - 1`, undirected edges `(u, v, minutes, line or CHANGING)`, and trips.

    What it was made from: the stations of each line in order, and each trip's two groups of stations.
    """

    nodes: int
    edges: tuple[tuple[int, int, int, int], ...]
    trips: tuple[Trip, ...]
    lines: tuple[tuple[int, ...], ...]
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]

    @property
    def rides(self) -> tuple[tuple[int, int, int], ...]:
        """The edges that ride, both ways round: `(u, v, line)`."""
        one_way = [(u, v, line) for u, v, _, line in self.edges if line != CHANGING]
        return tuple(one_way + [(v, u, line) for u, v, line in one_way])


def build(lines: Sequence[Sequence[int]], groups: Iterable[tuple[Sequence[int], Sequence[int]]]) -> Network:
    """Make the network of lines given by their stations in order; trips are given as two groups of stations each."""
    node: dict[tuple[int, int], int] = {}
    for line, stations in enumerate(lines):
        for station in stations:
            node[station, line] = len(node)
    edges = [
        (node[a, line], node[b, line], RIDE, line) for line, stations in enumerate(lines) for a, b in pairwise(stations)
    ]
    at: dict[int, list[int]] = {}
    for (station, _), i in node.items():
        at.setdefault(station, []).append(i)
    edges += [(a, b, CHANGE, CHANGING) for here in at.values() for k, a in enumerate(here) for b in here[k + 1 :]]
    pairs = tuple((tuple(begin), tuple(end)) for begin, end in groups)
    asked = [
        (tuple(i for s in begin for i in at.get(s, ())), tuple(i for s in end for i in at.get(s, ())))
        for begin, end in pairs
    ]
    trips = tuple(Trip(s, t, *solve(len(node), edges, s, t)) for s, t in asked)
    return Network(len(node), tuple(edges), trips, tuple(map(tuple, lines)), pairs)


def least(nodes: int, edges: Sequence[tuple[int, int, int, int]], sources: Iterable[int]) -> list[float]:
    """Least minutes from the sources to every node, by relaxing all edges until nothing changes."""
    minutes = [float("inf")] * nodes
    for i in sources:
        minutes[i] = 0
    changed = True
    while changed:
        changed = False
        for u, v, cost, _ in edges:
            for a, b in ((u, v), (v, u)):
                if minutes[a] + cost < minutes[b]:
                    minutes[b] = minutes[a] + cost
                    changed = True
    return minutes


def solve(
    nodes: int, edges: Sequence[tuple[int, int, int, int]], sources: Iterable[int], targets: Iterable[int]
) -> tuple[int, int]:
    """A trip's answer, the slow and plain way."""
    targets = tuple(targets)
    there, back = least(nodes, edges, sources), least(nodes, edges, targets)
    best = min(there[i] for i in targets)
    lines = 0
    for u, v, cost, line in edges:
        if line != CHANGING and best in (there[u] + cost + back[v], there[v] + cost + back[u]):
            lines |= 1 << line
    return int(best), lines


def _walk(rng: Random, length: int) -> list[int]:
    """A self-avoiding king's walk of `length` stations on the grid."""
    while True:
        x, y = rng.randrange(WIDTH), rng.randrange(HEIGHT)
        walk = [y * WIDTH + x]
        while len(walk) < length:
            steps = [
                (y + dy) * WIDTH + x + dx
                for dx in (-1, 0, 1)
                for dy in (-1, 0, 1)
                if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT and (y + dy) * WIDTH + x + dx not in walk
            ]
            if not steps:
                break
            walk.append(rng.choice(steps))
            y, x = divmod(walk[-1], WIDTH)
        else:
            return walk


@lru_cache
def full_network(per_line: int) -> Network:
    """30 stations on a grid and 8 lines of `per_line` stations each, with seven trips between groups of three."""
    rng = Random(per_line)
    lines = [_walk(rng, per_line) for _ in range(8)]
    corners = [(0, 1, 6), (4, 5, 11), (18, 24, 25), (23, 28, 29), (8, 9, 14), (12, 13, 18), (15, 16, 22), (2, 3, 9)]
    pairs = [(0, 3), (1, 2), (0, 1), (2, 3), (5, 6), (4, 2), (7, 3)]
    return build(lines, [(corners[a], corners[b]) for a, b in pairs])


NETWORKS = {"120 nodes": 15, "144 nodes": 18}
"""The networks' names and stations a line."""
