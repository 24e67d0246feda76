"""Every recorded case game, played by the reference twin alone: legal actions at every step, and the whole report."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference.play import RefGame
from tests.reference.report import report

CASES = Path(__file__).parent / "cases"


def read_cases(name: str) -> list[dict[str, Any]]:
    """The games of a file, one JSON object a line."""
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


ALL_CASES = {case["name"]: case for name in ("games.jsonl", "boards.jsonl") for case in read_cases(name)}


def test_all_cases_are_here() -> None:
    assert len(ALL_CASES) == 280


@pytest.mark.parametrize("name", ALL_CASES)
def test_twin_plays_case(name: str) -> None:
    case = ALL_CASES[name]
    game = RefGame(case["record"])
    for number, (action, legal) in enumerate(zip(case["record"]["actions"], case["legal"], strict=True)):
        assert game.legal() == legal, f"legal actions before actions[{number}]"
        game.apply(action)
    assert game.is_over
    assert game.current_player is None
    assert game.legal() == []
    assert report(game) == case["report"]
