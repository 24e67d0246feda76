"""Networks of real positions, for the graph libraries: games dug with care, so that the trips have routes."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from benches.peers.networks import Network, build
from metrocore.lattice import triangle_corners
from metromania import Action, Game

LAKE, PARK = 4, 5
SEEDS = 100


def touching(triangles: list[int], stations: frozenset[int]) -> list[int]:
    """The stations at corners of these triangles."""
    return sorted({v for t in triangles for v in triangle_corners[t]} & stations)


def trip_ends(game: Game) -> list[tuple[list[int], list[int]] | None]:
    """The stations at which each of the seven trips may begin and end; None where a marker is missing."""
    stations = frozenset(game.station_vertices)
    places, areas = game.places, game.setup.areas
    ends: list[tuple[list[int], list[int]] | None] = []
    for letter in range(6):
        a, b = places[2 * letter], places[2 * letter + 1]
        ends.append((touching([a], stations), touching([b], stations)) if min(a, b) >= 0 else None)
    lake = [t for t, area in enumerate(areas) if area == LAKE]
    park = [t for t, area in enumerate(areas) if area == PARK]
    ends.append((touching(lake, stations), touching(park, stations)))
    return ends


def network_of(game: Game) -> tuple[Network, list[int]]:
    """The network of a position and the trips that have routes, by number; its answers agree with the game's own."""
    stations = frozenset(game.station_vertices)
    lines = [[v for v in game.path(line) if v in stations] for line in range(2 * game.players)]
    ends = trip_ends(game)
    told = game.trips_data()
    numbers = [i for i, trip in enumerate(told) if trip["minutes"]]
    network = build(lines, [pair for i in numbers if (pair := ends[i]) is not None])
    for number, trip in zip(numbers, network.trips, strict=True):
        bits = sum(1 << line for line in told[number]["lines"])
        same = (trip.minutes, trip.lines) == (told[number]["minutes"], bits)
        assert same, f"trip {number}: {trip} is not {told[number]}"
    return network, numbers


def play_carefully(seed: int) -> Game:
    """Play a game that digs wherever it can, places its markers early and blocks as few lines as it can."""
    game, rng = Game.new(players=4, seed=seed), Random(seed)
    worth = {"dig": 5.0, "start": 2.0, "station": 1.0}

    def value(action: Action) -> float:
        if action.kind == "pass":
            return rng.random() - 1
        game.push(action)
        blocked = sum(game.blocked(line) for line in range(2 * game.players))
        ahead = min(len(game.legal_actions), 10)
        game.pop()
        return worth[action.kind] + (3 if action.letter else 0) - 2 * blocked + ahead / 10 + rng.random()

    while not game.is_over:
        game.push(max(game.legal_actions, key=value))
    return game


@lru_cache
def fullest() -> tuple[Game, Network, list[int]]:
    """Of many games, the one with the most trips that have routes, then the most nodes; its network; those trips."""
    games = [(game, *network_of(game)) for game in map(play_carefully, range(SEEDS))]
    return max(games, key=lambda found: (len(found[2]), found[1].nodes))
