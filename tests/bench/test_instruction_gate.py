"""The gate on instruction counts: what it keeps, and what it refuses. (The counting itself is CI's: it takes valgrind.)"""

from __future__ import annotations

import json
from typing import Any

import pytest

from benches import check_instructions as gate


def rows(**per_unit: float) -> dict[str, Any]:
    return {name: {"per_unit": value, "unit": "action"} for name, value in per_unit.items()}


def test_within_three_per_cent_is_well() -> None:
    assert gate.judge(rows(a=102.9, b=97.1), rows(a=100.0, b=100.0)) == []


@pytest.mark.parametrize("now", [103.1, 96.9, 200.0])
def test_more_and_less_are_refused(now: float) -> None:
    faults = gate.judge(rows(a=100.0, b=now), rows(a=100.0, b=100.0))
    assert len(faults) == 1
    assert faults[0].startswith("b: ")


def test_workloads_on_one_side_only_are_refused() -> None:
    assert gate.judge(rows(a=1.0), rows(a=1.0, b=1.0)) == ["b: not counted"]
    assert gate.judge(rows(a=1.0, b=1.0), rows(a=1.0)) == ["b: not kept"]


def test_what_is_kept_is_of_these_workloads() -> None:
    kept = json.loads(gate.KEPT.read_text("utf-8"))
    assert set(kept["built_with"]) == set(gate.built_with())
    assert list(kept["workloads"]) == [work.name for work in gate.WORKLOADS]
    for work in gate.WORKLOADS:
        row = kept["workloads"][work.name]
        assert row["unit"] == work.unit
        assert row["per_unit"] == round(row["instructions"] / row["units"], 1)


@pytest.mark.parametrize("number", range(len(gate.WORKLOADS)))
def test_workloads_are_as_large_as_when_they_were_kept(number: int) -> None:
    """Their units are fixed by seeds: they change only when the game's rules or its random numbers do."""
    work = gate.WORKLOADS[number]
    assert work.run() == json.loads(gate.KEPT.read_text("utf-8"))["workloads"][work.name]["units"]


def test_without_valgrind(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert gate.main([]) == 2
    assert "apt-get install valgrind" in capsys.readouterr().err


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What is counted, told instead of counted: as kept."""
    kept: dict[str, Any] = json.loads(gate.KEPT.read_text("utf-8"))
    monkeypatch.setattr("shutil.which", lambda _: "valgrind")
    monkeypatch.setattr(gate, "count_all", lambda: kept["workloads"])
    monkeypatch.setattr(gate, "built_with", lambda: kept["built_with"])
    return kept


def test_exit_codes(counts: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert gate.main([]) == 0
    counts["workloads"]["perft"]["per_unit"] *= 1.05
    assert gate.main([]) == 1
    assert "perft: +5.0%" in capsys.readouterr().err
    monkeypatch.setattr(gate, "built_with", lambda: {"compiler": "another"})
    assert gate.main([]) == 0
    assert "not judged" in capsys.readouterr().out
