"""rustworkx, graphs in Rust under Python: the two questions by Dijkstra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rustworkx as rx

from benches.peers import questions
from benches.peers.networks import Network
from benches.slices import Workload

UNLIKE = questions.UNLIKE


def digraph(network: Network) -> tuple[Any, list[tuple[int, int]]]:
    """The network with its terminals, and those; the edges carry floats, so that `float` reads their cost."""
    arcs, pairs = questions.terminals(network)
    graph = rx.PyDiGraph()
    graph.add_nodes_from(range(network.nodes + 2 * len(pairs)))
    graph.add_edges_from([(u, v, float(cost)) for u, v, cost in arcs])
    return graph, pairs


def one_pass(network: Network) -> questions.Ask:
    """Dijkstra that stops at its goal."""
    graph, pairs = digraph(network)

    def ask(i: int) -> int:
        begin, end = pairs[i]
        return int(rx.digraph_dijkstra_shortest_path_lengths(graph, begin, float, end)[end])

    return ask


def all_paths(network: Network) -> questions.Ask:
    """All shortest paths."""
    graph, pairs = digraph(network)
    bits = questions.ride_bits(network)

    def ask(i: int) -> int:
        begin, end = pairs[i]
        return questions.paths_answer(rx.digraph_all_shortest_paths(graph, begin, end, weight_fn=float), bits)

    return ask


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "distance": lambda: questions.distance("dijkstra with goal", one_pass),
    "routes": lambda: questions.routes("all_shortest_paths", all_paths),
}
