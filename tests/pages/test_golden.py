"""The golden fight, played through the pages with typed dice, comes to exactly its final state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.pages.seats import PHONE, Party, Seat

from wanderstar.play.state_json import state_json
from wanderstar.play.table import Given, Table
from wanderstar.sheets.load import load_encounter

pytestmark = pytest.mark.browser
SCRIPT = Path(__file__).parents[2] / "examples" / "golden-fight.jsonl"


def lines() -> Iterator[dict[str, Any]]:
    """The script's lines; what goes without saying is left unsaid, as the buttons do."""
    for line in map(json.loads, SCRIPT.read_text(encoding="utf-8").splitlines()):
        if line["command"].get("mode") == "single":
            del line["command"]["mode"]
        yield line


def expected() -> dict[str, Any]:
    """The state that the same lines come to without any page."""
    table = Table(load_encounter("golden-fight"))
    for line in lines():
        if "refused" not in line:
            assert table.order(line["command"], providers=[Given(line)])
    return json.loads(json.dumps(state_json(table.state)))  # type: ignore[no-any-return]


class Hands:
    """Three phones and the GM's laptop playing from a script."""

    def __init__(self, party: Party) -> None:
        self.party, self.gm = party, party.sit("GM")
        self.seats = {name.lower(): party.sit(name, PHONE) for name in ("Asha", "Bruno", "Cato")}

    def seat(self, who: str) -> Seat:
        """Whose page it is done on: a character's own, else the GM's."""
        return self.seats.get(who, self.gm)

    def own_dice(self) -> None:
        """The GM has everybody roll real dice."""
        for name in ("The GM", "Asha", "Bruno", "Cato"):
            card = self.gm.open("Table…")
            with self.gm.ordered():
                card.get_by_role("switch", name=name).click()

    def order(self, line: dict[str, Any]) -> None:
        """One command, by the buttons and fields of the one who acts."""
        command = line["command"]
        do, who = command["do"], command.get("who", "")
        seat = self.seat(who)
        seat.caught_up()
        seat.ready(who)
        for prepare in (self.choose, self.claim):
            prepare(seat, line)
        if do in ("move", "suppress"):
            self.fill(seat, command)
        else:
            seat.press({"command": command})

    def choose(self, seat: Seat, line: dict[str, Any]) -> None:
        """The target, or for a lob the weapon and the place on the map."""
        command = line["command"]
        if command["do"] not in ("attack", "aim"):
            return
        if "target" in command:
            seat.target(command["target"])
        if "at" in command:
            seat.page.locator(f'#focus .name-btn[data-focus*="{command["weapon"]}"]').first.click()
            seat.settled()
            seat.page.get_by_role("button", name="Throw there").click()
            expect(seat.page.locator("#map")).to_have_attribute("data-placing", "at")
            start = json.loads(seat.page.locator("#map").get_attribute("data-from") or "0")
            seat.page.locator("#map").focus()
            for _ in range(abs(command["at"] - start)):
                seat.page.keyboard.press("ArrowRight" if command["at"] > start else "ArrowLeft")

    def claim(self, seat: Seat, line: dict[str, Any]) -> None:
        """The Momentum switch."""
        who = line["command"].get("who")
        if line["command"]["do"] == "attack" and line.get("choices", {}).get(f"claim_attack:{who}"):
            seat.page.get_by_role("switch", name="Claim Advantage").click()
            expect(seat.page.get_by_role("switch", name="Claim Advantage")).to_have_attribute(
                "aria-checked", "true"
            )
            seat.settled()

    def fill(self, seat: Seat, command: dict[str, Any]) -> None:
        """A place typed into the form."""
        field = "to" if command["do"] == "move" else "at"
        again = command.get("as") == "significant"
        label = "Move again" if again else "Move" if command["do"] == "move" else "Suppress"
        form = seat.page.locator(
            "#focus form.inline", has=seat.page.get_by_role("button", name=label, exact=True)
        )
        form.locator(f'[name="command.{field}"]').fill(str(command[field]))
        with seat.ordered():
            form.get_by_role("button", name=label, exact=True).click()

    def answer(self, line: dict[str, Any]) -> None:
        """Whatever is asked, on the page of whoever is asked, until nothing is."""
        dice = list(line.get("dice", ()))
        choices = dict(line.get("choices", {}))
        own = f"claim_attack:{line['command'].get('who')}"
        if own in choices and line["command"]["do"] == "attack":
            del choices[own]  # the switch answers
        while dice or choices:
            self.gm.caught_up()
            ask = self.asked(choices)
            seat = self.seat(ask["seat"])
            seat.caught_up()
            if ask["key"] == "dice":
                count = int(ask["count"])
                seat.type_dice(dice[:count])
                del dice[:count]
            else:
                seat.press({"answer": {ask["key"]: choices.pop(ask["key"])}})

    def asked(self, choices: dict[str, Any]) -> dict[str, str]:
        """The next thing that the script has an answer for, once the GM's page shows it."""
        keys = ["dice", *choices]
        self.gm.page.wait_for_function(
            """keys => [...document.querySelectorAll("#prompts .ask")].some((ask) => keys.includes(ask.dataset.ask))""",
            arg=keys,
        )
        return next(ask for ask in self.gm.asks() if ask["key"] in keys)

    def refused(self, line: dict[str, Any]) -> None:
        """What must not be done: the button or the option is not there, the reason is."""
        command = line["command"]
        seat = self.seat(command["who"])
        seat.caught_up()
        if line["refused"] == "total_cover":
            seat.page.wait_for_selector(f'#focus [data-target="{command["target"]}"]')
            expect(seat.page.locator(f'#focus [data-target="{command["target"]}"]')).to_contain_text(
                "Total cover"
            )
            return
        seat.ready(command["who"])
        self.choose(seat, line)
        if line["refused"] == "momentum":
            expect(seat.page.locator("#focus .helps .because")).to_contain_text("Momentum")
            expect(seat.page.get_by_role("switch", name="Claim Advantage")).to_have_count(0)
            return
        seat.press({"command": command})
        [(key, value)] = line["choices"].items()
        asked = self.seat(key.partition(":")[2])
        asked.caught_up()
        option = asked.page.locator(f'[data-ask="{key}"] .choice.no', has_text=value.capitalize())
        expect(option).to_be_visible()
        self.gm.caught_up()
        self.gm.press({"cancel": True})


def test_the_golden_fight_through_the_pages(party: Party) -> None:
    """A GM's laptop and three phones, real dice typed where they fall: the same state to the last field."""
    hands = Hands(party)
    hands.own_dice()
    for line in lines():
        if line["command"]["do"] == "begin":
            hands.gm.press({"command": {"do": "begin"}})
        elif "refused" in line:
            hands.refused(line)
            continue
        else:
            hands.order(line)
        hands.answer(line)
    reached = party.state()
    for name, value in expected().items():
        if name == "combatants":
            for who, fields in value.items():
                assert {key: reached["combatants"][who][key] for key in fields} == fields, who
        elif name != "version":
            assert reached[name] == value, name
