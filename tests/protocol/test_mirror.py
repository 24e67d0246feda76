"""What a peer is told is enough: its game equals the host's view after every action, hidden letters or not."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from collections.abc import Iterator

import pytest

from metromania import Game
from metromania.errors import SetupError
from metromania.protocol.mirror import Mirror
from metromania.protocol.player import news, opening
from metromania.protocol.words import ProtocolError


def tell(mirror: Mirror, line: str) -> None:
    command, *words = line.split()
    if command == "play":
        for word in words:
            mirror.play(word)
    elif command == "turn":
        mirror.turn(int(words[0]))
    elif command == "called":
        mirror.called(words[0], int(words[1]))
    else:
        assert command == "over"
        mirror.over()


def begun(game: Game, seat: int) -> Mirror:
    command, told, record = opening(game, seat).split(maxsplit=2)
    assert (command, told) == ("newgame", str(seat))
    return Mirror(Game.from_record(record), seat)


@pytest.mark.parametrize("variant", ["open", "unfair", "no_corruption"])
@pytest.mark.parametrize("players", [3, 4])
def test_keeps_up(variant: str, players: int) -> None:
    draw = random.Random(f"{variant}{players}")
    for seed in range(10):
        game = Game.new(players, variant=variant, seed=seed)
        for _ in range(draw.randrange(3)):
            game.push(draw.choice(game.legal_actions))
        mirrors = [begun(game, seat) for seat in range(players)]
        while not game.is_over:
            game.push(draw.choice(game.legal_actions))
            for seat, mirror in enumerate(mirrors):
                for line in news(game, game.ply - 1):
                    tell(mirror, line)
                if not game.is_over:  # then every letter is shown to views, but not to who was not told
                    assert mirror.game.position() == game.view(seat).position()
                assert mirror.game.history == game.history
        for mirror in mirrors:
            assert (mirror.game.is_over, mirror.game.end_cause) == (True, game.end_cause)
            assert mirror.game.end_called_by == game.end_called_by


@pytest.mark.parametrize("seed", range(5))
def test_takes_back_what_was_announced(seed: int) -> None:
    draw = random.Random(seed)
    game = Game.new(4, variant="unfair", seed=seed)
    mirror = begun(game, 1)
    positions = [mirror.game.position()]
    while not game.is_over:
        game.push(draw.choice(game.legal_actions))
        for line in news(game, game.ply - 1):
            tell(mirror, line)
        positions.append(mirror.game.position())
    with pytest.raises(ProtocolError):
        mirror.undo(len(positions))
    assert mirror.game.position() == positions.pop()
    while positions:
        back = min(draw.randrange(1, 4), len(positions))
        mirror.undo(back)
        del positions[len(positions) - back + 1 :]
        assert mirror.game.position() == positions.pop()


def twins() -> Iterator[tuple[Game, Game]]:
    """Games that differ by one pair of letters of the same type, in the hands of players 1 to 3."""
    for seed in range(20):
        game = Game.new(4, variant="unfair", seed=seed)
        for one, other in itertools.combinations(range(1, 4), 2):
            for a, b in itertools.product(game.hands[one], game.hands[other]):
                hands = [list(hand) for hand in game.hands]
                if a[1] == b[1]:
                    hands[one][hands[one].index(a)], hands[other][hands[other].index(b)] = b, a
                    with contextlib.suppress(SetupError):  # a hand may then have a letter twice
                        yield game.copy(), Game.new(4, variant="unfair", city=game.city, hands=hands)


def test_nothing_hidden_is_told() -> None:
    draw, pairs, told = random.Random(1), 0, 0
    for game, twin in twins():
        pairs += 1
        assert opening(game, 0) == opening(twin, 0)
        while not game.is_over:
            both = [action for action in game.legal_actions if action in twin.legal_actions]
            if not both:
                break
            action = draw.choice(both)
            game.push(action)
            twin.push(action)
            if game.current_player != twin.current_player or game.end_cause != twin.end_cause:
                break  # the truth shows in what happens
            told += 1
            assert list(news(game, game.ply - 1)) == list(news(twin, game.ply - 1))
    assert pairs > 50
    assert told > 1000


def test_no_announcement_against_the_rules() -> None:
    game = Game.new(4, variant="unfair", seed=1)
    mirror = begun(game, 0)
    before = mirror.game.position()
    with pytest.raises(ProtocolError, match="illegal"):
        mirror.play("a>f7l")
    with pytest.raises(ProtocolError, match="disagree"):
        mirror.over()  # nobody has called the end
    assert mirror.game.position() == before


def test_opening_is_a_record_of_what_the_seat_sees() -> None:
    game = Game.new(3, variant="unfair", seed=4)
    record = json.loads(opening(game, 2).split(maxsplit=2)[2])
    assert record["format"] == "metromania-view/1"
    assert record["viewer"] == 2
    shown = [[name[0] != "?" for name in hand] for hand in record["hands"]]
    assert all(shown[2])
    assert not all(map(any, shown))
