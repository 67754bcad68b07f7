"""On a slow line nothing that is pressed is lost, and nothing else happens than what was meant.

What a page asks its server for is held back here until the test lets it through, so that what is seldom and short on
a quick machine lasts as long as it is looked at.
"""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect
from tests.pages.seats import PHONE, STEP, Party, end_of_patience

pytestmark = [pytest.mark.browser, pytest.mark.encounter("skirmish")]


class Line:
    """What a page asks for that looks like `pattern`, held back."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.open = page, False
        self.held: list[Route] = []
        page.route(pattern, self._come)

    def _come(self, route: Route) -> None:
        if self.open:
            route.continue_()
        else:
            self.held.append(route)

    def holds(self, much: int) -> None:
        """Waits until so much is held back."""
        end = end_of_patience()
        while len(self.held) < much:
            assert time.monotonic() < end, f"{len(self.held)} of {much} held back"
            self.page.wait_for_timeout(STEP)

    def free(self) -> None:
        """Lets all through, from now on too."""
        self.open = True
        for route in self.held:
            route.continue_()


class Late:
    """The answer to the first order that a page gives, held back: the server has done it all the same."""

    def __init__(self, page: Page) -> None:
        self.page, self.come = page, False
        self.held: list[Route] = []
        page.route("**/do", self._come)

    def _come(self, route: Route) -> None:
        if self.come:
            route.continue_()
            return
        self.come = True
        route.fetch()
        self.held.append(route)

    def free(self) -> None:
        """Now it comes."""
        end = end_of_patience()
        while not self.held:
            assert time.monotonic() < end, "nothing was ordered, or it is not done"
            self.page.wait_for_timeout(STEP)
        self.held[0].fulfill(status=204)


def orders(page: Page) -> list[Any]:
    """What the page orders from now on, as it goes."""
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.post_data_json)

    page.on("request", note)
    return sent


def listening(page: Page) -> None:
    """Counts what the stream brings, whether it is shown yet or not."""
    page.evaluate(
        """() => { window.brought = 0;
             document.addEventListener("htmx:sse:before:message", () => { window.brought += 1; }); }"""
    )


def test_who_is_chosen_and_overruled_is_the_one_chosen(party: Party) -> None:
    """A name and then “Overrule”, before the composer of that name is drawn: its card, not the other's."""
    gm = party.begin()
    turn = party.state()["turn"]
    chosen = next(id for id in ("dock-tough-1", "dock-tough-2") if id != turn)
    line = Line(gm.page, f"**/composer?*who={chosen}*")
    gm.page.locator(f"#row-{chosen} .name-btn").click()
    line.holds(1)
    gm.page.get_by_role("button", name="Overrule").click()
    expect(gm.page.locator("#focus")).to_have_attribute("aria-busy", "true")
    line.free()
    name = party.state()["combatants"][chosen]["name"]
    expect(gm.page.locator("#dialog h2")).to_have_text(f"Overrule: {name}")
    gm.press({"command": {"do": "set", "who": chosen, "field": "out", "value": True}})
    assert party.state()["combatants"][chosen]["out"]


@pytest.mark.parametrize("by", ["keys", "clicks"])
def test_who_is_chosen_and_attacked_is_the_one_chosen(party: Party, by: str) -> None:
    """Another target and at once the attack, before that target's odds are there: it is attacked, nobody else."""
    gm = party.begin()
    party.turn_of("ines-varro")
    picks = gm.page.locator("#focus .targets > [aria-label=Target] [data-target]")
    expect(picks).to_have_count(2)
    gm.target(picks.nth(0).get_attribute("data-target") or "")
    meant = picks.nth(1).get_attribute("data-target")
    sent = orders(gm.page)
    line = Line(gm.page, f"**/composer?*target={meant}*")
    if by == "keys":
        gm.page.keyboard.press("j")
    else:
        picks.nth(1).click()
    line.holds(1)
    with gm.ordered():
        if by == "keys":
            gm.page.keyboard.press("a")
        else:
            gm.page.locator('#focus [data-key="attack"]').click()
        line.free()
    assert sent[0]["command"]["target"] == meant


