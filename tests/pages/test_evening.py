"""From one fight to the next, dice put right where they lie, tactics and their advice: in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party, Seat

pytestmark = [pytest.mark.browser, pytest.mark.encounter("ambush")]
HERE = Path(__file__).parent


def own_dice(party: Party, *who: str) -> None:
    party.order(settings={"manual": list(who)})


def test_a_die_is_put_right_where_it_lies(party: Party) -> None:
    """The GM unfolds a roll, taps the die, taps what it showed: the hit it made is told, all else stays; a second tap
    puts it back."""
    gm = party.sit("GM")
    party.order(settings={"manual": ["gm"]})
    party.order(command={"do": "test", "who": "lookout", "skill": "Recon"})
    gm.type_dice([1] * int(gm.asks()[0]["count"]))
    party.order(command={"do": "clock", "id": "door", "successes": 2, "failures": 2})
    entry = gm.page.locator("#log .entry", has_text="Failure, natural 2")
    entry.locator("summary").click()
    card = gm.open(entry.locator(".die-btn").last)
    expect(card).to_contain_text("Test of Dock tough")
    with gm.ordered():
        card.get_by_role("button", name="It showed 6").click()
    gm.hears("a die showed 6, not 1", "It was “Failure, natural 2”")
    mended = gm.page.locator("#log .entry", has_text="Recon")
    expect(mended.first).to_contain_text("6")
    expect(gm.page.locator("#log")).to_contain_text("Put right: a die of Dock tough")
    assert list(party.state()["clocks"]) == ["door"]
    mended.first.evaluate("one => { one.open = true; }")
    gm.open(mended.first.locator(".die-btn").last)
    with gm.ordered():
        card.get_by_role("button", name="It showed 1").click()
    expect(gm.page.locator("#log")).to_contain_text("Failure, natural 2")


def test_a_player_puts_their_own_die_right(party: Party) -> None:
    """On the phone, in the last thing that happened; what the server rolled cannot be tapped; later the GM must."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    own_dice(party, "ines-varro")
    party.order(command={"do": "test", "who": "ines-varro", "skill": "Recon"})
    while not (count := int(ines.asks()[0]["count"] or 0)):  # the claim comes first
        with ines.ordered():
            ines.page.locator("#prompts .is-default button").click()
    ines.type_dice([1] * count)
    ines.tab("log")
    entry = ines.page.locator("#log .entry").first
    entry.locator("summary").click()
    expect(entry.locator(".die-btn")).to_have_count(count)
    card = ines.open(entry.locator(".die-btn").first)
    with ines.ordered():
        card.get_by_role("button", name="It showed 5").click()
    ines.hears("a die showed 5, not 1")
    expect(ines.page.locator("#log .entry").first).to_contain_text("Put right: a die of Ines Varro showed 5.")
    turn = party.state()["turn"]
    party.order(command={"do": "end_turn", "who": turn})
    expect(ines.page.locator("#log .entry .die-btn:visible")).to_have_count(0)
    begun = gm.page.locator("#log .entry", has_text="A fight begins")
    begun.locator("summary").click()
    expect(begun.locator(".die-btn")).to_have_count(0)  # the server rolled these


def over(party: Party) -> Seat:
    """The fight is over, with one of the party hurt and Momentum spent."""
    gm = party.begin()
    trauma = {"physical": 2, "mental": 1}
    party.order(command={"do": "set", "who": "ines-varro", "field": "trauma", "value": trauma})
    party.order(command={"do": "set", "who": "ines-varro", "field": "momentum", "value": 3})
    party.order(command={"do": "end", "winner": "crew"})
    return gm


def test_the_next_encounter_on_the_same_table(party: Party) -> None:
    """What each takes along is shown; a shipped encounter is set; links stay, trauma and Momentum too; whoever is new
    gets a seat in a tap; undo brings the last fight back."""
    gm, ines = over(party), party.sit("Ines Varro", PHONE)
    card = gm.open("Next encounter")
    expect(card.locator("li", has_text="Ines Varro")).to_contain_text("2 of 4")
    expect(card).to_contain_text("Foes, covers, zones and waves of this fight go")
    card.locator('select[name="encounter"]').select_option("docking-bay")
    with gm.ordered():
        card.get_by_role("button", name="Set it on this table").click()
    expect(card.locator("h2")).to_have_text("The next encounter is set")
    expect(card.locator("li", has_text="Ines Varro")).to_contain_text("carried over")
    seatless = card.get_by_role("button", name="Make a seat for")
    expect(seatless).not_to_have_count(0)
    gm.settled()
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
    gm.undo()
    gm.undo()
    assert party.state()["over"] and "dock-tough-1" in party.state()["combatants"]


