"""People at a table: each a browser of their own at a seat, doing what fingers and keys do."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, ViewportSize, expect
from tests.table.server import Server

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds for whatever a test waits for: long enough that only what never comes fails."""

SETTLED = """who => {
  const now = document.getElementById("now").dataset;
  const composer = document.getElementById("composer")?.dataset;
  const busy = document.getElementById("focus")?.getAttribute("aria-busy") === "true";
  if (busy || (composer && composer.version !== now.version)) return false;
  return !who || (now.turn === who && composer?.who === who);
}"""

FIND = """wanted => {
  const same = (a, b) => a === b || (a && b && typeof a === "object" && typeof b === "object"
    && Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => same(a[key], b[key])));
  for (const button of document.querySelectorAll("[data-do]")) {
    if (same(JSON.parse(button.dataset.do), wanted)) return button;
  }
  return null;
}"""


class Seat:
    """One person's page."""

    def __init__(self, name: str, context: BrowserContext, page: Page) -> None:
        self.name, self.context, self.page = name, context, page
        self.ordering: set[Request] = set()
        page.on("request", self._ordered)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)

    def _ordered(self, request: Request) -> None:
        if request.method == "POST":
            self.ordering.add(request)

    def _answered(self, request: Request) -> None:
        self.ordering.discard(request)

    @property
    def version(self) -> str:
        """The version of the state that the page shows."""
        return self.page.locator("#now").get_attribute("data-version") or ""

    def button(self, wanted: dict[str, Any]) -> Any:
        """The button that sends exactly this order, or None."""
        return self.page.evaluate_handle(FIND, wanted).as_element()

    def wait_for_button(self, wanted: dict[str, Any]) -> Any:
        """The same, once it is there."""
        self.page.wait_for_function(f"wanted => Boolean(({FIND})(wanted))", arg=wanted)
        return self.button(wanted)

    def ready(self, who: str) -> None:
        """Waits until it is somebody's turn and the composer shows the table as it is now."""
        self.page.wait_for_function(SETTLED, arg=who)

    def settled(self) -> None:
        """Waits until all that is chosen and all that is new is drawn, and nothing that was ordered is on its way."""
        self.page.wait_for_function(SETTLED)
        while self.ordering:
            self.page.wait_for_timeout(20)
        self.page.evaluate("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")

    def press(self, wanted: dict[str, Any]) -> None:
        """Presses it, and sees the table change."""
        before = self.version
        self.click(wanted)
        self.changed(before)

    def click(self, wanted: dict[str, Any]) -> None:
        """Presses it as it is drawn now; the one that has taken its place if it was drawn anew just before."""
        self.page.wait_for_function(SETTLED)
        while True:
            button = self.wait_for_button(wanted)
            try:
                button.evaluate(
                    "button => { const one = button.closest('details'); if (one) one.open = true; }"
                )
                button.click()
                return
            except Error as error:
                if "not attached" not in error.message:
                    raise

    def changed(self, before: str) -> None:
        """Waits until the page shows something newer."""
        self.page.wait_for_function(
            "before => document.getElementById('now').dataset.version !== before", arg=before
        )

    def tab(self, name: str) -> None:
        """A part of the page, on a phone."""
        self.page.locator(f"#tab-{name}").click()

    def target(self, who: str) -> None:
        """Chooses a target, and waits for its odds."""
        pick = self.page.locator(f'#focus [data-target="{who}"]')
        pick.click()
        expect(pick).to_have_attribute("aria-pressed", "true")

    def asks(self) -> list[dict[str, str]]:
        """What is asked here: key, who, seat, and of dice how many."""
        found: list[dict[str, str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("#prompts .ask")].map((ask) => ({
                 key: ask.dataset.ask, who: ask.dataset.who, seat: ask.dataset.seat,
                 count: ask.querySelector("[data-dice]")?.dataset.dice ?? "" }))"""
        )
        return found

    def type_dice(self, faces: list[int]) -> None:
        """Taps what real dice showed."""
        before = self.version
        for face in faces:
            self.page.locator(f'#prompts [data-face="{face}"]').first.click()
        self.changed(before)

    def text(self) -> str:
        """Everything the page's document says, seen or not."""
        return self.page.content()


class Party:
    """A server and the people who have come to it. `errors` are what any page's console complained of."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.seats: dict[str, Seat] = {}
        self.errors: list[str] = []

    def sit(self, name: str, size: ViewportSize | None = None, scheme: Any = "light") -> Seat:
        """Somebody comes by their link."""
        link = self.server.links["GM (you)" if name == "GM" else name]
        phone = size is not None and size["width"] < 700
        context = self.browser.new_context(
            viewport=size or LAPTOP,
            color_scheme=scheme,
            has_touch=phone,
            is_mobile=phone,
        )
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))
        page.on("console", lambda said: self._said(name, said))
        page.on("dialog", lambda dialog: dialog.accept())
        seat = Seat(name, context, page)
        self.seats[name] = seat
        page.goto(link)
        if name != "Big screen":
            page.wait_for_selector("#focus > *")
        return seat

    def _said(self, name: str, said: Any) -> None:
        lost = (
            "Failed to load resource",
            "ERR_",
            "htmx:sse:error",
            "Failed to fetch",
        )  # a server that is killed is no page's fault
        if said.type == "error" and not any(word in said.text for word in lost):
            self.errors.append(f"{name}: {said.text}")

    def state(self) -> dict[str, Any]:
        """STATE as the GM's seat gets it."""
        answer = self.seats["GM"].page.request.get(f"{self.server.url}/api/tables/{self.server.table}/state")
        found: dict[str, Any] = json.loads(answer.text())["state"]
        return found

    def shown(self) -> dict[str, Any]:
        """The same, once the GM's page shows it."""
        while (state := self.state())["version"] != self.seats["GM"].version:
            self.seats["GM"].page.wait_for_timeout(20)
        return state

    def stranger(self) -> Page:
        """The page of somebody who has no seat; they close their context."""
        context = self.browser.new_context()
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def leave(self) -> None:
        """Everybody goes."""
        for seat in self.seats.values():
            seat.context.close()
