"""More of a fight at the live table: zones, the unaware, waves, several at once, conditions, morale; each seen, used
and undone in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party

pytestmark = [pytest.mark.browser, pytest.mark.encounter("ambush")]


def test_a_zone_is_drawn_listed_and_counted(party: Party) -> None:
    """Drawn with its name, listed with what it gives and who stands in it, at those inside, and among the reasons."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    zones = ines.page.locator("ul.zones")
    expect(zones).to_contain_text("Smoke")
    expect(zones).to_contain_text("ranged attacks at those inside")
    expect(zones).to_contain_text("Dock tough 1, Dock tough 2")
    drawn = ines.page.locator('#map [data-zone="smoke"]')
    expect(drawn).to_have_count(1)
    expect(ines.page.locator("#map text.zone-t")).to_have_text("Smoke")
    assert "url" in drawn.locator(".zoned").evaluate("one => getComputedStyle(one).fill")
    ines.tab("order")
    expect(ines.page.locator("#row-dock-tough-1")).to_contain_text("in Smoke")
    party.turn_of("ines-varro")
    gm.target("dock-tough-1")
    expect(gm.page.locator(".hinders")).to_contain_text("at a target in Smoke")


def test_the_gm_makes_a_zone_where_the_map_was_clicked_and_takes_it_off(party: Party) -> None:
    """A click, Zone at…, Put it there; Remove beside its name; each undone like anything else."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    box = gm.page.locator("#map svg").bounding_box()
    assert box is not None
    gm.page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] * 0.5)
    circle = gm.open("Zone at").locator("form").first
    chosen = float(circle.locator('[name="command.zone.at"]').input_value())
    with gm.ordered():
        circle.get_by_role("button", name="Put it there").click()
    made = party.state()["zones"]["smoke-2"]
    assert (made["at"], made["radius"]) == (chosen, 3)
    assert [one["on"] for one in made["gives"]] == ["attacks_from", "attacks_against"]
    expect(ines.page.locator('#map [data-zone="smoke-2"]')).to_have_count(1)
    gm.press({"command": {"do": "zone", "remove": "smoke"}})
    expect(ines.page.locator('#map [data-zone="smoke"]')).to_have_count(0)
    gm.undo()
    gm.undo()
    expect(ines.page.locator('#map [data-zone="smoke"]')).to_have_count(1)
    expect(ines.page.locator('#map [data-zone="smoke-2"]')).to_have_count(0)


def test_a_zone_of_any_kind(party: Party) -> None:
    """A stretch that hinders one skill: from the card's own fields."""
    gm = party.begin()
    stretch = gm.open("Zones…").locator("form").nth(1)
    stretch.locator('[name="command.zone.id"]').fill("mud")
    stretch.locator('[name="command.zone.from"]').fill("-2")
    stretch.locator('[name="command.zone.to"]').fill("3")
    stretch.locator("select").select_option(label="Mud, ice: ▼ Athletics inside")
    with gm.ordered():
        stretch.get_by_role("button", name="Put it so").click()
    state = party.state()
    assert state["zones"]["mud"]["gives"] == [{"on": "tests", "edge": "disadvantage", "skill": "Athletics"}]
    assert state["combatants"]["ines-varro"]["zones"] == ["mud"]


