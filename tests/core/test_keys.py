"""Keys: transpositions meet, equal states have equal keys, and different states have different ones."""

from collections.abc import Iterator

from metromania import Game
from tests.core.walks import new_game, walk


def states_below(game: Game, depth: int) -> Iterator[tuple[bytes, int, str]]:
    """State, key and text of every position up to some actions ahead, as often as it is come to."""
    yield game.state_bytes(), game.key, game.position()
    if depth:
        for action in game.legal_actions:
            game.push(action)
            yield from states_below(game, depth - 1)
            game.pop()


def test_state_key_and_text_go_together() -> None:
    """Over trees from many positions: two states are equal when their keys are, and when their texts are."""
    met = 0
    for seed in range(12):
        for step, game in enumerate(walk(seed)):
            if step % 30 != 10:
                continue
            found = list(states_below(game, 2))
            by_state = {state: (key, text) for state, key, text in found}
            assert all(by_state[state] == (key, text) for state, key, text in found)
            assert len({key for _, key, _ in found}) == len(by_state)
            assert len({text for _, _, text in found}) == len(by_state)
            met += len(found) - len(by_state)
    assert met > 200  # transpositions were among them


def test_orders_of_digging_meet() -> None:
    """Digs on both lines of a player in either order: where the states are equal, so are the keys, and only there."""
    equal = 0
    for seed in range(24):
        for step, game in enumerate(walk(seed)):
            if step % 5 or game.tunnels_dug != 0 or game.end_cause:
                continue
            digs = [action for action in game.legal_actions if action.kind == "dig"]
            for one in [action for action in digs if action.line == "a"][:4]:
                for other in [action for action in digs if action.line == "b"][:4]:
                    results = []
                    for first, second in ((one, other), (other, one)):
                        work = game.copy(stack=False)
                        work.push(first)
                        if work.is_legal(second):
                            work.push(second)
                            results.append((work.state_bytes(), work.key))
                    if len(results) == 2:
                        same = results[0][0] == results[1][0]
                        assert same == (results[0][1] == results[1][1])
                        equal += same
    assert equal > 300


def test_line_names_and_sides_matter() -> None:
    """The same walk on the tunnel's other side, or by another player's line, is another position."""
    game = new_game(0, "standard")
    keys = set()
    for text in ("NE3>h9", "NE3>i8"):
        game.push(text)
        for action in game.legal_actions:
            keys.add(game.key_after(action))
        game.pop()
    game.push("NE3>h9")
    first = len(game.legal_actions)
    game.pop()
    game.push("NE3>i8")
    assert len(keys) == first + len(game.legal_actions)


def test_set_up_is_part_of_the_key() -> None:
    """Games that differ in players, variant, rules, city, board or hands alone have different keys from the start."""
    base = Game.new(2, seed=1)
    others = [
        Game.new(2, seed=1, rules={"impossible": "reward"}),
        Game.new(2, seed=1, rules={"two_player_trips": "majority"}),
        Game.new(2, seed=2),
        Game.new(3, seed=1),
        Game.new(3, seed=1, variant="unfair"),
        Game.new(3, seed=1, variant="no_corruption"),
        Game.new(4, seed=1),
        Game.new(2, seed=1, board=base.board.turned()),
    ]
    assert len({game.key for game in [base, *others]}) == 9
    assert len({game.position() for game in [base, *others]}) == 9


def test_no_two_positions_of_many_games_share_a_key() -> None:
    keys: dict[int, bytes] = {}
    for seed in range(80):
        for game in walk(seed, "standard"):
            identity = repr(game.setup).encode() + game.state_bytes()
            assert keys.setdefault(game.key, identity) == identity
    assert len(keys) > 4000
