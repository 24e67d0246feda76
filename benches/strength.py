"""Who is stronger: the matches of docs/strength.md, each by name, and the page's tables and picture made from their results.

    python -m benches.strength --list
    python -m benches.strength openspiel-2 ladder --boards 5    # fewer boards than the page's
    python -m benches.strength --write                          # the page, from all results that are there

Results files (JSON Lines, a record a game) are kept in build/strength; what was broken off goes on. Run it from the
repository's root, on a machine with nothing else to do: budgets of time are worth what the processors give.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from benches.run import machine
from metromania.arena import Outcome, Results, Standing, Tournament, run, standings
from metromania.bots import BotSpec

FOLDER = Path("build/strength")
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
PICTURE = "strength.svg"
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
LADDER = ("random", "greedy", "pathfinder", "mcts", "mcts-guided", "puct")
SEARCHING = ("mcts", "mcts-guided", "puct")
SIMULATIONS = 300  # beside OpenSpiel
LADDER_SIMULATIONS = (100, 300)
LADDER_TIMES = (10, 50)  # milliseconds
LADDER_BOARDS = {  # by players: many where the bots are close
    2: {"greedy": 20, "pathfinder": 40, "mcts": 150, "mcts-guided": 80, "puct": 100},
    3: {"greedy": 8, "pathfinder": 10, "mcts": 20, "mcts-guided": 40, "puct": 50},
    4: {"greedy": 3, "pathfinder": 6, "mcts": 8, "mcts-guided": 24, "puct": 42},
}
BUDGETS = (5, 20, 80, 320)  # milliseconds
SEED = 2024
OURS = "mcts-guided"
THEIRS = "benches.openspiel_bots:PythonMcts"
THEIRS_CPP = "benches.openspiel_bots:CppMcts"
VERSIONS = ("open-spiel", "openskill", "scipy")  # of what the matches are played with


@dataclass(frozen=True)
class Match:
    """A tournament of the page: what it asks, who plays, on how many boards."""

    name: str
    question: str
    bots: tuple[str, ...]
    players: int
    boards: int
    gauntlet: bool = False

    def tournament(self) -> Tournament:
        return Tournament(tuple(map(BotSpec.parse, self.bots)), self.players, gauntlet=self.gauntlet, seed=SEED)

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.jsonl"

    def command(self, boards: int) -> str:
        """The same by the command line, one game at a time, so that each bot has a processor for its time."""
        words = ["metromania arena --bots", *self.bots, f"--players {self.players} --boards {boards} --seed {SEED}"]
        return " ".join([*words, *(["--gauntlet"] if self.gauntlet else []), "--processes 1"])


def matches() -> Iterator[Match]:
    """All matches of the page, in its order."""
    timed, equal = "time=0.05,threads=1", f"simulations={SIMULATIONS}"
    for players, boards in ((2, 50), (4, 25)):
        yield Match(
            f"openspiel-{players}",
            f"{OURS} and OpenSpiel's Python MCTSBot, 50 ms an action, {players} players",
            (f"{OURS}:{timed},name=ours", f"{THEIRS}:time=0.05,name=OpenSpiel"),
            players,
            boards,
            gauntlet=True,
        )
    alone = " and no tree kept from one action to the next,"
    for name, bot, kept, words in (("equal", OURS, "", ""), ("fresh", OURS, ",reuse=no", alone), ("puct", "puct", "", "")):
        yield Match(
            f"openspiel-{name}",
            f"{bot} and OpenSpiel's Python MCTSBot, {SIMULATIONS} simulations an action each,{words} 2 players",
            (f"{bot}:{equal}{kept},name=ours", f"{THEIRS}:{equal},name=OpenSpiel"),
            2,
            20,
        )
    yield Match(
        "openspiel-cpp",
        f"{OURS} and OpenSpiel's C++ MCTSBot on the same Python game, 50 ms an action, 2 players",
        (f"{OURS}:{timed},name=ours", f"{THEIRS_CPP}:time=0.05,name=OpenSpiel"),
        2,
        20,
    )
    for simulations in LADDER_SIMULATIONS:
        bots = LADDER if simulations == LADDER_SIMULATIONS[0] else LADDER[2:]  # the others don't search
        yield from ladder_matches(f"ladder-{simulations}", f"simulations={simulations}", bots)
    for milliseconds in LADDER_TIMES:
        yield from ladder_matches(f"timed-{milliseconds}", f"time={milliseconds / 1000}", SEARCHING)
    yield Match(
        "budget",
        f"{OURS} at {', '.join(map(str, BUDGETS))} ms an action, 2 players",
        tuple(f"{OURS}:time={milliseconds / 1000:g},name={milliseconds}ms" for milliseconds in BUDGETS),
        2,
        4,
    )


def ladder_matches(name: str, budget: str, bots: Sequence[str]) -> Iterator[Match]:
    """A match for each rung between these bots, with 2, 3 and 4 players."""
    for players, boards in LADDER_BOARDS.items():
        for lower, higher in itertools.pairwise(bots):
            pair = tuple(f"{bot}:{budget},name={bot}" if bot in SEARCHING else bot for bot in (higher, lower))
            question = f"{higher} above {lower}, {players} players"
            yield Match(f"{name}-{players}-{higher}", question, pair, players, boards[higher])


def play(match: Match, boards: int) -> None:
    """Play a match, or what of it is missing, and print its table."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    print(f"{match.name}: {match.question}", flush=True)

    def tell(outcomes: dict[int, Outcome], total: int) -> None:
        print(f"\r{len(outcomes)} of {total} games ", end="", file=sys.stderr, flush=True)

    summary = run(match.tournament(), boards, path=match.path, processes=1, progress=tell)
    print(file=sys.stderr)
    print("\n".join(table(summary.standings)), flush=True)


