"""Variants, optional rules and deals: what a game is played by, apart from its board (RULES 2, 7 and 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from metrocore.arguments import shown

from ._plain import Faults
from .errors import Fault, SetupError, WrongTypeError

VARIANTS = ("open", "unfair", "no_corruption")
"""``open`` (all is seen), ``unfair`` (letters in a hand known to the owner alone), ``no_corruption`` (fixed deals)."""

IMPOSSIBLE = ("penalty", "reward")
TWO_PLAYER_TRIPS = ("shared", "majority")
LETTERS = "ABCDEF"
TYPES = "RCE"

MARKERS = ("AR", "AC", "BC", "BE", "CE", "CR", "DR", "DC", "EC", "EE", "FE", "FR")
"""The twelve destination markers, letter and type, in the order of the summary: A left, A right, B left, and so on."""

NO_CORRUPTION = {
    3: (("AR", "DR", "BC", "CE"), ("CR", "AC", "EC", "FE"), ("FR", "DC", "BE", "EE")),
    4: (("AR", "BC", "CE"), ("DR", "AC", "EE"), ("FR", "EC", "BE"), ("CR", "DC", "FE")),
}
"""The deals of variant *no corruption*, by number of players and seat."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The optional rules.

    ``impossible`` trips give a ``penalty`` to the guilty or a ``reward`` to the others (RULES 7.3); trips of
    two players are ``shared``, or go to the ``majority`` (two players only, RULES 7).

    Raises ``SetupError`` for another value.
    """

    impossible: str = "penalty"
    two_player_trips: str = "shared"

    def __post_init__(self) -> None:
        for fault in _values({"impossible": self.impossible, "two_player_trips": self.two_player_trips}, ""):
            raise SetupError(fault.reason, fault.place)

    @classmethod
    def of(cls, rules: Rules | Mapping[str, str] | None) -> Rules:
        """Rules from a mapping that may leave out any of the two keys, or the default for ``None``."""
        if rules is None or isinstance(rules, Rules):
            return rules or cls()
        if not isinstance(rules, Mapping):
            raise WrongTypeError(f"expected Rules, a mapping or None, not {shown(rules)}", "rules")
        if unknown := [key for key in rules if key not in cls.__slots__]:
            raise SetupError("there is no such rule", f"rules[{shown(unknown[0])}]")
        return cls(**rules)

    def to_dict(self) -> dict[str, str]:
        """The ``rules`` of a record (RULES 9)."""
        return {"impossible": self.impossible, "two_player_trips": self.two_player_trips}


def rules_faults(data: object, place: str) -> list[Fault]:
    """Every fault of the ``rules`` of a record."""
    faults = Faults()
    rules = faults.members(data, place, (), Rules.__slots__)
    return [*faults, *_values(rules, place)]


def _values(rules: Mapping[str, object], place: str) -> list[Fault]:
    faults = Faults()
    for key, allowed in (("impossible", IMPOSSIBLE), ("two_player_trips", TWO_PLAYER_TRIPS)):
        if key in rules:
            faults.one_of(rules[key], f"{place}.{key}" if place else key, allowed)
    return faults


def combination_faults(players: int, variant: str, rules: Mapping[str, object]) -> list[Fault]:
    """What of players (2..4), variant and rules, each valid alone, does not go together."""
    faults = Faults()
    if players == 2 and variant != "open":
        faults.add("variant", f"with two players only open, not {variant}")
    if players != 2 and rules.get("two_player_trips") == "majority":
        faults.add("rules.two_player_trips", f"majority goes with two players only, not with {players}")
    return faults


def deal_faults(players: int, variant: str, hands: object, place: str = "hands") -> list[Fault]:
    """Every fault of the hands as dealt (RULES 2): a list of lists of marker names, by seat, in any order in a hand."""
    faults = Faults()
    seen: dict[str, str] = {}
    dealt: list[list[str]] = []
    for seat, hand in enumerate(faults.list_of(hands, place, players)):
        at = f"{place}[{seat}]"
        names = faults.list_of(hand, at, 12 // players)
        for i, name in enumerate(names):
            if not isinstance(name, str) or name not in MARKERS:
                faults.add(f"{at}[{i}]", f"{shown(name)} is no destination marker")
            elif name in seen:
                faults.add(f"{at}[{i}]", f"marker {name} is dealt already, at {seen[name]}")
            else:
                seen[name] = f"{at}[{i}]"
        dealt.append(names)
    if not faults:
        for seat, names in enumerate(dealt):
            if reason := _hand_fault(players, variant, seat, names):
                faults.add(f"{place}[{seat}]", reason)
    return faults


def _hand_fault(players: int, variant: str, seat: int, names: Sequence[str]) -> str | None:
    if variant == "no_corruption":
        due = NO_CORRUPTION[players][seat]
        return None if set(names) == set(due) else f"in no corruption this seat has {' '.join(due)}"
    if players == 2:
        due = MARKERS[seat::2]
        return None if set(names) == set(due) else f"with two players this seat has {' '.join(due)}"
    if missing := [kind for kind in TYPES if all(name[1] != kind for name in names)]:
        return f"no marker of type {missing[0]}"
    if len({name[0] for name in names}) < len(names):
        return "two markers of one letter"
    return None


def hand_order(name: str) -> tuple[int, str]:
    """Sort key of markers in a hand: by type, then letter (the order of the published deals)."""
    return TYPES.index(name[1]), name[0]
