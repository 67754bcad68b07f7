"""Winning chances and advice in a real browser: the bar moves as blows land, and is shown to those whom
the GM lets see it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.pages.seats import LAPTOP, PHONE, Party, Seat
from tests.pages.test_access import faults, sideways

pytestmark = [pytest.mark.browser, pytest.mark.forecast, pytest.mark.encounter("uneven")]

MANUAL = {"manual": ["gm", "ines-varro"]}

CURRENT = """() => {
  const bar = document.querySelector("#forecast .fc");
  return Boolean(bar?.querySelector(".fc-bar")) && bar.dataset.of === document.getElementById("now").dataset.version
    && bar.textContent.includes("20 fights");
}"""


def answered(party: Party, best: str) -> None:
    """All that is asked is answered: whoever is `best` throws sixes, the others ones; choices as is safe."""
    while pending := party.state()["pending"]:
        ask = pending[0]
        if "count" in ask:
            faces = [6 if ask["seat"] == best or ask.get("who") == best else 1] * ask["count"]
            party.order_unseen(answer={"dice": faces})
        else:
            party.order_unseen(answer={ask["key"]: ask["default"]})
    party.caught_up()


def chance(seat: Seat) -> float:
    """The first side's share of the bar, in percent, once it is of what the page shows and nothing better comes."""
    seat.page.wait_for_function(CURRENT)
    first = seat.page.locator("#forecast .fc-bar rect").first
    return float((first.get_attribute("width") or "").removesuffix("%"))


def test_the_bar_moves_as_blows_land(party: Party) -> None:
    """Before the fight, when it has begun, and after each foe that falls: each has its own figures, and each blow of
    hers raises the chance of her side."""
    gm = party.sit("GM")
    before = chance(gm)
    party.order(settings=MANUAL)
    party.order(command={"do": "begin"})
    answered(party, "ines-varro")
    shares = [chance(gm)]
    for foe in ("dock-tough-1", "dock-tough-2"):
        party.turn_of("ines-varro")
        shot = {"do": "attack", "who": "ines-varro", "weapon": "survey-rifle", "target": foe}
        party.order(command=shot)
        answered(party, "ines-varro")
        assert party.state()["combatants"][foe]["out"]
        shares.append(chance(gm))
        party.order(command={"do": "end_turn", "who": "ines-varro"})
    assert shares[0] < shares[1] < shares[2]
    assert before != shares[0]
    said = re.compile(r"^Chance to win: Crew .*%, Thugs .*%")
    expect(gm.page.locator("#forecast svg.fc-bar")).to_have_attribute("aria-label", said)


def test_players_see_the_bar_only_if_the_gm_lets_them(party: Party) -> None:
    """Nothing of it is in a player's page until the GM shows it to everybody; then it is, from what they know."""
    gm, ines = party.sit("GM"), party.sit("Ines Varro", PHONE)
    chance(gm)
    assert "fc-bar" not in ines.text()
    card = gm.open("Tactics…")
    with gm.ordered():
        card.get_by_role("group", name="Who sees the winning chances").get_by_text("Everybody").click()
    chance(ines)
    expect(ines.page.locator("#forecast")).to_contain_text("from what you know")
    party.order(settings={"forecast": "gm"})
    expect(ines.page.locator("#forecast")).to_have_count(0)
    party.order(settings={"forecast": "off"})
    expect(gm.page.locator("#forecast")).to_have_count(0)


def test_what_each_choice_would_change_is_told_on_request(party: Party) -> None:
    """Advice… lists commands with the chance to win and what they change in it; one of them is given from there."""
    gm = party.begin()
    gm.open("Advice…")
    rows = gm.page.locator(".weighed li")
    expect(rows.first).to_contain_text("%")
    with gm.ordered():
        rows.first.get_by_role("button").click()
    expect(gm.page.locator("#dialog")).not_to_be_visible()


def test_the_start_page_tells_how_an_encounter_will_go(party: Party) -> None:
    """Asked there, a shipped encounter's chances are shown before any table is set."""
    gm = party.sit("GM")
    gm.page.goto(party.server.url)
    gm.page.locator("[data-forecast='/forecast/golden-fight']").click()
    expect(gm.page.locator(".fc-bar")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_figures(party: Party, scheme: str) -> None:
    """The bar on laptop and phone, and the card of advice; nothing scrolls sideways."""
    gm, ines = party.sit("GM", LAPTOP, scheme), party.sit("Ines Varro", PHONE, scheme)
    party.order(settings={"forecast": "all"})
    party.begin()
    for seat in (gm, ines):
        chance(seat)
        assert faults(seat.page) == [], seat.name
        assert not sideways(seat.page)
    gm.open("Advice…")
    expect(gm.page.locator(".weighed li").first).to_contain_text("%")
    assert faults(gm.page) == []
