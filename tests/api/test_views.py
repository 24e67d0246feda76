"""Hidden letters: nothing that a view gives out depends on them, and what it does not hide is the truth."""

import copy
import json
import pickle
import pickletools
from itertools import permutations
from random import Random
from typing import Any

import pytest

from metromania import Game
from metromania.draw import svg, text
from metromania.draw.report import status
from metromania.errors import HiddenError, HistoryError, PositionError, RecordError, SeatError
from metromania.rules import MARKERS, deal_faults
from tests.api.play import case_records, play_random, stops

UNFAIR = [record for record in case_records() if record["variant"] == "unfair"]


def exports(game: Game) -> dict[str, Any]:
    """All that can be got out of a game, as plain values."""
    found: dict[str, Any] = {}
    for name in sorted(set(dir(type(game))) - set(dir(object)) - {"new", "from_record", "from_position", "from_parts"}):
        if name.startswith("_") and name != "__reduce__":
            continue
        value = getattr(game, name)
        found[name] = value if not callable(value) else ""
    found |= {"setup": "", "repr": repr(game), "hash": hash(game), "str": str(game), "pickle": pickle.dumps(game)}
    found |= {"record": game.to_record(), "position": game.position(), "state": game.state_bytes()}
    found |= {"trips": game.trips(all_routes=True), "trips_data": game.trips_data(), "report_data": game.report_data()}
    found |= {"copy": game.copy().position(), "alone": game.copy(stack=False).position(), "text": text.board(game)}
    found |= {"status": status(game), "svg": svg.picture(game)}
    found |= {"copied": copy.deepcopy(game), "parts": game.parts()}
    found |= {"legal": list(game.legal_actions), "mask": game.legal_actions.mask().tolist()}
    found |= {"after": [game.key_after(action) for action in game.legal_ids()], "perft": game.perft(1)}
    found |= {"previews": [game.preview(action) for action in game.legal_ids()]}
    found |= {"reasons": [game.why_not(number) for number in range(320)], "fresh": game.key_afresh()}
    found |= {"views": [game.view(p).position() for p in range(game.players) if not any(game.unknown_counts[p])]}
    found["blocked"] = [line.blocked for line in game.lines]
    return found


def other_truths(game: Game, viewer: int, rng: Random) -> list[Game]:
    """Games that look the same to the viewer: hidden letters of each type handed round among the others."""
    parts = game.parts()
    hidden = [m for m in range(12) if parts["places"][m] < 0 and parts["owners"][m] != viewer]
    found = []
    options = list(permutations([parts["owners"][m] for m in hidden]))
    for owners in rng.sample(options, min(200, len(options))):
        changed = copy.deepcopy(parts)
        for marker, owner in zip(hidden, owners, strict=True):
            changed["owners"][marker] = owner
        kinds = [sorted((owner, MARKERS[m][1]) for m, owner in enumerate(p["owners"])) for p in (parts, changed)]
        hands = [[MARKERS[m] for m in range(12) if changed["owners"][m] == p] for p in range(game.players)]
        if kinds[0] != kinds[1] or changed["owners"] == parts["owners"] or deal_faults(game.players, "unfair", hands):
            continue
        try:
            found.append(Game.from_parts(game.setup, changed, game.info, from_start=True))
        except PositionError:
            continue  # a turn that would be over for these letters
    return found


def test_views_do_not_depend_on_hidden_letters() -> None:
    rng, compared = Random(1), 0
    for record in UNFAIR[::5]:
        for stop in stops(record, 0.03, rng):
            if stop.is_over:
                continue
            # Without its history, as the other truths have none.
            game = Game.from_parts(stop.setup, stop.parts(), stop.info, from_start=True)
            viewer = rng.randrange(game.players)
            expected = exports(game.view(viewer))
            for truth in other_truths(game, viewer, rng)[:2]:
                assert truth != game
                assert exports(truth.view(viewer)) == expected
                compared += 1
    assert compared > 40


def test_no_hidden_marker_in_what_is_written() -> None:
    """As the text goes: a hidden marker's name stands nowhere in record or hands, and no pickle holds it."""
    rng = Random(2)
    for record in UNFAIR[::5]:
        for game in stops(record, 0.1, rng):
            for seat in range(game.players):
                if game.is_over:
                    break
                view = game.view(seat)
                secret = {name for other, hand in enumerate(game.hands) for name in hand if other != seat}
                for written in (json.dumps(view.to_record()), str(view.hands), str(view.dealt), pickled_texts(view)):
                    assert not [name for name in secret if f"'{name}'" in written.replace('"', "'")]


def pickled_texts(game: Game) -> str:
    """All texts in a pickle, quoted."""
    return str([arg for _, arg, _ in pickletools.genops(pickle.dumps(game)) if isinstance(arg, str)])


