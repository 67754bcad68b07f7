"""Writes docs/encounters, a page with a drawn map for every shipped encounter and one for what the pack holds; run it
when a shipped file has changed: python tools/encounter_pages.py

What stands between the marks `by hand` is written by hand and stays; so do the figures, unless `--play N` plays every
encounter, or those named after it, N times by the tactics and counts anew.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from encounter_maps import Area, CoverSpot, Figure, Place, Scene, draw
from encounter_tables import (
    KEY,
    SCALES,
    WEAPON_HEAD,
    boxes,
    carried,
    ground,
    how_they_fight,
    side_table,
    skills,
    table,
    weapon_row,
    weapons_here,
)

from wanderstar.book.ruleset import DEFAULT
from wanderstar.sheets.files import read_tables
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Encounter, Person, Placed, Zone
from wanderstar.sheets.shelf import shipped_encounters

OUT = Path(__file__).parents[1] / "docs" / "encounters"
HAND = ("<!-- by hand -->", "<!-- /by hand -->")
FIGURES = ("<!-- figures -->", "<!-- /figures -->")
FIRST = "patrol-ambush"
INTRODUCTION = (
    "Fights of the Lantern Reach that come with the program, each with a map, everybody's numbers, how the foes "
    "fight and how it tends to go. Play one with `wanderstar fight NAME`, or set a table for it with "
    "`wanderstar table NAME`. Who and what there is for fights of your own: [people and arms](people-and-arms.md)."
)
GOLDEN = (
    "Asha, Bruno and Cato against Gorr, Nyx and Vex. The worked example of the project, played out by script in "
    "`examples/golden-fight.jsonl` and held to its every number by the tests."
)
PACK = f"Everything in the pack `core`, by the id that your own files use. {KEY} [Encounters](README.md)"


def kept(now: str, marks: tuple[str, str]) -> str:
    """What stands between two marks of a page as it is now."""
    start, end = marks
    return now.split(start, 1)[1].split(end, 1)[0].strip("\n") if start in now else ""


def between(marks: tuple[str, str], words: str) -> list[str]:
    """Words with their marks, blank lines where Markdown wants them."""
    return [marks[0], "", *([words.strip("\n"), ""] if words.strip() else []), marks[1], ""]


# --- the map -------------------------------------------------------------------


def letters(people: Sequence[Placed]) -> list[str]:
    """The letters of tokens: a name's first, and its number where there are several of a kind."""
    found = []
    for one in people:
        tail = one.name.rsplit(maxsplit=1)[-1]
        found.append(one.name[:1] + (tail if tail.isdigit() else ""))
    return found


def area(zone: Zone) -> Area:
    """A zone for the map."""
    if zone.at is not None:
        return Area(zone.name, zone.at, None, zone.radius)
    assert zone.low is not None
    return Area(zone.name, zone.low, zone.high)


def scene(encounter: Encounter) -> Scene:
    """An encounter's map; the bands are those of whoever of the first side stands nearest to a foe."""
    sides = [side.id for side in encounter.sides]
    people = encounter.combatants
    figures = [
        Figure(
            one.name,
            letter,
            sides.index(one.side),
            one.at,
            one.hidden,
            one.unaware,
            one.enters or 1,
            one.person.scale > 0,
        )
        for one, letter in zip(people, letters(people), strict=True)
    ]
    foes = [figure for figure in figures if figure.side and figure.later == 1]
    ours = [i for i, figure in enumerate(figures) if figure.side == 0]
    focus = min(ours, key=lambda i: min(metres(figures[i].at, foe.at) for foe in foes))
    covers = [
        CoverSpot(cover.id, cover.at, cover.grade, cover.hides, cover.arc) for cover in encounter.covers
    ]
    bounds = None if encounter.bounds is None else (encounter.bounds.low, encounter.bounds.high)
    return Scene(encounter.name, figures, covers, [area(zone) for zone in encounter.zones], bounds, focus)


