"""The GM's console and the pages around the tables, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect
from tests.pages.seats import PHONE, Party

pytestmark = pytest.mark.browser


@pytest.mark.encounter("skirmish")
def test_a_foe_joins_in_one_gesture(party: Party) -> None:
    """Add combatant, then Add: side and place are filled in, initiative is rolled at once."""
    gm = party.begin()
    card = gm.open("Add combatant")
    with gm.ordered():
        card.get_by_role("button", name="Add", exact=True).click()
    state = party.state()
    joined = [
        id
        for id in state["combatants"]
        if id not in ("ines-varro", "corin-hale", "dock-tough-1", "dock-tough-2")
    ]
    assert len(joined) == 1 and joined[0] in state["order"]
    assert state["combatants"][joined[0]]["side"] == "thugs"


@pytest.mark.encounter("skirmish")
def test_the_gm_overrules_anything(party: Party) -> None:
    """Trauma by its field, an edge with its reason, any other field as JSON: each is done and told."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    gm.choose("ines-varro")

    def form(title: str) -> Locator:
        card = gm.open("Overrule Ines Varro")
        return card.locator("form.part", has=gm.page.get_by_role("heading", name=title, exact=True))

    trauma = form("Trauma")
    trauma.locator('[name="command.value.physical"]').fill("2")
    with gm.ordered():
        trauma.get_by_role("button", name="Mark so").click()
    assert party.state()["combatants"]["ines-varro"]["trauma"] == {"physical": 2, "mental": 0}
    edge = form("An edge")
    edge.locator('[name="command.reason"]').fill("good light")
    with gm.ordered():
        edge.get_by_role("button", name="Give it").click()
    ines.tab("order")
    expect(ines.page.locator("#row-ines-varro")).to_contain_text("good light")
    other = form("Anything else")
    other.locator('[name="command.field"]').select_option("ammo")
    other.locator('[name="command.value"]').fill('{"survey-rifle": 1}')
    with gm.ordered():
        other.get_by_role("button", name="Set", exact=True).click()
    assert party.state()["combatants"]["ines-varro"]["ammo"] == {"survey-rifle": 1}


@pytest.mark.encounter("skirmish")
def test_a_mistyped_die_is_corrected(party: Party) -> None:
    """The GM goes back to one roll of a finished command and types it again; the log says the dice were real."""
    gm = party.sit("GM")
    card = gm.open("Table…")
    with gm.ordered():
        card.get_by_role("switch", name="The GM").click()
    form = gm.open("Call a test").locator("form").first
    form.locator('[name="command.who"]').select_option("dock-tough-1")
    form.locator('[name="command.skill"]').fill("Recon")
    with gm.ordered():
        form.get_by_role("button", name="Call the test").click()
    gm.type_dice([1] * int(gm.asks()[0]["count"]))
    newest = gm.page.locator("#log .entry").first
    expect(newest).to_contain_text("Failure, natural 2")
    newest.locator("summary").click()
    card = gm.open(newest.get_by_role("button", name="Answer again…"))
    with gm.ordered():
        card.get_by_role("button", name="Again from here").click()
    gm.type_dice([6] * int(gm.asks()[0]["count"]))
    expect(gm.page.locator("#log .entry").first).to_contain_text("Success, natural 12")
    expect(gm.page.locator("#log .entry").first).to_contain_text("real dice")