def outcomes_of(match: Match) -> list[Outcome]:
    """The results that are there; none without a file."""
    if not match.path.exists():
        return []
    with Results(match.tournament(), match.path) as results:
        return [results.outcomes[game] for game in sorted(results.outcomes)]


def table(rows: Sequence[Standing]) -> list[str]:
    """Standings as a table of Markdown."""
    lines = ["| bot | win share | 95 % | points | rating | seats | ms an action |", "|---|---:|---|---:|---:|---:|---:|"]
    for row in rows:
        low, high = row.win_share_interval
        score = "-" if row.score is None else f"{row.score:.1f}"
        cells = [row.name, f"{row.win_share:.3f}", f"{low:.3f} to {high:.3f}", score, f"{row.rating:.1f}"]
        faults = "".join(f"; {count} by {kind}" for kind, count in row.faults.items())
        lines.append(f"| {' | '.join([*cells, str(row.seats), f'{1000 * row.seconds:.1f}'])}{faults} |")
    return lines


def rung(rows: Sequence[Standing], higher: str) -> str:
    """Whether a rung of the ladder is clear: the intervals of the two bots are apart, the right one above."""
    upper = next(row for row in rows if row.name == higher)
    lower = next(row for row in rows if row.name != higher)
    low, high = upper.win_share_interval[0], lower.win_share_interval[1]
    return "clear" if low > high else "**not clear**"


def section(match: Match) -> list[str]:
    """A match's part of the page; nothing if it was not played."""
    outcomes = outcomes_of(match)
    if not outcomes:
        return []
    boards = len({outcome.job.board for outcome in outcomes})
    lines = [f"### {match.question[0].upper()}{match.question[1:]}", "", "```text", match.command(boards), "```", ""]
    return [*lines, f"{len(outcomes)} games on {boards} boards.", "", *table(standings(match.tournament(), outcomes)), ""]


