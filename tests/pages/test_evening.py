"""From one fight to the next, dice put right where they lie, tactics and their advice: in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party, Seat
from tests.pages.test_more import begin, choose, other, turn_of, undo

pytestmark = [pytest.mark.browser, pytest.mark.encounter("ambush")]
HERE = Path(__file__).parent


def own_dice(party: Party, *who: str) -> None:
    other(party, settings={"manual": list(who)})


def test_a_die_is_put_right_where_it_lies(party: Party) -> None:
    """The GM unfolds a roll, taps the die, taps what it showed: the hit it made is told, all else stays; a second tap
    puts it back."""
    gm = party.sit("GM")
    other(party, settings={"manual": ["gm"]})
    other(party, command={"do": "test", "who": "lookout", "skill": "Recon"})
    gm.page.wait_for_selector("#prompts .ask")
    gm.type_dice([1] * int(gm.asks()[0]["count"]))
    other(party, command={"do": "clock", "id": "door", "successes": 2, "failures": 2})
    entry = gm.page.locator("#log .entry", has_text="Failure, natural 2")
    entry.locator("summary").click()
    entry.locator(".die-btn").last.click()
    card = gm.page.locator("#dialog")
    expect(card).to_contain_text("Test of Dock tough")
    card.get_by_role("button", name="It showed 6").click()
    expect(gm.page.locator("#said")).to_contain_text("a die showed 6, not 1")
    expect(gm.page.locator("#said")).to_contain_text("It was “Failure, natural 2”")
    mended = gm.page.locator("#log .entry", has_text="Recon")
    expect(mended.first).to_contain_text("6")
    expect(gm.page.locator("#log")).to_contain_text("Put right: a die of Dock tough")
    assert list(party.state()["clocks"]) == ["door"]
    gm.settled()
    mended.first.evaluate("one => { one.open = true; }")
    mended.first.locator(".die-btn").last.click()
    card.get_by_role("button", name="It showed 1").click()
    expect(gm.page.locator("#log")).to_contain_text("Failure, natural 2")


def test_a_player_puts_their_own_die_right(party: Party) -> None:
    """On the phone, in the last thing that happened; what the server rolled cannot be tapped; later the GM must."""
    gm, ines = begin(party), party.sit("Ines Varro", PHONE)
    own_dice(party, "ines-varro")
    other(party, command={"do": "test", "who": "ines-varro", "skill": "Recon"})
    ines.page.wait_for_selector("#prompts .ask")
    count = int(ines.asks()[0]["count"]) if ines.asks()[0]["count"] else 0
    while not count:  # the claim comes first
        before = ines.version
        ines.page.locator("#prompts .is-default button").click()
        ines.changed(before)
        count = int(ines.asks()[0]["count"] or 0)
    ines.type_dice([1] * count)
    ines.tab("log")
    entry = ines.page.locator("#log .entry").first
    entry.locator("summary").click()
    expect(entry.locator(".die-btn")).to_have_count(count)
    entry.locator(".die-btn").first.click()
    ines.page.locator("#dialog").get_by_role("button", name="It showed 5").click()
    expect(ines.page.locator("#said")).to_contain_text("a die showed 5, not 1")
    expect(ines.page.locator("#log .entry").first).to_contain_text("Put right: a die of Ines Varro showed 5.")
    turn = party.state()["turn"]
    other(party, command={"do": "end_turn", "who": turn})
    expect(ines.page.locator("#log .entry .die-btn:visible")).to_have_count(0)
    begun = gm.page.locator("#log .entry", has_text="A fight begins")
    begun.locator("summary").click()
    expect(begun.locator(".die-btn")).to_have_count(0)  # the server rolled these


def over(party: Party) -> Seat:
    """The fight is over, with one of the party hurt and Momentum spent."""
    gm = begin(party)
    other(
        party,
        command={"do": "set", "who": "ines-varro", "field": "trauma", "value": {"physical": 2, "mental": 1}},
    )
    other(party, command={"do": "set", "who": "ines-varro", "field": "momentum", "value": 3})
    other(party, command={"do": "end", "winner": "crew"})
    party.shown()
    gm.settled()
    return gm


def test_the_next_encounter_on_the_same_table(party: Party) -> None:
    """What each takes along is shown; a shipped encounter is set; links stay, trauma and Momentum too; whoever is new
    gets a seat in a tap; undo brings the last fight back."""
    gm, ines = over(party), party.sit("Ines Varro", PHONE)
    gm.page.get_by_role("button", name="Next encounter").click()
    card = gm.page.locator("#dialog")
    expect(card.locator("li", has_text="Ines Varro")).to_contain_text("2 of 4")
    expect(card).to_contain_text("Foes, covers, zones and waves of this fight go")
    before = gm.version
    card.locator('select[name="encounter"]').select_option("docking-bay")
    card.get_by_role("button", name="Set it on this table").click()
    gm.changed(before)
    expect(card.locator("h2")).to_have_text("The next encounter is set")
    expect(card.locator("li", has_text="Ines Varro")).to_contain_text("carried over")
    seatless = card.get_by_role("button", name="Make a seat for")
    expect(seatless).not_to_have_count(0)
    seatless.first.click()
    expect(card.locator("h2")).to_have_text("Seats and links")
    card.get_by_role("button", name="Close").click()
    state = party.state()
    ines_now = state["combatants"]["ines-varro"]
    assert (ines_now["trauma"], ines_now["momentum"]) == ({"physical": 2, "mental": 1}, 3)
    assert state["round"] == 0 and not state["over"] and state["zones"] == {}
    ines.tab("log")
    expect(ines.page.locator("#log .entry").first).to_contain_text("The next encounter")
    ines.tab("order")
    expect(ines.page.locator("#row-ines-varro")).to_contain_text("3")
    expect(ines.page.locator("#row-dock-tough-1")).to_have_count(0)
    gm.press({"command": {"do": "begin"}})
    assert party.state()["round"] == 1
    undo(gm)
    undo(gm)
    assert party.state()["over"] and "dock-tough-1" in party.state()["combatants"]


def test_an_encounter_of_ones_own_is_the_next(party: Party, tmp_path: Path) -> None:
    """A file with faults shows them all and changes nothing; one without is set."""
    gm = over(party)
    broken = tmp_path / "broken.toml"
    broken.write_text(
        (HERE / "skirmish.toml").read_text("utf-8").replace('"dock-tough"', '"nobody-known"'), "utf-8"
    )
    gm.page.get_by_role("button", name="Next encounter").click()
    card = gm.page.locator("#dialog")
    version = gm.version
    card.locator('input[type="file"]').set_input_files(broken)
    card.get_by_role("button", name="Set this file on the table").click()
    expect(card.get_by_role("alert")).to_contain_text("fault")
    expect(card.get_by_role("alert")).to_contain_text("nobody-known")
    assert gm.version == version
    card.locator('input[type="file"]').set_input_files(HERE / "skirmish.toml")
    card.get_by_role("button", name="Set this file on the table").click()
    expect(card.locator("h2")).to_have_text("The next encounter is set")
    state = party.state()
    assert not state["over"] and state["combatants"]["ines-varro"]["trauma"]["physical"] == 2
    assert "lookout" not in state["combatants"]


def test_rest_and_a_new_evening(party: Party) -> None:
    """One box each, for one of them; then all Momentum as it begins: told to everybody, each undone."""
    gm, ines = over(party), party.sit("Ines Varro", PHONE)
    gm.page.get_by_role("button", name="Next encounter").click()
    form = gm.page.locator("#dialog form", has=gm.page.get_by_role("heading", name="Rest"))
    form.locator("select").select_option("ines-varro")
    form.locator('[name="command.physical"]').fill("1")
    before = gm.version
    form.get_by_role("button", name="They rest").click()
    gm.changed(before)
    assert party.state()["combatants"]["ines-varro"]["trauma"] == {"physical": 1, "mental": 0}
    ines.tab("log")
    expect(ines.page.locator("#log .entry").first).to_contain_text("Ines Varro rests: 2 trauma less")
    gm.settled()
    gm.page.get_by_role("button", name="Next encounter").click()
    before = gm.version
    gm.page.locator("#dialog").get_by_role("button", name="A new evening").click()
    gm.changed(before)
    assert party.state()["combatants"]["ines-varro"]["momentum"] == 1
    expect(ines.page.locator("#log .entry").first).to_contain_text("A new evening begins")
    undo(gm)
    undo(gm)
    found = party.state()["combatants"]["ines-varro"]
    assert (found["trauma"], found["momentum"]) == ({"physical": 2, "mental": 1}, 3)


def test_the_gm_picks_who_plays_how(party: Party) -> None:
    """A tactic for a side, another for one of it: kept, shown, and played by."""
    gm = begin(party)
    gm.page.get_by_role("button", name="Tactics…").click()
    card = gm.page.locator("#dialog")
    card.locator('[name="settings.tactics.sides.thugs"]').select_option("careful")
    card.locator('[name="settings.tactics.people.dock-tough-1"]').select_option("passive")
    before = gm.version
    card.get_by_role("button", name="Keep").click()
    gm.changed(before)
    assert party.state()["settings"]["tactics"] == {
        "sides": {"thugs": "careful"},
        "people": {"dock-tough-1": "passive"},
    }
    turn_of(party, "dock-tough-1")
    gm.ready("dock-tough-1")
    at = party.state()["combatants"]["dock-tough-1"]["at"]
    gm.page.get_by_role("button", name="Advice…").click()
    expect(card).to_contain_text("passive")
    card.get_by_role("button", name="Close").click()
    before = gm.version
    gm.page.get_by_role("button", name="Let it play").click()
    gm.changed(before)
    state = party.state()
    assert state["turn"] != "dock-tough-1" and state["combatants"]["dock-tough-1"]["at"] == at
    choose(gm, "dock-tough-2")
    gm.page.get_by_role("button", name="What would Dock tough 2 do?").click()
    expect(card).to_contain_text("careful")
    gm.page.keyboard.press("Escape")
    gm.page.get_by_role("button", name="Tactics…").click()
    card.locator('[name="settings.tactics.people.dock-tough-1"]').select_option("")
    before = gm.version
    card.get_by_role("button", name="Keep").click()
    gm.changed(before)
    assert party.state()["settings"]["tactics"] == {"sides": {"thugs": "careful"}}


def test_advice_with_its_reason_is_taken(party: Party) -> None:
    """What it would do and why, with figures; Do it does exactly that. A card that has become old does nothing."""
    gm = begin(party)
    turn_of(party, "dock-tough-1")
    gm.ready("dock-tough-1")
    gm.page.get_by_role("button", name="Advice…").click()
    card = gm.page.locator("#dialog")
    expect(card).to_contain_text("Why:")
    expect(card).to_contain_text("%")
    before = gm.version
    card.get_by_role("button", name="Do it").click()
    gm.changed(before)
    assert party.state()["combatants"]["dock-tough-1"]["minors"] < 3
    gm.settled()
    gm.page.get_by_role("button", name="Advice…").click()
    expect(card.get_by_role("button", name="Do it")).to_be_visible()
    other(party, command={"do": "end_turn", "who": "dock-tough-1"})
    party.shown()
    card.get_by_role("button", name="Do it").click()
    expect(gm.page.locator("#said")).to_contain_text("Refused")


def test_players_ask_for_advice_only_if_the_gm_lets_them(party: Party) -> None:
    """No button and no page without the GM's word; with it, of their own on their turn, from what they know."""
    gm, ines = begin(party), party.sit("Ines Varro", PHONE)
    turn_of(party, "ines-varro")
    ines.ready("ines-varro")
    button = ines.page.get_by_role("button", name="What would a tactic do?")
    expect(button).to_have_count(0)
    address = f"{party.server.url}/t/{party.server.table}/advice"
    assert ines.page.request.get(f"{address}?who=ines-varro").status == 404
    gm.page.get_by_role("button", name="Tactics…").click()
    before = gm.version
    gm.page.get_by_role("switch", name="Players may ask").click()
    gm.changed(before)
    ines.ready("ines-varro")
    button.click()
    card = ines.page.locator("#dialog")
    expect(card).to_contain_text("What would Ines Varro do?")
    expect(card).to_contain_text("Why:")
    assert ines.page.request.get(f"{address}?who=corin-hale").status == 404
    before = gm.version
    card.get_by_role("button", name="Do it").click()
    gm.changed(before)
