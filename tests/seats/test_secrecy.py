"""What a seat receives does not depend on what it may not know: each hidden value is changed, the bytes compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.play.positions import Fight, fight
from tests.seats.channels import received

from wanderstar.book.core_mechanic.roll import Edge
from wanderstar.play.resolve import Run
from wanderstar.play.state import (
    Barred,
    Combatant,
    Condition,
    GrantedEdge,
    InUse,
    State,
    Suppression,
)  # fmt: skip
from wanderstar.play.table import Entry
from wanderstar.seats.seat import Seat, Settings
from wanderstar.sheets.model import Morale

SEATS = (
    Seat("player", ("ann",)),
    Seat("player", ("bob",)),
    Seat("player", ("ann", "bob")),
    Seat("spectator"),
)

POSITION = """
    ann @0 rifle,frag*2,club held=rifle ranged+2 athletics+1 Dex+ armor=2
    bob @5 rifle,club held=club close+1 Str- armor=4
    orc standard @12 rifle,frag*2 held=rifle ranged+1 athletics+0 close+1 armor=3 boxes=4
    sniper elite @40 longrifle ranged+2 athletics+1 Dex+ armor=2 boxes=4 hidden
    #crate @1 solid hides
    #wall @11 light
"""


Moment = tuple[State, Run | None, tuple[Entry, ...]]


@cache
def played() -> dict[str, Moment]:
    """Moments of one fight: before it, on turns of either side and of the hidden one, and with asks open."""
    moments: dict[str, Moment] = {}

    def keep(name: str, f: Fight) -> None:
        moments[name] = (f.table.state, f.table.run, tuple(f.table.entries))

    keep("before", fight(POSITION, begun=False))
    f = fight(POSITION)
    keep("turn of ann", f)
    f.do("aim", "ann", target="orc")
    f.do("end_turn", "ann")
    f.do("ready", "bob")
    f.do("end_turn", "bob")
    keep("turn of orc", f)
    f.table.order({"do": "attack", "who": "orc", "weapon": "rifle", "target": "ann"})
    keep("ann is asked", f)
    f.table.answer({"reaction:ann": "dodge"})
    keep("ann may claim", f)
    f.table.cancel()
    f.table.order({"do": "attack", "who": "orc", "weapon": "frag", "at": 3})
    keep("a grenade", f)
    f.table.cancel()
    f.attack("orc", "rifle", "ann", "avoid 3 3; damage 2 2 2")
    f.do("end_turn", "orc")
    keep("turn of the sniper", f)
    f.table.order({"do": "attack", "who": "sniper", "weapon": "longrifle", "target": "bob"})
    keep("shot at from nowhere", f)
    f.table.cancel()
    f.do("end_turn", "sniper")
    f.attack("ann", "rifle", "orc", "attack 5 5; damage 3 3 3", "reaction:orc dodge; claim_attack:ann no")
    keep("the orc is hit", f)
    f.do("end_turn", "ann")
    f.table.order({"do": "test", "who": "bob", "skill": "Athletics"})
    keep("a test is called", f)
    return moments


MOMENTS = tuple(played())


def changed(state: State, who: str, **fields: Any) -> State:
    """The state with some fields of one combatant replaced."""
    return state._replace(
        combatants={**state.combatants, who: state.combatants[who]._replace(**fields)}, version=999
    )


def everywhere(moment: Moment, who: str, fields: dict[str, Any]) -> Moment:
    """The moment with the change in every state of it: now, in the open command, before and after each entry."""
    state, run, entries = moment
    if run is not None:
        run = replace(run, state=changed(run.state, who, **fields), start=changed(run.start, who, **fields))
    told = tuple(
        replace(e, before=changed(e.before, who, **fields), after=changed(e.after, who, **fields))
        for e in entries
    )
    return changed(state, who, **fields), run, told


_received: dict[tuple[int, str, str], tuple[Moment, dict[str, str]]] = {}


def before_it(at: Moment, seat: Seat, settings: Settings) -> dict[str, str]:
    """What a seat receives before a change, worked out once."""
    key = (id(at), seat.key, settings.foes)
    if key not in _received:
        _received[key] = (at, received(*at, seat, settings))
    return _received[key][1]


def compare(before: Moment, after: Moment, settings: Settings, now: Settings | None = None) -> None:
    """Every seat receives the same."""
    for seat in SEATS:
        one, two = before_it(before, seat, settings), received(*after, seat, now or settings)
        assert one.keys() == two.keys()
        for channel, text in one.items():
            assert text == two[channel], (seat.key, channel)


def person(c: Combatant, **fields: Any) -> dict[str, Any]:
    """A change of the sheet."""
    return {"person": replace(c.person, **fields)}


def sheets(c: Combatant) -> Iterator[dict[str, Any]]:
    """Changes of what a sheet says."""
    yield person(c, skills={"Athletics": "Expert", "Ranged Weapons": "Expert", "Close Quarters": "Expert"})
    yield person(c, grades={"Strength": 1, "Dexterity": -1, "Endurance": 1})
    yield person(c, scores={"Strength": 15})
    yield person(c, notes="A traitor.", armor=9)
    yield person(c, physical=9, weapons=(), momentum=5)


NUMBERS: dict[str, tuple[Any, ...]] = {
    "momentum": (0, 7),
    "armor": (1, 9),
    "carried": ((), ("rifle", "tube")),
    "ammo": ((), (("rifle", 1),)),
    "significant": (0,),
    "minors": (0, 1),
    "tactic": ("cautious",),
    "charged": (("lance",),),
    "reloading": ((("musket", 1),),),
    "fired": ((("drum", 1),),),
    "edges": (
        (GrantedEdge(Edge.ADVANTAGE, "fight", 0, "secret"),),
        (GrantedEdge(Edge.DISADVANTAGE, "fight", 0, ""),),
    ),
    "moved": (True,),
    "reactions": (0, 2),
    "readied": (1,),
    "aided": (True,),
    "enters": (3,),
    "morale": (Morale(0.5, "flee"), Morale(0.01, "surrender")),
}
"""A stranger's numbers, whatever the GM shows of its health."""

