"""Seeded set-ups to play: standard cities and odd boards, valid deals, every variant and rule (RULES 1, 2 and 9)."""

from random import Random
from typing import Any

from .lattice import OUTER_SPACES
from .state import LEFT, RIGHT

NO_CORRUPTION = {
    4: ["AR BC CE", "DR AC EE", "FR EC BE", "CR DC FE"],
    3: ["AR DR BC CE", "CR AC EC FE", "FR DC BE EE"],
}
QUARTER_SPACES = [
    f"{kind}{a}{b}" for kind, last in (("u", 4), ("d", 3)) for a in range(last + 1) for b in range(last + 1 - a)
]
ONE_SIDE = [name for name in OUTER_SPACES if name.startswith("SW")]
NEAR = [name for name in OUTER_SPACES if name.rstrip("12345") in ("NE", "N", "SE")]


def is_valid_hand(hand: list[str], players: int) -> bool:
    """RULES 2, Dealing, for three and four players: different letters, and each type."""
    size = 12 // players
    return len({marker[0] for marker in hand}) == size and {marker[1] for marker in hand} == set("RCE")


def deal(rng: Random, players: int, variant: str) -> list[list[str]]:
    """Hands as dealt: fixed by seat, or uniform over the valid deals (Decision 2)."""
    left = [letter + kind for letter, kind in LEFT.items()]
    right = [letter + kind for letter, kind in RIGHT.items()]
    if players == 2:
        return [left, right]
    if variant == "no_corruption":
        return [hand.split() for hand in NO_CORRUPTION[players]]
    markers, size = left + right, 12 // players
    while True:
        rng.shuffle(markers)
        hands = [markers[i : i + size] for i in range(0, 12, size)]
        if all(is_valid_hand(hand, players) for hand in hands):
            return hands


def printed(rng: Random, areas: int, lake: int, park: int) -> list[dict[str, Any]]:
    """Six quarters with about so many areas and spaces of water on each, anywhere."""
    quarters = []
    for _ in range(6):
        spaces = iter(rng.sample(QUARTER_SPACES, len(QUARTER_SPACES)))
        quarter: dict[str, Any] = {kind: [] for kind in ("R", "C", "E", "lake", "park")}
        for _ in range(min(20, rng.randint(areas // 2, areas))):
            quarter[rng.choice("RCE")].append(next(spaces))
        for kind, count in (("lake", lake), ("park", park)):
            quarter[kind] += [next(spaces) for _ in range(rng.randint(0, count))]
        quarters.append(quarter)
    return quarters


def frame(rng: Random, starts: int, ends: int, allowed: list[str] | None = None) -> dict[str, list[str]]:
    """So many starts and ends, among some outer spaces."""
    spaces = rng.sample(list(allowed or OUTER_SPACES), starts + ends)
    return {"starts": spaces[:starts], "ends": spaces[starts:]}


def odd_board(rng: Random, shape: str) -> dict[str, Any]:
    """A board of one of the shapes below."""
    areas, lake, park = rng.choice((3, 6)), rng.choice((0, 1, 2)), rng.choice((0, 1, 2))
    starts, ends = rng.randint(6, 10), rng.randint(3, 10)
    allowed = None
    match shape:
        case "few starts":
            starts, ends = 3, rng.randint(2, 8)
        case "two ends":
            ends = 2
        case "one end":
            ends = rng.choice((1, 1, 1, 0))
        case "many":
            starts, ends = 15, 15
        case "no way in":
            starts = rng.choice((0, 1, 2))
        case "near":
            starts, ends, allowed = 8, 7, NEAR
        case "one side":
            starts, ends, allowed = 2, 3, ONE_SIDE
        case "few areas":
            areas = 1
        case "many areas":
            areas, lake, park = rng.choice((20, 40)), 1, 1
        case "much water":
            areas, lake, park = 6, 4, 4
        case "no water":
            lake = park = 0
        case "close water":
            lake = park = 0
    quarters = printed(rng, areas, lake, park)
    if shape == "close water":  # side by side at the middle, so that many lines come by
        for quarter in quarters[:2]:
            for kind in "RCE":
                quarter[kind] = [name for name in quarter[kind] if name not in ("u00", "d00")]
            quarter["lake"], quarter["park"] = ["u00"], ["d00"]
    name = f"{shape} {rng.randrange(10**6)}"
    return {"name": name, "frame": frame(rng, starts, ends, allowed), "quarters": quarters}


ODD_SHAPES = (
    "few starts",
    "two ends",
    "one end",
    "many",
    "no way in",
    "near",
    "one side",
    "few areas",
    "many areas",
    "much water",
    "no water",
    "close water",
)


def random_record(seed: int, shape: str | None = None) -> dict[str, Any]:
    """A record without actions. The shape is "standard" or an odd one; without it, the seed chooses."""
    rng = Random(seed)
    players = rng.choice((2, 2, 3, 4))
    variant = "open" if players == 2 else rng.choice(("open", "unfair", "no_corruption"))
    shape = shape or rng.choice(("standard",) * 6 + ODD_SHAPES)
    trips = rng.choice(("shared", "majority", "majority")) if players == 2 else "shared"
    return {
        "format": "metromania-game/1",
        "players": players,
        "variant": variant,
        "rules": {"impossible": rng.choice(("penalty", "reward")), "two_player_trips": trips},
        "board": "standard" if shape == "standard" else odd_board(rng, shape),
        "city": {"quarters": rng.sample(range(6), 6), "turns": [rng.randrange(3) for _ in range(6)]},
        "hands": deal(rng, players, variant),
        "actions": [],
    }
