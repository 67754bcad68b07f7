"""Every reason as a short text: what gave an Advantage, a Disadvantage or armor, and why one did not count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .names import NOBODY, Names, number

Reason = Mapping[str, Any]
Tell = Callable[[Reason, Names], str]


def _characteristic(r: Reason, n: Names) -> str:
    good = (r["gives"] == "advantage") != bool(r.get("mirrored"))
    return f"{'high' if good else 'low'} {r.get('detail')}"


def _from_gm(r: Reason, n: Names) -> str:
    said = f": “{r['detail']}”" if r.get("detail") else ""
    return f"{'granted' if r['why'] == 'granted' else 'imposed'} by the GM{said}"


def _suppressed(r: Reason, n: Names) -> str:
    return f"under the suppressive fire of {n.who(r.get('detail'))}"


def _armor(text: str) -> Tell:
    def tell(r: Reason, n: Names) -> str:
        amount = number(r["amount"]) if r["amount"] >= 0 else f"−{number(-r['amount'])}"
        return text.format(amount=amount, cover=r.get("detail"))

    return tell


def _plain(text: str) -> Tell:
    return lambda r, n: text


REASONS: dict[str, Tell] = {
    "characteristic": _characteristic,
    "granted": _from_gm,
    "imposed": _from_gm,
    "condition": lambda r, n: str(r.get("detail")),
    "zone_from": lambda r, n: f"made from {r.get('detail')}",
    "zone_against": lambda r, n: f"at a target in {r.get('detail')}",
    "zone_test": lambda r, n: f"in {r.get('detail')}",
    "suppressed": _suppressed,
    "beyond_effective": _plain("beyond the weapon’s effective band"),
    "hundred_metres": _plain("past 100 m"),
    "engaged_fire": _plain("fired at Engaged range"),
    "indirect": _plain("indirect fire"),
    "aim": _plain("aimed"),
    "reaction": lambda r, n: f"a {r.get('detail')} that worked",
    "dive": _plain("dived for cover"),
    "minion": _plain("the attacker is a minion"),
    "elite": _plain("the attacker is an elite"),
    "unseen": _plain("the attack was not seen coming"),
    "reactions_spent": _plain("no reaction left"),
    "readied": _plain("the reaction was readied"),
    "body": _armor("body {amount}"),
    "gear": _armor("worn {amount}"),
    "cover": _armor("{cover} {amount}"),
    "cover_melee": _armor("{cover}: no help against melee"),
    "cover_second": _armor("{cover}: only the best cover counts"),
    "cover_aside": _armor("{cover}: not in the way"),
    "piercing": _armor("piercing {amount}"),
}
"""Every `why` of a reason."""


def reason_text(reason: Reason, names: Names = NOBODY, among: Sequence[Reason] = ()) -> str:
    """A reason in words; `among` are all reasons of the same test, to tell why one did not count."""
    text = REASONS[reason["why"]](reason, names)
    if reason.get("mirrored"):
        text = f"the attacker’s {text}" if reason["why"] == "characteristic" else f"the attacker: {text}"
    if reason["gives"] == "armor":
        return text
    return f"{text}{_price(reason, among)}"


def _price(reason: Reason, among: Sequence[Reason]) -> str:
    price = f", {reason['price']} Momentum" if reason.get("price") else ""
    if reason["counted"]:
        return price
    same = [r for r in among if r["gives"] == reason["gives"] and r["counted"]]
    if price and not same:
        return f"{price}, not claimed"
    return ", does not stack"