SEEN = {
    "id", "name", "side", "roster", "person", "at", "scale", "hidden", "held", "initiative", "delayed", "barred",
    "aim", "cover", "exposed", "prone", "held_by", "netted", "conditions", "unaware",
    "gone",
}  # fmt: skip
"""What is to be seen of a stranger (its sheet and the turns of its conditions apart)."""

HEALTH = {"physical", "mental", "boxes_physical", "boxes_mental", "dead", "said_out"}

OF_THE_HIDDEN: dict[str, tuple[Any, ...]] = {
    **NUMBERS,
    "name": ("Zed",),
    "side": ("party",),
    "roster": (0, 50),
    "at": (2.0, 90.0),
    "scale": (2,),
    "physical": (3,),
    "mental": (1,),
    "boxes_physical": (9,),
    "boxes_mental": (4,),
    "held": ((), ("rifle",)),
    "initiative": (2, 12),
    "delayed": ("ann",),
    "barred": ((Barred("ann", 5),),),
    "aim": ("ann",),
    "cover": ((InUse("wall", False),),),
    "exposed": (True,),
    "prone": (True,),
    "held_by": ("orc",),
    "netted": (True,),
    "dead": (True,),
    "said_out": (True, False),
    "unaware": (True,),
    "gone": ("left", "surrendered"),
    "conditions": ((Condition("stunned", 2, "ann", "R36"),),),
}


def test_every_field_is_spoken_for() -> None:
    """A new field of a combatant must be declared seen, a number, or health; all are tried on the hidden one."""
    fields = set(Combatant._fields)
    assert SEEN | set(NUMBERS) | HEALTH == fields
    assert set(OF_THE_HIDDEN) == fields - {"id", "hidden", "person"}


def together(values: dict[str, tuple[Any, ...]], c: Combatant) -> Iterator[dict[str, Any]]:
    """All changes at once: every first other value with one sheet, every last one with another."""
    papers = list(sheets(c))
    for pick, paper in ((0, papers[0]), (-1, papers[1])):
        yield {name: found[pick] for name, found in values.items()} | paper


def one_by_one(values: dict[str, tuple[Any, ...]], c: Combatant) -> Iterator[dict[str, Any]]:
    """Each change by itself, so that none hides another."""
    yield from ({name: v} for name, found in values.items() for v in found)
    yield from sheets(c)


COULD_NOT_SHOOT = {"side", "dead", "said_out", "conditions", "held_by"}


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_tells_of_who_is_hidden(moment: str) -> None:
    """All fields of a hidden foe, and its whole sheet, may be anything."""
    at = played()[moment]
    c = at[0].combatants["sniper"]
    assert c.hidden
    shoots = COULD_NOT_SHOOT if moment == "shot at from nowhere" else set()
    for fields in together({k: v for k, v in OF_THE_HIDDEN.items() if k not in shoots}, c):
        compare(at, everywhere(at, "sniper", fields), Settings("word"))


@pytest.mark.parametrize("moment", ["turn of ann", "ann is asked"])
def test_nor_does_any_one_field_of_who_is_hidden(moment: str) -> None:
    """Each field of a hidden foe by itself, and each part of its sheet, may be anything."""
    at = played()[moment]
    for fields in one_by_one(OF_THE_HIDDEN, at[0].combatants["sniper"]):
        compare(at, everywhere(at, "sniper", fields), Settings("word"))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("foes", ["word", "hidden"])
def test_nothing_tells_of_a_foes_numbers(moment: str, foes: str) -> None:
    """All numbers of a foe in sight, and its sheet, may be anything, under word and under hidden."""
    at = played()[moment]
    for fields in together(NUMBERS, at[0].combatants["orc"]):
        compare(at, everywhere(at, "orc", fields), Settings(foes))


@pytest.mark.parametrize("moment", ["turn of ann", "ann is asked", "ann may claim"])
def test_nor_does_any_one_number_of_a_foe(moment: str) -> None:
    """Each number of a foe in sight by itself, and each part of its sheet, may be anything."""
    at = played()[moment]
    for fields in one_by_one(NUMBERS, at[0].combatants["orc"]):
        compare(at, everywhere(at, "orc", fields), Settings())