@pytest.mark.encounter("skirmish")
def test_what_players_see_of_foes_is_set_by_the_gm(party: Party) -> None:
    """A word by default; their numbers, or nothing, when the GM says so."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    ines.tab("order")
    row = ines.page.locator("#row-dock-tough-1")
    expect(row).to_contain_text("unhurt")
    expect(row.locator(".boxes")).to_have_count(0)
    for words, boxes, word in (("Their numbers", 1, True), ("Nothing", 0, False)):
        card = gm.open("Table…")
        card.get_by_label(words).check()
        with gm.ordered():
            card.get_by_role("button", name="Keep").click()
        expect(row.locator(".boxes")).to_have_count(boxes)
        if word:
            continue
        expect(row).not_to_contain_text("unhurt")


def test_a_revoked_link_leads_nowhere_at_once(party: Party) -> None:
    """The page of whoever held it shows that there is nothing here, without being asked; a new link works."""
    gm, cato = party.sit("GM"), party.sit("Cato", PHONE)
    row = gm.open("Seats and links").locator("li", has_text="Cato")
    row.get_by_role("button", name="Revoke").click()
    expect(row).to_contain_text("revoked")
    expect(cato.page.locator("body")).to_contain_text("nothing here", ignore_case=True)
    row.get_by_role("button", name="New link").click()
    link = gm.page.locator("#dialog li", has_text="Cato").locator("code").inner_text()
    cato.page.goto(link)
    expect(cato.page.locator("#top")).to_contain_text("Cato")


def test_the_table_waits_and_goes_on(party: Party) -> None:
    """Paused by the GM, a player's order is refused with the reason; then play goes on."""
    gm = party.begin()
    asha = party.sit("Asha", PHONE)
    party.turn_of("asha")
    with gm.ordered():
        gm.page.get_by_role("button", name="Pause").click()
    expect(asha.page.locator("#waiting")).to_contain_text("Paused")
    asha.click({"command": {"do": "end_turn", "who": "asha"}})
    asha.hears("paused")
    with gm.ordered():
        gm.page.get_by_role("button", name="Go on").click()
    expect(asha.page.locator("#waiting")).not_to_contain_text("Paused")
    asha.caught_up()
    asha.press({"command": {"do": "end_turn", "who": "asha"}})


def test_a_rule_is_read_at_the_table(party: Party) -> None:
    """Its id opens our text of it, and says whether it is the book's or ours."""
    gm = party.sit("GM")
    gm.page.locator('.legend [data-rule="R20"]').click()
    expect(gm.page.locator("#dialog")).to_contain_text("R20: ruling of ours")
    gm.shut()
    gm.page.locator('.legend [data-rule="C26"]').click()
    expect(gm.page.locator("#dialog")).to_contain_text("C26: rule of the book")


def test_a_table_is_set_from_a_file_and_every_fault_is_shown(party: Party, tmp_path: Path) -> None:
    """A broken file names each fault with its key; the mended one opens its table."""
    gm = party.sit("GM")
    gm.page.goto(party.server.url + "/")
    good = (Path(__file__).parent / "skirmish.toml").read_text(encoding="utf-8")
    broken = tmp_path / "broken.toml"
    broken.write_text(
        good.replace('grade = "solid"', 'grade = "soft"').replace('side = "crew"', 'side = "crow"', 1),
        "utf-8",
    )
    gm.page.locator('[name="file"]').set_input_files(broken)
    gm.page.get_by_role("button", name="Set the table").click()
    faults = gm.page.locator(".fault")
    expect(faults).to_have_count(2)
    expect(gm.page.get_by_role("alert")).to_contain_text("covers.crate.grade")
    expect(gm.page.get_by_role("alert")).to_contain_text("crow")
    mended = tmp_path / "mended.toml"
    mended.write_text(good, "utf-8")
    gm.page.locator('[name="file"]').set_input_files(mended)
    gm.page.locator('[name="name"]').fill("Thursday crew")
    gm.page.get_by_role("button", name="Set the table").click()
    expect(gm.page.locator("#top")).to_contain_text("Thursday crew")


def test_the_odds_page_needs_no_table(party: Party) -> None:
    """A stranger takes the odds of an attack; what does not fit is named and breaks nothing."""
    page = party.stranger()
    page.goto(party.server.url + "/odds")
    expect(page.locator("main")).to_contain_text("72.2")
    page.locator('[name="rank"]').select_option("Expert")
    expect(page.locator(".chance")).to_contain_text("83.3")
    page.locator('[name="armor"]').fill("many")
    page.get_by_role("button", name="Work it out").click()
    expect(page.get_by_role("alert").first).to_contain_text("attack")
    page.context.close()


def test_exports_are_what_the_seat_may_read(party: Party) -> None:
    """The GM takes the journal, a player the story without what is hidden, and no journal."""
    gm, asha = party.begin(), party.sit("Asha", PHONE)
    base = f"/t/{party.server.table}/export"
    journal = gm.get(f"{base}.jsonl")
    assert journal.ok and journal.text().startswith('{"journal": 1')
    assert asha.get(f"{base}.jsonl").status == 404
    told = asha.get(f"{base}.md")
    assert told.ok and "A fight begins" in told.text()
    assert asha.get(f"{base}.csv").text().startswith("step,kind,text")
