"""Every kind of fault, with the key it stands at."""

from pathlib import Path

import pytest
from tests.sheets.notation import DUEL, duel, faults

from wanderstar.sheets.faults import BrokenFile, Fault, say
from wanderstar.sheets.load import encounter_from, examine, load_encounter, load_ruleset

RIFLE = 'damage = "3D"\nrange = "medium"'
CLUB = 'damage = "2D+1"\nmelee = true'


def keys(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    return [(fault.key, fault.problem) for fault in faults(*changes)]


def test_the_smallest_encounter_is_sound() -> None:
    """The encounter that all these tests break is without fault before."""
    assert faults() == []


SHAPES = [
    ('damage = "3D"', 'damage = "3X"', "weapons.rifle.damage", "not of this form"),
    ('damage = "3D"', 'damage = "21D"', "weapons.rifle.damage", "not of this form"),
    ('damage = "3D"', 'damage = "3D+101"', "weapons.rifle.damage", "not of this form"),
    ('damage = "3D"', "damage = 3", "weapons.rifle.damage", "not text"),
    ('range = "medium"', 'range = "far"', "weapons.rifle.range", "unknown value"),
    ('range = "medium"', 'range = "medium"\nhands = 3', "weapons.rifle.hands", "too large"),
    ('range = "medium"', 'range = "medium"\nhands = "2"', "weapons.rifle.hands", "not a whole number"),
    ('range = "medium"', 'range = "medium"\nhands = true', "weapons.rifle.hands", "not a whole number"),
    ('range = "medium"', 'range = "medium"\nhands = 2.0', "weapons.rifle.hands", "not a whole number"),
    ('range = "medium"', 'range = "medium"\nmagazine = 0', "weapons.rifle.magazine", "too small"),
    ('range = "medium"', 'range = "medium"\ncolour = "red"', "weapons.rifle.colour", "unknown key"),
    ('range = "medium"', 'range = "medium"\ntraits = 3', "weapons.rifle.traits", "not a table"),
    ("melee = true", "melee = 1", "weapons.club.melee", "not true or false"),
    (RIFLE, f"{RIFLE}\ntraits = {{ blast = nan }}", "weapons.rifle.traits.blast", "not a finite number"),
    (RIFLE, f"{RIFLE}\ntraits = {{ blast = inf }}", "weapons.rifle.traits.blast", "not a finite number"),
    (RIFLE, f"{RIFLE}\ntraits = {{ blast = 0 }}", "weapons.rifle.traits.blast", "too small"),
    (RIFLE, f"{RIFLE}\ntraits = {{ auto = true }}", "weapons.rifle.traits.auto", "not a whole number"),
    (RIFLE, f"{RIFLE}\ntraits = {{ scoop = true }}", "weapons.rifle.traits.scoop", "unknown key"),
    ('id = "rifle"', 'id = "Rifle"', "weapons[0].id", "not of this form"),
    ('id = "rifle"\n', "", "weapons[0].id", "missing"),
    ('name = "Rifle"\n', "", "weapons.rifle.name", "missing"),
    ("bonus = 2", "bonus = -1", "armor.vest.bonus", "too small"),
    ("Strength = 9", "Strength = 101", "characters.ana.characteristics.Strength", "too large"),
    ("Strength = 9", 'Strength = "strong"', "characters.ana.characteristics.Strength", "unknown value"),
    ("Strength = 9", "Strength = [9]", "characters.ana.characteristics.Strength", "of the wrong kind"),
    ('threat = "standard"', 'threat = "boss"', "adversaries.guard.threat", "unknown value"),
    ('threat = "standard"\n', "", "adversaries.guard.threat", "missing"),
    ('threat = "standard"', 'threat = "elite"\nboxes = 0', "adversaries.guard.boxes", "too small"),
    (
        'threat = "standard"',
        'threat = "elite"\nboxes = { physical = 3, mental = 2 }',
        "adversaries.guard.boxes.mental",
        "unknown key",
    ),
    ('armor = "vest"', 'armor = "vest"\nboxes = 4', "characters.ana.boxes", "not a table"),
    ('weapons = ["club"]', 'weapons = "club"', "adversaries.guard.weapons", "not a list"),
    ("at = 12.5", "at = [1, 2, 3]", "combatants.guard.at", "too many entries"),
    ("at = 12.5", "at = [1]", "combatants.guard.at", "too few entries"),
    ("at = 12.5", "at = nan", "combatants.guard.at", "not a finite number"),
    ("at = 12.5", "at = 20000", "combatants.guard.at", "too large"),
    ("at = 12.5", "", "combatants.guard.at", "missing"),
    ("at = 12.5", "at = 1\ncount = 0", "combatants.guard.count", "too small"),
    ('grade = "solid"', 'grade = "total"', "covers.crate.grade", "unknown value"),
    ("format = 1\n", "", "format", "missing"),
    ("format = 1", "format = 2", "format", "unknown format"),
    ("format = 1", "format = true", "format", "unknown format"),
    ("packs = []", "packs = [1]", "packs[0]", "not text"),
    ("packs = []", "packs = []\nweather = 1", "weather", "unknown key"),
]


@pytest.mark.parametrize(("old", "new", "key", "problem"), SHAPES)
def test_one_wrong_value_is_one_fault_at_its_key(old: str, new: str, key: str, problem: str) -> None:
    """A value of the wrong kind, size or form is one fault, named by array, id and key; never two."""
    assert keys((old, new)) == [(key, problem)]


MEANINGS = [
    ('weapons = ["rifle", "club"]', 'weapons = ["rifel"]', "characters.ana.weapons[0]", "unknown weapon"),
    (
        'weapons = ["rifle", "club"]',
        'weapons = ["rifle", { id = "frag", count = 2 }]',
        "characters.ana.weapons.frag.id",
        "unknown weapon",
    ),
    (
        'weapons = ["rifle", "club"]',
        'weapons = ["rifle", "rifle"]',
        "characters.ana.weapons",
        "a weapon listed twice",
    ),
    ('armor = "vest"', 'armor = "coat"', "characters.ana.armor", "unknown armor"),
    ('armor = "vest"', 'armor = "3"', "characters.ana.armor", "unknown armor"),
    ("Strength = 9", "Luck = 9", "characters.ana.characteristics.Luck", "unknown characteristic"),
    ('"Trained"', '"Veteran"', "characters.ana.skills.Athletics", "unknown rank"),
    ('who = "guard"', 'who = "gard"', "combatants.gard.who", "unknown character or adversary"),
    ('side = "foes"', 'side = "foe"', "combatants.guard.side", "unknown side"),
    (
        "at = 12.5",
        'at = 12.5\nheld = ["rifle"]',
        "combatants.guard.held[0]",
        "not among the weapons carried",
    ),
    ("at = 12.5", 'at = 12.5\nheld = ["club", "club"]', "combatants.guard.held", "a weapon held twice"),
    ("at = 12.5", "at = [12, 5]", "combatants.guard.at", "another dimension than the other places"),
    ("at = 11", "at = [11, 0]", "covers.crate.at", "another dimension than the other places"),
    ("at = 11", "at = 11\narc = 90", "covers.crate.arc", "an arc on a line"),
    ('id = "club"', 'id = "rifle"', "weapons.rifle.id", "duplicate id"),
    ('[[sides]]\nid = "foes"\n', "", "sides", "too few sides"),
    (RIFLE, 'range = "medium"', "weapons.rifle.damage", "missing"),
    (RIFLE, 'damage = "3D"', "weapons.rifle.range", "missing"),
    (RIFLE, f"{RIFLE}\nmelee = true", "weapons.rifle.melee", "melee and range together"),
    (CLUB, f"{CLUB}\nthrown = true", "weapons.club.range", "missing: a thrown weapon has one"),
    (CLUB, f"{CLUB}\ntraits = {{ blast = 2 }}", "weapons.club.traits.blast", "a blast without a range"),
    (RIFLE, f'{RIFLE}\ncharacteristic = "Luck"', "weapons.rifle.characteristic", "unknown characteristic"),
    ("packs = []", 'packs = ["cellar"]', "packs[0]", "no such pack"),
    ("packs = []", 'packs = ["./mine.toml"]', "packs[0]", "no file may be named here"),
    ("packs = []", 'packs = []\nruleset = "house.toml"', "ruleset", "no file may be named here"),
    (
        "packs = []",
        "packs = []\nruleset = { momentum = { start = -1 } }",
        "ruleset.momentum.start",
        "unknown value",
    ),
    ("packs = []", "packs = []\nruleset = { luck = { start = 1 } }", "ruleset.luck", "unknown key"),
]


@pytest.mark.parametrize(("old", "new", "key", "problem"), MEANINGS)
def test_one_wrong_meaning_is_one_fault_at_its_key(old: str, new: str, key: str, problem: str) -> None:
    """What is well formed but means nothing, or means two things, is one fault at its key."""
    if 'id = "rifle"' in new:  # the club's own users would miss it
        changes = [(old, new), ('["rifle", "club"]', '["rifle"]'), ('["club"]', '["rifle"]')]
        assert keys(*changes) == [(key, problem)]
    elif "foes" in old and "sides" in old:
        assert (key, problem) in keys((old, new))
    else:
        assert keys((old, new)) == [(key, problem)]


def test_every_fault_of_a_file_is_told_at_once() -> None:
    """Six mistakes in six places are six faults in one go, each with what was found and what would do."""
    found = faults(
        ('damage = "3D"', 'damage = "lots"'),
        ("bonus = 2", 'bonus = "two"'),
        ('"Trained"', '"Trainee"'),
        ('threat = "standard"', 'threat = "standrd"'),
        ('side = "party"', 'side = "partie"'),
        ('grade = "solid"', 'grade = "thick"'),
    )
    assert {fault.key: fault.found for fault in found} == {
        "weapons.rifle.damage": "lots",
        "armor.vest.bonus": "two",
        "characters.ana.skills.Athletics": "Trainee",
        "adversaries.guard.threat": "standrd",
        "combatants.ana.side": "partie",
        "covers.crate.grade": "thick",
    }
    assert all(fault.expected for fault in found)


def test_an_id_of_the_wrong_form_hides_no_other_fault() -> None:
    """An id that is not spelled as one says which would do; what refers to it, and all else, is told in the same go."""
    found = faults(
        ('id = "rifle"', 'id = "Long Rifle"'),
        ('weapons = ["rifle", "club"]', 'weapons = ["Long Rifle", "club", "lazer"]'),
        ("at = 0", 'at = 0\nheld = ["long-rifel"]'),
        ("at = 12.5", 'at = 12.5\nheld = ["rifle"]'),
    )
    assert [(fault.key, fault.found, fault.expected[0]) for fault in found] == [
        ("weapons[0].id", "Long Rifle", "long-rifle"),
        ("characters.ana.weapons[0]", "Long Rifle", "long-rifle"),
        ("characters.ana.weapons[2]", "lazer", "long-rifle"),
        ("combatants.ana.held[0]", "long-rifel", "long-rifle"),
        ("combatants.guard.held[0]", "rifle", "club"),
    ]


@pytest.mark.parametrize("spelled", ["", "?!", "-" * 70, "a:b:c"])
def test_an_id_that_means_none_is_one_fault(spelled: str) -> None:
    """Where nobody can tell which id was meant, what refers to the row is not held against it."""
    assert keys(('id = "rifle"', f'id = "{spelled}"')) == [("weapons[0].id", "not of this form")]


def test_a_misspelt_key_is_one_fault_that_names_the_key_meant() -> None:
    """`damge` is not also a missing damage, and the answer names `damage`."""
    assert faults(('damage = "3D"', 'damge = "3D"')) == [
        Fault("weapons.rifle.damge", "unknown key", "damge", ["damage"])
    ]


def test_duplicate_combatants_are_one_fault_each() -> None:
    """C38: two entries for one guard need an id each; a count that meets an id given by hand is refused too."""
    twice = '\n[[combatants]]\nwho = "guard"\nside = "foes"\nat = 13\n'
    assert [f.key for f in faults(("[[covers]]", twice + "[[covers]]"))] == ["combatants[2].id"]
    numbered = [("at = 12.5", "at = 12.5\ncount = 2"), ("[[covers]]", twice + 'id = "guard-2"\n[[covers]]')]
    assert [f.found for f in faults(*numbered)] == ["guard-2"]


def test_a_character_and_an_adversary_share_no_id() -> None:
    """`who` would otherwise mean two people."""
    assert ("adversaries.ana.id", "duplicate id") in keys(('id = "guard"', 'id = "ana"'))


def test_an_unknown_skill_is_a_fault_only_where_the_ruleset_says_so() -> None:
    """R7: a skill outside the catalogue is open by default, and a fault with skills.unknown = "error"."""
    changed = ("Athletics =", "Pilotage =")
    assert faults(changed) == []
    strict = ("packs = []", 'packs = []\nruleset = { skills = { unknown = "error" } }')
    assert keys(changed, strict) == [("characters.ana.skills.Pilotage", "unknown skill")]


def test_ranks_and_characteristics_are_those_of_the_ruleset() -> None:
    """R6, R8: a house's own ladder replaces the default one, on the sheets too."""
    ladder = ("packs = []", "packs = []\nruleset = { skills = { ranks = { Green = 0, Old = 2 } } }")
    assert keys(ladder) == [("characters.ana.skills.Athletics", "unknown rank")]
    assert keys(ladder, ('"Trained"', '"Old"')) == []


def test_a_broken_ruleset_is_not_held_against_the_sheets() -> None:
    """Ranks that only a broken ruleset would define are not reported as well."""
    broken = ("packs = []", "packs = []\nruleset = { skills = { ranks = { Old = 99 } } }")
    assert [fault.key for fault in faults(broken, ('"Trained"', '"Old"'))] == ["ruleset.skills.ranks"]


def test_an_absent_pack_is_not_held_against_what_refers_to_it() -> None:
    """An absent pack is one fault, although a weapon and a combatant come from it."""
    changes = [
        ("packs = []", 'packs = ["cellar"]'),
        ('weapons = ["rifle", "club"]', 'weapons = ["rifle", "cellar:hook"]'),
        ('who = "guard"', 'who = "cellar:rat"'),
    ]
    assert keys(*changes) == [("packs[0]", "no such pack")]


@pytest.mark.parametrize(
    ("content", "problem", "found"),
    [
        (b"format = 1\nname = \n", "not TOML: Invalid value", "line 2, column 8"),
        (b'format = 1\nname = """', "not TOML: ", "line 2, column 11"),
        (b"format = 1\nname = '\xff'\n", "not UTF-8 text", "byte 20"),
        (b"a = " + b"[" * 5000, "nested too deeply", None),
        (b"#" * 10_000_000, "the file is too large", "10000000 bytes"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_fault(
    tmp_path: Path, content: bytes, problem: str, found: str | None
) -> None:
    """Broken syntax says line and column; ten megabytes, foreign bytes and mad nesting are refused as such."""
    path = tmp_path / "fight.toml"
    path.write_bytes(content)
    with pytest.raises(BrokenFile) as caught:
        load_encounter(path)
    (fault,) = caught.value.faults
    assert fault.problem.startswith(problem)
    assert fault.found == found


def test_an_absent_file_and_an_unknown_name_are_told_apart(tmp_path: Path) -> None:
    """A path says "no such file"; a bare name lists the encounters that there are."""
    with pytest.raises(BrokenFile, match="no such file"):
        load_encounter(tmp_path / "nowhere.toml")
    with pytest.raises(BrokenFile, match=r"no such encounter .*golden-fight.*patrol-ambush"):
        load_encounter("golden")


def test_the_error_names_the_file_and_every_fault_on_a_line_each() -> None:
    """The exception's text is ready to print: file, key, problem, found, expected."""
    with pytest.raises(BrokenFile) as caught:
        encounter_from(duel(("bonus = 2", "bonus = -2"), ('grade = "solid"', "grade = 4")), file="duel.toml")
    assert str(caught.value).splitlines() == [
        "duel.toml: armor.vest.bonus: too small (found -2; expected a whole number from 0 to 100)",
        "duel.toml: covers.crate.grade: not text (found 4; expected light, solid)",
    ]


@pytest.mark.parametrize(
    "name",
    ["<img src=x onerror=alert(1)>", "سارة 12", "👨‍👩‍👧‍👦", "x" * 80, "O’Neill"],
)
def test_a_name_is_taken_as_it_is(name: str) -> None:
    """C36: markup, Arabic, an emoji family and eighty characters are names like any other."""
    data = duel()
    data["characters"][0]["name"] = name
    assert encounter_from(data).people["ana"].name == name


@pytest.mark.parametrize(
    "name",
    ["", "   ", "Ana\n12 hits Bo", "x" * 81, "x" * 1000, "a\x1b[31m", "a\u202eb", "a\u2028b", "a\ufeffb"],
)
def test_a_name_that_could_forge_a_line_is_refused(name: str) -> None:
    """C36: line ends, controls, marks that turn the direction, blanks, more than 80 characters."""
    data = duel()
    data["characters"][0]["name"] = name
    ((fault,), text) = (examine(data, None)[1], say(examine(data, None)[1][0]))
    assert fault.key == "characters.ana.name"
    assert text.isprintable()


def test_a_broken_ruleset_file_names_its_keys(tmp_path: Path) -> None:
    """A ruleset's faults are told all at once, with the values that would do; format may be left out."""
    path = tmp_path / "house.toml"
    path.write_text('[momentum]\nstart = -1\nflow = 2\n[trauma]\noverflow = "lost"\n')
    with pytest.raises(BrokenFile) as caught:
        load_ruleset(path)
    assert [fault.key for fault in caught.value.faults] == ["momentum.start", "momentum.flow"]
    path.write_text("format = 3\n[momentum]\nstart = -1\n")
    with pytest.raises(BrokenFile, match="unknown format"):
        load_ruleset(path)


def test_json_is_read_as_strictly_as_toml(tmp_path: Path) -> None:
    """A JSON file may hold an encounter; a key twice, a NaN or half a letter in it is one fault."""
    path = tmp_path / "duel.json"
    for text, problem in (
        ('{"format": 1, "format": 1}', "stands twice"),
        ('{"format": NaN}', "no number"),
        ('{"format": 1, "name": "\\ud800"}', "half of a letter"),
    ):
        path.write_text(text)
        with pytest.raises(BrokenFile, match=problem):
            load_encounter(path)


def test_thousands_of_combatants_are_one_fault() -> None:
    """A file of a few lines does not make a fight of thousands."""
    crowd = "".join(
        f'\n[[combatants]]\nid = "g{n}"\nwho = "guard"\nside = "foes"\nat = 1\ncount = 100\n'
        for n in range(11)
    )
    assert keys(("[[covers]]", crowd + "[[covers]]")) == [("combatants", "too many")]


def test_the_text_of_these_tests_is_a_file(tmp_path: Path) -> None:
    """The same text loads from disk, named by its file."""
    path = tmp_path / "two-at-dawn.toml"
    path.write_text(DUEL)
    assert load_encounter(path).name == "Two at dawn"


def test_nobody_starts_above_the_cap(tmp_path: Path) -> None:
    """R5: a sheet's own Momentum is held to the cap of 6."""
    text = (Path(__file__).parents[2] / "examples" / "golden-fight.toml").read_text()
    path = tmp_path / "fight.toml"
    path.write_text(text.replace('id = "asha"\nname = "Asha"', 'id = "asha"\nname = "Asha"\nmomentum = 7', 1))
    with pytest.raises(BrokenFile) as broken:
        load_encounter(path)
    assert [(f.key, f.problem) for f in broken.value.faults] == [
        ("characters.asha.momentum", "above the cap")
    ]
