"""Every event as one sentence, for the log and the table.

A sentence says what happened and names everybody in full, so that it can stand alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from ..play.scene import Event
from . import sentences_fight as fight
from . import sentences_tests as tests
from .names import Names, count, metres, place

Story = Mapping[str, Any]
Tell = Callable[[Story, Names], str]


def sentence(event: Event, names: Names) -> str:
    """What happened, as one line."""
    return SENTENCES[event.kind](event.story, names)


def _turn_passed(s: Story, n: Names) -> str:
    return f"{n.who(s['who'])} {PASSED[s['why']]} and is passed over."


PASSED = {
    "out": "is out",
    "stunned": "is stunned",
    "left": "has left",
    "surrendered": "has surrendered",
}
"""Why a turn is passed over."""


def _turn_delayed(s: Story, n: Names) -> str:
    after = "the end of the round" if s["after"] is None else f"after {n.who(s['after'])}"
    return f"{n.who(s['who'])} delays to {after}."


def _fight_ended(s: Story, n: Names) -> str:
    return (
        "The fight ends in a draw." if s["draw"] else f"The fight is over; the winner: {n.side(s['winner'])}."
    )


def _moved(s: Story, n: Names) -> str:
    return f"{n.who(s['who'])} moves {metres(s['metres'])}, from {place(s['from'])} to {place(s['to'])}."


def _stayed(s: Story, n: Names) -> str:
    why = "cannot break away" if s["rule"] == "C45" else "is stopped by the blow"
    return f"{n.who(s['who'])} {why} and stays."


def _reloaded(s: Story, n: Names) -> str:
    part = "" if s["done"] >= s["needed"] else f" ({s['done']} of {s['needed']} actions)"
    return f"{n.who(s['who'])} reloads {n.weapon(s['weapon'])}{part}."


def _cover_taken(s: Story, n: Names) -> str:
    how = "fully behind" if s["fully"] else "in cover behind"
    return f"{n.who(s['who'])} is {how} {s['cover']}."


def _minor_taken(s: Story, n: Names) -> str:
    return f"{n.who(s['who'])} does something quick{_quoted(s['label'])}."


def _aim_lost(s: Story, n: Names) -> str:
    why = {
        "moved": "moved",
        "dodge": "dodged",
        "lost_sight": "the target is out of sight",
        "full_auto": "fired full auto",
    }
    return f"{n.who(s['who'])} loses the aim: {why[s['why']]}."


def _condition_set(s: Story, n: Names) -> str:
    lasts = "" if s["turns"] is None else f" for {count(s['turns'], 'turn')} of its own"
    edge = f", at {s['edge'].capitalize()}" if s.get("edge") else ""
    skill = f" on {s['skill']}" if s.get("skill") else ""
    return f"{n.who(s['who'])} is {s['name']}{lasts}{edge}{skill}."


def _edge_given(s: Story, n: Names) -> str:
    lasts = {"next_test": "on the next test", "until_round_end": "this round", "fight": "for the fight"}
    price = f" for {s['price']} Momentum" if s["price"] else ""
    edge = s["edge"].capitalize()
    return f"The GM gives {n.who(s['who'])} {edge} {lasts[s['on']]}{price}{_quoted(s['reason'])}."


def _band_named(s: Story, n: Names) -> str:
    pair = f"{n.who(s['who'])} and {n.who(s['target'])}"
    if s["band"] is None:
        return f"The range of {pair} goes by metres again."
    return f"The GM names the range of {pair} {s['band'].capitalize()}."


def _corrected(s: Story, n: Names) -> str:
    return f"The GM sets {s['field']} of {n.who(s['who'])} to {_value(s['value'])}."


DECIDED = {"dexterity": "higher Dexterity", "characters_first": "characters go first", "roster": "the roster"}


def tie_text(tie: Mapping[str, str], n: Names) -> str:
    """What decided a tie, in words."""
    return f"{n.who(tie['first'])} before {n.who(tie['then'])}: {DECIDED[tie['by']]}"


def close_ties(story: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The ties of those who follow each other in the order; the others follow from these."""
    order = list(story["order"])
    neighbours = set(pairwise(order))
    return [tie for tie in story.get("ties", ()) if (tie["first"], tie["then"]) in neighbours]


def _fight_begun(s: Story, n: Names) -> str:
    ties = "; ".join(tie_text(tie, n) for tie in close_ties(s))
    return f"The order: {n.all(s['order'])}." + (f" Ties: {ties}." if ties else "")


def _order_set(s: Story, n: Names) -> str:
    if "joined" in s:
        return f"{n.who(s['joined'])} takes a place in the order: {n.all(s['order'])}."
    return f"The GM sets the order: {n.all(s['order'])}."


def _joined(s: Story, n: Names) -> str:
    return f"{s['name']} joins {n.side(s['side'])} at {place(s['at'])}."


def _departed(s: Story, n: Names) -> str:
    how = "leaves the fight" if s["how"] == "left" else "surrenders"
    return f"{n.who(s['who'])} {how}."


def _alerted(s: Story, n: Names) -> str:
    return f"{n.who(s['who'])} notices what is going on."


def _wave_set(s: Story, n: Names) -> str:
    when = "will not come" if s["round"] is None else f"will come in round {s['round']}"
    return f"{n.all(s['who'])} {when}."


def _wave_entered(s: Story, n: Names) -> str:
    who = [n.people.get(id, name) for id, name in zip(s["who"], s["names"], strict=True)]
    return f"{', '.join(who)} {'enters' if len(who) == 1 else 'enter'} the fight."