def test_a_view_shows_the_rest_as_it_is() -> None:
    rng = Random(3)
    for record in UNFAIR[::4]:
        for game in stops(record, 0.1, rng):
            for seat in range(game.players):
                view = game.view(seat)
                assert (view.viewer, view.hands[seat], view.history) == (
                    None if game.is_over else seat, game.hands[seat], game.history,
                )  # fmt: skip
                assert (view.board, view.city, view.variant) == (game.board, game.city, "unfair")
                assert view.rules == game.rules
                assert view.markers == game.markers
                assert view.stations == game.stations
                assert (view.current_player, view.end_cause) == (game.current_player, game.end_cause)
                assert [line.vertices for line in view.lines] == [line.vertices for line in game.lines]
                types = [[sorted(name[1] for name in hand) for hand in g.hands] for g in (game, view)]
                assert types[0] == types[1]
                assert set(game.legal_ids()) <= set(view.legal_ids())
                if game.current_player == seat and game.bonus_line is None:
                    assert game.legal_ids() == view.legal_ids()


def test_repr_gives_the_view_back() -> None:
    view = Game.new(3, variant="unfair", seed=1).view(2)
    again = eval(repr(view), {"Game": Game})
    assert (again, again.viewer, repr(again)) == (view, 2, repr(view))


def test_views_of_views() -> None:
    game = Game.new(3, variant="unfair", seed=4)
    view = game.view(1)
    assert view.view(1) == view
    assert view.view(1).viewer == 1
    for seat in (0, 2):
        with pytest.raises(HiddenError):
            view.view(seat)
    with pytest.raises(SeatError):
        view.view(3)


def test_a_view_begins_where_it_was_made() -> None:
    game = Game.new(4, variant="unfair", seed=4)
    play_random(game, Random(3), 9)
    view = game.view(2)
    assert (view.ply, view.actions) == (0, [])
    with pytest.raises(HistoryError):
        view.pop()
    action = view.legal_actions[0]
    view.push(action)
    assert view.history == (*game.history, str(action))
    assert view.pop() == action
    assert view == game.view(2)


def test_records_of_views_come_back() -> None:
    rng = Random(5)
    for record in UNFAIR[::6]:
        for game in stops(record, 0.1, rng):
            view = game.view(1)
            written = view.to_record()
            again = Game.from_record(json.dumps(written))
            assert again == view
            assert (again.to_record(), again.viewer, again.history) == (written, view.viewer, view.history)
            if not game.is_over:
                assert written["format"] == "metromania-view/1"
                assert view.copy().to_record() == written


def test_faults_in_records_of_views() -> None:
    game = Game.new(3, variant="unfair", seed=4)
    game.push(game.legal_actions[0])
    record = game.view(1).to_record()
    for change, place in (
        ({"viewer": 0}, "viewer"),
        ({"viewer": 3}, "viewer"),
        ({"viewer": True}, "viewer"),
        ({"variant": "open"}, "variant"),
        ({"position": record["position"][:-1]}, "position"),
        ({"position": 5}, "position"),
        ({"position": Game.new(3, variant="unfair", seed=5).view(1).position()}, "position"),
        ({"position": game.view(2).position()}, "hands"),
        ({"hands": [["??", "?C", "?E", "?E"], *record["hands"][1:]]}, "hands[0][0]"),
        ({"actions": ["walk"]}, "actions[0]"),
        ({"format": "metromania-game/1"}, "viewer"),
    ):
        with pytest.raises(RecordError) as e:
            Game.from_record({**record, **change})
        assert e.value.place == place
    view = game.view(1)
    view.push(view.legal_actions[0])
    with pytest.raises(RecordError, match="no record"):
        view.copy(stack=False).to_record()


def test_the_extras_of_the_host_are_not_passed_on() -> None:
    record = Game.new(3, variant="unfair", seed=4).to_record(extras={"x_secret": "AR"})
    assert Game.from_record(record).extras == {"x_secret": "AR"}
    assert Game.from_record(record).view(0).extras == {}


def test_where_nothing_is_hidden_a_view_is_a_copy() -> None:
    open_game, over = Game.new(3, seed=4), Game.from_record(UNFAIR[0])
    play_random(open_game, Random(1), 5)
    for game in (open_game, over):
        view = game.view(1)
        assert view == game
        assert view is not game
        assert view.to_record() == game.to_record()
        assert view.viewer is None


def test_a_view_played_to_its_end_does_not_know_the_outcome() -> None:
    view = Game.new(3, variant="unfair", seed=4).view(1)
    rng = Random(9)
    while not view.is_over:
        view.push(rng.choice(list(view.legal_actions)))
        view.check()
    assert any(map(any, view.unknown_counts))
    with pytest.raises(HiddenError):
        view.report()
    assert all(trip.guilty is None for trip in view.trips())
