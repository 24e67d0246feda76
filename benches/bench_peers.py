"""metromania beside its peers, kind by kind of like work: `pytest benches/bench_peers.py`."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import Any

import pytest

from benches.peers import KINDS, OURS, PEERS, Loaded, Peer, Skipped, load
from benches.slices import Measure, Workload, compare, ratio

# The peers' own warnings are not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")
ROUNDS = 9

PAIRS = [
    *((peer, kind) for peer in PEERS[:5] for kind in ("play", "clone", "push_pop")),
    *((peer, "perft") for peer in PEERS[:4]),
    (PEERS[0], "rollouts"),
    *((peer, "batch") for peer in PEERS[5:7]),
    *((peer, kind) for peer in PEERS[7:11] for kind in ("distance", "routes")),
    *((PEERS[11], kind) for kind in ("play", "clone", "perft")),
]
"""Who is measured at what; catanatron has dice, so no leaves to count."""

TARGETS = {
    ("play", "OpenSpiel: hex(11)"): 5.0,
    ("play", "cozy-chess-py: play"): 7.0,
    ("play", "cshogi: play"): 7.0,
    ("play", "python-chess: play"): 100.0,
}
"""How many times as fast `list(game.legal_actions)` and `push` ought to be, ply for ply."""


@lru_cache
def workloads(peer: Peer, kind: str) -> dict[str, Workload]:
    """A library's workloads of a kind, by library and name; skips the test, by name, where it is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = load(peer, (kind,))
    if isinstance(found, Skipped):
        pytest.skip(found.reason)
    assert isinstance(found, Loaded)
    if kind not in found.kinds:
        pytest.skip(f"{peer.name}: has nothing like {kind} ({KINDS[kind]})")
    return {f"{peer.name}: {name}": work for name, work in found.kinds[kind].items()}


def ours(kind: str) -> dict[str, Workload]:
    """Our workloads of a kind, none where metromania is not built: then the peer is measured alone."""
    try:
        return workloads(OURS, kind)
    except pytest.skip.Exception:
        return {}


def figures(measures: dict[str, Measure], base: str | None) -> list[dict[str, Any]]:
    """Each measure as plain data, with its ratios to our first workload."""
    rows: list[dict[str, Any]] = []
    for name, measure in measures.items():
        row: dict[str, Any] = {"name": name} | {f"ns_per_{unit}": measure.median(unit) for unit in measure.units}
        if base is not None:
            compared = ratio(measures[base], measure)
            row |= {"of_medians": compared.of_medians, "of_pairs": compared.of_pairs}
        rows.append(row)
    return rows


@pytest.mark.parametrize(("peer", "kind"), PAIRS, ids=[f"{kind}-{peer.name}" for peer, kind in PAIRS])
def test_beside(capsys: pytest.CaptureFixture[str], benchmark: Any, peer: Peer, kind: str) -> None:
    """Measure one peer and ourselves at one kind of work, in alternating slices.

    The figures are in `extra_info` and in the lines printed; pytest-benchmark's own columns are of slices of the
    peer's first workload.
    """
    theirs = workloads(peer, kind)
    mine = ours(kind)
    measures = compare({**mine, **theirs}, rounds=ROUNDS)
    base = next(iter(mine), None)
    rows = figures(measures, base)
    lines = []
    for row in rows:
        told = ", ".join(f"{row[key]:,.1f} ns a {key[7:]}" for key in row if key.startswith("ns_per_"))
        against = f"; {row['of_medians']:.2f} times {base} (pairs: {row['of_pairs']:.2f})" if base else ""
        target = TARGETS.get((kind, row["name"]))
        wanted = f"; wanted: {target:g} times" if target and base else ""
        lines.append(f"  {row['name']}: {told}{against}{wanted}")
    with capsys.disabled():
        print("", *lines, sep="\n")
    first = next(iter(theirs))
    benchmark.group = kind
    benchmark.extra_info.update({"kind": KINDS[kind], "figures": rows, "beside": base or "nothing of ours"})
    repeats = measures[first].repeats
    got = benchmark.pedantic(theirs[first].run, args=(repeats,), rounds=3, iterations=1)
    theirs[first].check(first, repeats, got)


def test_ours_is_here() -> None:
    """Say by name when metromania itself was not beside its peers."""
    workloads(OURS, "play")
