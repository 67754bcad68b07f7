"""Cases from other people's bug reports that concern pages; each names the case it is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party

pytestmark = pytest.mark.browser


@pytest.mark.encounter("skirmish")
def test_what_was_not_done_is_not_shown_as_done(party: Party) -> None:
    """case-29: an order given while the server is away visibly fails."""
    gm = party.begin()
    turn = party.state()["turn"]
    party.server.kill()
    gm.page.keyboard.press("n")
    gm.hears("does not answer")
    expect(gm.page.locator("#now")).to_have_attribute("data-turn", turn)
    expect(gm.page.locator("#offline")).to_be_visible()


@pytest.mark.encounter("skirmish")
def test_a_double_click_is_one_order(party: Party) -> None:
    """case-30: two clicks in a moment end one turn, not two."""
    gm = party.begin()
    state = party.state()
    with gm.ordered():
        gm.page.locator('#focus [data-key="end_turn"]').dblclick()
    order = state["order"]
    assert party.state()["turn"] == order[order.index(state["turn"]) + 1]


@pytest.mark.encounter("skirmish")
def test_undo_reopens_a_fight_that_was_over(party: Party) -> None:
    """case-23: the last blow undone, the fight goes on as it was; redone, it is over again, alike."""
    gm = party.begin()
    for who in ("dock-tough-1", "dock-tough-2"):
        before = party.state()
        gm.choose(who)
        card = gm.open("Overrule")
        with gm.ordered():
            card.get_by_role("button", name="Take out of action").click()
    over = party.state()
    assert over["over"] and over["winner"] == "crew"
    gm.undo()
    assert party.state() == before
    with gm.ordered():
        gm.page.locator("#redo").click()
    assert party.state() == over


@pytest.mark.encounter("wild-names")
def test_names_are_shown_as_they_are(party: Party) -> None:
    """case-36: a name that is markup, one that reads from right to left, an emoji family: each one row, nothing run."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    names = ["<img src=x onerror=alert(1)>", "حارس 12 \"' {{7*7}}", "👩‍👩‍👧‍👦 Guard"]
    expect(gm.page.locator("#top .h")).to_have_text("Fight at <b>dock</b> & 'quay'")
    ines.tab("order")
    for seat in (gm, ines):
        for name in names:
            expect(seat.page.locator("#order li b", has_text=name)).to_have_count(1)
        assert seat.page.locator("img").count() == 0
    for who in ("img", "arabic", "family"):
        gm.choose(who)
        gm.open("Overrule")
        assert gm.page.locator("img").count() == 0
        gm.shut()


@pytest.mark.encounter("wild-names")
def test_two_of_a_kind_are_told_apart(party: Party) -> None:
    """case-38: two dock toughs have names, letters and buttons of their own."""
    gm = party.begin()
    for n in (1, 2):
        row = gm.page.locator(f"#row-dock-tough-{n}")
        expect(row).to_contain_text(f"Dock tough {n}")
        expect(row.locator(".tok text")).to_have_text(f"D{n}")


@pytest.mark.encounter("skirmish")
def test_nothing_is_said_by_colour_alone(party: Party) -> None:
    """case-40: who acts, who is asked, who is out, who is in cover: each in words."""
    gm = party.begin()
    turn = party.state()["turn"]
    expect(gm.page.locator(f"#row-{turn}")).to_contain_text("acting")
    gm.choose("dock-tough-1")
    card = gm.open("Overrule")
    with gm.ordered():
        card.get_by_role("button", name="Take out of action").click()
    expect(gm.page.locator("#row-dock-tough-1 .tag.harm")).to_have_text("out")
    expect(gm.page.locator("#map svg")).to_have_attribute(
        "aria-label", re.compile("Dock tough 1 at 7 metres, out")
    )


@pytest.mark.encounter("skirmish")
def test_a_reader_of_the_log_keeps_the_place(party: Party) -> None:
    """case-41: scrolled down in the log with an entry unfolded, others act: both stay."""
    gm = party.begin()
    for _ in range(14):
        turn = party.state()["turn"]
        gm.press({"command": {"do": "end_turn", "who": turn}})
    entry = gm.page.locator("#log details").nth(9)
    name = entry.get_attribute("id")
    entry.locator("summary").click()
    gm.page.evaluate("document.getElementById('log').scrollTop = 300")
    kept = gm.page.locator(f"[id='{name}']")
    before = kept.bounding_box()
    gm.key("n")
    after = kept.bounding_box()
    assert before is not None and after is not None
    assert abs(before["y"] - after["y"]) < 3
    expect(kept).to_have_attribute("open", "")


@pytest.mark.encounter("skirmish")
def test_a_claim_taken_back_is_no_claim(party: Party) -> None:
    """case-41: the switch on and off again leaves the odds as they were."""
    gm = party.begin()
    party.turn_of("ines-varro")
    chance = gm.page.locator("#focus .net .chance")
    plain = chance.inner_text()
    switch = gm.page.get_by_role("switch", name="Claim Advantage")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(chance).not_to_have_text(plain)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(chance).to_have_text(plain)


@pytest.mark.encounter("skirmish")
def test_what_is_half_typed_stays(party: Party) -> None:
    """Somebody types a place while others act: the page is drawn anew and the field keeps what is in it."""
    gm, ines = party.begin(), party.sit("Ines Varro", PHONE)
    party.turn_of("ines-varro")
    field = ines.page.locator('#focus [name="command.to"]').first
    field.focus()
    ines.page.keyboard.type("1")
    gm.choose("dock-tough-1")
    gm.press({"command": {"do": "hide", "who": "dock-tough-1"}})
    ines.caught_up()
    expect(field).to_have_value("1")
    expect(field).to_be_focused()


@pytest.mark.encounter("skirmish")
def test_enter_that_chooses_a_letter_sends_nothing(party: Party) -> None:
    """case-41: Enter while an input method is still composing takes its word; only the next one sends the form."""
    gm = party.begin()
    before = party.state()
    gm.page.locator("#focus details.more-form summary", has_text="Minor").first.click()
    field = gm.page.locator('#focus [name="command.label"][placeholder^="kick"]')
    field.focus()
    session = gm.context.new_cdp_session(gm.page)
    session.send("Input.imeSetComposition", {"text": "かに", "selectionStart": 2, "selectionEnd": 2})
    enter = {"type": "rawKeyDown", "key": "Process", "code": "Enter", "windowsVirtualKeyCode": 229}
    session.send("Input.dispatchKeyEvent", enter)
    session.send("Input.insertText", {"text": "かに"})
    gm.settled()
    assert party.state() == before
    expect(field).to_have_value("かに")
    gm.key("Enter")
    expect(gm.page.locator("#log .entry").first).to_contain_text("かに")
