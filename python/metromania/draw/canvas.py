"""A sheet of SVG over the plane of the lattice: elements are placed by the lattice's names, in units of an edge."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from metromania import lattice

NAMESPACE = "http://www.w3.org/2000/svg"
MARGIN = 0.75  # around the outermost apexes, in edges: room for their names

Point = tuple[float, float]


def towards(start: Point, end: Point, part: float) -> Point:
    """The point that lies ``part`` of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def midpoint(points: Iterable[Point]) -> Point:
    """The mean of some points."""
    found = list(points)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


class Sheet:
    """An SVG picture of the whole lattice. An edge is ``unit`` pixels long, and the size depends on nothing else."""

    def __init__(self, unit: float, title: str) -> None:
        if not 0 < unit < 10_000:
            raise ValueError("unit: expected a length in pixels, more than 0 and less than 10000")
        self.unit = unit
        places = [lattice.xy(vertex) for vertex in lattice.VERTICES + lattice.OUTER_SPACES]
        self._left = min(x for x, _ in places) - MARGIN
        self._top = max(y for _, y in places) + MARGIN
        self.width = (max(x for x, _ in places) + MARGIN - self._left) * unit
        self.height = (self._top - min(y for _, y in places) + MARGIN) * unit
        self.root = ElementTree.Element(
            "svg",
            {
                "xmlns": NAMESPACE,
                "viewBox": f"0 0 {self.number(self.width)} {self.number(self.height)}",
                "width": self.number(self.width),
                "height": self.number(self.height),
                "font-family": "sans-serif",
                "text-anchor": "middle",
            },
        )
        ElementTree.SubElement(self.root, "title").text = title

    def group(self, name: str, **attributes: str) -> ElementTree.Element:
        """A new group of elements, above all that was drawn before."""
        return ElementTree.SubElement(self.root, "g", {"class": name, **_dashed(attributes)})

    def pixel(self, point: Point) -> Point:
        """Where a point of the lattice's plane lies on the sheet, in pixels from the top left."""
        return (point[0] - self._left) * self.unit, (self._top - point[1]) * self.unit

    @staticmethod
    def number(value: float) -> str:
        """A length as text, with hundredths at most."""
        return f"{value:.2f}".rstrip("0").rstrip(".")

    def polygon(self, group: ElementTree.Element, points: Iterable[Point], **attributes: str) -> None:
        corners = " ".join(",".join(map(self.number, self.pixel(point))) for point in points)
        ElementTree.SubElement(group, "polygon", {"points": corners, **_dashed(attributes)})

    def line(self, group: ElementTree.Element, start: Point, end: Point, **attributes: str) -> None:
        (x1, y1), (x2, y2) = self.pixel(start), self.pixel(end)
        ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
        ElementTree.SubElement(
            group, "line", {**{key: self.number(value) for key, value in ends.items()}, **_dashed(attributes)}
        )

    def circle(self, group: ElementTree.Element, at: Point, radius: float, **attributes: str) -> None:
        """A circle whose radius is given in edges."""
        x, y = self.pixel(at)
        place = {"cx": self.number(x), "cy": self.number(y), "r": self.number(radius * self.unit)}
        ElementTree.SubElement(group, "circle", {**place, **_dashed(attributes)})

    def text(self, group: ElementTree.Element, at: Point, text: str, size: float, **attributes: str) -> None:
        """A text centred on a point; its size is given in edges."""
        x, y = self.pixel(at)
        place = {"x": self.number(x), "y": self.number(y), "font-size": self.number(size * self.unit), "dy": ".35em"}
        ElementTree.SubElement(group, "text", {**place, **_dashed(attributes)}).text = text

    def __str__(self) -> str:
        ElementTree.indent(self.root)
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"


def _dashed(attributes: dict[str, str]) -> dict[str, str]:
    """Keyword arguments as attributes of SVG: ``stroke_width`` is ``stroke-width``, ``class_`` is ``class``."""
    return {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
