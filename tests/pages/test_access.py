"""Everybody can use it: axe finds no serious fault, nothing scrolls sideways, fingers find what they press."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize
from tests.pages.seats import LAPTOP, PHONE, Party

pytestmark = pytest.mark.browser
NARROW: ViewportSize = {"width": 360, "height": 740}
ZOOMED: ViewportSize = {"width": 720, "height": 450}


def faults(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]} … {one['nodes'][0].get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def sideways(page: Page) -> bool:
    """Whether the page scrolls sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_at_the_table(party: Party, scheme: str) -> None:
    """GM, player with a question, big screen; the console's cards too."""
    gm, asha = party.sit("GM", LAPTOP, scheme), party.sit("Asha", PHONE, scheme)
    screen = party.sit("Big screen", LAPTOP, scheme)
    party.begin()
    party.turn_of("vex")
    assert faults(gm.page) == []
    gm.target("asha")
    gm.press({"command": {"do": "attack", "who": "vex", "weapon": "rifle", "target": "asha"}})
    party.caught_up()
    asha.page.wait_for_selector("#prompts .ask")
    gm.page.locator("#log details summary").first.click()
    for seat in (gm, asha, screen):
        assert faults(seat.page) == [], seat.name
    for name in ("sheet", "order", "log"):
        asha.tab(name)
        assert faults(asha.page) == [], name
    cards = (
        "Add combatant",
        "Call a test",
        "Table…",
        "Seats and links",
        "Help and keys",
        "Zones…",
        "Tactics…",
        "Advice…",
    )
    for opener in cards:
        gm.open(opener)
        assert faults(gm.page) == [], opener
        gm.shut()


@pytest.mark.encounter("ambush")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_in_more_of_a_fight(party: Party, scheme: str) -> None:
    """Zones, a wave, somebody unaware, gone and broken; the cards of waves, of a die and between fights."""
    gm, ines = party.sit("GM", LAPTOP, scheme), party.sit("Ines Varro", PHONE, scheme)
    gm.open("Next encounter")
    assert faults(gm.page) == []
    gm.shut()
    party.order(settings={"manual": ["gm"], "advice": True})
    party.order(command={"do": "test", "who": "lookout", "skill": "Recon"})
    gm.type_dice([2] * int(gm.asks()[0]["count"]))
    party.order(settings={"manual": []})
    party.begin()
    for who, how in (("dock-tough-1", "surrendered"), ("dock-tough-2", "left")):
        party.order(command={"do": "withdraw", "who": who, "how": how})
    party.turn_of("ines-varro")
    entry = gm.page.locator("#log .entry", has=gm.page.locator(".die-btn"))
    entry.locator("summary").click()
    for seat in (gm, ines):
        assert faults(seat.page) == [], seat.name
    entry.locator(".die-btn").first.click()
    gm.page.wait_for_selector("#dialog[open] .pad")
    assert faults(gm.page) == []
    gm.shut()
    gm.open("another round, or not")
    assert faults(gm.page) == []
    for name in ("sheet", "order", "log"):
        ines.tab(name)
        assert faults(ines.page) == [], name


def test_axe_finds_no_serious_fault_on_the_other_pages(party: Party) -> None:
    """Start, welcome, odds, a rule."""
    gm = party.sit("GM")
    for path in ("/", "/odds", "/rules/R20", "/rules/C26"):
        gm.page.goto(party.server.url + path)
        assert faults(gm.page) == [], path
    stranger = party.stranger()
    stranger.goto(party.server.url + "/")
    assert faults(stranger) == []
    stranger.context.close()


@pytest.mark.parametrize("size", [NARROW, ZOOMED, PHONE], ids=["360", "zoom", "phone"])
def test_no_page_scrolls_sideways(party: Party, size: ViewportSize) -> None:
    """At 360 pixels, on a phone, and at twice the size: maps and charts scroll in frames of their own."""
    gm, asha = party.sit("GM", size), party.sit("Asha", size)
    assert not sideways(gm.page)
    party.begin()
    for seat in (gm, asha):
        for name in ("act", "sheet", "order", "log"):
            if seat.page.locator(f"#tab-{name}").is_visible():
                seat.tab(name)
            assert not sideways(seat.page), (seat.name, name)
    for path in ("/", "/odds"):
        gm.page.goto(party.server.url + path)
        assert not sideways(gm.page), path


def test_what_fingers_press_is_large_enough(party: Party) -> None:
    """On a phone every button in sight is at least 40 pixels high, or a name within a line."""
    asha = party.sit("Asha", PHONE)
    party.begin()
    small = asha.page.evaluate(
        """() => [...document.querySelectorAll("button, summary.btn, select, input")]
             .filter((one) => one.offsetParent && !one.matches(".name-btn") && one.getBoundingClientRect().height < 40)
             .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert small == []
