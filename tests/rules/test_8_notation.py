"""RULES 8: how actions are written."""

import pytest

from metromania.errors import ActionError, IllegalActionError
from tests.core.walks import walk
from tests.rules.table import laid, play, table

EAST = "SW3>c4 c5l c6l"


@pytest.mark.parametrize("text", ["SW3>c4", "NE3>i8"])
def test_8_start(text: str) -> None:
    action = table().parse(text)
    assert (str(action), action.kind, action.space, action.vertex) == (text, "start", *text.split(">"))


@pytest.mark.parametrize(("text", "line", "side"), [("a>c7l", "a", "l"), ("b>h6r", "b", "r")])
def test_8_dig(text: str, line: str, side: str) -> None:
    action = laid(table(), {"0a": EAST, "0b": "NE3>h9 h8l h7l"}).parse(text)
    assert (str(action), action.kind, action.line, action.vertex, action.side) == (text, "dig", line, text[2:4], side)


def test_8_dig_with_marker() -> None:
    game = laid(table(C="c6u"), {"0a": EAST})
    action = game.parse("a>c7l=B")
    assert (str(action), action.letter, action.vertex) == ("a>c7l=B", "B", "c7")
    play(game, "a>c7l=B")
    assert str(game.peek()) == "a>c7l=B"


def test_8_end_dig() -> None:
    game = laid(table(), {"0a": "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l"})
    action = game.parse("a>NE1")
    assert (str(action), action.kind, action.vertex) == ("a>NE1", "dig", "NE1")


def test_8_station_and_pass() -> None:
    game = laid(table(), {"0a": EAST}, stations="c6")
    assert (str(game.parse("+c5")), game.parse("+c5").kind) == ("+c5", "station")
    assert (str(game.parse("pass")), game.parse("pass").kind) == ("pass", "pass")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " pass",
        "Pass",
        "a>c7",
        "a>c7x",
        "a>l9l",
        "c>c7l",
        "a>c7l=G",
        "a>c7l=",
        "NE3>",
        "NE6>h9",
        "+NE3",
        "+l1",
        "c7l",
    ],
)
def test_8_what_is_no_action(text: str) -> None:
    game = laid(table(), {"0a": EAST})
    with pytest.raises(ActionError):
        game.push(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" pass", "there is white space around it"),
        ("a>c7l\n", "there is white space around it"),
        ("Pass", "it is written pass"),
        ("ne3>H9", "it is written NE3>h9"),
        ("A>C7L=b", "it is written a>c7l=B"),
        ("a>c7", "nothing after c7, where the side of the tunnel stands: l or r"),
        ("a>c7x", "x after c7, where the side"),
        ("a>l9l", "no vertex l9"),
        ("a>NE9", "no vertex NE9"),
        ("+l1", "no vertex l1"),
        ("NE6>h9", "NE6 is neither line a or b nor an outer space"),
        ("c>c7l", "c is neither line a or b nor an outer space"),
        ("a>c7l=G", "G after =, where a letter A to F stands"),
        ("a>c7l=", "nothing after =, where a letter"),
        ("a>NE1l", "only a dig to a vertex of the city has a side"),
        ("NE3>h9r", "only a dig to a vertex of the city has a side"),
    ],
)
def test_8_what_is_wrong_with_a_text_is_told(text: str, words: str) -> None:
    with pytest.raises(ActionError) as fault:
        laid(table(), {"0a": EAST}).push(text)
    assert f": {words}" in str(fault.value)


@pytest.mark.parametrize("text", ["", "walk", "+NE3", "a>" + "c7l" * 50, "NE3>NE4", "a>c7l=BB", "é>c7l"])
def test_8_a_text_far_from_an_action_is_only_refused(text: str) -> None:
    with pytest.raises(ActionError, match="is no action") as fault:
        laid(table(), {"0a": EAST}).push(text)
    assert len(str(fault.value)) < 120


def test_8_a_dig_from_somewhere_else_is_illegal() -> None:
    with pytest.raises(IllegalActionError):
        laid(table(), {"0a": EAST}).push("a>f6l")


def test_8_every_legal_action_is_read_back_from_its_notation() -> None:
    for seed in range(6):
        for game in walk(seed):
            texts = [str(action) for action in game.legal_actions]
            assert len(set(texts)) == len(texts)
            assert [game.parse(text) for text in texts] == list(game.legal_actions)


def test_8_each_action_is_one_step() -> None:
    """A turn is one to three starts and digs, an end dig followed by its bonus decision, or a station, or a pass."""
    game = laid(table(), {"0a": "SW3>d3 d4l d5l d6l d7l d8l d9l d10l e10l f10l g10l", "0b": "NE3>h9 h8l"})
    play(game, "b>h7l a>NE1 +d5 b>h6l")
    assert game.current_player == 1
    assert [str(action) for action in game.actions] == ["b>h7l", "a>NE1", "+d5", "b>h6l"]
