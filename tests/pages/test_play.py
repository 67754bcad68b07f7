"""A table as people use it, in a real browser: laptop and phones at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party
from tests.table.server import serving

pytestmark = pytest.mark.browser


def attack(party: Party, who: str, weapon: str, target: str, **more: str) -> None:
    """The GM has a combatant attack; whoever is asked is left to answer."""
    gm = party.seats["GM"]
    party.turn_of(who)
    gm.target(target)
    gm.press({"command": {"do": "attack", "who": who, "weapon": weapon, "target": target, **more}})
    party.caught_up()


@pytest.mark.encounter("skirmish")
def test_a_whole_fight_by_three_seats(party: Party) -> None:
    """A GM and two players on phones begin a fight and play it to its end, each from their own page."""
    gm = party.sit("GM")
    players = {"ines-varro": party.sit("Ines Varro", PHONE), "corin-hale": party.sit("Corin Hale", PHONE)}
    party.begin()
    acted = set()
    for _ in range(400):
        party.caught_up()
        state = party.state()
        if state["over"]:
            break
        for ask in state["pending"]:
            if ask["key"].startswith("claim_attack"):  # the attacker's switch answers by itself
                gm.page.wait_for_selector(f'[data-ask="{ask["key"]}"]', state="detached")
                break
            seat = players.get(ask["seat"], gm)
            with seat.ordered():
                seat.page.locator(f'[data-ask="{ask["key"]}"] .choice button').first.click()
            break
        else:
            turn = state["turn"]
            acted.add(turn)
            seat = players.get(turn, gm)
            shoot = seat.page.locator('#focus [data-key="attack"]:not([disabled])')
            end = seat.page.locator('#focus [data-key="end_turn"]')
            with seat.ordered():
                if seat is gm:
                    gm.page.get_by_role("button", name="Let it play").click()
                else:
                    (shoot if shoot.count() else end).first.click()
    assert party.state()["over"], "the fight has an end"
    assert set(players) <= acted, "each player has had a turn"
    for seat in (gm, *players.values()):
        expect(seat.page.locator("#waiting")).to_contain_text("The fight is over")


def test_a_reaction_is_asked_on_the_right_phone(party: Party) -> None:
    """Who is attacked is asked, with a changed title, the odds and what is not legal; nobody else is."""
    asha, bruno = party.sit("Asha", PHONE), party.sit("Bruno", PHONE)
    party.begin()
    attack(party, "vex", "rifle", "asha")
    ask = asha.page.locator('[data-ask="reaction:asha"]')
    expect(ask).to_contain_text("Vex attacks you")
    expect(ask.locator(".choice", has_text="Dodge")).to_contain_text(re.compile(r"\d+\.\d.% to avoid"))
    expect(ask.locator(".choice.no", has_text="Parry")).to_contain_text("C62")
    expect(asha.page).to_have_title(re.compile(r"^\(1\) You are asked"))
    assert bruno.page.locator("#prompts .ask").count() == 0
    expect(bruno.page.locator("#waiting")).to_contain_text("Asha")
    asha.press({"answer": {"reaction:asha": "none"}})
    party.caught_up()
    expect(asha.page.locator("#prompts .ask")).to_have_count(0)
    expect(bruno.page.locator("#waiting")).not_to_contain_text("reaction")


def test_the_gm_undoes_and_redoes(party: Party) -> None:
    """Undo takes the last command back on every page; redo gives it again; the log goes back to any entry."""
    gm, asha = party.begin(), party.sit("Asha", PHONE)
    first = party.state()["turn"]
    gm.press({"command": {"do": "end_turn", "who": first}})
    second = party.state()["turn"]
    assert second != first
    gm.key("u")
    expect(gm.page.locator("#now")).to_have_attribute("data-turn", first)
    expect(asha.page.locator("#now")).to_have_attribute("data-turn", first)
    gm.key("Control+Shift+Z")
    expect(asha.page.locator("#now")).to_have_attribute("data-turn", second)
    gm.page.locator("#log details").last.locator("summary").click()
    gm.press({"undo": {"n": 1}})
    expect(asha.page.locator("#now")).to_have_attribute("data-turn", first)


@pytest.mark.encounter("docking-bay")
def test_a_hidden_foe_is_revealed(party: Party) -> None:
    """Before, nothing that a player or the big screen was sent names the hidden one; after, all see it."""
    gm, player, screen = party.sit("GM"), party.sit("Dov Amsel", PHONE), party.sit("Big screen")
    party.begin()
    expect(gm.page.locator("#order")).to_contain_text("Far-eye")
    for seat in (player, screen):
        expect(seat.page.locator("#now")).to_have_attribute("data-round", "1")
        assert "Far-eye" not in seat.text() and "watcher" not in seat.text()
    gm.choose("watcher")
    gm.press({"command": {"do": "reveal", "who": "watcher"}})
    for seat in (player, screen):
        expect(seat.page.locator("#order")).to_contain_text("Far-eye")


def test_pages_come_back_after_the_server_was_killed(party: Party) -> None:
    """A killed server that starts again is found by itself; what was done is still there, and play goes on."""
    gm, bruno = party.begin(), party.sit("Bruno", PHONE)
    first = party.state()["turn"]
    server = party.server
    server.kill()
    expect(bruno.page.locator("#offline")).to_be_visible()
    with serving(server.db, port=server.port):
        expect(bruno.page.locator("#offline")).to_be_hidden()
        expect(gm.page.locator("#offline")).to_be_hidden()
        expect(bruno.page.locator("#now")).to_have_attribute("data-turn", first)
        gm.press({"command": {"do": "end_turn", "who": first}})
        expect(bruno.page.locator("#now")).not_to_have_attribute("data-turn", first)
        party.leave()


def test_a_test_is_called_outside_a_fight(party: Party) -> None:
    """No fight is under way: the GM calls for a test, the player rolls real dice, everybody reads the result."""
    gm, cato, screen = party.sit("GM"), party.sit("Cato", PHONE), party.sit("Big screen")
    card = gm.open("Table…")
    with gm.ordered():
        card.get_by_role("switch", name="Cato").click()
    form = gm.open("Call a test").locator("form").first
    form.locator('[name="command.who"]').select_option("cato")
    form.locator('[name="command.skill"]').fill("Athletics")
    form.locator('[name="command.stakes"]').fill("the ladder holds")
    with gm.ordered():
        form.get_by_role("button", name="Call the test").click()
    cato.caught_up()
    expect(cato.page.locator("#prompts .ask")).to_be_visible()
    count = int(cato.asks()[0]["count"])
    cato.type_dice([6] * count)
    for seat in (cato, screen, gm):
        expect(seat.page.locator("#log .entry").first).to_contain_text("Success, natural 12")


@pytest.mark.encounter("skirmish")
def test_a_turn_by_keyboard_alone(party: Party) -> None:
    """case-40: target, claim, attack, answers and the end of the turn, without a pointer."""
    gm = party.sit("GM")
    gm.key("n")
    expect(gm.page.locator("#now")).to_have_attribute("data-round", "1")
    while party.state()["turn"] != "ines-varro":
        gm.key("n")
    expect(gm.page.locator("#comp-h")).to_contain_text("Ines Varro")
    gm.page.keyboard.press("j")
    expect(gm.page.locator('#focus [data-target="dock-tough-2"]')).to_have_attribute("aria-pressed", "true")
    gm.key("a")
    while asked := party.shown()["pending"]:
        # The composer's switch answers this by itself.
        if any(ask["key"].startswith("claim_attack") for ask in asked):
            gm.page.wait_for_selector('[data-ask^="claim_attack"]', state="detached")
            continue
        gm.page.locator("#prompts .choice button").first.focus()
        gm.key("Enter")
    assert party.state()["combatants"]["ines-varro"]["significant"] == 0
    gm.key("n")
    expect(gm.page.locator("#now")).not_to_have_attribute("data-turn", "ines-varro")


@pytest.mark.encounter("skirmish")
def test_a_place_is_chosen_on_the_map(party: Party) -> None:
    """By click and by arrow keys: the place stands in the form before anything is done, and Enter goes there."""
    gm = party.begin()
    turn = party.state()["turn"]
    gm.page.locator("#map").focus()
    at = party.state()["combatants"][turn]["at"]
    for step in (1, 2):
        gm.page.keyboard.press("ArrowRight")
        expect(gm.page.locator('#focus [name="command.to"]').first).to_have_value(str(at + step))
    gm.key("Enter")
    assert party.state()["combatants"][turn]["at"] == at + 2


@pytest.mark.encounter("skirmish")
def test_a_refusal_is_read_out(party: Party) -> None:
    """What is not legal stands greyed with its reason and its rule; sent all the same, it is refused aloud."""
    gm = party.begin()
    first = party.state()["turn"]
    gm.press({"command": {"do": "end_turn", "who": first}})
    gm.page.evaluate(
        """who => { const b = document.createElement("button"); b.id = "cheat";
             b.dataset.do = JSON.stringify({command: {do: "end_turn", who}}); document.body.append(b); b.click(); }""",
        first,
    )
    gm.hears("Refused.", "C10")


@pytest.mark.encounter("skirmish")
def test_a_head_is_dragged(party: Party) -> None:
    """Let go somewhere else, it has chosen that place for its move; nothing is done before the button says so."""
    gm = party.begin()
    turn = party.state()["turn"]
    at = party.state()["combatants"][turn]["at"]
    gm.page.locator("#map").scroll_into_view_if_needed()
    box = gm.page.locator(f'#map [data-head="{turn}"] .on').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gm.page.mouse.move(x, y)
    gm.page.mouse.down()
    gm.page.mouse.move(x + 60, y, steps=4)
    gm.page.mouse.up()
    field = gm.page.locator('#focus [name="command.to"]').first
    expect(field).not_to_have_value("")
    chosen = float(field.input_value())
    assert chosen > at and party.state()["combatants"][turn]["at"] == at
    gm.settled()
    gm.page.locator(f'#focus [data-target]:not([data-target="{turn}"])').first.click()
    gm.settled()
    with gm.ordered():
        gm.page.locator('#focus [data-key="go"]').click()
    assert party.state()["combatants"][turn]["at"] == chosen


def test_a_blast_is_seen_before_it_is_thrown(party: Party) -> None:
    """The place chosen for a lob shows the circle and who is within, with each one's odds; nothing is spent yet."""
    cato = party.sit("Cato")
    party.begin()
    party.turn_of("cato")
    cato.page.locator('#focus .name-btn[data-focus*="frag"]').first.click()
    cato.settled()
    cato.page.get_by_role("button", name="Throw there").click()
    expect(cato.page.locator("#map")).to_have_attribute("data-placing", "at")
    cato.page.locator("#map").focus()
    for _ in range(6):
        cato.page.keyboard.press("Shift+ArrowRight")
    expect(cato.page.locator("#map .blast-t")).to_contain_text("blast: ")
    expect(cato.page.locator("#focus .options")).to_contain_text("Within")
    assert party.state()["combatants"]["cato"]["ammo"]["frag"] == 2


