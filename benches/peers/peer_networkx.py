"""networkx, graphs in pure Python: the two questions by Dijkstra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx

from benches.peers import questions
from benches.peers.networks import Network
from benches.slices import Workload

UNLIKE = questions.UNLIKE


def digraph(network: Network) -> tuple[Any, list[tuple[int, int]]]:
    """The network with its terminals, and those."""
    arcs, pairs = questions.terminals(network)
    graph = nx.DiGraph()
    graph.add_weighted_edges_from(arcs)
    return graph, pairs


def from_both_ends(network: Network) -> questions.Ask:
    """Dijkstra from both ends."""
    graph, pairs = digraph(network)
    return lambda i: int(nx.bidirectional_dijkstra(graph, *pairs[i])[0])


def all_paths(network: Network) -> questions.Ask:
    """All shortest paths."""
    graph, pairs = digraph(network)
    bits = questions.ride_bits(network)
    return lambda i: questions.paths_answer(nx.all_shortest_paths(graph, *pairs[i], weight="weight"), bits)


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "distance": lambda: questions.distance("bidirectional_dijkstra", from_both_ends),
    "routes": lambda: questions.routes("all_shortest_paths", all_paths),
}
