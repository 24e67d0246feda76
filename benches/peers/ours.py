"""metromania itself, asked for the same work as its peers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benches.ours import stepping
from benches.peers import questions
from benches.peers.game_networks import fullest
from benches.peers.networks import Network
from benches.slices import Workload
from metrocore import repeat
from metrocore.lattice import quarter_spaces
from metrocore.playout import Board, playouts, random_games
from metromania import Action, Game
from metromania import Board as Quarters
from metromania.board import Quarter

UNLIKE = (
    "A four-player game of 18 + 18 tunnels a seat: some 85 plies of about 8 listed actions, each dig tested "
    "for angle, loop and space, stations and eight lines' blocking kept up, trips and totals at the end."
)
PLAYERS = 4
RECORDED = 4


def record(seed: int) -> tuple[Game, list[int], list[int], list[int]]:
    """Play one random game: its beginning, the chosen indices and ids, and how many actions were listed."""
    begin = Game.new(players=PLAYERS, seed=seed)
    game, rng = begin.copy(stack=False), Random(seed)
    chosen: list[int] = []
    ids: list[int] = []
    listed: list[int] = []
    while not game.is_over:
        actions = list(game.legal_actions)
        chosen.append(rng.randrange(len(actions)))
        listed.append(len(actions))
        ids.append(actions[chosen[-1]].id)
        game.push(actions[chosen[-1]])
    return begin, chosen, ids, listed


def positions() -> list[Game]:
    """Positions at a quarter, a half and three quarters of the recorded games."""
    found = []
    for seed in range(RECORDED):
        begin, chosen, ids, _ = record(seed)
        for quarter in (1, 2, 3):
            game = begin.copy(stack=False)
            for i in ids[: len(chosen) * quarter // 4]:
                game.push(i)
            found.append(game)
    return found


def play() -> dict[str, Workload]:
    """List and push along recorded games, each on a copy of its beginning: by `Action` and by id, checked and unchecked."""
    games = [record(seed) for seed in range(RECORDED)]
    listed = sum(sum(counts) for *_, counts in games)
    units = {"ply": sum(len(chosen) for _, chosen, _, _ in games), "listed": listed}

    def by_action(push: Callable[[Game, Action], None]) -> Callable[[int], int]:
        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for begin, chosen, _ids, _counts in games:
                    game = begin.copy(stack=False)
                    for i in chosen:
                        actions = list(game.legal_actions)
                        total += len(actions)
                        push(game, actions[i])
                    assert game.is_over
            return total

        return run

    def by_id(push: Callable[[Game, int], None]) -> Callable[[int], int]:
        def run(n: int) -> int:
            total = 0
            for _ in range(n):
                for begin, chosen, _ids, _counts in games:
                    game = begin.copy(stack=False)
                    for i in chosen:
                        ids = game.legal_ids()
                        total += len(ids)
                        push(game, ids[i])
                    assert game.is_over
            return total

        return run

    runs = {
        "actions": by_action(Game.push),
        "actions, push_unchecked": by_action(Game.push_unchecked),
        "ids": by_id(Game.push),
        "ids, push_unchecked": by_id(Game.push_unchecked),
    }
    return {name: Workload(run, units, listed) for name, run in runs.items()}


def clone() -> dict[str, Workload]:
    """Copy mid-game positions."""
    games = positions()

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for game in games:
                for _ in range(10):
                    twin = game.copy(stack=False)
                total += twin.stations_left
        return total

    left = sum(game.stations_left for game in games)
    return {"copy(stack=False)": Workload(run, {"clone": 10 * len(games)}, left)}


def push_pop() -> dict[str, Workload]:
    """Push and pop each action of mid-game positions."""
    games = [(game, list(game.legal_actions)) for game in positions()]
    count = sum(len(actions) for _, actions in games)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            for game, actions in games:
                for action in actions:
                    game.push(action)
                    game.pop()
                total += len(actions)
        return total

    def unchecked(n: int) -> int:
        total = 0
        for _ in range(n):
            for game, actions in games:
                for action in actions:
                    game.push_unchecked(action)
                    game.pop()
                total += len(actions)
        return total

    units = {"pair": count}
    return {"push and pop": Workload(run, units, count), "push_unchecked and pop": Workload(unchecked, units, count)}


def leaves(game: Game) -> int:
    """Leaves two plies down, by push and pop."""
    total = 0
    for action in game.legal_actions:
        game.push(action)
        total += len(game.legal_actions)
        game.pop()
    return total


def perft() -> dict[str, Workload]:
    """Leaves two plies below mid-game positions: by push and pop from Python, and by the core's own count."""
    games = positions()
    right = sum(game.perft(2) for game in games)

    def by_hand(n: int) -> int:
        return sum(leaves(game) for _ in range(n) for game in games)

    def by_core(n: int) -> int:
        return sum(game.perft(2) for _ in range(n) for game in games)

    units = {"leaf": right}
    return {"push and pop": Workload(by_hand, units, right), "game.perft(2)": Workload(by_core, units, right)}


