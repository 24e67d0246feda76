"""Learn by self-play: ``python examples/learn/train.py --minutes 25``, on one thread.

Writes the weights, and a checkpoint for each tenth of the time into a folder.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from network import TOLD, Network, evaluator, save
from numpy.typing import NDArray
from selfplay import Example, Settings, estimates_of, play
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, mse_loss
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from metromania.observation import SIZE
from metromania.symmetry import SYMMETRIES

BATCH = 256
WINDOW = 100_000  # the latest examples, from which is learnt
USES = 6  # how often each is learnt from, on average
RATE = 1e-3, 3e-4  # of learning, and in the last third of the time
REPORT = 50  # games


class Window:
    """The latest examples; each draw turns them by the symmetries."""

    def __init__(self, seed: int) -> None:
        self.examples: list[Example] = []
        self.rng = np.random.default_rng(seed)

    def add(self, examples: list[Example]) -> None:
        self.examples += examples
        del self.examples[:-WINDOW]

    def draw(self) -> tuple[NDArray[Any], ...]:
        """What `losses` takes, as arrays; the twelve symmetries by turns over the batch."""
        seen = np.empty((BATCH, SIZE), np.uint8)
        masks = np.empty((BATCH, 320), np.bool_)
        policies = np.empty((BATCH, 320), np.float32)
        estimates = np.empty((BATCH, 2, 4), np.float32)
        values = np.empty(BATCH, np.float32)
        told = np.empty((BATCH, TOLD), np.float32)
        for row, i in enumerate(self.rng.choice(len(self.examples), BATCH)):
            example = self.examples[i]
            assert example.game.current_player is not None
            example.game.observation(example.game.current_player, out=seen[row])
            masks[row] = example.game.legal_actions.mask()
            policies[row] = example.policy
            estimates[row] = estimates_of(example.game)
            values[row] = example.value
            told[row] = example.told
        for symmetry in SYMMETRIES:
            part = slice(symmetry.index, None, len(SYMMETRIES))
            seen[part] = symmetry.observation(seen[part])
            masks[part] = symmetry.mask(masks[part])
            policies[part] = symmetry.mask(policies[part])
        return seen, masks, estimates, policies / policies.sum(1, keepdims=True), values, told


def losses(
    network: Network, seen: Tensor, masks: Tensor, estimates: Tensor, policies: Tensor, values: Tensor, told: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Of policy and value, cross-entropies less what no network could avoid; and half the squares of what is told."""
    logits, value, guess = network(seen, masks, estimates)
    logits = logits.masked_fill(~masks, -1e9).log_softmax(1)
    policy_loss = (policies * (policies.clamp(min=1e-9).log() - logits)).sum(1)
    floor = torch.special.entr(values) + torch.special.entr(1 - values)
    value_loss = binary_cross_entropy_with_logits(value, values, reduction="none") - floor
    return policy_loss.mean(), value_loss.mean(), mse_loss(guess, told) / 2


def train(seconds: float, settings: Settings, seed: int) -> Iterator[tuple[float, Network]]:
    """Play and learn by turns until so many seconds of processor time are used; the network after every game."""
    torch.manual_seed(seed)
    network, window = Network(), Window(seed)
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.995))
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE[0], weight_decay=1e-4)
    begun = time.process_time()
    positions = steps = 0
    recent: list[list[float]] = []
    for games, examples in enumerate(play(evaluator(average.module), settings, seed), 1):
        used = time.process_time() - begun
        window.add(examples)
        positions += len(examples)
        optimizer.param_groups[0]["lr"] = RATE[used > 2 * seconds / 3]
        while len(window.examples) > 4 * BATCH and steps * BATCH < USES * positions:
            parts = losses(network, *map(torch.from_numpy, window.draw()))
            optimizer.zero_grad()
            sum(parts, torch.zeros(())).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            average.update_parameters(network)
            steps += 1
            recent.append([float(part.detach()) for part in parts])
        if games % REPORT == 0 and recent:
            row = {"minutes": round(used / 60, 2), "games": games, "positions": positions, "steps": steps}
            row |= zip(("policy_loss", "value_loss", "told_loss"), np.mean(recent, 0).round(4).tolist(), strict=True)
            recent.clear()
            print(json.dumps(row), flush=True)
        yield used, average.module
        if used > seconds:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("weights.npz"))
    parser.add_argument("--checkpoints", type=Path, default=Path("checkpoints"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    arguments.checkpoints.mkdir(parents=True, exist_ok=True)
    tenth = 0
    for used, network in train(60 * arguments.minutes, Settings(), arguments.seed):
        if used >= 6 * arguments.minutes * (tenth + 1):
            tenth += 1
            save(network, arguments.checkpoints / f"{used / 60:06.2f}.npz")
    save(network, arguments.out)


if __name__ == "__main__":
    main()
