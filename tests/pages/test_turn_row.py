"""What a turn and its order offer beside the single shot, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party

pytestmark = pytest.mark.browser


def test_the_order_is_changed_by_arrows(party: Party) -> None:
    """By keyboard alone: one goes a place later and is told so; nothing changes before the order is set."""
    gm = party.begin()
    order = party.state()["order"]
    gm.open("Change…")
    later = gm.page.locator(f'[data-id="{order[0]}"] [data-shift="1"]')
    later.focus()
    gm.page.keyboard.press("Enter")
    expect(later).to_be_focused()
    expect(gm.page.locator("[data-heard]")).to_contain_text(f"2 of {len(order)}")
    assert party.state()["order"] == order
    with gm.ordered():
        gm.page.get_by_role("button", name="Set the order").click()
    assert party.state()["order"] == [order[1], order[0], *order[2:]]


def test_full_auto_at_one_target_twice(party: Party) -> None:
    """R44: attacks of full auto are added one by one, who stands too far off is told with the rule; on one's phone."""
    party.begin()
    cato = party.sit("Cato", PHONE)
    party.turn_of("cato")
    expect(cato.page.locator("#waiting")).to_have_text("Your turn")
    cato.target("gorr")
    volley = cato.page.locator(".volley")
    expect(volley).to_contain_text("1 of 3 attacks")
    expect(volley.locator(".because", has_text="Vex")).to_contain_text("R44")
    volley.get_by_role("button", name="One more at Gorr").click()
    expect(volley).to_contain_text("2 of 3 attacks")
    cato.settled()
    command = {
        "do": "attack",
        "mode": "full",
        "targets": ["gorr", "gorr"],
        "weapon": "carbine",
        "who": "cato",
    }
    cato.press({"command": command})
    assert party.state()["combatants"]["cato"]["significant"] == 0