def test_a_choice_by_keys_goes_on_from_the_last(party: Party) -> None:
    """Twice the next target, however slowly they are drawn: two further, not one."""
    gm = party.begin()
    party.turn_of("ines-varro")
    picks = gm.page.locator("#focus [data-target]")
    all_of_them = [pick.get_attribute("data-target") for pick in picks.all()]
    gm.target(all_of_them[0] or "")
    line = Line(gm.page, f"**/composer?*target={all_of_them[1]}*")
    gm.page.keyboard.press("j")
    gm.page.keyboard.press("j")
    line.holds(1)
    line.free()
    expect(gm.page.locator(f'#focus [data-target="{all_of_them[2 % len(all_of_them)]}"]')).to_have_attribute(
        "aria-pressed", "true"
    )


def test_enter_on_the_map_goes_to_the_place_last_chosen(party: Party) -> None:
    """Two arrows and Enter in a breath: two metres, though the form has not been told yet."""
    gm = party.begin()
    party.turn_of("ines-varro")
    at = party.state()["combatants"]["ines-varro"]["at"]
    line = Line(gm.page, "**/composer?*to=*")
    gm.page.locator("#map").focus()
    with gm.ordered():
        for key in ("ArrowRight", "ArrowRight", "Enter"):
            gm.page.keyboard.press(key)
        line.holds(1)
        line.free()
    assert party.state()["combatants"]["ines-varro"]["at"] == at + 2


def test_what_is_pressed_stays_under_the_finger(party: Party) -> None:
    """While the button is down somebody else acts: what was seen is what is sent, and it is told to be too late."""
    gm = party.begin()
    turn = party.state()["turn"]
    listening(gm.page)
    undo = gm.page.locator("#undo")
    shown = undo.get_attribute("data-do")
    undo.hover()
    gm.page.mouse.down()
    party.order_unseen(command={"do": "hide", "who": "dock-tough-1"})
    gm.page.wait_for_function("() => window.brought > 0")
    assert undo.get_attribute("data-do") == shown
    gm.page.mouse.up()
    gm.hears("Refused.")
    expect(undo).not_to_have_attribute("data-do", shown or "")
    state = party.state()
    assert (state["turn"], state["combatants"]["dock-tough-1"]["hidden"]) == (turn, True)


def test_what_is_said_waits_for_the_finger(party: Party) -> None:
    """A refusal comes while a button is held at the very place where it will be read: the press is done, then told."""
    gm = party.begin()
    turn, order = party.state()["turn"], party.state()["order"]
    line = Line(gm.page, "**/do")
    gm.page.evaluate(
        """who => { const b = document.createElement("button"); b.id = "cheat";
             b.dataset.do = JSON.stringify({command: {do: "end_turn", who}}); document.body.append(b); b.click(); }""",
        order[-1],
    )
    line.holds(1)
    button = gm.page.locator(f'#order [data-row="{order[1]}"] .name-btn')
    button.hover()
    box = button.bounding_box()
    assert box is not None
    gm.page.evaluate(
        """([x, y]) => { const { style } = document.getElementById("said");
             style.left = `${x}px`; style.top = `${y}px`; style.bottom = "auto"; }""",
        [box["x"] + box["width"] / 2, box["y"] - 10],
    )
    gm.page.mouse.down()
    with gm.page.expect_response("**/do") as answer:
        line.free()
    assert answer.value.status == 409
    gm.page.evaluate("fetch('/static/star.svg').then((answer) => answer.text())")  # after what came before it
    assert gm.page.locator("#said").inner_text() == ""
    gm.page.mouse.up()
    expect(gm.page.locator("#composer")).to_have_attribute("data-who", order[1])
    gm.hears("Refused.")
    assert party.state()["turn"] == turn


def test_a_button_whose_row_goes_is_pressed_all_the_same(party: Party) -> None:
    """A name is pressed in the very moment in which its row is drawn elsewhere: it is chosen."""
    gm = party.begin()
    order = party.state()["order"]
    listening(gm.page)
    gm.page.locator(f"#row-{order[-1]} .name-btn").hover()
    gm.page.mouse.down()
    party.order_unseen(command={"do": "order", "order": [order[-1], *order[:-1]]})
    gm.page.wait_for_function("() => window.brought > 0")
    gm.page.mouse.up()
    expect(gm.page.locator("#composer")).to_have_attribute("data-who", order[-1])


def test_the_card_asked_for_last_is_shown(party: Party) -> None:
    """Its answer comes first, that of an older click after it: the newer card stays."""
    gm = party.begin()
    line = Line(gm.page, "**/help")
    gm.page.locator("#help").click()
    line.holds(1)
    gm.page.get_by_role("button", name="Table…").click()
    title = gm.page.locator("#dialog h2")
    expect(title).to_have_text("Table")
    with gm.page.expect_response("**/help"):
        line.free()
    gm.page.evaluate("fetch('/static/star.svg').then((answer) => answer.text())")  # after what came before it
    expect(title).to_have_text("Table")


