"""Draws an encounter as one SVG file: to scale, on a line or on a plane, readable on light and on dark ground.

`draw(scene)` is the whole of it; tools/encounter_pages.py fills the scene from an encounter's file.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

Place = float | tuple[float, float]

WIDTH, EDGE = 760.0, 22.0
BANDS = (("Engaged", 1.5), ("Close", 10.0), ("Short", 30.0), ("Medium", 100.0))
REACH = 1.5
"""Metres within which a cover can be used (R49)."""

STYLE = """
svg{--page:#fbf8f1;--ink:#2b2a27;--soft:#6b675e;--line:#cdc6b6;--party:#1f6f8b;--foe:#a63d2f;--cover:#8a7d63;
--zone:#7a5ea8;--on:#fff;font:12px system-ui,sans-serif}
@media(prefers-color-scheme:dark){svg{--page:#1d1f23;--ink:#ece7dc;--soft:#a8a294;--line:#43464d;--party:#6fc3df;
--foe:#f0907f;--cover:#b5a784;--zone:#b79ce6;--on:#15171a}}
.page{fill:var(--page)}text{fill:var(--ink)}.soft{fill:var(--soft);font-size:11px}.mid{text-anchor:middle}
.halo{stroke:var(--page);stroke-width:3px;paint-order:stroke}.line,.ring{stroke:var(--line);fill:none}
.ring{stroke:var(--soft);stroke-dasharray:2 4}.ground{stroke:var(--ink);stroke-width:2;fill:none}
.stem{stroke:var(--soft);fill:none}.s0{fill:var(--party);stroke:var(--party)}.s1{fill:var(--foe);stroke:var(--foe)}
.later{fill:var(--page);stroke-dasharray:3 3;stroke-width:2}.on{fill:var(--on);font-weight:700;font-size:11px}
.later-on{font-weight:700;font-size:11px}.solid{fill:var(--cover);stroke:var(--cover)}
.light{fill:none;stroke:var(--cover);stroke-width:2.5}.hides{fill:none;stroke:var(--cover);stroke-width:1.5}
.near{fill:none;stroke:var(--cover);stroke-dasharray:1 3}.arc{fill-opacity:.13;stroke:none}
.zone{fill:var(--zone);fill-opacity:.18;stroke:var(--zone);stroke-dasharray:6 3}.zone-t{fill:var(--zone)}
.bounds{fill:none;stroke:var(--ink);stroke-dasharray:10 5}.band{fill:var(--soft)}
""".replace("\n", "")


class Figure(NamedTuple):
    """Somebody on the map: `side` 0 or 1 and more; `later` is the round they come in (1 from the start),
    `large` a vehicle or ship."""

    name: str
    letter: str
    side: int
    at: Place
    hidden: bool = False
    unaware: bool = False
    later: int = 1
    large: bool = False

    @property
    def label(self) -> str:
        """The name with what is special about them."""
        more = [word for word, on in (("hidden", self.hidden), ("unaware", self.unaware)) if on]
        more += [f"round {self.later}"] if self.later > 1 else []
        return f"{self.name} ({', '.join(more)})" if more else self.name


class CoverSpot(NamedTuple):
    """A cover on the map."""

    name: str
    at: Place
    grade: str
    hides: bool
    arc: float


class Area(NamedTuple):
    """A zone: between two places (corners on a plane), or `radius` about `low`."""

    name: str
    low: Place
    high: Place | None = None
    radius: float = 0.0


class Scene(NamedTuple):
    """What a map shows. `focus` is the index of the figure whose distance bands are drawn."""

    title: str
    figures: Sequence[Figure]
    covers: Sequence[CoverSpot]
    areas: Sequence[Area] = ()
    bounds: tuple[Place, Place] | None = None
    focus: int = 0


def draw(scene: Scene) -> str:
    """The SVG file of a scene."""
    from encounter_maps_line import on_line
    from encounter_maps_plane import on_plane

    body, height = (on_plane if isinstance(scene.figures[0].at, tuple) else on_line)(scene)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDTH)} {n(height)}" role="img">\n'
        f"<title>{escape(scene.title)}</title>\n<desc>{escape(spoken(scene))}</desc>\n<style>{STYLE}</style>\n"
        f'<rect class="page" width="{n(WIDTH)}" height="{n(height)}" rx="6"/>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def spoken(scene: Scene) -> str:
    """The map in words."""
    people = [f"{figure.label} at {place(figure.at)}" for figure in scene.figures]
    covers = [f"{cover.name}, {cover.grade} cover, at {place(cover.at)}" for cover in scene.covers]
    return "; ".join([*people, *covers, *(f"zone: {area.name}" for area in scene.areas)]) + "."


def place(at: Place) -> str:
    """A place for a reader."""
    return f"({round(at[0], 1):g}, {round(at[1], 1):g}) m" if isinstance(at, tuple) else f"{round(at, 1):g} m"


def n(value: float) -> str:
    """A coordinate, as briefly as it can be said."""
    return f"{value:.1f}".removesuffix(".0")


def text(x: float, y: float, words: str, kind: str = "mid") -> str:
    """Words on the map."""
    return f'<text class="{kind}" x="{n(x)}" y="{n(y)}">{escape(words)}</text>'


def token(figure: Figure, x: float, y: float, r: float = 11) -> str:
    """A figure: a circle for the first side, a diamond for others; dashed when hidden or still to come."""
    r *= 1.4 if figure.large else 1
    faint = figure.hidden or figure.later > 1
    kind = f"s{min(figure.side, 1)}" + (" later" if faint else "")
    if figure.side == 0:
        shape = f'<circle class="{kind}" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'
    else:
        d = n(r * 1.3)
        shape = f'<path class="{kind}" d="M{n(x)} {n(y - r * 1.3)}l{d} {d}l-{d} {d}l-{d} -{d}z"/>'
    return shape + text(x, y + 4, figure.letter, "later-on mid" if faint else "on mid")


def half(words: str) -> float:
    """Half the width of words, roughly."""
    return len(words) * 3.25 + 2