def ladder(found: Sequence[Match]) -> list[str]:
    """All rungs that were played in one table, a row a rung; nothing if none was."""
    lines = []
    for match in found:
        outcomes = outcomes_of(match)
        if not outcomes:
            continue
        rows = standings(match.tournament(), outcomes)
        higher, lower = match.tournament().bots[0].label, match.tournament().bots[1].label
        cells = [str(match.players)]
        for name in (higher, lower):
            row = next(row for row in rows if row.name == name)
            low, high = row.win_share_interval
            cells += [name, f"{row.win_share:.3f} ({low:.3f} to {high:.3f})"]
        lines.append(f"| {' | '.join([*cells, str(len(outcomes)), rung(rows, higher)])} |")
    head = ["| players | bot | win share, 95 % | the one below | win share, 95 % | games | |", "|---|---|---|---|---|---:|---|"]
    return [*head, *lines, ""] if lines else []


def plot(rows: Sequence[Standing], target: Path) -> None:
    """Win share over budget, with its intervals."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "metromania"
    from matplotlib import pyplot

    ordered = sorted(rows, key=lambda row: float(row.name.removesuffix("ms")))
    times = [float(row.name.removesuffix("ms")) for row in ordered]
    shares = [row.win_share for row in ordered]
    below = [row.win_share - row.win_share_interval[0] for row in ordered]
    above = [row.win_share_interval[1] - row.win_share for row in ordered]
    figure, axes = pyplot.subplots(figsize=(6, 3.5), layout="constrained")
    axes.errorbar(times, shares, yerr=[below, above], marker="o", capsize=4)
    axes.set_xscale("log")
    axes.set_xticks(times, [f"{time:g}" for time in times])
    axes.minorticks_off()
    axes.set_ylim(0, 1)
    axes.set_xlabel("milliseconds an action")
    axes.set_ylabel("share of the wins against the others")
    figure.savefig(target, metadata={"Date": None})


def write_page(page: Path, measured_on: str) -> None:
    """Write what all results that are there come to between the page's marks, and the picture beside it."""
    text = page.read_text("utf-8")
    head, tail = text.split(BEGIN)[0], text.split(END)[1]
    lines = [BEGIN, "", measured_on, ""]
    found = list(matches())
    lines += ["## Beside OpenSpiel", ""]
    lines += [line for match in found if match.name.startswith("openspiel") for line in section(match)]
    lines += ["## The ladder", ""]
    budgets = {f"ladder-{n}": f"{n} simulations" for n in LADDER_SIMULATIONS}
    budgets |= {f"timed-{n}": f"{n} ms" for n in LADDER_TIMES}
    for name, words in budgets.items():
        rungs = ladder([match for match in found if match.name.startswith(name)])
        if not rungs:
            continue
        lines += [f"With {words} an action for the bots that search:", "", "```text", f"python -m benches.strength {name}", "```"]
        lines += ["", *rungs]
    budget = found[-1]
    if outcomes := outcomes_of(budget):
        lines += ["## Strength over budget", "", f"![win share over budget]({PICTURE})", "", *section(budget)]
        plot(standings(budget.tournament(), outcomes), page.with_name(PICTURE))
    page.write_text(head + "\n".join([*lines, END]) + tail, "utf-8")


def versions() -> str:
    """Of the libraries that the matches were played with, as far as they are installed."""
    found = []
    for name in VERSIONS:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="matches, or beginnings of their names")
    parser.add_argument("--boards", type=int, help="another number of boards")
    parser.add_argument("--list", action="store_true", help="only list the matches and their commands")
    parser.add_argument("--write", action="store_true", help="write page and picture")
    arguments = parser.parse_args()
    for match in matches():
        if arguments.list:
            print(f"{match.name:<24}{match.command(match.boards)}")
        elif match.name.startswith(tuple(arguments.names)):
            play(match, arguments.boards or match.boards)
    if arguments.write:
        write_page(PAGE, f"{machine()} With {versions()}; written {datetime.now(UTC):%Y-%m-%d}.")


if __name__ == "__main__":
    main()
