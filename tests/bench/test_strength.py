"""The matches of docs/strength.md: what they ask for, and the page and its picture as they are made from results."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benches import strength
from benches.strength import BEGIN, BUDGETS, END, LADDER, Match, matches
from metromania.arena import run
from metromania.bots import BUILT_IN


def quick(match: Match, boards: int = 2) -> Match:
    """The same with bots that don't think, under the same labels."""
    labels = [bot.label for bot in match.tournament().bots]
    bots = tuple(f"{('greedy', 'random')[i > 0]}:name={label}" for i, label in enumerate(labels))
    return Match(match.name, match.question, bots, match.players, boards, match.gauntlet)


def test_the_list_asks_what_the_page_promises() -> None:
    found = {match.name: match for match in matches()}
    assert len(found) == len(list(matches()))
    for players in (2, 3, 4):
        rungs = [found[f"ladder-100-{players}-{bot}"].tournament().bots for bot in LADDER[1:]]
        assert [tuple(bot.label for bot in rung) for rung in rungs] == list(zip(LADDER[1:], LADDER, strict=False))
    assert set(LADDER) == set(BUILT_IN) - {"engine"}
    assert len(found["openspiel-2"].tournament().seatings()) * found["openspiel-2"].boards >= 100
    assert sorted(found["openspiel-4"].tournament().seatings()) == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]
    for match in found.values():
        if match.name.startswith("openspiel"):
            ours, theirs = (dict(bot.options) for bot in match.tournament().bots)
            assert theirs.items() <= ours.items()  # both may spend the same
        assert str(match.boards) in match.command(match.boards)
    assert len(found["budget"].bots) == len(BUDGETS)


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    drawn: list[Path] = []
    monkeypatch.setattr(strength, "plot", lambda rows, target: drawn.append(target))
    played = [quick(match) for match in matches() if match.name in ("openspiel-4", "ladder-100-3-mcts", "budget")]
    played[-1] = quick(played[-1], 1)
    monkeypatch.setattr(strength, "matches", lambda: iter(played))
    for match in played:
        run(match.tournament(), match.boards, path=match.path, processes=2)
    page = tmp_path / "strength.md"
    page.write_text(f"# Before\n\n{BEGIN}\nold\n{END}\n\nafter\n")
    strength.write_page(page, "This machine.")
    first = page.read_text()
    assert first.startswith(f"# Before\n\n{BEGIN}\n\nThis machine.\n")
    assert first.endswith(f"{END}\n\nafter\n")
    assert "old" not in first
    for words in ("8 games on 2 boards.", "| ours | ", "--gauntlet", "| 3 | mcts | ", "| pathfinder | ", "### Mcts-guided at"):
        assert words in first
    rows = [line for line in first.splitlines() if line.startswith("|")]
    assert all(row.count("|") == 8 for row in rows)
    assert drawn == [tmp_path / "strength.svg"]
    strength.write_page(page, "This machine.")
    assert page.read_text() == first


def test_a_rung_is_clear_when_the_intervals_are_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    match = Match("ladder-2-greedy", "greedy above random", ("greedy", "random"), 2, 10)
    rows = run(match.tournament(), match.boards, processes=2).standings
    assert strength.rung(rows, "greedy") == "clear"
    assert strength.rung(rows, "random") == "**not clear**"
    assert strength.rung(run(match.tournament(), 1).standings, "greedy") == "**not clear**"  # of two games, nothing is


def test_what_was_not_played_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "FOLDER", tmp_path)
    page = tmp_path / "strength.md"
    page.write_text(BEGIN + END)
    strength.write_page(page, "")
    assert "games on" not in page.read_text()
    assert not list(tmp_path.glob("*.svg"))


def test_the_command_lists_without_playing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["strength", "--list"])
    strength.main()
    assert len(capsys.readouterr().out.splitlines()) == len(list(matches()))
