"""Tactics at the table: a state of play is made plain numbers, decided upon, and told as a command or an answer."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..book.combat.melee import SKILL as CLOSE_QUARTERS
from ..book.combat.reactions import AVOID_SKILL
from ..book.combat.special import Mode
from ..play.asks import Choice
from ..play.attack_plan import MODE_WORDS
from ..play.blast import Blast, NewlyInside
from ..play.exchange import Exchange
from ..play.movement import FirstStrike
from ..play.resolve import Run
from ..play.state import Combatant, State
from . import answers
from .choose import decide
from .choose_attack import Plan
from .codes import DIVE, NOBODY, PULLED, Claim, Do
from .field import Field, Roster
from .flatten import asked_state, field_of, roster_of
from .manners import MANNERS, ROWS
from .names import Names, everybody, names_of, place_at, weapons_of, xy
from .tactic import Tactic

Command = dict[str, Any]

MOST_ROSTERS = 16
"""Rosters kept: of the fights just played, each by its tactics."""

CLAIMS = {
    "claim_reaction": Claim.REACTION,
    "claim_attack": Claim.ATTACK,
    "claim_avoid": Claim.AVOID,
}
KINDS = ("none", "dodge", "parry")

_rosters: dict[Hashable, tuple[Roster, Names, State]] = {}
"""By what they are made of; the state is kept so that what its key names by identity stays what it is."""


def flat(state: State, tactic: str) -> tuple[Roster, Field, Names]:
    """The state as plain numbers, everybody playing by one tactic: nobody knows how others play.

    What does not change in a fight is made once.
    """
    key = (tactic, *_lasting(state))
    found = _rosters.get(key)
    if found is None:
        while len(_rosters) >= MOST_ROSTERS:
            _rosters.pop(next(iter(_rosters)))
        rows = dict.fromkeys((c.id for c in everybody(state)), ROWS[tactic])
        found = _rosters[key] = (roster_of(state, rows, list(MANNERS.values())), names_of(state), state)
    roster, names, _ = found
    return roster, field_of(state, roster, names), names


def _lasting(state: State) -> tuple[Hashable, ...]:
    """What a roster is made of."""
    people = tuple(_lasting_of(c) for c in everybody(state))
    return (id(state.encounter), id(state.ruleset), people, tuple(state.covers.values()), state.zones)


def _lasting_of(c: Combatant) -> tuple[Hashable, ...]:
    return (
        c.id,
        c.side,
        c.scale,
        c.armor,
        c.boxes_physical,
        c.boxes_mental,
        c.morale,
        c.roster,
        c.enters,
        weapons_of(c),
        isinstance(c.at, tuple),
        id(c.person),
    )


def command(tactic: str, state: State, who: str) -> Command:
    """The next command of the one who has the turn."""
    roster, field, names = flat(state, tactic)
    code, a, b, c, x, y = decide(roster, field, names.person(who))
    return told(roster, field, names, who, Plan(0.0, code, a, b, c, x, y))


def told(roster: Roster, field: Field, names: Names, who: str, plan: Plan) -> Command:
    """A decision as a command."""
    place = place_at(roster, tidy(plan.x), tidy(plan.y))
    if plan.code == Do.ATTACK:
        return _attack(field, names, who, plan, place)
    if plan.code == Do.MOVE:
        return {"do": "move", "who": who, "to": place, **({"as": "significant"} if plan.a else {})}
    if plan.code == Do.SUPPRESS:
        return {"do": "suppress", "who": who, "weapon": names.slots[plan.a], "at": place}
    if plan.code == Do.TAKE_COVER:
        return {"do": "take_cover", "who": who, "cover": names.walls[plan.a], "fully": bool(plan.b)}
    if plan.code == Do.BREAK_FREE:
        return {"do": "break_free", "who": who, **({"by": "opposed"} if plan.a else {})}
    word = Do(plan.code).name.lower()
    if plan.code in (Do.AIM, Do.FIRST_AID, Do.GRAPPLE):
        return {"do": word, "who": who, "target": names.who[plan.a]}
    if plan.code in (Do.RELOAD, Do.CHARGE, Do.DRAW, Do.STOW):
        return {"do": word, "who": who, "weapon": names.slots[plan.a]}
    return {"do": word, "who": who}


def _attack(field: Field, names: Names, who: str, plan: Plan, place: Any) -> Command:
    data: Command = {"do": "attack", "who": who, "weapon": names.slots[plan.a]}
    mode = Mode(plan.c % PULLED)
    if mode == Mode.FULL:
        shots = list(field.shots)
        return {**data, "mode": "full", "targets": [names.who[j] for j in shots[: shots.index(NOBODY)]]}
    data |= {"at": place} if plan.b < 0 else {"target": names.who[plan.b]}
    return data if mode == Mode.SINGLE else {**data, "mode": MODE_WORDS[mode]}


def tidy(metres: float) -> float:
    """A whole number of metres without a decimal point."""
    return int(metres) if metres == int(metres) else metres


def answer(tactic: str, run: Run, choice: Choice) -> Any:
    """One of the choice's options."""
    roster, field, names = flat(asked_state(run), tactic)
    if choice.name == "reaction":
        return reaction(run, choice, roster, field, names)
    if choice.name.startswith("claim_"):
        kind = CLAIMS.get(choice.name, Claim.TEST)
        return answers.claim(roster, field, names.person(choice.who), int(kind))
    if choice.name in ("free_attack", "reach_strike"):
        return strike(run, choice, roster, field, names)
    if choice.name == "avoid_skill":
        return _avoid_skill(run, choice, roster, field, names)
    return choice.default


