"""A small network for games of two: from observations to priors and the value of the seat to act.

What matters lies around the heads of the lines. So each line is looked at from its head, turned so that it comes from
behind: the vertices within three steps and the spaces between them. What is seen there goes through one layer, the
same for all lines of a side; digs are chosen from it in directions relative to the line's. Beside that stand the
scalars, and which lines have stations at which markers. So a turned game is valued and played alike by its making; that
a mirrored one is too, the network learns.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from crops import CELLS, STEEP, cell_of, crop_table, exit_table, start_tables
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import pad, relu

from metromania import lattice
from metromania.observation import PLANES, describe_observation, units
from metromania.search import Evaluator

LINES = 4  # two players: mine a, b, theirs a, b
SCALARS = slice(PLANES * CELLS, PLANES * CELLS + 29 + 46 * 2)
SEEN_SCALARS = SCALARS.stop - SCALARS.start
TOLD = 22  # points of both seats, for stations, for each of seven trips, and whether each line is complete
START_PLANES = 10  # city, stations, starts, ends, areas: what a start is chosen by
POINTS = 20.0  # what points are divided by
STEP = 8.0  # points that make the odds e times better, to begin with
CHUNK = 64  # rows at a time: what fits in the processor's cache
FAR = 18.0  # beyond the farthest end space
PLANE = {field.name: field.offset // CELLS for field in describe_observation() if field.is_plane}
HEADING = next(f for f in describe_observation() if f.name == "heading").offset - PLANES * CELLS


class Network(nn.Module):
    """``forward`` takes observations (n, 17113) of uint8, masks (n, 320) and estimates (n, 2, 4) of float32.

    It gives logits (n, 320), of which those of actions that are not legal mean nothing; logits (n,) of the value, the
    win share that the seat to act may hope for, which is what the estimates say and a correction; and ``TOLD`` numbers
    (n, 22) about the end of the game, which are learnt for what they teach the rest, and not used in play.
    """

    def __init__(self, width: int = 64, hidden: int = 192) -> None:
        super().__init__()
        self.sizes = (width, hidden)
        itself = [28 + 9 * line + 6 for line in range(LINES)]  # planes of the vertices each line passes
        views = [[PLANE["stations"], *itself[k : k + 1], *itself[:k], *itself[k + 1 :]] for k in range(LINES)]
        crops = crop_table(3, views, [PLANE["free"], *(PLANE["areas"] + 2 * k for k in range(3))])
        self.looks = nn.ModuleList(nn.Linear(crops.shape[-1] + 7, width) for _ in range(2))  # of my lines, of theirs
        self.body = nn.Linear(LINES * width + SEEN_SCALARS + 5 * 8 + 6 + 8, hidden)
        self.deep = nn.Linear(hidden, hidden)
        self.value = nn.Linear(hidden, 1)
        self.told = nn.Linear(hidden, TOLD)
        self.steep = nn.Parameter(torch.tensor(1 / STEP))
        for part in self.value.parameters():
            nn.init.zeros_(part)
        self.line = nn.Linear(width, width)
        self.context = nn.Linear(hidden, width)
        self.dig = nn.Linear(width, 84)
        self.rest = nn.Linear(hidden, 1 + 5)  # pass, and starts of each kind
        self.station = nn.Linear(hidden, 2 + LINES)
        self.start = nn.Parameter(torch.zeros(5, START_PLANES * CELLS))
        apexes, ahead = exit_table()
        kinds, alike = start_tables(START_PLANES)
        turned = [[(d - k) % 6 * 14 + j for d in range(6) for j in range(14)] for k in range(6)]
        headings = [HEADING + 46 * (k // 2) + 9 * (k % 2) + d for k in range(LINES) for d in range(6)]
        undirected = 1 / torch.tensor(units()[SCALARS])  # the scalars that no symmetry changes, in their units
        undirected[headings] = 0
        pairs = [LINES * i + j for i in range(LINES) for j in range(i)]
        for name, buffer in (
            ("crops", crops), ("apexes", apexes), ("ahead", ahead), ("kinds", kinds), ("alike", alike),
            ("turned", torch.tensor(turned)), ("city", torch.tensor([cell_of(v) for v in lattice.VERTICES])),
            ("headings", torch.tensor(headings)), ("undirected", undirected), ("pairs", torch.tensor(pairs)),
            ("scale", torch.tensor([1 / POINTS, 1 / POINTS, 1.0, 1.0] * 2)),
        ):  # fmt: skip
            self.register_buffer(name, buffer, persistent=False)

    def forward(self, seen: Tensor, masks: Tensor, estimates: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        n = len(seen)
        planes = seen[:, : 64 * CELLS].view(n, 64, CELLS)
        scalars = seen[:, SCALARS]
        lines = planes[:, 28:].unflatten(1, (LINES, 9))
        heading = scalars[:, self.headings].view(n, LINES, 6).argmax(2)
        where = lines[:, :, 7].argmax(2) * 6 + heading

        around = torch.stack([seen.gather(1, self.crops[where[:, k], k]) for k in range(LINES)], 1).float()
        exits = lines[:, :, 8, None][..., self.apexes].float()
        near = (exits @ self.ahead[where])[:, :, 0].clamp(min=math.exp(-STEEP * FAR)).log() / (-STEEP * FAR)
        around = torch.cat([around, near], 2)
        mine, theirs = (relu(look(part)) for look, part in zip(self.looks, around.split(2, 1), strict=True))

        passed = lines[:, :, 6].float()
        stations = planes[:, PLANE["stations"], None].float()
        sites = planes[:, PLANE["water"] : PLANE["water"] + 16].float().view(n, 8, 2 * CELLS)  # lake, park, A..F
        stops = passed * stations
        served = _touched(torch.cat([stops, stations], 1)) @ sites.transpose(1, 2)
        shared = (stops @ stops.transpose(1, 2)).flatten(1)[:, self.pairs] / 4
        told = estimates.flatten(1) * self.scale
        parts = [mine.flatten(1), theirs.flatten(1), scalars * self.undirected, served.flatten(1), shared, told]
        h = relu(self.body(torch.cat(parts, 1)))
        h = relu(h + self.deep(h))

        digs = self.dig(relu(self.line(mine) + self.context(h)[:, None]))
        rest = self.rest(h)
        logits = rest.new_zeros(n, 320)
        logits[:, :1] = rest[:, :1]
        logits[:, 152:] = digs.gather(2, self.turned[heading[:, :2]]).flatten(1)
        rows = masks[:, 1:61].any(1).nonzero()[:, 0]
        if len(rows):
            weights = self.start[self.kinds].gather(1, self.alike)
            city = planes[rows, :START_PLANES].flatten(1).float()
            logits[rows, 1:61] = rest[rows, 1:].index_select(1, self.kinds) + city @ weights.T
        rows = masks[:, 61:152].any(1).nonzero()[:, 0]
        if len(rows):
            areas = planes[rows, PLANE["areas"] : PLANE["areas"] + 6].view(-1, 3, 2 * CELLS).sum(1).float()
            spots = _touching(torch.stack([areas, sites[rows, 2:].sum(1)], 1))
            spots = torch.cat([spots, passed[rows]], 1)[:, :, self.city]
            logits[rows, 61:152] = (self.station(h[rows])[:, None] @ spots)[:, 0]
        ahead = estimates[:, 0, 0] - estimates[:, 1, 0]
        return logits, ahead * self.steep + self.value(h)[:, 0], self.told(h)


def _touched(vertices: Tensor) -> Tensor:
    """Spaces (.., 338) that touch marked vertices (.., 169). Cells beside the city are empty: nothing wraps round."""
    x = pad(vertices, (0, 14))
    up = x[..., :CELLS] + x[..., 1 : CELLS + 1] + x[..., 13 : CELLS + 13]
    down = x[..., :CELLS] + x[..., 13 : CELLS + 13] + x[..., 12 : CELLS + 12]
    return torch.cat([up, down], -1).clamp(max=1)


def _touching(spaces: Tensor) -> Tensor:
    """For each vertex (.., 169), how many of the marked spaces (.., 338) touch it."""
    up, down = pad(spaces[..., :CELLS], (14, 0)), pad(spaces[..., CELLS:], (14, 0))
    return up[..., 14:] + up[..., 13:-1] + up[..., 1:-13] + down[..., 14:] + down[..., 1:-13] + down[..., 2:-12]


def evaluator(network: Network) -> Evaluator:
    """The network as ``metromania.search`` calls it, with ``estimates``."""

    def evaluate(observations: NDArray[Any], masks: NDArray[Any], estimates: NDArray[Any]) -> tuple[Any, Any]:
        with torch.inference_mode():
            legal = torch.from_numpy(masks)
            arrays = torch.from_numpy(observations), legal, torch.from_numpy(estimates)
            parts = [network(*chunk)[:2] for chunk in zip(*(array.split(CHUNK) for array in arrays), strict=True)]
            logits, value = (torch.cat(part) for part in zip(*parts, strict=True))
            priors = logits.masked_fill_(~legal, -torch.inf).softmax(1)
            mine = value.sigmoid()
            return priors.numpy(), torch.stack([mine, 1 - mine], 1).numpy()

    return evaluate


def save(network: Network, path: Path) -> None:
    """Write the weights as float16, and the sizes."""
    arrays = {name: tensor.numpy().astype(np.float16) for name, tensor in network.state_dict().items()}
    np.savez_compressed(path, sizes=np.array(network.sizes), **arrays)


def load(path: Path) -> Network:
    """The network of a file that ``save`` wrote."""
    with np.load(path) as arrays:
        network = Network(*map(int, arrays["sizes"]))
        state = {name: torch.from_numpy(arrays[name].astype(np.float32)) for name in arrays.files if name != "sizes"}
    network.load_state_dict(state)
    return network.eval()
