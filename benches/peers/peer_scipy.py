"""SciPy's sparse graphs: the two questions by Dijkstra from many sources at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from benches.peers import questions
from benches.peers.networks import CHANGING, RIDE, Network
from benches.slices import Workload

UNLIKE = questions.UNLIKE


def matrix(network: Network) -> Any:
    """The network as a sparse matrix of minutes."""
    u, v, cost, _ = np.array(network.edges).T
    data = (np.concatenate([cost, cost]).astype(float), (np.concatenate([u, v]), np.concatenate([v, u])))
    return csr_array(data, shape=(network.nodes, network.nodes))


def one_pass(network: Network) -> questions.Ask:
    """One pass from all sources."""
    graph = matrix(network)
    asked = [(np.array(trip.sources), np.array(trip.targets)) for trip in network.trips]

    def ask(i: int) -> int:
        sources, targets = asked[i]
        return int(dijkstra(graph, indices=sources, min_only=True)[targets].min())

    return ask


def two_passes(network: Network) -> questions.Ask:
    """A pass from either end: a ride is on a fastest route when minutes there, its own and back make the least."""
    graph = matrix(network)
    asked = [(np.array(trip.sources), np.array(trip.targets)) for trip in network.trips]
    u, v, line = np.array(network.rides).T
    assert (line != CHANGING).all()
    bits = 1 << line

    def ask(i: int) -> int:
        sources, targets = asked[i]
        there = dijkstra(graph, indices=sources, min_only=True)
        back = dijkstra(graph, indices=targets, min_only=True)
        best = there[targets].min()
        lines = np.bitwise_or.reduce(bits[there[u] + back[v] == best - RIDE])
        return int(best) * 256 + int(lines)

    return ask


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "distance": lambda: questions.distance("dijkstra", one_pass),
    "routes": lambda: questions.routes("dijkstra from both ends", two_passes),
}