def metres(a: Place, b: Place) -> float:
    """The distance between two places."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
    assert not isinstance(a, tuple)
    assert not isinstance(b, tuple)
    return abs(a - b)


def legend(drawn: Scene) -> str:
    """What the marks on a map mean."""
    plane = isinstance(drawn.figures[0].at, tuple)
    first = "Circles are the first side, diamonds the other; the mark of a cover is full for Solid, empty for Light"
    words = [first + ", double where one can be fully behind it"]
    if any(figure.hidden or figure.later > 1 for figure in drawn.figures):
        words.append("dashed is who is hidden or comes later")
    if plane:
        words.append("dotted rings are distance bands and, small, where a cover can be used")
        words.append("a tinted wedge is where fire must come from for the cover to count")
    if drawn.areas:
        words.append("tinted ground is a zone")
    if drawn.bounds is not None:
        words.append("the broken line is the edge of the map")
    return "; ".join(words) + (". Metres east and north." if plane else ". Metres along the line, to scale.")


# --- the pages -----------------------------------------------------------------


def notes(name: str) -> str:
    """What an encounter is about, in the words of its file."""
    return str(read_tables(shipped_encounters()[name]).get("notes", GOLDEN))


def page(name: str, now: str, figures: str | None = None) -> str:
    """The page of an encounter from its text `now`; `figures` in the place of those it has."""
    encounter = load_encounter(name)
    drawn = scene(encounter)
    lines = [
        f"# {encounter.name}",
        "",
        f"<!-- Written by tools/encounter_pages.py from {name}.toml; only the part by hand is kept. -->",
        "",
        notes(name),
        "",
        f"`wanderstar fight {name}` plays it, `wanderstar table {name}` sets the table. [All encounters](README.md)",
        "",
        f"![Map of {encounter.name}]({name}.svg)",
        "",
        f"{legend(drawn)}",
        "",
    ]
    for side in encounter.sides:
        lines += side_table(encounter, side)
    lines += [KEY, ""]
    lines += how_they_fight(encounter) + weapons_here(encounter) + ground(encounter)
    lines += ["## How it tends to go", "", *between(HAND, kept(now, HAND))]
    lines += between(FIGURES, kept(now, FIGURES) if figures is None else figures)
    return "\n".join(lines).rstrip("\n") + "\n"


def played(name: str, times: int) -> str:
    """Figures of that many fights by the tactics, seeds 1 and up."""
    from wanderstar.play.refusal import Refusal
    from wanderstar.tactics.fight import fight

    encounter = load_encounter(name)
    wins: Counter[str | None] = Counter()
    out: Counter[str] = Counter()
    rounds = []
    for seed in range(1, times + 1):
        result = fight(encounter, seed=seed)
        assert not isinstance(result, Refusal)
        state = result.table.state
        wins[state.winner] += 1
        rounds.append(result.rounds)
        out.update(c.id for c in state.combatants.values() if c.out)
    rounds.sort()
    tenth = times // 10
    won = ", ".join(f"{side.name} {wins[side.id]}" for side in encounter.sides)
    ours = [one for one in encounter.combatants if one.side == encounter.sides[0].id]
    fallen = ", ".join(f"{one.name} {out[one.id]}" for one in ours)
    return (
        f"Played {times} times by the tactics, seeds 1 to {times}: {won}, nobody {wins[None]}. "
        f"Half of the fights last at most {rounds[times // 2 - 1]} rounds; "
        f"leaving out the shortest and the longest tenth, {rounds[tenth]} to {rounds[-1 - tenth]}. "
        f"Out of the fight at its end: {fallen}."
    )


def index() -> str:
    """The list of all encounters."""
    names = sorted(shipped_encounters(), key=lambda name: (name != FIRST, name))
    rows = []
    for name in names:
        encounter = load_encounter(name)
        sizes = [sum(one.side == side.id for one in encounter.combatants) for side in encounter.sides]
        ground_ = "plane" if encounter.dimension == 2 else "line"
        rows.append(
            (
                f"[{encounter.name}]({name}.md)",
                f"`{name}`",
                " against ".join(map(str, sizes)),
                ground_,
                notes(name).split(". ", 1)[0].rstrip(".") + ".",
            )
        )
    return "\n".join(
        [
            "# Encounters",
            "",
            "<!-- Written by tools/encounter_pages.py. -->",
            "",
            INTRODUCTION,
            "",
            *table(("encounter", "name", "sizes", "ground", "what it is about"), rows),
        ]
    )


def pack() -> str:
    """Characters, adversaries, weapons and armor of the pack core."""
    encounter = load_encounter(FIRST)
    weapons = dict(encounter.weapons)
    people = list(encounter.people.values())
    head = ("who", "armor", "boxes", "weapons", "skills")

    def row(person: Person) -> tuple[str, ...]:
        armor = f"{DEFAULT.armor_base + person.armor}"
        name = f"{person.name} (`{person.id}`)" + (f", {SCALES[person.scale]}" if person.scale else "")
        return name, armor, boxes(person), carried(person, weapons), skills(person)

    lines = [
        "# People and arms of the Lantern Reach",
        "",
        "<!-- Written by tools/encounter_pages.py. -->",
        "",
        PACK,
        "",
        "## Characters",
        "",
        *table(head, (row(one) for one in people if one.kind == "character")),
        *(f"- **{one.name}**: {one.notes}" for one in people if one.kind == "character"),
        "",
    ]
    for threat in ("minion", "standard", "elite"):
        mine = [one for one in people if one.threat == threat]
        lines += [f"## Adversaries: {threat}", "", *table(head, map(row, mine))]
        lines += [*(f"- **{one.name}**: {one.notes}" for one in mine), ""]
    lines += ["## Weapons", ""]
    arms = [(f"{weapon.name} (`{id}`)", *weapon_row(weapon)[1:]) for id, weapon in weapons.items()]
    lines += table(WEAPON_HEAD, arms)
    worn = [(f"{one.name} (`{id}`)", f"+{one.bonus}") for id, one in encounter.armor.items()]
    lines += ["## Armor", "", *table(("armor", "bonus"), worn)]
    return "\n".join(lines).rstrip("\n") + "\n"


def files(times: int = 0, only: Sequence[str] = ()) -> dict[str, str]:
    """Every file of docs/encounters by name, as it ought to be; `times` fights are played for the figures (of
    `only` some)."""
    found = {"README.md": index(), "people-and-arms.md": pack()}
    for name in shipped_encounters():
        path = OUT / f"{name}.md"
        now = path.read_text(encoding="utf-8") if path.exists() else ""
        found[path.name] = page(
            name, now, played(name, times) if times and name in (only or [name]) else None
        )
        found[f"{name}.svg"] = draw(scene(load_encounter(name)))
    return found


if __name__ == "__main__":
    given = sys.argv[1:]
    OUT.mkdir(exist_ok=True)
    times = int(given[1]) if given[:1] == ["--play"] else 0
    for name, content in files(times, given[2:]).items():
        (OUT / name).write_text(content, encoding="utf-8", newline="\n")
    sys.stdout.write(f"docs/encounters: {len(shipped_encounters())} encounters\n")