def reaction(run: Run, choice: Choice, roster: Roster, field: Field, names: Names) -> str:
    """A dodge, a parry, a dive, or none."""
    state, step, j = run.state, run.agenda[0], names.person(choice.who)
    if isinstance(step, Exchange):
        i = names.person(step.who)
        slot = names.slot(roster.sheets[i], step.weapon)
        found = answers.react(roster, field, i, slot, int(step.mode), j)
    elif isinstance(step, Blast | NewlyInside):
        shell = step if isinstance(step, Blast) else step.shell
        i = names.person(shell.who)
        at = step.at if isinstance(step, Blast) else step.shell.centre
        if isinstance(step, Blast) and step.target is not None:
            at = state.combatants[step.target].at
        assert at is not None
        found = answers.react_blast(roster, field, i, names.slot(roster.sheets[i], shell.weapon), j, *xy(at))
    else:
        return str(choice.default)
    value = f"dive:{names.walls[found - DIVE]}" if found >= DIVE else KINDS[found]
    return value if value in choice.options else str(choice.default)


def strike(run: Run, choice: Choice, roster: Roster, field: Field, names: Names) -> str:
    """The best free blow of those that are open: `WHO:WEAPON` or, of a Reach wielder, `WEAPON`."""
    step = run.agenda[0]
    best, most = "none", -0.5
    found = []
    for option in choice.options:
        if option == "none":
            continue
        if isinstance(step, FirstStrike):
            who, weapon, target = choice.who, option, step.target
        else:
            (who, _, weapon), target = option.partition(":"), choice.who
        i = names.person(who)
        found.append((i, names.slot(roster.sheets[i], weapon), names.person(target), option))
    for i, slot, j, option in sorted(found):  # ties as in the roster
        value = answers.strike_worth(roster, field, i, slot, j)
        if value > most:
            best, most = option, value
    return best


def _avoid_skill(run: Run, choice: Choice, roster: Roster, field: Field, names: Names) -> Any:
    step = run.agenda[0] if run.agenda else None
    if not isinstance(step, Exchange) or set(choice.options) != {AVOID_SKILL, CLOSE_QUARTERS}:
        return choice.default
    i, j = names.person(step.who), names.person(choice.who)
    slot = names.slot(roster.sheets[i], step.weapon)
    return (AVOID_SKILL, CLOSE_QUARTERS)[answers.avoid_skill(roster, field, i, slot, int(step.mode), j)]


def tactic(name: str, about: str) -> Tactic:
    """A tactic by its row of knobs."""

    def commands(state: State, who: str) -> Command:
        return command(name, state, who)

    def answers_(run: Run, choice: Choice) -> Any:
        return answer(name, run, choice)

    return Tactic(name, about, commands, answers_)


FOCUS = tactic(
    "focus", "attacks whoever is soonest out for the harm it does; covers, aims, bursts, throws when it pays"
)
NEAREST = tactic("nearest", "the same against the nearest foe that is worth attacking")
SPREAD = tactic("spread", "the same, everybody against another foe")
CAREFUL = tactic(
    "careful", "looks after itself first: cover, distance, reactions; keeps Momentum for its defence"
)
