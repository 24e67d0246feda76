"""A tournament on a Ray cluster that loses a worker node: all games accounted for, none twice, as in a local run."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import ray
from ray.cluster_utils import Cluster

from metromania.arena import Tournament, run
from metromania.arena.ray_pool import RayPool
from metromania.bots import BotSpec, Budget

BOARDS = 15
HEAD, *WORKERS = (f"127.0.0.{host}" for host in (2, 3, 4))  # each node an address of this machine's own


def main() -> None:
    bots = tuple(map(BotSpec.parse, ("mcts", "pathfinder", "greedy")))
    tournament = Tournament(bots, players=3, seed=11, budget=Budget(simulations=100))
    with tempfile.TemporaryDirectory() as folder:
        local = Path(folder, "local.jsonl")
        run(tournament, BOARDS, path=local, processes=2)
        print(f"local: {len(records(local))} games")
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "node_ip_address": HEAD})
        nodes = [cluster.add_node(num_cpus=1, node_ip_address=address) for address in WORKERS]
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, _node_ip_address=HEAD, log_to_driver=False)  # RayPool takes this connection

        def kill_in_the_middle(outcomes: dict[int, Any], total: int) -> None:
            if len(outcomes) > total // 3 and len(nodes) == 2:
                print(f"after {len(outcomes)} of {total} games one of two workers is killed")
                cluster.remove_node(nodes.pop(), allow_graceful=False)

        remote = Path(folder, "ray.jsonl")
        try:
            pool = RayPool(tournament, cluster.address)
            run(tournament, BOARDS, path=remote, pool=pool, progress=kill_in_the_middle)
        finally:
            ray.shutdown()
            cluster.shutdown()
        assert len(nodes) == 1, "no worker was killed"
        ours, theirs = records(local), records(remote)
        lines = len(remote.read_text().splitlines())
        assert lines == len(theirs) == len(ours) == BOARDS * len(tournament.seatings()), (
            "games are missing, or there twice"
        )
        assert ours == theirs, "the results differ"
        print(f"Ray: {lines} games, none twice, the same as in the local run")


def records(path: Path) -> dict[int, dict[str, Any]]:
    """The records by number of the game, without how long it took."""
    found = {}
    for line in path.read_text().splitlines():
        record = json.loads(line)
        del record["x_arena"]["seconds"]
        found[record["x_arena"]["game"]] = record
    return found


if __name__ == "__main__":
    main()