def test_an_answer_has_its_time(party: Party) -> None:
    """With a limit set, whoever waits sees the seconds left run down; when they are over the safe default is taken."""
    gm, asha, bruno = party.begin(), party.sit("Asha", PHONE), party.sit("Bruno", PHONE)
    card = gm.open("Table…")
    card.locator('[name="settings.timeout"]').fill("3600")
    with gm.ordered():
        card.get_by_role("button", name="Keep").click()
    attack(party, "vex", "rifle", "asha")
    for seat in (gm, asha, bruno):
        clock = seat.page.locator("#waiting [data-deadline]")
        expect(clock).to_have_text(re.compile(r"^3[0-6]\d\d s$"))
        expect(clock).not_to_have_text(clock.inner_text())
    for seconds in (None, 1):
        party.order_unseen(settings={"timeout": seconds})
    for seat in (gm, asha, bruno):
        expect(seat.page.locator("#log .entry").first).to_contain_text("Vex attacks Asha")
        expect(seat.page.locator("#prompts .ask")).to_have_count(0)


def test_no_forecast_leaves_nothing_of_it(party: Party) -> None:
    """With --no-forecast there is no bar and nothing to ask for, neither at the table nor on the start page."""
    gm = party.begin()
    expect(gm.page.locator("#forecast")).to_have_count(0)
    gm.open("Advice…")
    expect(gm.page.locator("#dialog [data-load]")).to_have_count(0)
    gm.page.goto(party.server.url)
    expect(gm.page.locator("main")).to_contain_text("Begin with this fight")
    expect(gm.page.locator("[data-forecast]")).to_have_count(0)