def _loaded(s: Story, n: Names) -> str:
    name = f" “{s['name']}”" if s["name"] else ""
    return f"The next encounter{name} is set: {n.all(s['who'])}."


def _rested(s: Story, n: Names) -> str:
    refilled = ", ammunition refilled" if s["refilled"] else ""
    back = " and is back in action" if s["back"] else ""
    return f"{n.who(s['who'])} rests: {s['cleared']} trauma less{refilled}{back}."


def _evening(s: Story, n: Names) -> str:
    pools = ", ".join(f"{n.who(who)} {momentum}" for who, momentum in s["momentum"].items())
    return f"A new evening begins; Momentum: {pools or 'nobody has any'}."


def _value(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False)


def _quoted(text: str) -> str:
    return f": “{text}”" if text else ""


def _simple(pattern: str) -> Tell:
    """A sentence from a pattern; names stand in for ids."""
    said = {"who": "who", "target": "who", "by": "who", "weapon": "weapon"}

    def tell(s: Story, n: Names) -> str:
        named = {key: getattr(n, kind)(s[key]) for key, kind in said.items() if key in s}
        return pattern.format(**{**s, **named})

    return tell


SENTENCES: dict[str, Tell] = {
    # the round
    "initiative_called": lambda s, n: f"A fight begins: initiative for {n.all(s['who'])}.",
    "fight_begun": _fight_begun,
    "round_started": lambda s, n: f"Round {s['round']} begins.",
    "turn_started": _simple("It is the turn of {who}."),
    "turn_ended": _simple("{who} ends the turn."),
    "turn_passed": _turn_passed,
    "turn_delayed": _turn_delayed,
    "fight_ended": _fight_ended,
    # a turn
    "action_spent": _simple("{who} uses an action: {do}."),
    "moved": _moved,
    "stayed": _stayed,
    "aimed": _simple("{who} aims at {target}."),
    "aim_lost": _aim_lost,
    "reloaded": _reloaded,
    "charged": _simple("{who} charges {weapon}."),
    "readied": _simple("{who} readies a reaction."),
    "cover_taken": _cover_taken,
    "cover_left": lambda s, n: f"{n.who(s['who'])} leaves cover: {', '.join(s['cover'])}.",
    "dropped_prone": _simple("{who} drops prone."),
    "rose": _simple("{who} rises."),
    "weapon_drawn": _simple("{who} draws {weapon}."),
    "weapon_stowed": _simple("{who} stows {weapon}."),
    "weapon_dropped": _simple("{who} drops {weapon}."),
    "minor_taken": _minor_taken,
    # attacks
    "attack_declared": fight.attack_declared,
    "struck_freely": fight.struck_freely,
    "weapon_used": _simple("{who} uses {weapon}."),
    "attack_made": _simple("{who} has made the attack."),
    "shot_dropped": _simple("{target} is out already: the shot of {who} is dropped."),
    "reaction_declared": fight.reaction_declared,
    "reacted": fight.reacted,
    "attack": fight.attack,
    "blast": fight.blast,
    "scattered": fight.scattered,
    "trauma_marked": fight.trauma_marked,
    "trauma_cleared": fight.trauma_cleared,
    "kept_at_reach": _simple("{by} has Reach: {who} may not strike {by} this round."),
    "suppression_declared": fight.suppression_declared,
    "suppressed": fight.suppressed,
    "suppression_failed": _simple("The suppressive fire of {who} does not take hold."),
    "suppression_ended": _simple("The suppressive fire of {who} ends."),
    "held": lambda s, n: f"{n.who(s['who'])} is held by {n.who(s['by'])}{' in a net' if s['net'] else ''}.",
    "released": _simple("{who} is free again."),
    "condition_set": _condition_set,
    "condition_cleared": _simple("{who} is no longer {name}."),
    "condition_ended": _simple("{who} is {name} no more: its time is up."),
    # tests
    "draw": tests.draw,
    "test": tests.test,
    "opposed": tests.opposed,
    "contest": tests.contest,
    "acted": tests.acted,
    "test_called": _simple("{who} is called to a test of {skill}; at stake: {stakes}."),
    "clock_set": tests.clock_set,
    "clock_ticked": tests.clock_ticked,
    "momentum_paid": _simple("{who} pays {amount} Momentum."),
    "momentum_gained": _simple("{who} gains {amount} Momentum."),
    # the GM
    "edge_given": _edge_given,
    "band_named": _band_named,
    "corrected": _corrected,
    "order_set": _order_set,
    "cover_added": lambda s, n: f"There is {s['grade']} cover at {place(s['at'])}: {s['cover']}.",
    "cover_removed": _simple("The cover {cover} is gone."),
    "zone_added": _simple("There is a zone: {name}."),
    "zone_removed": _simple("The zone {name} is gone."),
    "joined": _joined,
    "removed": _simple("{who} leaves the table."),
    "hidden": _simple("{who} is hidden."),
    "revealed": _simple("{who} is seen."),
    "unaware": _simple("{who} has not noticed anything."),
    "alerted": _alerted,
    "wave_set": _wave_set,
    "wave_entered": _wave_entered,
    "departed": _departed,
    # from one fight to the next
    "table_cleared": lambda s, n: f"The table is cleared; gone: {n.all(s['who'])}.",
    "encounter_loaded": _loaded,
    "rested": _rested,
    "evening_begun": _evening,
    "settled": lambda s, n: "What followed is settled.",
}
"""Every kind of event that play tells of."""
