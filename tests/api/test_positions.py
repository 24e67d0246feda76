"""Positions: one text for each state and one state for each text, everywhere in a game; what is refused, and where."""

import itertools
import re
from random import Random

import pytest

from metromania import Board, City, Game
from metromania.errors import HistoryError, PositionError
from tests.api.play import case_records, play_random, stops


def test_round_trip_everywhere() -> None:
    rng, pending, texts = Random(1), 0, dict[str, int]()
    for record in case_records(6):
        for game in stops(record, 0.3, rng):
            text = game.position()
            again = Game.from_position(text)
            assert again == game
            assert again.position() == text
            assert (again.key, hash(again)) == (game.key, hash(game))
            assert again.state_bytes() == game.state_bytes()
            assert again.legal_actions == game.legal_actions
            assert (again.hands, again.dealt, again.lines) == (game.hands, game.dealt, game.lines)
            assert text.isascii()
            assert "\n" not in text
            assert len(text) < 1500
            pending += game.bonus_line is not None
            assert texts.setdefault(text, game.key) == game.key
    assert pending > 50
    assert len(set(texts.values())) == len(texts)  # no two of these thousands share a key


def test_every_action_of_one_game() -> None:
    record = case_records()[0]
    game = Game.from_record({**record, "actions": []})
    other = Game.from_position(game.position())
    for action in record["actions"]:
        game.push(action)
        other = Game.from_position(other.position())
        other.push(action)
        assert other == game
    assert other.report() == game.report()


def test_transpositions_meet() -> None:
    """Two tunnels of a turn on both lines, dug in either order."""
    one = Game.new(2, seed=1)
    for action in ("NE3>h9", "a>h8l", "a>h7l", "S1>a7", "a>b6l", "a>c5l", "S5>a11"):
        one.push(action)
    two = one.copy()
    for game, actions in ((one, ("a>h6l", "b>b10l")), (two, ("b>b10l", "a>h6l"))):
        for action in actions:
            game.push(action)
    assert one.actions != two.actions
    assert (one, one.key, one.position()) == (two, two.key, two.position())


def test_begins_anew() -> None:
    game = Game.new(3, seed=3)
    play_random(game, Random(1), 10)
    again = Game.from_position(game.position())
    assert again.actions == []
    assert again.ply == 0
    with pytest.raises(HistoryError):
        again.pop()
    again.push(again.legal_actions[0])
    again.pop()
    with pytest.raises(HistoryError):
        again.peek()


def test_a_custom_board_is_carried_whole() -> None:
    board = Board.random(5, starts=3, ends=2, lake=0, park=7)
    game = Game.new(3, board=board, city=City((5, 3, 1, 0, 2, 4), (1, 2, 0, 0, 1, 2)), seed=1)
    again = Game.from_position(game.position())
    assert again == game
    assert (again.board.starts, again.board.ends) == (board.starts, board.ends)
    assert again.city.areas(again.board) == game.city.areas(board)
    assert Game.from_position(again.position()).board == again.board
    empty = Game.new(2, board=Board.random(1, starts=0, ends=0, areas=(0, 0, 0), lake=0, park=0), seed=1)
    assert " ::150 " in empty.position()
    assert Game.from_position(empty.position()) == empty


def test_a_board_that_looks_standard_is_written_so() -> None:
    data = Board.standard().to_dict() | {"name": "copy"}
    one, two = Game.new(2, board=Board(data), seed=4), Game.new(2, seed=4)
    assert one.position() == two.position()
    assert one == two


MID = "mm1 2ops 315240/220120 NE3>h9:3l3l/-/S1>a7:2l/- - 0,1,0,1,0,1,0,1,0,1,0,1 - 0/0 1.2f -"


def test_mid_turn_text_is_taken() -> None:
    assert Game.from_position(MID).position() == MID


