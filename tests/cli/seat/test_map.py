"""The map in words and to scale."""

from wanderstar.cli.seat.knowledge import Player
from wanderstar.cli.seat.map import bearing, covers, drawing, given, letters, people, state_of, where
from wanderstar.play.setup import open_table
from wanderstar.play.state import InUse, State
from wanderstar.seats.names import Names
from wanderstar.seats.seat import Settings
from wanderstar.sheets.load import load_encounter
from wanderstar.sheets.model import Zone, ZoneGives

LINE, PLANE = open_table(load_encounter("patrol-ambush")), open_table(load_encounter("docking-bay"))
INES = Player(("ines-varro",), Settings(foes="exact"))


def changed(state: State, who: str, **fields: object) -> State:
    """The state with something of somebody changed."""
    c = state.combatants[who]._replace(**fields)  # type: ignore[arg-type]
    return state._replace(combatants={**state.combatants, who: c})


def test_a_line_is_drawn_to_scale() -> None:
    """Ines at 0 m in the first column, the Mauler at 14 m in column 28 of half a metre each; two at one place
    stand under each other; cover is below; everything within 80 columns."""
    lines = drawing(LINE, letters(LINE, ("ines-varro",)))
    assert lines[0] == "one column is 0.5 m; # is cover"
    assert lines[1].split() == ["0", "5", "10", "15", "20", "25", "30"]
    assert lines[2].index("I") == 0 and lines[2].index("m") == 28 and lines[2].index("l") == 60
    assert lines[2][32] == "d" and lines[3][32] == "2"
    assert [i for i, sign in enumerate(lines[4]) if sign == "#"] == [2, 8, 52]
    assert max(map(len, lines)) <= 78


def test_a_long_line_has_a_coarser_scale() -> None:
    """The golden fight is 120 m long: 2 m a column."""
    state = open_table(load_encounter("golden-fight"))
    lines = drawing(state, letters(state, ()))
    assert lines[0].startswith("one column is 2 m")
    assert max(map(len, lines)) <= 78


def test_zones_of_a_line_are_drawn() -> None:
    """Smoke from 5 to 12 m, as far as the map goes, under whoever stands in it; cover in it is seen."""
    smoke = Zone("smoke", "smoke", (ZoneGives("tests", -1),), low=3, high=6)
    far = Zone("mud", "mud", (ZoneGives("tests", -1),), at=100, radius=75)
    state = LINE._replace(zones=(smoke, far))
    lines = drawing(state, letters(state, ()))
    assert lines[0] == "one column is 0.5 m; # is cover, ~ a zone"
    assert lines[-1][2:13] == "#   ~~#~~~~"
    assert lines[-1].endswith("~~#~~~~~~~~")
    assert len(lines[-1]) == 61


def test_a_plane_is_told_in_distances_and_bearings() -> None:
    """No drawing; the second number is metres north."""
    assert drawing(PLANE, letters(PLANE, ())) == []
    assert bearing((0, 0), (0, 5)) == " north"
    assert bearing((0, 0), (5, 5.5)) == " north-east"
    assert bearing((4, 3), (2, 3)) == " west"
    assert bearing((4, 3), (4, -3)) == " south"
    assert bearing((4, 3), (4, 3)) == "" and bearing(3, 4) == ""


def test_everybody_has_a_line() -> None:
    """Oneself first, then foes by distance with band, then friends."""
    rows = list(people(INES.knows(LINE), Names.of(LINE), letters(LINE, INES.own), "ines-varro", INES.own))
    assert [row.text for row in rows][:2] == ["Ines Varro, at 0 m; unhurt", "Mauler, 14 m, Short; unhurt"]
    assert rows[-1].text == "Bako Tull, friend, 6 m, Close; unhurt"
    assert len(rows) == len(LINE.combatants)


def test_what_weighs_on_somebody() -> None:
    """Hurt, cover, posture, aim, in words; whoever is out is only that."""
    k = INES.knows(
        changed(
            LINE,
            "mauler",
            physical=1,
            prone=True,
            aim="ines-varro",
            cover=(InUse("pallets", False),),
            exposed=True,
        )
    )
    names = Names.of(LINE)
    said = state_of(k, k.state.combatants["mauler"], names)
    assert said == "trauma 1 of 3, in cover: pallets (solid), exposed, prone, aiming at Ines Varro"
    k = INES.knows(changed(LINE, "mauler", physical=3, prone=True))
    assert state_of(k, k.state.combatants["mauler"], names) == "out"


def test_health_as_far_as_it_is_known() -> None:
    """A word, or nothing, for whoever's numbers are not told."""
    hurt = changed(LINE, "mauler", physical=1)
    for foes, said in (("word", "hurt"), ("hidden", "health not known")):
        k = Player(INES.own, Settings(foes=foes)).knows(hurt)
        assert state_of(k, k.state.combatants["mauler"], Names.of(hurt)) == said


def test_one_s_own_side_is_seen_though_it_hides() -> None:
    """The watcher is there for whoever plays the cordon, and still hidden; for the crew it is not there."""
    cordon, crew = Player(("picket",), Settings()), Player(("sefi-okar",), Settings())
    assert cordon.knows(PLANE).state.combatants["watcher"].hidden
    assert "watcher" not in crew.knows(PLANE).state.combatants


def test_cover_and_zones_are_told() -> None:
    """What cover is worth and where; what a zone gives and to whom."""
    assert next(covers(INES.knows(LINE), "ines-varro")) == "crates, solid cover at 1 m, 1 m away, hides one"
    smoke = Zone("smoke", "smoke", (ZoneGives("attacks_from", -1, range="ranged"),), at=(3, 4), radius=5)
    assert where(smoke) == "5 m around (3, 4)"
    assert given(smoke.gives[0]) == "Disadvantage on attacks made from inside (ranged)"
    assert (
        given(ZoneGives("tests", 1, skill="Stealth")) == "Advantage for 1 Momentum on tests inside (Stealth)"
    )
    assert where(Zone("mud", "mud", (), low=2, high=7)) == "from 2 m to 7 m"
