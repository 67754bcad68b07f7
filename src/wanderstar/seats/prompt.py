"""What somebody is asked, as a phone shows it: the attack, every option with its price and its chances, the dice.

Chances come from the table as the seat knows it. What depends on a number that it does not know is None.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..book.combat.range import Band
from ..odds.dice import ROLLS, successes
from ..play import sight
from ..play.asks import Answer, Answers, Choice, Draw, Wanted
from ..play.attack_plan import AttackPlan, plan_attack
from ..play.blast import Blast
from ..play.exchange import Exchange, roll_plan
from ..play.reactions import payable
from ..play.refusal import refuse
from ..play.resolve import Run
from ..play.rolls import EDGE_WORDS
from ..play.scene import Scene
from ..play.state import State
from .asked import asked
from .chances import (
    NO_REACTION,
    Chance,
    armor_of,
    chance,
    claimable,
    earned,
    harms_of,
    settled,
    tested,
    to_hit,
)
from .chances_blast import blast_chance
from .composer_odds import claim_json, harm_word
from .cut import UNSEEN, Known, known
from .names import Names
from .prompt_story import gained, story_of, told_reasons
from .prompt_words import CLAIMS, meets_eight, stakes_of, static_of, title, wanted_sum
from .seat import Seat, Settings
from .underway import attack_of, holds_unseen, mentions, reacted_of, with_weapon, without_gm
from .wording import DICE, SOMEBODY, names_of, p, reasons_json, refusal_json

LABELS = {"none": "No reaction", "dodge": "Dodge", "parry": "Parry"}
EDGE_NUMBERS = {word: number for number, word in EDGE_WORDS.items()}


def prompts(state: State, run: Run | None, seat: Seat, settings: Settings) -> list[dict[str, Any]]:
    """Everything that the seat may answer now.

    Each has `key`, `name`, `who`, `title`, `attack` (see `attack_json`, or None), `stakes` (what the GM said of a
    test called for, or None), and of a choice `options`: `value`, `label`, `price` (Momentum), `default`,
    `refusal`, `odds`; of dice `draw`, `count`, `edge`, `dice` in words, `bonus`, `skill`, `characteristic`,
    `wanted` (the least that the kept dice must show against the 8), `reasons` (None where they belong to
    somebody unknown). A claim has the `skill` and `characteristic` of its test too.
    """
    if run is None:
        return []
    k = with_weapon(known(state, seat, settings), state, run)
    view = Prompting(k, names_of(k), run)
    return [view.prompt(ask) for ask in asked(seat, state, run.asks)]


def reaction_odds(
    state: State, run: Run | None, who: str, seat: Seat, settings: Settings
) -> dict[str, Any] | None:
    """The prompt of `who` for a reaction, None when it is not asked for one, or not of this seat."""
    found = prompts(state, run, seat, settings)
    return next((one for one in found if one["name"] == "reaction" and one["who"] == who), None)


class Prompting:
    """A command under way as one seat knows it."""

    def __init__(self, k: Known, names: Names, run: Run) -> None:
        self.k, self.names, self.run = k, names, run
        self.state = k.state
        step = run.agenda[0] if run.agenda else None
        self.known = step is not None and not mentions(step, k.hidden)
        foe = getattr(getattr(step, "shell", step), "who", "")
        self.step = without_gm(step) if self.known and not k.knows(foe) else step
        self.attack = attack_of(self.state, self.step) if self.known else None

    def prompt(self, ask: Choice | Draw) -> dict[str, Any]:
        """One ask."""
        claims = ask.name in CLAIMS and self.known and self.k.knows(ask.who)
        story = self.peek(ask, False) if claims else None
        data: dict[str, Any] = {
            "key": ask.key,
            "name": ask.name,
            "who": ask.who,
            "title": title(ask, self.attack, self.names, story),
            "attack": self.attack_json(ask.who),
            "stakes": stakes_of(self.run.events, ask.who) if self.known else None,
            "skill": None if story is None else story["skill"],
            "characteristic": None if story is None else story["characteristic"],
        }
        if isinstance(ask, Draw):
            return data | self.dice(ask)
        options = list(self.options(ask))
        return data | {"options": options, "default": ask.default}

    def attack_json(self, who: str) -> dict[str, Any] | None:
        """The attack that is met: `who, name, weapon, mode, damage, harm` (see `harm_word`), `metres, band, armor` (the
        asked one's own)."""
        attack = self.attack
        if attack is None:
            if self.known:
                return None
            return {"who": UNSEEN, "name": SOMEBODY}
        attacker, c = self.state.combatants[attack.who], self.state.combatants[who]
        armor = None
        if self.k.knows(who) and who != attack.who:
            armor = armor_of(self.state, attack._replace(target=who)).total
        return {
            "who": attack.who,
            "name": attacker.name,
            "weapon": attack.weapon.id,
            "weapon_name": self.names.weapon(attack.weapon.id),
            "mode": {0: "single", 1: "burst", 2: "full"}.get(int(attack.mode), "single"),
            "damage": f"{attack.dice}D" + (f"{attack.plus:+d}" if attack.plus else ""),
            "harm": harm_word(attack, getattr(getattr(self.step, "shell", self.step), "pull", None)),
            "metres": round(sight.metres(attacker.at, c.at), 2),
            "band": Band(sight.band_between(self.state, attacker, c)).name.lower()
            if c.id != attacker.id
            else None,
            "armor": armor,
        }

    # -- choices

    def options(self, ask: Choice) -> Iterator[dict[str, Any]]:
        """Every option with its odds; reactions that are not legal too, with the reason."""
        for value in ask.options:
            yield {
                "value": value,
                "label": self.label(ask, value),
                "price": self.price(ask, value),
                "default": value == ask.default and type(value) is type(ask.default),
                "refusal": None,
                "odds": self.odds(ask, value),
            }
        if ask.name == "reaction":
            kinds = {str(value).partition(":")[0] for value in ask.options}
            for value in ("dodge", "parry", "dive:?"):
                if value.partition(":")[0] not in kinds and (code := ask.why(value)):
                    refusal = refuse(code, who=ask.who)
                    yield {
                        "value": value.partition(":")[0],
                        "label": LABELS.get(value, "Dive for cover"),
                        "price": 0,
                        "default": False,
                        "refusal": refusal_json(refusal, self.names),
                        "odds": None,
                    }

    def label(self, ask: Choice, value: Any) -> str:
        """An option in words."""
        if isinstance(value, bool):
            return "Claim the Advantage" if value else "Do not claim"
        text = str(value)
        if ask.name == "reaction":
            return LABELS.get(text) or f"Dive behind {text.partition(':')[2]}"
        if text == "none":
            return "Let it pass"
        striker, _, weapon = text.rpartition(":")
        return (
            f"{self.names.who(striker)}: {self.names.weapon(weapon)}"
            if striker
            else (self.names.weapon(text) if ask.name == "reach_strike" else text)
        )

    def price(self, ask: Choice, value: Any) -> int:
        """The Momentum that an option costs."""
        if ask.name == "reaction" and value != NO_REACTION:
            c = self.state.combatants[ask.who]
            return 0 if payable(self.state, c._replace(momentum=0)) == "" else 1
        return paid_for(self.run, ask) if value is True else 0

    def odds(self, ask: Choice, value: Any) -> dict[str, Any] | None:
        """The chances under an option, as far as they are known."""
        if not self.known:
            return None
        if ask.name == "reaction":
            return self.reaction(ask.who, str(value))
        if ask.name in ("free_attack", "reach_strike"):
            return self.strike(ask, str(value))
        tested = self.peek(ask, value)
        return None if tested is None else self.test(ask.who, tested)

    def reaction(self, who: str, value: str) -> dict[str, Any] | None:
        """`avoid`, the chance that the attack misses, and `trauma`; `works` of the reaction's own roll, `if_works`
        the chance to avoid then; `claim` what claiming an Advantage on the avoid roll would make of it."""
        attack = self.attack
        assert attack is not None
        attack = attack._replace(target=who) if not isinstance(self.step, Exchange) else attack
        if isinstance(self.step, Exchange):
            plain = chance(self.state, attack, value)
            data = self.chance_json(who, plain)
            data["static"] = static_of(self.state, attack, value) if self.k.knows(who) else None
            data |= self.earned(who, attack, value)
            rolls = [to_hit(way.state, attack, way.reacted) for way in settled(self.state, attack, value)[0]]
            claims = [claimable(self.state, roll) for roll in rolls if roll.who == who]
            if any(claim.open for claim in claims):
                claimed = chance(self.state, attack, value, claimed=True)
                price = next(claim for claim in claims if claim.open)
                data["claim"] = {**self.chance_json(who, claimed), **(claim_json(price, self.names) or {})}
            return data
        return self.dive(who, value, attack)

    def earned(self, who: str, attack: AttackPlan, value: str) -> dict[str, Any]:
        """`earns`, the Momentum that the rolls under a reaction earn the asked one, when the reaction fails and when it
        works (the same number twice where nothing is rolled for it); `gives` likewise the attacker; `rolls` is who
        rolls to hit or to avoid."""
        rolls = attack.who if attack.rolled else who
        if not self.k.knows(who):
            return {"earns": None, "gives": None, "rolls": rolls}
        found = earned(self.state, attack, value)
        gives = [found.attacker[0], found.attacker[-1]] if self.k.knows(attack.who) else None
        return {"earns": [found.target[0], found.target[-1]], "gives": gives, "rolls": rolls}

    def chance_json(self, who: str, found: Chance) -> dict[str, Any]:
        """The chances of an attack on `who`, whose numbers the seat knows or not."""
        if not self.k.knows(who):
            return {"avoid": None, "trauma": None, "works": None, "if_works": None, "edge": None}
        works = None if found.reacts is None else Fraction(found.reacts, ROLLS)
        if works is None and found.works is not None:
            works = Fraction(int(found.works))
        none, one, two = found.trauma
        data: dict[str, Any] = {
            "avoid": p(1 - found.hit),
            "hit_no_trauma": p(none - (1 - found.hit)),
            "trauma": {"0": p(none), "1": p(one), "2": p(two)},
            "works": None if works is None else p(works),
            "if_works": None,
            "edge": EDGE_WORDS[found.test.edge],
            "gain": found.test.gain,
            "reasons": reasons_json(found.test.reasons, self.names),
        }
        if found.worked is not None:
            share = Fraction(found.worked.wins, ROLLS)
            rolls = self.attack is not None and self.attack.rolled
            data["if_works"] = p(1 - share if rolls else share)
        return data

    def dive(self, who: str, value: str, attack: AttackPlan) -> dict[str, Any] | None:
        """A dive from a blast: trauma over all its rolls."""
        if not isinstance(self.step, Blast) or not self.k.knows(who):
            return None
        state = settled(self.state, attack, value)[0][0].state
        aimed = attack_of(state, self.step)
        assert aimed is not None
        found = blast_chance(state, aimed, self.step.indirect, False)
        trauma = found.trauma.get(who, (Fraction(1), Fraction(0), Fraction(0)))
        return {
            "avoid": p(Fraction(found.avoids[who].wins, ROLLS)) if who in found.avoids else None,
            "trauma": {str(i): p(x) for i, x in enumerate(trauma)},
            "works": None,
            "if_works": None,
        }

    def strike(self, ask: Choice, value: str) -> dict[str, Any] | None:
        """A free attack or first strike: hit and trauma without a reaction, unclaimed."""
        if value == "none":
            return None
        striker, _, weapon = value.rpartition(":")
        who, target = (striker, ask.who) if striker else (ask.who, getattr(self.step, "target", ""))
        if target not in self.state.combatants or not self.k.knows(who):
            return None
        plan = plan_attack(self.state, who, self.state.weapon(weapon), target)
        found = chance(self.state, plan)
        none, one, two = found.trauma
        known_target = self.k.knows(target)
        return {
            "hit": p(found.hit) if plan.rolled or known_target else None,
            "trauma": {"0": p(none), "1": p(one), "2": p(two)} if known_target else None,
        }

    # -- tests

    def peek(self, ask: Choice | Draw, value: Any = None) -> dict[str, Any] | None:
        """The `test` of `who` that comes next, with `value` for the ask and the safe default for what follows."""
        if self.step is None or holds_unseen(self.state, self.step):
            return None
        attack = self.attack
        if isinstance(self.step, Exchange) and attack is not None and attack.rolled and ask.who == attack.who:
            # Whether a foe's reaction worked is told at the table; why it did is not for every seat.
            rolls = roll_plan(self.state, attack, reacted_of(self.run))
            claimed = value is True or any(
                a.key == f"claim_attack:{ask.who}" and a.value for a in self.run.given
            )
            return story_of(rolls, tested(self.state, rolls, claimed), "attack")
        given = [*self.run.given]
        if isinstance(ask, Choice):
            given.append(Answer(ask.key, value))
        for _ in range(20):
            scene = Scene(self.state)
            after: list[Answer] = []
            try:
                self.step.run(scene, Answers(given))
            except Wanted as wanted:
                for other in wanted.asks:
                    dice = isinstance(other, Draw)
                    after.append(
                        Answer("dice", (3,) * other.count if isinstance(other, Draw) else ())
                        if dice
                        else Answer(other.key, getattr(other, "default", None))
                    )
            earlier = sum(1 for answer in self.run.given if answer.key == "dice")
            tests = [e for e in scene.events if e.kind == "draw"]
            done = [e for e in scene.events if e.kind == "test" and e.story["who"] == ask.who]
            if done and len(tests) > earlier:
                return {**done[-1].story, "gain": gained(scene.events, ask.who)}
            if not after:
                return None
            given += after
        return None

    def test(self, who: str, story: dict[str, Any]) -> dict[str, Any]:
        """A test of the asked one: `success`, edge, gain; for an attack met or made also trauma."""
        edge = EDGE_NUMBERS[story["edge"]]
        wins = successes(story["bonus"], edge, self.state.ruleset.natural_mode)
        data: dict[str, Any] = {
            "success": p(Fraction(wins, ROLLS)) if meets_eight(self.step, story) else None,
            "edge": story["edge"],
            "dice": DICE[edge],
            "bonus": story["bonus"],
            "gain": story.get("gain", 0),
            "trauma": None,
        }
        attack = self.attack
        if isinstance(self.step, Exchange) and attack is not None and attack.target is not None:
            decides = story["draw"] in ("attack", "avoid")
            if decides and self.k.knows(attack.target):
                hit = Fraction(wins if attack.rolled else ROLLS - wins, ROLLS)
                harm = harms_of(self.state, attack, armor_of(self.state, attack).total)
                one, two = (hit * Fraction(harm[i], 6**attack.dice) for i in (1, 2))
                data["trauma"] = {"0": p(1 - one - two), "1": p(one), "2": p(two)}
        return data

    def dice(self, ask: Draw) -> dict[str, Any]:
        """Dice to roll: how many at which edge, and what they are for."""
        data: dict[str, Any] = {
            "draw": ask.name,
            "count": ask.count,
            "edge": None if ask.edge is None else EDGE_WORDS[ask.edge],
            "dice": f"{ask.count}D" if ask.edge is None else DICE[ask.edge],
            "bonus": None,
            "skill": None,
            "wanted": None,
            "reasons": None,
        }
        if ask.name == "damage" and self.attack is not None:
            data["bonus"] = self.attack.plus
        elif ask.edge is not None and ask.name != "initiative" and self.known and self.k.knows(ask.who):
            story = self.peek(ask)
            if story is not None:
                data |= {name: story[name] for name in ("bonus", "skill", "characteristic")}
                data["reasons"] = told_reasons(story, self.names)
                if meets_eight(self.step, story):
                    data["wanted"] = wanted_sum(story["bonus"], self.state.ruleset.natural_mode)
        return data


def paid_for(run: Run, ask: Choice) -> int:
    """What claiming takes of one's Momentum: said before it is paid, whoever the attacker is."""
    scene, given = Scene(run.state), [*run.given, Answer(ask.key, True)]
    given += [Answer(a.key, a.default) for a in run.asks if isinstance(a, Choice) and a.key != ask.key]
    with suppress(Wanted):
        run.agenda[0].run(scene, Answers(given))
    paid = (e.story for e in scene.events if e.kind == "momentum_paid")
    return next((int(s["amount"]) for s in paid if s["who"] == ask.who and s["claim"] == ask.name), 0)