def test_who_is_unaware_shows_it_and_is_alerted(party: Party) -> None:
    """A mark on the map and a word in the order; the GM alerts, makes unaware again, takes that back."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    expect(ines.page.locator('#map [data-head="lookout"] .badge')).to_have_count(1)
    ines.tab("order")
    row = ines.page.locator("#row-lookout")
    expect(row).to_contain_text("unaware")
    gm.choose("lookout")
    gm.press({"command": {"do": "alert", "who": "lookout"}})
    expect(row).not_to_contain_text("unaware")
    gm.press({"command": {"do": "unaware", "who": "lookout"}})
    expect(row).to_contain_text("unaware")
    gm.undo()
    expect(row).not_to_contain_text("unaware")


def test_a_wave_is_the_gms_until_it_comes_in(party: Party) -> None:
    """Seen, moved and called off by the GM alone; brought in now it is a line in everybody's log, and undone."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    waves = gm.page.locator("#waves")
    expect(waves).to_contain_text("Round 3")
    expect(waves).to_contain_text("2 × Dock tough")
    for word in ("late-1", "still to come", "waves"):
        assert word not in ines.text()
    card = gm.open("another round, or not")
    seen = ines.version
    card.locator('[name="command.round"]').fill("5")
    with gm.ordered():
        card.get_by_role("button", name="Move them").click()
    expect(waves).to_contain_text("Round 5")
    gm.open("another round, or not")
    with gm.ordered():
        card.get_by_role("button", name="They do not come").click()
    expect(waves).to_have_count(0)
    gm.undo()
    expect(waves).to_contain_text("Round 5")
    assert ines.caught_up()["version"] == seen  # nothing of it was sent
    with gm.ordered():
        waves.get_by_role("button", name="in now").click()
    expect(waves).to_have_count(0)
    expect(ines.page.locator("#row-late-1")).to_have_count(1)
    ines.tab("log")
    expect(ines.page.locator("#log .entry").first).to_contain_text("enter the fight")
    assert {"late-1", "late-2"} <= set(party.state()["order"])
    gm.undo()
    expect(waves).to_contain_text("Round 5")
    expect(ines.page.locator("#row-late-1")).to_have_count(0)


def test_three_at_once_where_the_map_was_clicked(party: Party) -> None:
    """A click on the map, Add at…, a 3, Add: three join, numbered on and spread, with initiative; one undo."""
    gm = party.begin()
    box = gm.page.locator("#map svg").bounding_box()
    assert box is not None
    gm.page.mouse.click(box["x"] + box["width"] * 0.85, box["y"] + box["height"] * 0.5)
    form = gm.open("Add at").locator("form")
    at = float(form.locator('[name="command.combatant.at"]').input_value())
    form.locator('[name="command.combatant.count"]').fill("3")
    form.locator('[name="command.combatant.who"]').select_option("dock-tough")
    there = set(party.state()["combatants"])
    with gm.ordered():
        form.get_by_role("button", name="Add", exact=True).click()
    state = party.state()
    new = set(state["combatants"]) - there
    assert len(new) == 3 and new <= set(state["order"])
    places = [state["combatants"][id]["at"] for id in new]
    assert len(set(places)) == 3 and all(abs(place - at) <= 4 for place in places)
    assert {state["combatants"][id]["side"] for id in new} == {"thugs"}
    gm.undo()
    assert set(party.state()["combatants"]) == there


def test_several_who_come_later_and_know_nothing(party: Party) -> None:
    """Added with a round to enter in: a wave of the GM's, unaware when it comes."""
    gm = party.begin()
    form = gm.open("Add combatant").locator("form")
    form.locator('[name="command.combatant.count"]').fill("2")
    form.locator('[name="command.combatant.who"]').select_option("dock-tough")
    form.locator("summary").click()
    form.locator('[name="command.combatant.enters"]').fill("4")
    form.get_by_label("Unaware of the fight").check()
    with gm.ordered():
        form.get_by_role("button", name="Add", exact=True).click()
    expect(gm.page.locator("#waves")).to_contain_text("Round 4")
    (wave,) = [one for one in party.state()["waves"] if one["round"] == 4]
    assert len(wave["who"]) == 2
    party.order(command={"do": "wave", "combatants": wave["who"], "round": 1})
    people = party.state()["combatants"]
    assert all(people[id]["unaware"] for id in wave["who"])


