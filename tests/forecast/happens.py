"""What happens in a fight, as words that can be counted: whether random fights are rich enough to prove something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from tests.soak.encounters import values_of

from wanderstar.book.ruleset import DEFAULT
from wanderstar.book.switches import SWITCHES, Switch
from wanderstar.play.scene import Event
from wanderstar.play.state import State
from wanderstar.sheets.model import Weapon
from wanderstar.tactics.codes import Do

TRAITS = [f.name for f in fields(Weapon) if f.name not in ("id", "name", "dice", "plus", "count", "scale")]
BY_THE_GM = ("imposed", "granted", "condition")


def happened(command: dict[str, Any], events: Sequence[Event], now: State) -> Iterator[str]:
    """The words for one command and what came of it; some of them twice."""
    yield f"do {command['do']}"
    if command["do"] == "attack":
        yield f"attack {command.get('mode', 'single')}, {len(command.get('targets', ' '))} shots"
        yield f"attack pulled to be {command.get('pull')}"
        yield "attack on a place" if "at" in command else "attack on somebody"
        weapon = now.weapon(command["weapon"])
        yield from (f"weapon {name}" for name in TRAITS if getattr(weapon, name) not in (False, None, 0))
    for event in events:
        yield event.kind
        yield from told(event, now)
    if now.over:
        yield "nobody has won" if now.winner is None else "somebody has won"
    yield from {f"is {x.name}" for c in now.combatants.values() for x in c.conditions}


def told(event: Event, now: State) -> Iterator[str]:
    """What an event tells beside its kind."""
    story = event.story
    if event.kind == "reacted":
        yield f"{story['reaction']} by {story['rule']}, success {story.get('success')}"
    elif event.kind == "reaction_declared":
        yield f"reaction for {story['price']}"
    elif event.kind == "departed":
        yield f"departed: {story['how']}"
    elif event.kind == "momentum_paid":
        yield f"paid {story['amount']}"
        yield f"paid for {story['claim']}"
    elif event.kind == "trauma_marked":
        yield from (f"trauma: {word}" for word in ("lost", "out", "dead", "mental") if story[word])
        yield f"trauma of {story['amount']}"
    elif event.kind == "struck_freely":
        yield f"struck freely, {story['kind_of_attack']}"
    elif event.kind == "test":
        yield f"{story['draw']} at {story['edge']}"
        yield from why(story)
    elif event.kind == "attack":
        yield from why(story)
        yield from struck(story, now)


def why(story: dict[str, Any]) -> Iterator[str]:
    """What bore on a test or an attack."""
    for r in story["reasons"]:
        named = "the GM's edge" if r["why"] in BY_THE_GM else r["why"]
        yield f"mirrored {named}" if r.get("mirrored") else f"{r['gives']} {r['rule']} {r['why']}"
        if not r["counted"]:
            yield f"{r['gives']} not counted"


def struck(story: dict[str, Any], now: State) -> Iterator[str]:
    """Who rolled for an attack, whether it hit, and across which scales."""
    target, attacker = now.combatants[story["target"]], now.combatants[story["who"]]
    rolls = now.combatants[story["rolled_by"]]
    yield f"{'target' if rolls is target else 'attacker'} rolls: {rolls.person.kind}"
    yield f"{story['kind_of_attack']} {'hits' if story['hit'] else 'misses'}"
    scale = now.weapon(story["weapon"]).scale
    by = attacker.scale if scale is None else scale
    if by != target.scale:
        yield "to a larger scale" if by < target.scale else "to a smaller scale"


def opened(state: State) -> Iterator[str]:
    """What a fight has from the start: switches that are not as usual, its scene."""
    for switch in SWITCHES:
        value = getattr(state.ruleset, switch.field)
        if value != getattr(DEFAULT, switch.field):
            yield switched(switch, switch.write(value))
    yield "on a plane" if state.plane else "on a line"
    yield "with a map" if state.encounter.bounds is not None else "without a map"
    yield f"{len({c.side for c in state.combatants.values()})} sides"
    if state.bands:
        yield "a band is named"
    for c in state.combatants.values():
        yield from (f"begins {name}" for name in BEGINS if getattr(c, name) not in (False, None, 0, ()))
    for zone in state.zones:
        for g in zone.gives:
            yield f"zone {g.on} {'for' if g.edge > 0 else 'against'}{' a skill' if g.skill is not None else ''}"
    for cover in state.covers.values():
        yield f"cover {cover.grade}{' hides' if cover.hides else ''}{' on one side' if cover.arc < 360 else ''}"


def switched(switch: Switch, value: Any) -> str:
    """The word for a switch: with its value where there are few of them."""
    return f"{switch.key}={value}" if switch.kind in ("choice", "bool") else switch.key


BEGINS = (
    "hidden",
    "unaware",
    "prone",
    "netted",
    "held_by",
    "aim",
    "readied",
    "charged",
    "aided",
    "gone",
    "delayed",
)
EVENTS = """aimed aim_lost alerted attack attack_declared blast charged condition_ended condition_set cover_left
cover_taken departed draw dropped_prone fight_ended held kept_at_reach momentum_gained momentum_paid moved opposed
order_set reacted readied released reloaded revealed rose round_started scattered shot_dropped stayed struck_freely
suppressed suppression_ended suppression_failed test trauma_cleared turn_passed wave_entered weapon_drawn
weapon_stowed""".split()
WORDS = """
attack single, 1 shots; attack burst, 1 shots; attack full, 1 shots; attack full, 2 shots; attack full, 3 shots
attack pulled to be stunned; attack pulled to be pinned; attack on a place; attack on somebody
attack hits; attack misses; blast hits; blast misses; free_attack hits; free_attack misses; struck freely, reach_strike
attacker rolls: character; attacker rolls: adversary; target rolls: character
to a larger scale; to a smaller scale; nobody has won; somebody has won; departed: left; departed: surrendered
dodge by C58, success True; dodge by C58, success False; dodge by R18, success True; dodge by R81, success None
dodge by R20, success True; dodge by R20, success False; dive by C64, success None
parry by C58, success True; parry by C58, success False; parry by R18, success True; parry by R81, success None
parry by R20, success True; parry by R20, success False; reaction for 0; reaction for 1
attack at advantage; attack at neutral; attack at disadvantage; avoid at advantage; avoid at neutral
avoid at disadvantage; reaction at advantage; reaction at disadvantage; grapple at advantage; grapple at disadvantage
break_free at advantage; break_free at disadvantage; disengage at advantage; disengage at disadvantage
first_aid at advantage; first_aid at disadvantage
advantage C32 aim; advantage C36 aim; advantage R1 characteristic; advantage R18 reaction; advantage R19 minion
advantage R30 readied; advantage R41 dive; advantage T20 granted; advantage T20 condition; advantage T20 zone_from
advantage T20 zone_against; advantage T20 zone_test; advantage T22 granted; advantage T22 condition
advantage T22 zone_from; advantage T22 zone_against; advantage T22 zone_test; advantage not counted
disadvantage C26 beyond_effective; disadvantage C27 hundred_metres; disadvantage C30 engaged_fire
disadvantage C58 reaction; disadvantage C80 suppressed; disadvantage R1 characteristic; disadvantage R16 unseen
disadvantage R19 elite; disadvantage R41 dive; disadvantage R81 reactions_spent; disadvantage T21 zone_from
disadvantage T21 zone_against; disadvantage T21 zone_test; disadvantage T23 imposed; disadvantage T23 condition
disadvantage not counted; mirrored aim; mirrored beyond_effective; mirrored hundred_metres; mirrored engaged_fire
mirrored suppressed; mirrored the GM's edge; mirrored zone_from; mirrored zone_against; mirrored zone_test
armor C67 cover; armor C68 gear; armor C70 cover_aside; armor C74 body; armor R24 piercing; armor R49 cover_melee
armor R49 cover_second; trauma of 1; trauma of 2; trauma: lost; trauma: out; trauma: dead; trauma: mental
paid 1; paid 2; paid for claim_attack; paid for claim_avoid; paid for claim_reaction; paid for claim_test
is stunned; is pinned; is afraid; on a line; on a plane; with a map; without a map; 2 sides; 3 sides; a band is named
zone attacks_from for; zone attacks_from against; zone attacks_against for; zone attacks_against against
zone tests for; zone tests against; zone tests for a skill; zone tests against a skill
cover light; cover light hides; cover light on one side; cover light hides on one side
cover solid; cover solid hides; cover solid on one side; cover solid hides on one side
"""


def wanted() -> list[str]:
    """What has to happen often in the random fights: all of it bears on the loop."""
    found = [word for line in WORDS.split("\n") for word in line.split("; ") if word]
    found += EVENTS
    found += [f"begins {name}" for name in BEGINS]
    found += [f"weapon {name}" for name in TRAITS]
    found += [f"do {do.name.lower()}" for do in Do]
    for switch in SWITCHES:
        usual = switch.write(getattr(DEFAULT, switch.field))
        found += [switched(switch, value) for value in values_of(switch) if value != usual]
    return list(dict.fromkeys(found))
