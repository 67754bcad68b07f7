"""What is told of a browser test that failed: of each page what it showed, of the server what it wrote last."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Error, Response
from tests.pages.seats import Party, Seat

PATIENCE = 5_000
"""Milliseconds for a page to tell of itself: one that hangs has its say in the others' words."""

LINES = 40
"""Lines of console and of the server's log, the last ones but those of files that never change."""

PAGE = """() => {
  const one = (selector) => document.querySelector(selector);
  const said = (selector) => one(selector)?.textContent.replace(/\\s+/g, " ").trim() ?? null;
  const now = one("#now")?.dataset ?? {};
  return {
    shows: { version: now.version, round: now.round, turn: now.turn, asked: now.asked, open: now.open },
    composer: { ...one("#composer")?.dataset },
    busy: [...document.querySelectorAll('[aria-busy="true"]')].map((busy) => busy.outerHTML.slice(0, 160)),
    said: said("#said"), heard: window.heard ?? null, waiting: said("#waiting"),
    offline: one("#offline") ? !one("#offline").hidden : null,
    card: one("#dialog")?.open ? said("#dialog h2") ?? "without a heading" : null,
    log: said("#log .entry summary"),
    focused: document.activeElement?.outerHTML.slice(0, 160) ?? null,
  };
}"""


def told(party: Party) -> str:
    """All of a party, as text."""
    lines = [line for seat in party.seats.values() for line in told_by(seat)]
    server = party.server
    lines += [f"server: {'runs' if server.process.poll() is None else f'ended, {server.process.poll()}'}"]
    log = [line for line in server.log.read_text(encoding="utf-8").splitlines() if '"/static/' not in line]
    lines += [f"  {line}" for line in log[-LINES:]]
    return "\n".join(lines)


def told_by(seat: Seat) -> list[str]:
    """One page."""
    lines = [f"{seat.name}: {seat.page.url}"]
    try:
        page: dict[str, Any] = seat.page.wait_for_function(PAGE, timeout=PATIENCE).json_value()
        lines += [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in page.items()]
    except Error as error:
        lines.append(f"  tells nothing: {error.message}")
    lines += [
        f"  on its way: {request.method} {request.url} {request.post_data}" for request in seat.ordering
    ]
    lines += [f"  refused: {refusal(answer)}" for answer in seat.refused]
    return [*lines, *(f"  console {line}" for line in seat.console[-LINES:])]


def refusal(answer: Response) -> str:
    """What was ordered, and what was answered."""
    request = answer.request
    try:
        text = " ".join(answer.text().split())
    except Error as error:
        text = f"(gone: {error.message})"
    return f"{answer.status} {request.method} {request.url} {request.post_data or ''} {text[:1000]}"
