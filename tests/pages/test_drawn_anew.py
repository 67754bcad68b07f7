"""However often a page is drawn anew, no button becomes another one: not under a finger, not under the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party, Seat

pytestmark = [pytest.mark.browser, pytest.mark.encounter("ambush")]

NOTE = """() => {
  const CHOSEN = ["who", "target", "targets", "at", "to", "value", "n"];
  const what = ({ dataset }) => dataset.open?.split("?")[0]
    ?? (dataset.do && JSON.stringify(JSON.parse(dataset.do), (key, value) => CHOSEN.includes(key) ? undefined : value))
    ?? (dataset.focus && Object.keys(JSON.parse(dataset.focus)).join()) ?? dataset.face ?? dataset.tab ?? "";
  const known = window.known ??= new Map();
  const other = [];
  for (const button of document.querySelectorAll("#live button:not(#undo):not(#redo):not(#pause)")) {
    const before = known.get(button), now = what(button);
    if (before !== undefined && before !== now) other.push(`${before} is now ${now}`);
    known.set(button, now);
  }
  return other;
}"""


def same(seat: Seat) -> None:
    """Every button that was there is what it was, or gone."""
    assert seat.page.evaluate(NOTE) == []


def test_no_button_becomes_another_one(party: Party) -> None:
    """Before the fight and in it, on turn and not, for one and for another, asked and not."""
    gm, ines = party.sit("GM"), party.sit("Ines Varro", PHONE)

    def both() -> None:
        for seat in (gm, ines):
            same(seat)

    both()
    party.begin()
    both()
    for who in ("ines-varro", "lookout", "dock-tough-1", "corin-hale"):
        gm.choose(who)
        same(gm)
    party.turn_of("ines-varro")
    both()
    gm.target("lookout")
    same(gm)
    shot = {"do": "attack", "who": "ines-varro", "weapon": "survey-rifle", "target": "dock-tough-1"}
    party.order(settings={"manual": ["ines-varro"]})
    party.order(command=shot)
    both()
    party.order(cancel=True)
    both()
    party.order(command={"do": "drop_prone", "who": "ines-varro"})
    both()
    party.order(command={"do": "set", "who": "lookout", "field": "out", "value": True})
    both()
    party.order(command={"do": "end", "winner": "crew"})
    both()


def test_the_keyboard_stays_where_it_is(party: Party) -> None:
    """“Overrule” has the focus when the fight begins and all below the map is drawn anew: it still has it."""
    gm = party.sit("GM")
    overrule = gm.page.get_by_role("button", name="Overrule")
    overrule.focus()
    party.order(command={"do": "begin"})
    expect(overrule).to_be_focused()
    party.order(command={"do": "end_turn", "who": party.state()["turn"]})
    expect(overrule).to_be_focused()