def rollouts() -> dict[str, Workload]:
    """Random four-player games in the core, to the scores: from a new game, and with city and deal drawn as well."""
    board = Quarters.standard()
    begin = Game.new(players=PLAYERS, board=board, seed=0)
    quarters = [
        [(quarter_spaces.index(name), kind) for kind, names in enumerate(spaces(quarter), 1) for name in names]
        for quarter in board.quarters
    ]
    frame = Board(begin.setup.starts, begin.setup.ends, quarters)

    def played_on(n: int) -> int:
        return int(playouts(begin, n, 1, 1)["plies"])

    def from_nothing(n: int) -> int:
        return int(random_games(frame, PLAYERS, n, 1, 1)["plies"])

    runs = {"playouts": played_on, "random_games, set-up drawn": from_nothing}
    return {name: random_play(run) for name, run in runs.items()}


def spaces(quarter: Quarter) -> tuple[tuple[str, ...], ...]:
    """A quarter's spaces by kind, in the core's order of kinds."""
    return quarter.R, quarter.C, quarter.E, quarter.lake, quarter.park


def random_play(run: Callable[[int], int]) -> Workload:
    """A workload of games whose plies are counted; a slice of games is the beginning of a longer one."""
    many = 2000
    mean = run(many) / many

    def plausible(n: int, got: int) -> bool:
        return got == run(n) if n < 20 else 0.8 < got / n / mean < 1.2

    return Workload(run, {"ply": mean, "game": 1}, plausible)


def queries(title: str) -> dict[str, Workload]:
    """The core's search on the networks that the libraries are given, built beforehand as theirs: minutes and lines ridden."""

    def run(network: Network) -> Workload:
        right = sum(trip.answer for trip in network.trips)
        return Workload(lambda n: repeat.queries(network.lines, network.groups, n), {"query": len(network.trips)}, right)

    return {f"{title}, {name}": run(network) for name, network in questions.networks().items()}


def distance() -> dict[str, Workload]:
    """Least minutes: the core has no cheaper search than that for all routes."""
    return queries("find_trip, lines too")


def routes() -> dict[str, Workload]:
    """The core's search; the trips of a whole report in the core, from a bare position; and from Python, routes counted, points."""
    game, network, numbers = fullest()
    right = sum(trip.minutes for trip in network.trips)

    def run(n: int) -> int:
        total = 0
        for _ in range(n):
            trips = game.trips_data()
            for i in numbers:
                total += trips[i]["minutes"]
        return total

    units, nodes = {"query": len(numbers)}, f"a game's {network.nodes} nodes"
    return {
        **queries("find_trip"),
        f"trips of a report, network built, {nodes}": Workload(lambda n: repeat.trips(game, n), units, right + len(numbers)),
        f"trips_data, {nodes}": Workload(run, units, right),
    }


def batch() -> dict[str, Workload]:
    """Steps with legal actions as bools, as the peers that have masks give them, and packed."""
    return {"four players x 1024, bools": stepping(1024, 1, "bool"), "four players x 1024, packed": stepping(1024, 1)}


WORKLOADS: dict[str, Callable[[], dict[str, Workload]]] = {
    "play": play,
    "clone": clone,
    "push_pop": push_pop,
    "perft": perft,
    "rollouts": rollouts,
    "distance": distance,
    "routes": routes,
    "batch": batch,
}