def test_a_condition_of_ones_own_with_turns_and_an_edge(party: Party) -> None:
    """Named by the GM, with two turns and a Disadvantage: a chip that counts down with its bearer's turns, and goes."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    party.turn_of("ines-varro")
    gm.choose("ines-varro")
    card = gm.open("Overrule Ines Varro")
    form = card.locator("form.part", has=gm.page.get_by_role("heading", name="A condition"))
    form.locator('[name="command.name"]').fill("dazzled")
    form.locator('[name="command.turns"]').fill("2")
    form.locator('[name="command.edge"]').select_option("disadvantage")
    form.locator('[name="command.skill"]').select_option("Ranged Weapons")
    with gm.ordered():
        form.get_by_role("button", name="Set it").click()
    ines.caught_up()
    expect(ines.page.locator(".hinders")).to_contain_text("dazzled")
    ines.tab("order")
    chip = ines.page.locator("#row-ines-varro .tag", has_text="dazzled")
    expect(chip).to_have_text("dazzled ▼ Ranged Weapons, 2 turns left")
    party.order(command={"do": "end_turn", "who": "ines-varro"})
    expect(chip).to_have_text("dazzled ▼ Ranged Weapons, 1 turn left")
    party.turn_of("ines-varro")
    party.order(command={"do": "end_turn", "who": "ines-varro"})
    expect(chip).to_have_count(0)
    ines.tab("log")
    expect(ines.page.locator("#log")).to_contain_text("its time is up")


def test_a_broken_side_is_told_and_withdrawn(party: Party) -> None:
    """Half of a side's boxes gone: the GM sees that the rest would flee, and has one leave; it is off the map, not
    fallen; players read no number of it."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    for who in ("dock-tough-2", "lookout"):
        party.order(command={"do": "set", "who": who, "field": "out", "value": True})
    row = gm.page.locator("#row-dock-tough-1")
    expect(row).to_contain_text("broken: would flee")
    assert "broken" not in ines.text() and "morale" not in ines.text()
    gm.choose("dock-tough-1")
    with gm.ordered():
        gm.page.get_by_role("button", name="Dock tough 1 flees").click()
    expect(row).to_contain_text("left the map")
    expect(row).to_contain_class("is-gone")
    expect(gm.page.locator("#row-dock-tough-2")).to_contain_class("is-out")
    ines.tab("order")
    expect(ines.page.locator("#row-dock-tough-1")).to_contain_text("left the map")
    expect(ines.page.locator('#map [data-head="dock-tough-1"]')).to_have_count(0)
    expect(ines.page.locator('#map [data-head="dock-tough-2"] .crossed')).to_have_count(1)
    gm.undo()
    expect(ines.page.locator('#map [data-head="dock-tough-1"]')).to_have_count(1)
    assert party.state()["combatants"]["dock-tough-1"]["gone"] is None


def test_one_surrenders_or_leaves_on_its_own_turn(party: Party) -> None:
    """A player gives up from the phone, sure about it: a white flag on the map; the GM takes that back. At the map's
    edge leaving is offered too."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    party.turn_of("ines-varro")
    ines.page.locator("details.last summary").click()
    ines.press({"command": {"do": "surrender", "who": "ines-varro"}})
    expect(gm.page.locator("#row-ines-varro")).to_contain_text("surrendered")
    expect(gm.page.locator('#map [data-head="ines-varro"] .flag')).to_have_count(1)
    gm.undo()
    party.order(command={"do": "set", "who": "ines-varro", "field": "at", "value": -4})
    ines.page.locator("details.last summary").click()
    ines.press({"command": {"do": "leave", "who": "ines-varro"}})
    expect(gm.page.locator("#row-ines-varro")).to_contain_text("left the map")
    expect(gm.page.locator('#map [data-head="ines-varro"]')).to_have_count(0)
    gm.caught_up()
    gm.choose("ines-varro")
    card = gm.open("Overrule Ines Varro")
    with gm.ordered():
        card.get_by_role("button", name="Back in the fight").click()
    assert party.state()["combatants"]["ines-varro"]["gone"] is None
