"""People at a table: each a browser of their own at a seat, doing what fingers and keys do.

Nothing here goes on by chance: who orders waits for the answer to that very order, and then until the page shows what
the server has.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from typing import Any

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    ElementHandle,
    Error,
    Locator,
    Page,
    Request,
    Response,
    TimeoutError,
    ViewportSize,
    expect,
)
from tests.table.server import Server

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 60_000
"""Milliseconds for whatever a test waits for: long enough that only what never comes fails."""

STEP = 20
"""Milliseconds between two looks at what no event tells of."""

LOOK = 1_000
"""Milliseconds for a page to show what the server had, before the server is asked whether it still has that."""

REQUESTS = count(1)

SETTLED = """() => {
  const now = document.getElementById("now")?.dataset;
  const composer = document.getElementById("composer")?.dataset;
  const busy = document.querySelector('#focus[aria-busy="true"], button[aria-busy="true"], form[aria-busy="true"]');
  if (now && (window.sending || busy || (composer && composer.version !== now.version))) return null;
  return now?.version ?? "";
}"""
"""The version that the page shows, once all that is chosen and all that is new is drawn; until then null."""

SHOWS = """version => document.getElementById("now").dataset.version === version"""

READY = f"""who => ({SETTLED})() !== null && document.getElementById("now").dataset.turn === who
  && document.getElementById("composer")?.dataset.who === who"""

HERE = """() => {
  const strip = document.getElementById("strip");
  const told = (tag) => /^connected:\\s*GM/.test(tag.textContent.trim());
  const mine = () => [...strip.querySelectorAll(".tag")].some(told);
  const whole = !document.getElementById("focus") || document.getElementById("composer");
  return window.drawn > 0 && whole && (!strip || mine());
}"""

FIND = """wanted => {
  const same = (a, b) => a === b || (a && b && typeof a === "object" && typeof b === "object"
    && Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => same(a[key], b[key])));
  for (const button of document.querySelectorAll("[data-do]")) {
    if (!same(JSON.parse(button.dataset.do), wanted)) continue;
    const folded = button.closest("details");
    if (folded) folded.open = true;
    return button;
  }
  return null;
}"""

HEARS = """(() => {
  window.heard = [];
  window.drawn = 0;
  window.sending = 0;
  const plain = window.fetch;
  window.fetch = async (where, how) => {
    const sends = how?.method === "POST";
    window.sending += sends;
    try {
      return await plain(where, how);
    } finally {
      window.sending -= sends;
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    document.addEventListener("htmx:sse:after:message", () => { window.drawn += 1; });
    const said = document.getElementById("said");
    const hear = () => { if (said.textContent) window.heard.push(said.textContent); };
    if (said) new MutationObserver(hear).observe(said, { childList: true });
  });
})()"""
"""What a page notes from its beginning: what it has said, how often it was drawn, how much it sends just now."""


def end_of_patience() -> float:
    """Until when something is waited for, by the monotonic clock."""
    return time.monotonic() + PATIENCE / 1000


class Seat:
    """One person's page. `refused` are the answers of 400 and more, `console` what the page's console was told."""

    def __init__(self, name: str, context: BrowserContext, page: Page, server: Server) -> None:
        self.name, self.context, self.page, self.server = name, context, page, server
        self.ordering: set[Request] = set()
        self.refused: list[Response] = []
        self.console: list[str] = []
        page.on("request", self._ordered)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)
        page.on("response", lambda answer: self.refused.append(answer) if answer.status >= 400 else None)
        page.on("console", lambda said: self.console.append(f"{said.type}: {said.text}"))

    def _ordered(self, request: Request) -> None:
        if request.method == "POST":
            self.ordering.add(request)

    def _answered(self, request: Request) -> None:
        self.ordering.discard(request)

    # -- what is there

    @property
    def version(self) -> str:
        """The version of the state that the page shows."""
        return self.page.locator("#now").get_attribute("data-version") or ""

    def get(self, path: str) -> APIResponse:
        """What the server answers to this seat, by no page; on a connection of its own: one that has been idle may be
        closed by the server in the moment in which it is used again."""
        return self.page.request.get(self.server.url + path, headers={"connection": "close"})

    def state(self) -> dict[str, Any]:
        """STATE as this seat gets it from the server, whatever its page shows."""
        answer = self.get(f"/api/tables/{self.server.table}/state")
        assert answer.ok, f"{self.name}: {answer.status} {answer.text()}"
        found: dict[str, Any] = answer.json()["state"]
        return found

    def text(self) -> str:
        """Everything the page's document says, seen or not."""
        return self.page.content()

    def asks(self) -> list[dict[str, str]]:
        """What is asked here: key, who, seat, and of dice how many."""
        found: list[dict[str, str]] = self.page.evaluate(
            """() => [...document.querySelectorAll("#prompts .ask")].map((ask) => ({
                 key: ask.dataset.ask, who: ask.dataset.who, seat: ask.dataset.seat,
                 count: ask.querySelector("[data-dice]")?.dataset.dice ?? "" }))"""
        )
        return found

    # -- waiting

    def here(self) -> None:
        """Waits until the page has all of its parts and its stream; the GM's, until it tells that they are there."""
        self.page.wait_for_function(HERE)
        self.caught_up()

    def ready(self, who: str) -> None:
        """Waits until it is somebody's turn and the composer shows the table as it is now."""
        self.page.wait_for_function(READY, arg=who)

    def settled(self) -> str:
        """Waits until all that is chosen and all that is new is drawn, and nothing that was ordered is on its way: the
        version that is shown then."""
        end = end_of_patience()
        while (shown := self.page.evaluate(SETTLED)) is None or self.ordering:
            assert time.monotonic() < end, f"{self.name}: still on its way: {self.ordering}"
            if shown is None:
                self.page.wait_for_function(f"() => ({SETTLED})() !== null")
            else:
                self.page.wait_for_timeout(STEP)
        return str(shown)

    def shows_newest(self) -> dict[str, Any]:
        """Waits until the page, whatever its composer, shows what the server has now: that as STATE."""
        end = end_of_patience()
        while True:
            state = self.state()
            try:
                self.page.wait_for_function(SHOWS, arg=state["version"], timeout=LOOK)
                return state
            except TimeoutError:
                assert time.monotonic() < end, (
                    f"{self.name} shows {self.version}, there is {state['version']}"
                )

    def caught_up(self) -> dict[str, Any]:
        """The same, with all of it settled."""
        while True:
            state = self.shows_newest()
            if self.settled() == state["version"]:
                return state

    @contextmanager
    def ordered(self, wanted: dict[str, Any] | None = None) -> Iterator[None]:
        """Around whatever sends one order (`wanted`, if it is said) or form: the answer to it is waited for, a refusal
        fails with its words, and then the page has caught up."""
        earlier = set(self.ordering)

        def answers(answer: Response) -> bool:
            return answer.request.method == "POST" and answer.request not in earlier

        with self.page.expect_response(answers) as found:
            yield
        answer = found.value
        assert answer.ok, f"{self.name} sent {answer.request.post_data}, refused: {answer.text()}"
        if wanted is not None:
            sent = answer.request.post_data_json or {}
            assert wanted.items() <= sent.items(), f"{self.name} wanted {wanted}, ordered {sent}"
        self.caught_up()

    def hears(self, *words: str) -> None:
        """Waits until the page has said each of these, in the line that goes again by itself, since last asked."""
        for text in words:
            self.page.wait_for_function("text => window.heard.some((one) => one.includes(text))", arg=text)
        self.page.evaluate("window.heard = []")

    # -- doing

    def button(self, wanted: dict[str, Any]) -> ElementHandle:
        """The button that sends exactly this order, once it is there; what it is folded into is unfolded."""
        found = self.page.wait_for_function(FIND, arg=wanted).as_element()
        assert found is not None
        return found

    def press(self, wanted: dict[str, Any]) -> None:
        """Presses it, and sees that it is done."""
        with self.ordered(wanted):
            self.click(wanted)

    def click(self, wanted: dict[str, Any]) -> None:
        """Presses it as it is drawn now; the one that has taken its place if it was drawn anew just before."""
        self.settled()
        while True:
            try:
                self.button(wanted).click()
                return
            except Error as error:
                if "not attached" not in error.message:
                    raise

    def key(self, name: str) -> None:
        """One key that gives an order, and sees that it is done."""
        self.settled()
        with self.ordered():
            self.page.keyboard.press(name)

    def undo(self) -> None:
        """The last command is taken back."""
        self.settled()
        with self.ordered():
            self.page.locator("#undo").click()

    def choose(self, who: str) -> None:
        """Looks at somebody, and waits until the composer is about them."""
        self.settled()
        self.page.locator(f"#row-{who} .name-btn").click()
        expect(self.page.locator("#composer")).to_have_attribute("data-who", who)
        self.settled()

    def target(self, who: str) -> None:
        """Chooses a target, and waits for its odds."""
        self.settled()
        pick = self.page.locator(f'#focus [data-target="{who}"]')
        pick.click()
        expect(pick).to_have_attribute("aria-pressed", "true")
        self.settled()

    def open(self, opener: str | Locator) -> Locator:
        """Presses what opens a card (a button's name, or itself), and waits for it: the card."""
        self.settled()
        button = self.page.get_by_role("button", name=opener) if isinstance(opener, str) else opener
        button.click()
        self.page.wait_for_selector("#dialog[open] .head")
        self.settled()
        return self.page.locator("#dialog")

    def shut(self) -> None:
        """Shuts the card by the key."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#dialog")).not_to_be_visible()

    def tab(self, name: str) -> None:
        """A part of the page, on a phone."""
        self.page.locator(f"#tab-{name}").click()

    def type_dice(self, faces: list[int]) -> None:
        """Taps what real dice showed."""
        self.settled()
        with self.ordered({"answer": {"dice": faces}}):
            for face in faces:
                self.page.locator(f'#prompts [data-face="{face}"]').first.click()


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
        context.add_init_script(HEARS)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))
        page.on("console", lambda said: self._said(name, said))
        page.on("dialog", lambda dialog: dialog.accept())
        seat = Seat(name, context, page, self.server)
        self.seats[name] = seat
        page.goto(link)
        seat.here()
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

    def begin(self) -> Seat:
        """The GM, who comes if they are not here yet, begins the fight."""
        gm = self.seats.get("GM") or self.sit("GM")
        gm.press({"command": {"do": "begin"}})
        self.caught_up()
        return gm

    def state(self) -> dict[str, Any]:
        """STATE as the GM's seat gets it."""
        return self.seats["GM"].state()

    def shown(self) -> dict[str, Any]:
        """The same, once the GM's page shows it."""
        return self.seats["GM"].caught_up()

    def caught_up(self) -> None:
        """Waits until every page of the table shows what the server has now."""
        for seat in self.seats.values():
            if seat.page.locator("#now").count():
                seat.caught_up()

    def order_unseen(self, **order: Any) -> None:
        """The GM's seat orders something, by no page, and none is waited for: what is held back shows nothing new."""
        with closing(self.server.api("GM")) as api:
            answer = api.post("/commands", json={"request": f"other-{next(REQUESTS)}", **order})
            assert answer.status_code == 200, answer.text

    def order(self, **order: Any) -> None:
        """The GM's seat orders something, by no page, so that nothing of one is in the way; all pages show it."""
        self.order_unseen(**order)
        self.caught_up()

    def turn_of(self, who: str) -> None:
        """The GM's seat ends turns until it is somebody's; all pages show it."""
        while (turn := self.state()["turn"]) != who:
            self.order_unseen(command={"do": "end_turn", "who": turn})
        self.caught_up()

    def stranger(self) -> Page:
        """The page of somebody who has no seat; they close their context."""
        context = self.browser.new_context()
        context.set_default_timeout(PATIENCE)
        return context.new_page()

    def leave(self) -> None:
        """Everybody goes."""
        for seat in self.seats.values():
            seat.context.close()
