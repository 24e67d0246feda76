"""The notation of actions, read in a position (RULES 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from metrocore.errors import ActionError, IllegalActionError
from metrocore.lattice import VERTEX_NAMES, neighbours, outer_base, vertex_id, vertex_triangles

_CITY = r"[a-k](?:1[01]|[1-9])"
_OUTER = r"(?:NE|NW|SW|SE|N|S)[1-5]"
_DIG = re.compile(rf"([ab])>(?:({_CITY})([lr])(?:=([A-F]))?|({_OUTER}))")
_START = re.compile(rf"({_OUTER})>({_CITY})")
_STATION = re.compile(rf"\+({_CITY})")
_NEARLY = re.compile(r"(?:(\w+)>|\+)([A-Za-z]+[0-9]+)([A-Za-z]?)(?:=(.?))?")
_LONGEST = 20  # characters of what could be meant for an action


def _vertex(name: str, text: str) -> int:
    try:
        return vertex_id(name)
    except KeyError:
        raise ActionError(f"{text!r}: no vertex {name}") from None


def _end_side(head: int, direction: int, apex: int) -> int:
    """On which side of the way out to the apex its outer space lies."""
    return 0 if vertex_triangles[head][direction] == 150 + apex - 91 else 1


def parse_action(text: str, heads: Sequence[int]) -> tuple[int, int | None]:
    """Id and target vertex of an action, given the heads of the player's lines a and b (-1 for one that can't be dug from).

    Raises ActionError for what is no notation, IllegalActionError where the head has no such neighbour.
    """
    if text == "pass":
        return 0, None
    if found := _STATION.fullmatch(text):
        vertex = _vertex(found[1], text)
        return 61 + vertex, vertex
    if found := _START.fullmatch(text):
        outer, vertex = _vertex(found[1], text) - 91, _vertex(found[2], text)
        if vertex not in outer_base[outer]:
            raise ActionError(f"{text!r}: {found[2]} is no base corner of {found[1]}")
        return 1 + 2 * outer + outer_base[outer].index(vertex), vertex
    if found := _DIG.fullmatch(text):
        line, target = "ab".index(found[1]), _vertex(found[2] or found[5], text)
        head = heads[line]
        if head < 0:
            raise IllegalActionError(f"{text!r}: line {found[1]} has no head to dig from")
        if target not in neighbours[head]:
            raise IllegalActionError(f"{text!r}: {VERTEX_NAMES[target]} is no neighbour of the head {VERTEX_NAMES[head]}")
        direction = neighbours[head].index(target)
        side = "lr".index(found[3]) if found[3] else _end_side(head, direction, target)
        mark = "ABCDEF".index(found[4]) + 1 if found[4] else 0
        return 152 + ((line * 6 + direction) * 2 + side) * 7 + mark, target
    raise ActionError(f"{text[:40]!r} is no action{_misreading(text)}")


def _is_notation(text: str) -> bool:
    return text == "pass" or any(pattern.fullmatch(text) for pattern in (_DIG, _START, _STATION))


def _misreading(text: str) -> str:
    """What keeps a text from being an action, for the end of a message; empty if it is far from one."""
    if _is_notation(text.strip()):
        return ": there is white space around it"
    if len(text) > _LONGEST:
        return ""
    right = re.sub(r"\b(?:ne|nw|sw|se|n|s)[1-5]\b|=.", lambda part: part[0].upper(), text.lower())
    if _is_notation(right):
        return f": it is written {right}"
    found = _NEARLY.fullmatch(text)
    if found is None:
        return ""
    begin, vertex, side, letter = found.groups()
    if begin is not None and begin not in ("a", "b", *VERTEX_NAMES[91:]):
        return f": {begin} is neither line a or b nor an outer space"
    if vertex not in VERTEX_NAMES:
        return f": no vertex {vertex}"
    if begin not in ("a", "b") or vertex in VERTEX_NAMES[91:]:
        return ": only a dig to a vertex of the city has a side" if side else ""
    if side not in ("l", "r"):
        return f": {side or 'nothing'} after {vertex}, where the side of the tunnel stands: l or r"
    return f": {letter or 'nothing'} after =, where a letter A to F stands"
