"""A combatant's sheet, for those who know its numbers."""

from __future__ import annotations

from typing import Any

from ..book.combat.range import Band
from ..play.attack_plan import effective_band
from ..play.rolls import EDGE_WORDS
from ..play.state import State, bonus
from .cut import known
from .seat import Seat, Settings

TRAITS = (
    "auto", "blast", "piercing", "damage", "reload", "to_mental", "suppressive", "artillery", "charge", "slow",
    "one_use", "scope", "precise", "reach", "smasher", "stun", "entangle", "explosive", "thrown", "compact",
)  # fmt: skip


def sheet(state: State, who: str, seat: Seat, settings: Settings) -> dict[str, Any] | None:
    """`name, characteristics, skills, untrained, armor, weapons, notes`; None for somebody whose numbers are not
    known, or who is not there.

    A characteristic is `{"name", "score" (or None), "edge"}`, a skill `{"name", "rank", "bonus"}`, a weapon
    `{"id", "name", "damage", "band", "melee", "magazine", "left", "held", "traits": {NAME: VALUE}}`. Notes are the
    sheet's own and only for the GM and for who plays it; `gm_note` is the GM's, for the GM.
    """
    k = known(state, seat, settings)
    c = k.state.combatants.get(who)
    if c is None or not k.knows(who):
        return None
    person, rules = c.person, k.state.ruleset
    weapons = [k.state.weapon(id) for id in dict.fromkeys((*c.carried, *c.held))]
    data: dict[str, Any] = {
        "id": who,
        "name": c.name,
        "characteristics": [
            {"name": name, "score": person.scores.get(name), "edge": EDGE_WORDS[person.grades.get(name, 0)]}
            for name in rules.characteristics_names
        ],
        "skills": [
            {"name": skill, "rank": rank, "bonus": bonus(c, skill, rules)}
            for skill, rank in person.skills.items()
        ],
        "untrained": rules.untrained(),
        "armor": {"body": min(rules.armor_base, c.armor), "worn": c.armor - min(rules.armor_base, c.armor)},
        "weapons": [
            {
                "id": w.id,
                "name": w.name,
                "damage": f"{w.dice}D" + (f"{w.plus:+d}" if w.plus else ""),
                "band": None if w.band is None else Band(effective_band(c, w)).name.lower(),
                "melee": w.melee,
                "magazine": w.magazine,
                "left": c.rounds(w.id),
                "held": w.id in c.held,
                "traits": {trait: value for trait in TRAITS if (value := getattr(w, trait))},
            }
            for w in weapons
        ],
        "notes": person.notes if seat.gm or who in seat.characters else "",
    }
    if seat.gm:
        data["gm_note"] = settings.notes.get(who, "")
    return data