def test_an_encounter_of_ones_own_is_the_next(party: Party, tmp_path: Path) -> None:
    """A file with faults shows them all and changes nothing; one without is set."""
    gm = over(party)
    broken = tmp_path / "broken.toml"
    broken.write_text(
        (HERE / "skirmish.toml").read_text("utf-8").replace('"dock-tough"', '"nobody-known"'), "utf-8"
    )
    card = gm.open("Next encounter")
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
    card = gm.open("Next encounter")
    form = card.locator("form", has=gm.page.get_by_role("heading", name="Rest"))
    form.locator("select").select_option("ines-varro")
    form.locator('[name="command.physical"]').fill("1")
    with gm.ordered():
        form.get_by_role("button", name="They rest").click()
    assert party.state()["combatants"]["ines-varro"]["trauma"] == {"physical": 1, "mental": 0}
    ines.tab("log")
    expect(ines.page.locator("#log .entry").first).to_contain_text("Ines Varro rests: 2 trauma less")
    gm.open("Next encounter")
    with gm.ordered():
        card.get_by_role("button", name="A new evening").click()
    assert party.state()["combatants"]["ines-varro"]["momentum"] == 1
    expect(ines.page.locator("#log .entry").first).to_contain_text("A new evening begins")
    gm.undo()
    gm.undo()
    found = party.state()["combatants"]["ines-varro"]
    assert (found["trauma"], found["momentum"]) == ({"physical": 2, "mental": 1}, 3)


def test_the_gm_picks_who_plays_how(party: Party) -> None:
    """A tactic for a side, another for one of it: kept, shown, and played by."""
    gm = party.begin()
    card = gm.open("Tactics…")
    card.locator('[name="settings.tactics.sides.thugs"]').select_option("careful")
    card.locator('[name="settings.tactics.people.dock-tough-1"]').select_option("passive")
    with gm.ordered():
        card.get_by_role("button", name="Keep").click()
    assert party.state()["settings"]["tactics"] == {
        "sides": {"thugs": "careful"},
        "people": {"dock-tough-1": "passive"},
    }
    party.turn_of("dock-tough-1")
    at = party.state()["combatants"]["dock-tough-1"]["at"]
    gm.open("Advice…")
    expect(card).to_contain_text("passive")
    card.get_by_role("button", name="Close").click()
    with gm.ordered():
        gm.page.get_by_role("button", name="Let it play").click()
    state = party.state()
    assert state["turn"] != "dock-tough-1" and state["combatants"]["dock-tough-1"]["at"] == at
    gm.choose("dock-tough-2")
    gm.open("What would Dock tough 2 do?")
    expect(card).to_contain_text("careful")
    gm.shut()
    gm.open("Tactics…")
    card.locator('[name="settings.tactics.people.dock-tough-1"]').select_option("")
    with gm.ordered():
        card.get_by_role("button", name="Keep").click()
    assert party.state()["settings"]["tactics"] == {"sides": {"thugs": "careful"}}


def test_advice_with_its_reason_is_taken(party: Party) -> None:
    """What it would do and why, with figures; Do it does exactly that. A card that has become old does nothing."""
    gm = party.begin()
    party.turn_of("dock-tough-1")
    card = gm.open("Advice…")
    expect(card).to_contain_text("Why:")
    expect(card).to_contain_text("%")
    with gm.ordered():
        card.get_by_role("button", name="Do it").click()
    assert party.state()["combatants"]["dock-tough-1"]["minors"] < 3
    gm.open("Advice…")
    expect(card.get_by_role("button", name="Do it")).to_be_visible()
    party.order(command={"do": "end_turn", "who": "dock-tough-1"})
    card.get_by_role("button", name="Do it").click()
    gm.hears("Refused")


def test_players_ask_for_advice_only_if_the_gm_lets_them(party: Party) -> None:
    """No button and no page without the GM's word; with it, of their own on their turn, from what they know."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    party.turn_of("ines-varro")
    button = ines.page.get_by_role("button", name="What would a tactic do?")
    expect(button).to_have_count(0)
    address = f"/t/{party.server.table}/advice"
    assert ines.get(f"{address}?who=ines-varro").status == 404
    card = gm.open("Tactics…")
    with gm.ordered():
        card.get_by_role("switch", name="Players may ask").click()
    ines.caught_up()
    card = ines.open(button)
    expect(card).to_contain_text("What would Ines Varro do?")
    expect(card).to_contain_text("Why:")
    assert ines.get(f"{address}?who=corin-hale").status == 404
    with ines.ordered():
        card.get_by_role("button", name="Do it").click()
