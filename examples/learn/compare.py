"""What a network's search reaches against one with equal priors and another value of leaves.

``python examples/learn/compare.py [weights.npz]`` plays with equal simulations; then in equal time, by what both take of the
processor: ``--milliseconds`` for each action. The network values the leaves of all games in common batches, or with
``--alone`` those of one game at a time, as in play against one opponent. With ``--checkpoints`` every network of a folder
that ``train.py`` filled plays with equal simulations, and the curve is drawn.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from match import Outcome, Player, play_match
from network import evaluator, load

from metromania.search import ROLLOUTS

IN_A_MATCH = {"c": 0.8, "fpu": 0.1, "virtual_loss": 0.2}  # looks around less than self-play does, and wins more


def players(weights: Path, rollout: str, alone: bool = False) -> tuple[Player, Player]:
    """The network's search, and the other."""
    options: dict[str, Any] = {"policy": "puct", "utility": "win_share"}
    mine = IN_A_MATCH | {"evaluator": evaluator(load(weights)), "observations": "uint8", "estimates": True}
    network = Player(1, options | mine | {"in_flight": 16 if alone else 4}, alone)
    return network, Player(1, options | {"rollout": rollout})


def with_simulations(network: Player, other: Player, simulations: int, pairs: int, seed: int = 50) -> Outcome:
    """The outcome with as many simulations for both."""
    network.forget()
    other.forget()
    network.simulations = other.simulations = simulations
    return play_match(network, other, pairs, seed)


def in_time(network: Player, other: Player, seconds: float, pairs: int, seed: int = 60) -> Outcome:
    """The outcome with as much of the processor's time for both, measured in some games before."""
    network.forget()
    other.forget()
    network.simulations = other.simulations = 16
    for _ in range(2):  # the simulations that take so long, then their rate
        play_match(network, other, max(2, pairs // 8), seed + 1)
        for player in (network, other):
            player.simulations = max(1, round(player.rate * seconds))
            player.forget()
    return play_match(network, other, pairs, seed)


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
    parser.add_argument("weights", type=Path, nargs="?", default=Path(__file__).parent / "weights.npz")
    parser.add_argument("--rollout", choices=ROLLOUTS, default="static")
    parser.add_argument("--simulations", type=int, default=64)
    parser.add_argument("--milliseconds", type=float, default=20)
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--checkpoints", type=Path)
    parser.add_argument("--curve", type=Path, default=Path(__file__).parent / "curve.svg")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if arguments.checkpoints:
        points = []
        for path in sorted(arguments.checkpoints.glob("*.npz")):
            sides = players(path, arguments.rollout)
            outcome = with_simulations(*sides, arguments.simulations, arguments.pairs)
            points.append({"minutes": float(path.stem), "share": outcome.share, "error": outcome.share_error})
            print(json.dumps(points[-1]), flush=True)
        draw(points, arguments.rollout, arguments.simulations, arguments.curve)
        return
    network, other = players(arguments.weights, arguments.rollout, arguments.alone)
    outcome = with_simulations(network, other, arguments.simulations, arguments.pairs)
    print(f"{arguments.simulations} simulations each: {outcome}", flush=True)
    outcome = in_time(network, other, arguments.milliseconds / 1000, arguments.pairs)
    for player in (network, other):
        spent = 1000 * player.seconds / player.actions
        print(f"{player.simulations} simulations an action, {spent:.1f} ms")
    print(f"equal time: {outcome}", flush=True)


if __name__ == "__main__":
    main()
