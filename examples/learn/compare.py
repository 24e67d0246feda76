"""What a network's search reaches against one with equal priors and another value of leaves.

``python examples/learn/compare.py weights.npz`` plays with equal simulations, then in equal time: the other then has
as many more simulations as it is quicker, by what both took of the processor in the first match. With
``--checkpoints`` the first is played by every network of a folder that ``train.py`` filled, and the curve drawn.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from match import Outcome, Player, play_match
from network import evaluator, load
from selfplay import Settings

from metromania.search import ROLLOUTS


def against(
    weights: Path, rollout: str, simulations: int, pairs: int, times: float = 1.0, seed: int = 20
) -> tuple[Outcome, float]:
    """The outcome if the other has ``times`` as many simulations, and how much quicker the other is."""
    shown = Settings()
    options: dict[str, Any] = {"policy": "puct", "utility": "win_share"}
    mine = options | {"evaluator": evaluator(load(weights)), "observations": "uint8"}
    mine |= {"in_flight": shown.in_flight, "c": shown.c, "fpu": shown.fpu}
    network = Player(simulations, mine)
    other = Player(round(times * simulations), options | {"rollout": rollout})
    outcome = play_match(network, other, pairs, seed)
    return outcome, other.rate / network.rate


def draw(points: list[dict[str, Any]], rollout: str, simulations: int, path: Path) -> None:
    """Win share by minutes of learning, with 95% intervals."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "metromania"
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.errorbar(
        [point["minutes"] for point in points],
        [point["share"] for point in points],
        [point["error"] for point in points],
        marker="o",
        capsize=3,
    )
    axes.axhline(0.5, color="grey", linewidth=1)
    axes.set(
        xlabel="minutes of learning (processor time, one thread)",
        ylabel="win share",
        ylim=(0, 1),
        title=f"Against PUCT with equal priors and {rollout} leaves, {simulations} simulations each",
    )
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--rollout", choices=ROLLOUTS, default=ROLLOUTS[-1])
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--checkpoints", type=Path)
    parser.add_argument("--curve", type=Path, default=Path(__file__).parent / "curve.svg")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    playing = arguments.rollout, arguments.simulations, arguments.pairs
    outcome, times = against(arguments.weights, *playing)
    print(f"equal simulations: {outcome}", flush=True)
    outcome, _ = against(arguments.weights, *playing, times=times)
    print(f"equal time ({times:.1f} times the simulations for the other): {outcome}", flush=True)
    if arguments.checkpoints:
        points = []
        for path in sorted(arguments.checkpoints.glob("*.npz")):
            outcome, _ = against(path, *playing)
            points.append({"minutes": float(path.stem), "share": outcome.share, "error": outcome.share_error})
            print(json.dumps(points[-1]), flush=True)
        draw(points, arguments.rollout, arguments.simulations, arguments.curve)


if __name__ == "__main__":
    main()
