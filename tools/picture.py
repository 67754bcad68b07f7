"""Takes docs/images/table.png, the GM's page of the live table; run it when the pages look different:
python -m tools.picture

It plays the shipped example by the tactics, to the first character's turn in the second round, and chooses a target.
"""

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from tests.pages.seats import Party
from tests.table.server import serving

OUT = Path(__file__).parents[1] / "docs" / "images" / "table.png"
ENCOUNTER = sys.argv[1] if len(sys.argv) > 1 else "patrol-ambush"


def main() -> None:
    """Serves, plays, looks."""
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with (
        TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db", ENCOUNTER) as server,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=found)
        party = Party(server, browser)
        gm = party.sit("GM (you)", {"width": 1440, "height": 960})
        api = server.api("GM")

        def order(number: int, thing: dict[str, object]) -> bool:
            version = api.get("/state").json()["state"]["version"]
            return api.post(
                "/commands", json={"request": f"r{number}", "version": version, **thing}
            ).is_success

        order(0, {"command": {"do": "begin"}})
        for number in range(1, 200):
            state = api.get("/state").json()["state"]
            if asked := state["pending"]:
                order(number, {"answer": {asked[0]["key"]: asked[0].get("default", "roll")}})
            elif state["over"] or (state["round"] == 2 and state["turn"] == next(iter(state["combatants"]))):
                break
            elif not order(number, {"tactic": state["turn"]}):
                order(number + 1000, {"command": {"do": "end_turn", "who": state["turn"]}})
        gm.page.reload()
        picks = gm.page.locator("#focus [data-target]")
        picks.first.wait_for()
        gm.target(picks.first.get_attribute("data-target") or "")
        gm.page.wait_for_timeout(1500)  # the odds beside every button
        gm.page.screenshot(path=OUT)
        party.leave()
        browser.close()
    print(f"{OUT.name}: {OUT.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