@pytest.mark.parametrize(
    ("old", "new"),  # the fault is where | stands
    [
        ("mm1", "|mm2"),
        ("mm1", "|MM1"),
        ("2ops", "|5ops"),
        ("2ops", "2|xps"),
        ("2ops", "2|ups"),
        ("2ops", "2o|qs"),
        ("2ops", "2op|x"),
        ("2ops", "3op|m"),
        ("315240/", "|315246/"),
        ("315240/", "|315244/"),
        ("315240/", "NE1,|NE9:"),
        ("315240/", "|NE1,NE1::150/"),
        ("315240/220120", "NE1:|NE1:150"),
        ("315240/220120", "NE1::|149"),
        ("315240/220120", "NE3::|7x"),
        ("/220120", "/|220123"),
        (" NE3>h9", " | NE3>h9"),
        ("NE3>h9", "NE1>|h9"),
        ("NE3>h9", "|NE1>f11"),
        ("NE3>h9", "NE3>|h8"),
        ("NE3>h9", "NE3|<h9"),
        (":3l3l", ":|"),
        (":3l3l", ":3l3l3l3l3l3l3l3l3l3l3l3l3l3l3l3l3l|3l"),
        (":3l3l", ":3l|0l"),
        (":3l3l", ":3l3l3l3l3l3l3l3l|3l3l"),
        ("3l3l/-/S1>a7:2l", "3l3l/S1>a7:2l/|"),
        ("3l3l/-/", "3l3l/S1>a6:|4r/"),
        ("/- - 0", "/- |f6 0"),
        ("/- - 0", "/- h8,|i9 0"),
        ("/- - 0", "/- h9,|h8 0"),
        ("/- - 0", "/- h9,|h9 0"),
        ("/- - 0", "/- |NE3 0"),
        (" 0,1,0", " |1,1,0"),
        (" 0,1,0", " |2,1,0"),
        (" 0,1,0,1,0,1,0,1,0,1,0,1", " 0,1,0,1,0,1,0,1,0,1,0|"),
        (" 0,1,0", " |0@f6u,1,0"),
        (" 0,1,0", " |?,1,0"),
        ("1 - 0/0", "1 |000/000 0/0"),
        ("1 - 0/0", "1 |900/000 0/0"),
        ("0/0 1.2f", "|0/1 1.2f"),
        ("0/0 1.2f", "0/0|/0 1.2f"),
        ("0/0 1.2f", "0|0/0 1.2f"),
        ("0/0 1.2f", "|999/0 1.2f"),
        ("1.2f", "|2.2f"),
        ("1.2f", "1.3|f"),
        ("1.2f", "1.|4f"),
        ("1.2f", "1.2|"),
        ("1.2f", "1.1|f"),
        ("1.2f", "1.2|mf"),
        ("1.2f", "1.2f|+a"),
        ("1.2f", "0.2|f"),
        ("1.2f -", "over |-"),
        ("1.2f -", "1.2f blocked|"),
        ("1.2f -", "1.2f blocked:|2"),
        ("1.2f -", "1.2f blocked:0| "),
        ("1.2f -", "1.2f -|\n"),
    ],
)
def test_the_column_of_a_fault(old: str, new: str) -> None:
    assert MID.count(old) == 1, old
    text = MID.replace(old, new)
    with pytest.raises(PositionError) as e:
        Game.from_position(text.replace("|", ""))
    assert e.value.place == f"column {text.index('|') + 1}", str(e.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0/0 1.2f", "3/4 1.2f", "points: 7 in all, but the stations on the board gave 0"),
        (" 0,1,0", " 1,1,0", "both markers of a letter with one player"),
        (" 0,1,0", " ?,1,0", "owners of player 0: 5 markers, but each player has 6"),
    ],
)
def test_what_does_not_fit_is_told_with_what_would(old: str, new: str, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Game.from_position(MID.replace(old, new))


def test_cut_short_anywhere() -> None:
    for text in (MID, Game.new(3, board=Board.random(1), variant="unfair", seed=1).view(1).position()):
        for end in range(len(text)):
            with pytest.raises(PositionError):
                Game.from_position(text[:end])


def test_small_changes_are_refused_or_mean_something_else() -> None:
    """Any text that is taken is the text of its own state, so no two texts can be one state."""
    rng, taken, places = Random(5), 0, list[tuple[str, int]]()
    texts = [game.position() for record in case_records(40) for game in stops(record, 0.1, rng)]
    alphabet = "0123456789abcdefghijklrudNESWRCP:/,.>@?-+ mfov"
    for _ in range(6000):
        text = rng.choice(texts)
        at = rng.randrange(len(text))
        other = text[:at] + rng.choice(["", rng.choice(alphabet), rng.choice(alphabet) + text[at]]) + text[at + 1 :]
        try:
            game = Game.from_position(other)
        except PositionError as e:
            places.append((e.place, len(other)))
        else:
            taken += 1
            assert game.position() == other
            game.check()
            original = Game.from_position(text)
            assert (game == original) == (other == text)
            assert (game.key == original.key) == (other == text)
    assert taken > 30
    for place, length in places:
        assert re.fullmatch(r"column \d+", place)
        assert 1 <= int(place.split()[1]) <= length + 1


def test_accepted_positions_play_to_the_end() -> None:
    """Positions that keep the invariants, whether play leads there or not, can be played on and nothing breaks."""
    rng, played = Random(6), 0
    texts = [game.position() for record in case_records(40) for game in stops(record, 0.05, rng)]
    for text, digit in itertools.product(texts[:60], "0123"):
        fields = text.split(" ")
        fields[8] = re.sub(r"^\d\.\d[mf]*(\+[ab])?$", f"{digit}.0", fields[8])
        try:
            game = Game.from_position(" ".join(fields))
        except PositionError:
            continue
        while not game.is_over:
            game.push(rng.choice(list(game.legal_actions)))
            game.check()
        game.report(all_routes=False)
        played += 1
    assert played > 60
