"""What a record must be like before its actions are played: every fault with its place (RULES 9)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from metrocore.arguments import shown_json
from metrocore.notation import parse_action

from ._plain import Faults
from .board import board_faults
from .city import city_faults
from .errors import ActionError, IllegalActionError
from .rules import TYPES, VARIANTS, combination_faults, deal_faults, rules_faults

FORMAT = "metromania-game/1"
VIEW_FORMAT = "metromania-view/1"

_KEYS = ("format", "players", "variant", "board", "city", "hands", "actions")


def check_record(data: object) -> Faults:
    """Every fault of a record or a view's record, but for actions that are not legal."""
    faults = Faults()
    name = data.get("format") if isinstance(data, dict) else None
    found = re.fullmatch(r"metromania-(game|view)/([0-9]{1,9})", name) if isinstance(name, str) else None
    if found and found[2] != "1":
        what = f"version {found[2]} of format and rules; this reader knows version 1 only"
        faults.add("format", what)
        return faults
    of_view = name == VIEW_FORMAT
    record = faults.members(data, "", (*_KEYS, "viewer", "position") if of_view else _KEYS, ("rules",))
    if "format" in record and not of_view:
        faults.one_of(name, "format", (FORMAT,))
    sound = _check_setup(record, faults)
    if of_view:
        _check_view(record, faults, sound)
    elif sound:
        faults.extend(deal_faults(record["players"], record["variant"], record.get("hands", [])))
    _check_actions(record, faults)
    return faults


def _check_setup(record: Mapping[str, Any], faults: Faults) -> bool:
    """Note what is wrong with players, variant, rules, board and city; whether the first three are sound."""
    before = len(faults)
    for key, allowed in (("players", (2, 3, 4)), ("variant", VARIANTS)):
        if key in record:
            faults.one_of(record[key], key, allowed)
    rules = record.get("rules", {})
    faults.extend(rules_faults(rules, "rules"))
    sound = len(faults) == before and "players" in record and "variant" in record
    if sound:
        wrong = combination_faults(record["players"], record["variant"], rules)
        faults.extend(wrong)
        sound = not wrong
    if isinstance(board := record.get("board", "standard"), str):
        faults.one_of(board, "board", ("standard",))
    else:
        faults.extend(board_faults(board, "board"))
    if "city" in record:
        faults.extend(city_faults(record["city"], "city"))
    return sound


def _check_view(record: Mapping[str, Any], faults: Faults, sound: bool) -> None:
    """Note what is wrong with the viewer and with hands in which letters are hidden."""
    if sound and record["variant"] != "unfair":
        faults.add("variant", "only unfair has views")
    elif sound:
        if "viewer" in record:
            faults.one_of(record["viewer"], "viewer", range(record["players"]))
        for seat, hand in enumerate(faults.list_of(record.get("hands"), "hands", record["players"])):
            for i, name in enumerate(faults.list_of(hand, f"hands[{seat}]", 12 // record["players"])):
                if not (isinstance(name, str) and re.fullmatch(f"[A-F?][{TYPES}]", name)):
                    faults.add(f"hands[{seat}][{i}]", f"{shown_json(name)} is no destination marker, hidden or not")
    if not isinstance(record.get("position", ""), str):
        faults.add("position", "expected a text")


def _check_actions(record: Mapping[str, Any], faults: Faults) -> None:
    """Note what is no action at all."""
    for i, text in enumerate(faults.list_of(record.get("actions", []), "actions")):
        if not isinstance(text, str):
            faults.add(f"actions[{i}]", f"expected a text, not {shown_json(text)}")
            continue
        try:
            parse_action(text, (-1, -1))
        except IllegalActionError:
            pass  # notation of a dig: whether there is a head to dig from is seen when it is played
        except ActionError as e:
            faults.add(f"actions[{i}]", e.reason)
