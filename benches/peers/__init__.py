"""The libraries that metromania is measured beside, one module each; `load` names those that are missing."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib import metadata

from benches.slices import Workload

__all__ = ["KINDS", "OURS", "PEERS", "Loaded", "Peer", "Skipped", "load", "load_all"]

KINDS = {
    "play": "a recorded random game from Python: list the legal actions, apply one of them, to the end",
    "clone": "copy a mid-game position, from Python",
    "push_pop": "apply one action and come back, from Python, each legal action of a mid-game position",
    "perft": "leaves two plies down, from Python, counted in bulk at the last level",
    "rollouts": "random play to the end inside the library",
    "batch": "step 1,024 games at once, actions given",
    "distance": "least minutes from a set of nodes to a set of nodes",
    "routes": "least minutes and the lines ridden on any fastest route",
}
"""The kinds of work, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A library: its name in the tables, the module here, its distribution, what to do without it."""

    name: str
    module: str
    distribution: str
    remedy: str = "see benches/requirements-peers.txt"

    def version(self) -> str:
        """The version installed, or that it runs from a source tree."""
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:
            return "built in place"


OURS = Peer("metromania", "ours", "metromania", "build it in place first")
PEERS = (
    Peer("OpenSpiel", "peer_open_spiel", "open-spiel"),
    Peer("cozy-chess-py", "peer_cozy_chess", "cozy-chess-py"),
    Peer("cshogi", "peer_cshogi", "cshogi"),
    Peer("python-chess", "peer_python_chess", "chess"),
    Peer("catanatron", "peer_catanatron", "catanatron"),
    Peer("pgx", "peer_pgx", "pgx"),
    Peer("EnvPool", "peer_envpool", "envpool"),
    Peer("networkx", "peer_networkx", "networkx"),
    Peer("rustworkx", "peer_rustworkx", "rustworkx"),
    Peer("igraph", "peer_igraph", "igraph"),
    Peer("SciPy", "peer_scipy", "scipy"),
    Peer("reference twin", "peer_twin", "metromania", "it is in tests/reference"),
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A peer that is here: its version, in what its game is unlike ours, its workloads by kind and name."""

    peer: Peer
    version: str
    unlike: str
    kinds: dict[str, dict[str, Workload]]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A peer that is not here, and why."""

    peer: Peer
    reason: str


def load(peer: Peer, kinds: tuple[str, ...] = tuple(KINDS)) -> Loaded | Skipped:
    """Import a peer's module and make its workloads of these kinds, or say why it can't be had."""
    try:
        module = importlib.import_module(f"benches.peers.{peer.module}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("benches"):
            raise
        return Skipped(peer, f"{peer.name}: not installed (no module {error.name}; {peer.remedy})")
    except (ImportError, OSError) as error:
        return Skipped(peer, f"{peer.name}: installed but does not import: {error}")
    made = {kind: module.WORKLOADS[kind]() for kind in kinds if kind in module.WORKLOADS}
    return Loaded(peer, peer.version(), module.UNLIKE, made)


def load_all(kinds: tuple[str, ...] = tuple(KINDS)) -> tuple[list[Loaded], list[Skipped]]:
    """Load metromania and every peer; those that are missing come back by name, with the reason."""
    found = [load(peer, kinds) for peer in (OURS, *PEERS)]
    return [x for x in found if isinstance(x, Loaded)], [x for x in found if isinstance(x, Skipped)]
