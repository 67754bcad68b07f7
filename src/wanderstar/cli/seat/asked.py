"""What the person is asked within a command: reactions and claims as numbered choices with odds, dice to throw."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...play.asks import Choice, Draw
from ...play.resolve import Run
from ...play.state import State
from ...seats.names import Names, metres
from ...seats.prompt import Prompting
from ...seats.prompt_story import told_reasons
from ...seats.underway import with_weapon
from ...seats.wording import names_of
from .heard import dexterity, reason
from .knowledge import Player
from .words import HARM, full, harm_of, percent

Prompt = Mapping[str, Any]

FACE = re.compile(r"[1-6]")


class Option(NamedTuple):
    """One option of a choice: its number (0: not legal), what it says, the value it stands for, the rule."""

    number: int
    text: str
    value: Any
    rule: str | None = None


def prompt_of(player: Player, state: State, run: Run, ask: Choice | Draw) -> tuple[Prompt, Names]:
    """The prompt of an ask, and the names in it."""
    k = with_weapon(player.knows(state), state, run)
    names = names_of(k)
    c = k.state.combatants.get(ask.who)
    return Prompting(k, names, run).prompt(ask) | {"aim": None if c is None else c.aim}, names


def heading(prompt: Prompt, names: Names) -> list[str]:
    """What it is about."""
    attack = prompt["attack"]
    title = prompt["title"]
    if prompt["name"] == "free_attack":
        title = f"{names.who(prompt['who'])} leaves: strike?"
    whose = "" if names.who(prompt["who"]) in title else f"{names.who(prompt['who'])}: "
    lines = [f"{whose}{title}"]
    if attack is not None and "weapon_name" in attack and prompt["name"] == "reaction":
        lines.append(attack_line(attack))
    if prompt["name"] == "reaction" and prompt["aim"] is not None:
        lines.append(f"a dodge loses the aim at {names.who(prompt['aim'])}")
    if prompt["stakes"]:
        lines.append(f"at stake: {prompt['stakes']}")
    return lines


def attack_line(attack: Mapping[str, Any]) -> str:
    """With what an attack is made, from where, how hard, against what."""
    mode = "" if attack["mode"] == "single" else f", {attack['mode']}"
    far = f" ({metres(attack['metres'])}, {attack['band'].capitalize()})" if attack["band"] else ""
    armor = "" if attack["armor"] is None else f", against armor {attack['armor']}"
    return f"{attack['weapon_name']}{mode}{far}: damage {attack['damage']}{armor}"


def bearing(player: Player, state: State, run: Run, ask: Choice | Draw) -> list[tuple[str, str | None]]:
    """What bears on the roll that is asked about, or comes next: lines with their rules."""
    k = with_weapon(player.knows(state), state, run)
    names = names_of(k)
    prompting = Prompting(k, names, run)
    prompt = prompting.prompt(ask) | {"aim": None}
    rows: list[tuple[str, str | None]] = [
        ("  " * (i > 0) + s, None) for i, s in enumerate(heading(prompt, names))
    ]
    attack, met = prompt["attack"], prompting.attack
    if ask.name != "reaction" and met is not None and met.target is not None and "weapon_name" in attack:
        rows.insert(0, (f"{names.who(met.who)} attacks {names.who(met.target)}", None))
        rows.insert(1, (f"  {attack_line(attack)}", None))
    head, found = "The roll", None
    if ask.name == "reaction" and isinstance(ask, Choice):
        odds = next((one["odds"] for one in prompt["options"] if one["value"] == ask.default), None)
        rolls = met is not None and met.rolled
        head = "Without a reaction, the roll to hit" if rolls else "Without a reaction, the roll to avoid"
        found = None if odds is None else odds.get("reasons")
    elif isinstance(ask, Draw) and ask.name == "initiative":
        rows += [(f"    {text}", rule) for text, rule in dexterity(prompt["edge"])]
    elif isinstance(ask, Draw):
        found = prompt["reasons"]
    elif prompting.known and k.knows(ask.who):
        story = prompting.peek(ask, ask.default)
        found = None if story is None else told_reasons(story, names)
    if found is not None:
        rows.append((f"  {head}{':' if found else ': nothing bears on it'}", None))
        rows += [(f"    {reason(one)}", one["rule"]) for one in found]
    return rows


def options(prompt: Prompt) -> list[Option]:
    """The options in order, numbered; then reactions that are not legal, with their reason."""
    found: list[Option] = []
    number = 0
    for option in prompt["options"]:
        price = f" for {option['price']} Momentum" if option["price"] else ""
        if option["refusal"] is not None:
            found.append(
                Option(0, f"{option['label']}: {option['refusal']['text']}", None, option["refusal"]["rule"])
            )
            continue
        number += 1
        odds = odds_text(prompt["name"], option["odds"], harm_in(prompt))
        more = [odds, *weighed(prompt, option)] if prompt["name"] == "reaction" else [odds]
        told = " · ".join(part for part in more if part)
        text = f"{option['label']}{price}" + (f": {told}" if told else "")
        found.append(Option(number, text, option["value"]))
    return found


def weighed(prompt: Prompt, option: Mapping[str, Any]) -> list[str]:
    """What a reaction costs and brings besides its chances, against none: Momentum; that it would change nothing."""
    odds = option["odds"]
    plain = next((one["odds"] for one in prompt["options"] if one["value"] == prompt["default"]), None)
    if odds is None or plain is None:
        return []
    parts = []
    if option["value"] != prompt["default"]:
        static = odds.get("static")
        if static is not None:
            total = f"{static['static']} {static['bonus']:+d}".replace("-", "−")
            parts.append(f"{'works' if static['success'] else 'cannot work'}, not rolled ({total} v 8)")
        if pointless(odds, plain):
            edge = "advantage" if odds.get("rolls") == prompt["who"] else "disadvantage"
            there = any(r["gives"] == edge and r["counted"] for r in plain.get("reasons") or ())
            already = f", there is {'an' if edge == 'advantage' else 'a'} {edge.capitalize()} already"
            parts.append(f"adds nothing{already if there else ' here'}")
        parts += ["takes the free reaction"] if not option["price"] else []
    failed, worked = odds.get("earns") or (0, 0)
    if failed == worked:
        parts += [f"gains {failed} Momentum"] if failed else []
    else:
        parts.append(f"gains {failed} Momentum, {worked} if it works")
    given = max(b - a for a, b in zip(plain.get("gives") or (0, 0), odds.get("gives") or (0, 0), strict=True))
    sure = odds.get("works") is not None and odds["works"]["exact"] == "1"
    gives = f"{'' if sure else 'working, '}gives the attacker {given} Momentum"
    return [*parts, gives] if given > 0 else parts


def pointless(odds: Mapping[str, Any], plain: Mapping[str, Any]) -> bool:
    """Whether a reaction that may work leaves the chance as it is without one: edges do not add up (T24)."""
    works, mine, without = odds.get("works"), odds.get("avoid"), plain.get("avoid")
    if works is None or works["exact"] == "0" or mine is None or without is None:
        return False
    return bool(mine["exact"] == without["exact"])


def harm_in(prompt: Prompt) -> str:
    """What a hit of the attack does: trauma, stun, pinned, hold."""
    attack = prompt["attack"]
    return HARM["trauma" if attack is None else attack.get("harm", "trauma")]


def odds_text(name: str, odds: Mapping[str, Any] | None, word: str = "trauma") -> str:
    """The chances of an option in a few words; `word` is what a hit does."""
    if odds is None:
        return ""
    parts = []
    if name == "reaction":
        if odds.get("avoid") is not None:
            parts.append(f"{percent(odds['avoid'])} avoided")
        elif odds["trauma"] is None:
            return ""
        if odds.get("works") is not None and odds["works"]["exact"] not in ("0", "1"):
            parts.append(f"the reaction works {percent(odds['works'])}")
    elif "hit" in odds:
        parts.append(f"{percent(odds['hit'])} hit")
    elif odds.get("success") is not None:
        result = {"claim_attack": "hit", "claim_avoid": "avoided", "avoid_skill": "avoided"}
        parts.append(f"{percent(odds['success'])} {result.get(name, 'success')}")
        if odds["gain"]:
            parts.append(f"gains {odds['gain']} Momentum")
    harm = harm_of(odds.get("trauma"))
    if harm is not None and word != HARM["hold"]:  # what holds, holds whoever it hits
        parts.append(f"{percent(harm)} {word}")
    return " · ".join(parts)


def in_full(prompt: Prompt, number: int | None = None) -> list[str]:
    """The chances of every option that is legal, exactly; or of one, by its number."""
    lines: list[str] = []
    legal = [option for option in prompt["options"] if option["refusal"] is None]
    if number is not None and 1 <= number <= len(legal):
        legal = [legal[number - 1]]
    for option in legal:
        odds = option["odds"]
        lines.append(f"{option['label']}:")
        if odds is None:
            lines.append("  nothing is rolled, or it is not known")
            continue
        for key, word in (
            ("works", "the reaction works"),
            ("avoid", "avoided"),
            ("hit", "hit"),
            ("success", "success"),
        ):
            if odds.get(key) is not None:
                lines.append(f"  {word} {full(odds[key])}")
        if odds.get("trauma") is not None:
            lines += [f"  {n} trauma {full(odds['trauma'][n])}" for n in ("0", "1", "2")]
        claim = odds.get("claim")
        if claim is not None and claim.get("avoid") is not None:
            lines.append(f"  with an Advantage for {claim['price']} Momentum: avoided {full(claim['avoid'])}")
    return lines


def dice_line(prompt: Prompt, names: Names) -> str:
    """What to throw, for what, and what it has to show."""
    skill = f", {prompt['skill']}" if prompt["skill"] else ""
    bonus = "" if not prompt["bonus"] else f" {prompt['bonus']:+d}".replace("-", "−")
    wanted = "" if prompt["wanted"] is None else f"; the two kept must show {prompt['wanted']} or more"
    title = {"damage": "Damage to"}.get(prompt["draw"])
    what = (
        f"{title} {names.who(prompt['who'])}" if title else f"{names.who(prompt['who'])}: {prompt['title']}"
    )
    return f"{what}{skill}: {prompt['dice']}{bonus}{wanted}."


def faces(text: str, count: int) -> list[int] | None:
    """`5 2 4`, `5,2,4` or `524` as faces; None when it is not that many of them."""
    bare = re.sub(r"[\s,;]", "", text)
    found = [int(face) for face in bare] if FACE.match(bare) and set(bare) <= set("123456") else []
    return found if len(found) == count else None
