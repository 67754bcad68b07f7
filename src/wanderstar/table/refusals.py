"""Refusals as a seat reads them: the engine's with its sentences, and the table's own."""

from __future__ import annotations

from typing import Any

from ..play.refusal import Refusal
from ..seats.names import NOBODY, Names
from ..seats.texts import with_texts

OWN = {
    "paused": "the GM has paused the table",
    "csrf": "this did not come from a page of this table; load the page again",
    "too_many": "too many requests; wait a moment",
    "too_large": "that is too large",
    "busy": "odds are being worked out for others; try again in a moment",
    "too_long": "these odds take too long to work out exactly",
    "seats": "this table has as many seats as it may have; give an old one a new link",
    "store": "this could not be written down, so it does not count; try again",
    "not_here": "there is nothing here for you: the link is wrong, was revoked, or is for another table",
}
"""Codes that are the table's, not the rules'."""


def refusal_json(refusal: Refusal, names: Names = NOBODY) -> dict[str, Any]:
    """`{"refusal": {"code", "rule", "facts", "text"}}`."""
    if refusal.code in OWN:
        return {"refusal": {**refusal.to_json(), "text": OWN[refusal.code]}}
    found: dict[str, Any] = with_texts({"refusal": refusal.to_json()}, names)
    return found
