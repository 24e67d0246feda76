"""igraph, graphs in C under Python: the two questions by Dijkstra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import igraph

from benches.peers import questions
from benches.peers.networks import Network
from benches.slices import Workload

UNLIKE = questions.UNLIKE


def digraph(network: Network) -> tuple[Any, list[tuple[int, int]], list[int]]:
    """The network with its terminals, those, and the costs, doubled so that a terminal's 0 can be a 1.

    (All shortest paths want costs above 0; a trip then takes twice its minutes and 2 more.)
    """
    arcs, pairs = questions.terminals(network)
    graph = igraph.Graph(network.nodes + 2 * len(pairs), [(u, v) for u, v, _ in arcs], directed=True)
    return graph, pairs, [2 * cost or 1 for _, _, cost in arcs]


def one_pass(network: Network) -> questions.Ask:
    """The distance from one terminal to the other."""
    graph, pairs, costs = digraph(network)

    def ask(i: int) -> int:
        begin, end = pairs[i]
        return (int(graph.distances(begin, end, weights=costs)[0][0]) - 2) // 2

    return ask


def all_paths(network: Network) -> questions.Ask:
    """All shortest paths."""
    graph, pairs, costs = digraph(network)
    bits = questions.ride_bits(network)

    def ask(i: int) -> int:
        begin, end = pairs[i]
        return questions.paths_answer(graph.get_all_shortest_paths(begin, end, weights=costs), bits)

    return ask


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "distance": lambda: questions.distance("distances", one_pass),
    "routes": lambda: questions.routes("get_all_shortest_paths", all_paths),
}