def test_a_card_opens_though_the_first_try_is_lost(party: Party) -> None:
    """A phone that changes its network loses a request: it is asked for again."""
    gm = party.begin()
    tries: list[Route] = []

    def lose(route: Route) -> None:
        tries.append(route)
        if len(tries) == 1:
            route.abort()
        else:
            route.continue_()

    gm.page.route("**/console/add", lose)
    gm.page.get_by_role("button", name="Add combatant").click()
    expect(gm.page.locator("#dialog h2")).to_contain_text("Add combatant")
    assert len(tries) == 2


@pytest.mark.parametrize("answered", [True, False], ids=["lost", "hanging"])
def test_a_choice_is_drawn_though_its_drawing_was_lost(party: Party, answered: bool) -> None:
    """The request for the composer is lost, or never ends, and nothing else happens at the table: it is asked for again
    by itself."""
    gm = party.begin()
    turn = party.state()["turn"]
    chosen = next(id for id in ("dock-tough-1", "dock-tough-2") if id != turn)
    tries: list[Route] = []

    def lose(route: Route) -> None:
        tries.append(route)
        if len(tries) > 1:
            route.continue_()
        elif answered:
            route.abort()

    gm.page.route(f"**/composer?*who={chosen}*", lose)
    gm.page.locator(f"#row-{chosen} .name-btn").click()
    expect(gm.page.locator("#composer")).to_have_attribute("data-who", chosen)
    assert len(tries) == 2


def test_a_busy_table_does_not_starve_the_composer(party: Party) -> None:
    """Each change comes before the drawing for the one before it has: that drawing is shown, then the newest."""
    gm = party.begin()
    line = Line(gm.page, "**/composer?*")
    for n in range(3):
        party.order_unseen(settings={"notes": {"dock-tough-1": f"note {n}"}})
        party.order_unseen(command={"do": "set", "who": "dock-tough-1", "field": "momentum", "value": n})
        gm.shows_newest()
        line.holds(1)
    assert len(line.held) == 1
    line.free()
    gm.caught_up()


def test_a_double_click_is_one_order_though_drawn_anew_between(party: Party) -> None:
    """case-30: the second half of a double click finds the next one's button under it, and ends no second turn."""
    gm = party.begin()
    order = party.state()["order"]
    button = gm.page.locator('#focus [data-key="end_turn"]')
    button.scroll_into_view_if_needed()
    with gm.ordered():
        button.click()
    button.hover()
    sent = orders(gm.page)
    gm.page.mouse.down(click_count=2)
    gm.page.mouse.up(click_count=2)
    gm.hears("double click")
    assert (party.state()["turn"], sent) == (order[1], [])


def test_a_form_sent_twice_is_one_order(party: Party) -> None:
    """Pressed again while the answer is late, though the page shows already what was done: one joins, not two."""
    gm = party.begin()
    people = len(party.state()["combatants"])
    add = gm.open("Add combatant").get_by_role("button", name="Add", exact=True)
    sent, late = orders(gm.page), Late(gm.page)
    add.click()
    expect(gm.page.locator("#order > li")).to_have_count(people + 1)
    add.click()
    gm.page.evaluate(
        "fetch('/static/star.svg').then((answer) => answer.text())"
    )  # after what was sent before it
    assert len(sent) == 1
    late.free()
    expect(gm.page.locator("#dialog")).not_to_be_visible()
    assert len(party.state()["combatants"]) == people + 1


def test_dice_are_typed_on_before_the_last_were_answered(party: Party) -> None:
    """A contest asks for the next roll on the same card, and the answer to the last is late: taps count at once."""
    ines = party.sit("Ines Varro", PHONE)
    party.order(settings={"manual": ["ines-varro"]})
    party.order(command={"do": "set", "who": "ines-varro", "field": "momentum", "value": 0})
    sides = [{"who": "ines-varro", "skill": "Recon"}, {"who": "dock-tough-1", "skill": "Recon"}]
    party.order(command={"do": "contest", "sides": sides, "net": 100})
    late = Late(ines.page)
    for faces in ([4, 4], [5, 6]):
        for face in faces:
            ines.page.locator(f'#prompts [data-face="{face}"]').click()
        expect(ines.page.locator("#log .entry").first).to_contain_text(", ".join(map(str, faces)))
    late.free()
    ines.settled()
