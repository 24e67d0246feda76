"""The playthroughs on file, told anew from their actions: the same to the letter."""

import re

import pytest

from metromania import Game
from tests.golden.playthrough import GAMES, HERE, tell


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    text = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    position = re.search(r"^position: (.*)$", text, re.MULTILINE)
    assert position is not None
    game = Game.from_position(position[1])
    actions = re.findall(r"^\d: ([^ ,]+)", text, re.MULTILINE)
    for action in actions:
        game.push(action)
    assert game.is_over
    assert game.position() == re.findall(r"^position: (.*)$", text, re.MULTILINE)[1]


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_told_the_same(name: str) -> None:
    assert tell(name) == (HERE / f"{name}.txt").read_text(encoding="utf-8")
