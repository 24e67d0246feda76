"""Perft of the positions on file, on the core and, where it is small, on the reference twin."""

import pytest

from metromania import Game
from tests.perft.perft import Position, count_by_twin, read_positions, twin_at

POSITIONS = read_positions()
NAMES = [position.name for position in POSITIONS]
TWIN_LEAVES = 2_500


def test_a_dozen_positions() -> None:
    assert len(POSITIONS) >= 12
    assert len({position.record["players"] for position in POSITIONS}) == 3
    assert len({position.record["variant"] for position in POSITIONS}) == 3


@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_core(position: Position, request: pytest.FixtureRequest) -> None:
    """Every depth on file with no more leaves than `--perft-leaves` (300,000 by default; 0 for all)."""
    most = int(request.config.getoption("--perft-leaves"))
    game = Game.from_record(position.record)
    before = game.state_bytes()
    assert game.perft(0) == 1
    for depth, leaves in enumerate(position.leaves, 1):
        if not most or leaves <= most:
            assert game.perft(depth) == leaves, f"depth {depth}"
    assert game.state_bytes() == before


@pytest.mark.parametrize("position", POSITIONS, ids=NAMES)
def test_twin(position: Position) -> None:
    twin = twin_at(position.record)
    for depth, leaves in enumerate(position.leaves, 1):
        if leaves <= TWIN_LEAVES:
            assert count_by_twin(twin, depth) == leaves, f"depth {depth}"


@pytest.mark.parametrize("position", POSITIONS[::3], ids=NAMES[::3])
def test_first_actions_add_up(position: Position) -> None:
    game = Game.from_record(position.record)
    depth = max(d for d, leaves in enumerate(position.leaves, 1) if leaves <= 10_000)
    total = 0
    for action in game.legal_actions:
        game.push(action)
        total += game.perft(depth - 1)
        game.pop()
    assert total == position.leaves[depth - 1]
