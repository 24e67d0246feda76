"""The two questions put to the graph libraries, and what their modules share: terminals, workloads, paths read back.

A library keeps the network in its own form, made beforehand, with two more nodes a trip where it needs them: one with
arcs of 0 minutes to all nodes where the trip begins, one with such arcs from all nodes where it ends. Only the query
and the reading of its answer are timed: `distance` wants the least minutes, `routes` also the lines ridden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from benches.peers.networks import NETWORKS, Network, Trip, full_network
from benches.slices import Workload

UNLIKE = (
    "A library for any graph: it is given a network built beforehand and any weights, while the game knows that a "
    "ride is 1 minute and a change 3 and keeps its network as it plays."
)
Ask = Callable[[int], int]


def terminals(network: Network) -> tuple[list[tuple[int, int, int]], list[tuple[int, int]]]:
    """All arcs `(u, v, minutes)`, edges both ways, with a pair of terminals for each trip; and those pairs."""
    arcs = [arc for u, v, cost, _ in network.edges for arc in ((u, v, cost), (v, u, cost))]
    pairs = []
    for i, trip in enumerate(network.trips):
        begin, end = network.nodes + 2 * i, network.nodes + 2 * i + 1
        arcs += [(begin, u, 0) for u in trip.sources] + [(v, end, 0) for v in trip.targets]
        pairs.append((begin, end))
    return arcs, pairs


def ride_bits(network: Network) -> dict[tuple[int, int], int]:
    """The line ridden from one node to the next, as a bit."""
    return {(u, v): 1 << line for u, v, line in network.rides}


def paths_answer(paths: Iterable[Sequence[int]], bits: dict[tuple[int, int], int]) -> int:
    """Minutes and lines of all fastest paths, terminals included."""
    lines = minutes = 0
    for path in paths:
        minutes = 0
        before = path[1]
        for node in path[2:-1]:
            bit = bits.get((before, node))
            if bit is None:
                minutes += 3
            else:
                minutes += 1
                lines |= bit
            before = node
    return minutes * 256 + lines


@lru_cache
def networks() -> dict[str, Network]:
    """The networks by name: made ones, and one of a game where metromania is there to play it."""
    found = {name: full_network(per_line) for name, per_line in NETWORKS.items()}
    try:
        from benches.peers.game_networks import fullest
    except ImportError:
        return found
    _, network, _ = fullest()
    return {f"a game's {network.nodes} nodes": network, **found}


def workloads(title: str, make: Callable[[Network], Ask], answer: Callable[[Trip], int]) -> dict[str, Workload]:
    """One workload a network: `make(network)(i)` answers trip `i`, and a repeat asks each trip once."""
    found = {}
    for name, network in networks().items():
        found[f"{title}, {name}"] = workload(make(network), [answer(trip) for trip in network.trips])
    return found


def workload(ask: Ask, answers: Sequence[int]) -> Workload:
    """Ask each trip once a repeat; each answer is compared once, beforehand, and their sum each time."""
    for i, right in enumerate(answers):
        got = ask(i)
        assert got == right, f"trip {i}: answered {got}, expected {right}"
    count = len(answers)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for i in range(count):
                total += ask(i)
        return total

    return Workload(run, {"query": count}, sum(answers))


def distance(title: str, make: Callable[[Network], Ask]) -> dict[str, Workload]:
    """Workloads that answer the least minutes."""
    return workloads(title, make, lambda trip: trip.minutes)


def routes(title: str, make: Callable[[Network], Ask]) -> dict[str, Workload]:
    """Workloads that answer the least minutes and the lines ridden on any fastest route."""
    return workloads(title, make, lambda trip: trip.answer)