def test_the_word_for_health_is_all_that_is_told() -> None:
    """Under word a foe may have any trauma and boxes of that word; under hidden any that leave it up."""
    at = played()["turn of ann"]
    hurt = everywhere(at, "orc", {"physical": 1})
    for track in ({"physical": 2, "boxes_physical": 9}, {"physical": 3, "boxes_physical": 7}):
        compare(hurt, everywhere(at, "orc", track), Settings("word"))
    for physical in (0, 1, 2, 3):
        compare(hurt, everywhere(at, "orc", {"physical": physical}), Settings("hidden"))
    out = everywhere(at, "orc", {"physical": 4})
    downs: list[dict[str, Any]] = [{"dead": True}, {"said_out": True}, {"physical": 9, "boxes_physical": 9}]
    for fields in downs:
        compare(out, everywhere(at, "orc", fields), Settings("word"))
        compare(out, everywhere(at, "orc", fields), Settings("hidden"))


def test_turns_of_a_foes_condition_are_not_told() -> None:
    """How long a foe is stunned follows from its armor (R36), so it is not told."""
    at = played()["turn of ann"]
    one = everywhere(at, "orc", {"conditions": (Condition("stunned", 1, "sniper", "R36"),)})
    two = everywhere(at, "orc", {"conditions": (Condition("stunned", 2, None, "R36"),)})
    compare(one, two, Settings())


def test_what_the_hidden_do_to_the_table_is_not_told() -> None:
    """Suppression, bands, a place in the order of somebody hidden change nothing for the others' screens."""
    at = played()["turn of ann"]
    state, run, entries = at
    order = tuple(w for w in state.order if w != "sniper")
    for place in range(len(order) + 1):
        moved = state._replace(order=(*order[:place], "sniper", *order[place:]))
        compare(at, (moved, run, entries), Settings())
    changes: list[dict[str, Any]] = [
        {"suppressions": (Suppression("sniper", 0.0, 6.0),)},
        {"bands": (("sniper", "ann", 0),)},
        {"acted": ("sniper",)},
    ]
    for fields in changes:
        compare(at, (state._replace(**fields), run, entries), Settings())


def test_notes_are_the_gms() -> None:
    """The GM's notes change nothing for anybody else."""
    at = played()["ann is asked"]
    compare(at, at, Settings(), Settings(notes={"ann": "Owes us.", "orc": "The captain’s brother."}))
    gm = received(*at, Seat("gm"), Settings(notes={"orc": "The captain’s brother."}))
    assert "captain’s brother" in gm["view"]


def replayed(text: str) -> Moment:
    """The same commands and dice on a position."""
    f = fight(text)
    f.attack("ann", "rifle", "orc", "attack 5 5; damage 3 3 3", "reaction:orc dodge; claim_attack:ann no")
    f.do("end_turn", "ann")
    f.do("move", "bob", to=6)
    f.do("end_turn", "bob")
    f.attack("orc", "rifle", "bob", "avoid 3 3; damage 2 2 2")
    f.do("end_turn", "orc")
    f.do("move", "sniper", to=44)
    f.do("aim", "sniper", target="ann")
    f.do("end_turn", "sniper")
    return f.table.state, f.table.run, tuple(f.table.entries)


@pytest.mark.parametrize("foes", ["word", "hidden"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("athletics+0 close+1 armor=3", "athletics+0 close+1 armor=2"),
        ("athletics+0", "athletics-3"),
        ("ranged+1 athletics+0", "ranged+3 athletics+0"),
        ("boxes=4\n    sniper", "boxes=3\n    sniper"),
        ("orc standard @12 rifle,frag*2", "orc standard @12 rifle,frag*1"),
        ("sniper elite", "sniper minion"),
        ("longrifle ranged+2", "rifle,longrifle held=longrifle ranged-3"),
        ("sniper elite @40", "sniper elite @41"),
    ],
)
def test_the_log_of_the_same_dice_is_the_same(foes: str, old: str, new: str) -> None:
    """Played again with another number on a foe's sheet and the same dice, the log reads the same."""
    assert old in POSITION
    compare(replayed(POSITION), replayed(POSITION.replace(old, new)), Settings(foes))


def test_under_hidden_not_even_what_a_hit_did() -> None:
    """Under hidden a hit that marks 2 and one that marks none read the same."""
    soft = replayed(POSITION)
    hard = replayed(POSITION.replace("close+1 armor=3", "close+1 armor=9"))
    compare(soft, hard, Settings("hidden"))


def test_the_gm_sees_it_all() -> None:
    """What is kept from the others is there for the GM, so the comparisons above compare something."""
    at = played()["the orc is hit"]
    for name, values in OF_THE_HIDDEN.items():
        if name in ("roster", "tactic", "fired", "reloading", "carried", "aided", "netted", "boxes_mental"):
            continue  # of no consequence to what is shown
        seen = {received(*at, Seat("gm"), Settings())["view"]}
        seen |= {
            received(*everywhere(at, "sniper", {name: v}), Seat("gm"), Settings())["view"] for v in values
        }
        assert len(seen) > 1, name
