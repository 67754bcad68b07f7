"""From a state of play to the plain numbers of `field`.

Skills, grades, effective bands and scales are looked up once, here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from ..book.combat import melee as melee_rule
from ..book.combat.cover import GRADES, Grade
from ..book.combat.reactions import AVOID_SKILL, Reaction, refused
from ..book.combat.special import Mode, burst_bonus
from ..book.combat.trauma import FIRST_AID_SKILL
from ..play.asks import Answers, Wanted
from ..play.attack_plan import effective_band, rounds_for, rounds_to_suppress
from ..play.harm import attack_scale
from ..play.resolve import Run
from ..play.rolls import default_characteristic
from ..play.scene import Scene
from ..play.state import LEFT, PINNED, STUNNED, SURRENDERED, Combatant, State, bonus
from ..play.turns import dexterity
from ..sheets.model import UNARMED, Place, Weapon
from . import codes
from .codes import COMING, ENDLESS, NO_POOL, NOBODY, UNCOUNTED
from .field import Field, Load, Manner, Now, Piece, Roster, Rules, Sheet, Standing, View, Wall
from .flatten_grants import grants
from .flatten_tables import SCALES, harms_of, hits_of
from .flatten_zones import patches
from .menace import reckon
from .names import Names, everybody, names_of, skills_of, weapons_of, xy
from .situation import cosine

THREATS = {None: 0, "minion": 1, "standard": 2, "elite": 3}
GONE = {None: 0, LEFT: codes.LEFT, SURRENDERED: codes.SURRENDERED}


def asked_state(run: Run) -> State:
    """The state at the moment of what a run is waiting for: the step under way as far as it got."""
    scene, ask = Scene(run.state), Answers(run.given)
    if run.agenda:
        with suppress(Wanted):
            run.agenda[0].run(scene, ask)
    return scene.state


def roster_of(
    state: State, plays: Mapping[str, int] | None = None, manners: Sequence[Manner] = (Manner(),)
) -> Roster:
    """What does not change in this fight. `plays` gives the row of `manners` of each combatant (else row 0)."""
    names = names_of(state)
    people = everybody(state)
    sheets: list[Sheet] = []
    pieces: list[Piece] = []
    for i, c in enumerate(people):
        row = 0 if plays is None else plays.get(c.id, NOBODY)
        sheet = _sheet(state, c, names, row, len(pieces))
        pieces += [_piece(state, c, i, id, names) for id in weapons_of(c)]
        sheet.last = len(pieces)
        sheets.append(sheet)
    rules = _rules(state, names)
    rules.armors = max((s.armor for s in sheets), default=0) + Grade.SOLID + 1
    rules.armors = max(rules.armors, rules.armor_floor + 1)
    low, hits = hits_of(sheets, pieces, rules.natural_mode)
    rules.low = low
    walls = [_wall(sheet.grade, sheet.hides, sheet.at, sheet.arc) for sheet in state.covers.values()]
    roster = Roster(
        rules,
        sheets,
        pieces,
        walls,
        patches(state.zones, names.skills),
        list(manners),
        hits,
        harms_of(sheets, pieces, rules),
        sorted(range(len(people)), key=lambda i: people[i].roster),
    )
    reckon(roster)
    equals(roster)
    return roster


def equals(roster: Roster) -> None:
    """Notes who is the equal of those before it: the same sheet, the same weapons."""

    def seen(i: int) -> tuple[Sheet, list[Piece]]:
        sheet = roster.sheets[i]
        own = [replace(p, owner=0) for p in roster.pieces[sheet.first : sheet.last]]
        return replace(sheet, first=0, last=0, roster=0, alike=0), own

    for i, sheet in enumerate(roster.sheets):
        sheet.alike = roster.sheets[i - 1].alike if i > 0 and seen(i) == seen(i - 1) else i


def _rules(state: State, names: Names) -> Rules:
    r = state.ruleset
    bounds = state.encounter.bounds
    low, high = (xy(bounds.low), xy(bounds.high)) if bounds is not None else ((0.0, 0.0), (0.0, 0.0))
    return Rules(
        cost=r.momentum_characteristic_advantage_cost,
        characteristic_gain=r.momentum_characteristic_disadvantage_gain and r.momentum_disadvantage_gain,
        gain=r.momentum_disadvantage_gain,
        gain_when_cancelled=int(r.momentum_gain_when_cancelled),
        cap=-1 if r.momentum_cap is None else r.momentum_cap,
        conflict=int(r.advantage_conflict),
        natural_mode=int(r.natural_mode),
        reaction_mode=int(r.defence_reaction_mode),
        threat_effect=int(r.npc_threat_effect),
        npc_reaction=int(r.npc_reaction),
        static_low=r.npc_static[0],
        static_middle=r.npc_static[1],
        static_high=r.npc_static[2],
        who_rolls=int(r.combat_who_rolls),
        armor_floor=r.armor_floor,
        overflow=int(r.trauma_overflow),
        max_per_hit=r.trauma_max_per_hit,
        death=int(r.trauma_death),
        tiebreak=int(r.initiative_gm_tiebreak),
        engaged_fire=int(r.engaged_fire_scope),
        ready_effect=int(r.ready_effect),
        refresh=int(r.reaction_refresh),
        minor_max=r.minor_max,
        disengage_mode=int(r.disengage_mode),
        disengage_skill=names.skills.index(r.disengage_test),
        attackers=int(r.disengage_attackers),
        dive_effect=int(r.dive_effect),
        suppress_test=int(r.suppress_test),
        scale_factor=r.scale_factor,
        plane=int(state.plane),
        people=len(names.who),
        walls=len(names.walls),
        sides=len(names.sides),
        slots=len(names.slots),
        patches=sum(len(zone.gives) for zone in state.zones),
        scales=SCALES,
        bounded=int(bounds is not None),
        move_metres=float(r.move_metres),
        suppress_radius=float(r.suppress_radius),
        low_x=low[0],
        low_y=low[1],
        high_x=high[0],
        high_y=high[1],
    )


def _sheet(state: State, c: Combatant, names: Names, row: int, first: int) -> Sheet:
    r = state.ruleset

    def grade(skill: str) -> int:
        return c.grade(default_characteristic(r, skill))

    side = next((s for s in state.encounter.sides if s.id == c.side), None)
    morale = c.morale or (None if side is None else side.morale)
    return Sheet(
        side=names.sides.index(c.side),
        character=int(c.is_character),
        threat=THREATS[c.person.threat],
        scale=c.scale,
        boxes_physical=c.boxes_physical,
        boxes_mental=c.boxes_mental,
        armor=c.armor,
        base=min(r.armor_base, c.armor),
        athletics=bonus(c, AVOID_SKILL, r),
        athletics_grade=grade(AVOID_SKILL),
        close_quarters=bonus(c, melee_rule.SKILL, r),
        close_quarters_grade=grade(melee_rule.SKILL),
        medicine=bonus(c, FIRST_AID_SKILL, r),
        medicine_grade=grade(FIRST_AID_SKILL),
        strength=c.grade(melee_rule.BREAK_FREE_CHARACTERISTIC),
        disengage=bonus(c, r.disengage_test, r),
        disengage_grade=grade(r.disengage_test),
        dexterity_grade=c.grade("Dexterity"),
        tactic=row,
        first=first,
        dexterity=float(dexterity(state, c)),
        morale_does=0 if morale is None else 1 if morale.does == "flee" else 2,
        morale_own=int(c.morale is not None),
        roster=c.roster,
        enters=c.enters or 0,
        morale_loss=-1.0 if morale is None else float(morale.loss),
    )


def _piece(state: State, c: Combatant, owner: int, id: str, names: Names) -> Piece:
    r, w = state.ruleset, state.weapon(id)
    shot, blow, lob = skills_of(w)

    def grade(skill: str) -> int:
        return c.grade(w.characteristic or default_characteristic(r, skill))

    return Piece(
        owner=owner,
        weapon=-1 if id == UNARMED.id else list(state.encounter.weapons).index(id),
        dice=w.dice,
        plus=w.plus + w.damage,
        burst_plus=burst_bonus(Mode.BURST, r.auto_burst_damage.of(w.auto)),
        band=-1 if w.band is None else int(effective_band(c, w)),
        melee=int(w.melee),
        thrown=int(w.thrown),
        hands=w.hands,
        handy=int(w.compact or w.hands == 1),
        scale=attack_scale(c, w),
        shot=bonus(c, shot, r),
        shot_grade=grade(shot),
        shot_skill=names.skills.index(shot),
        blow=bonus(c, blow, r),
        blow_grade=grade(blow),
        blow_skill=names.skills.index(blow),
        lob=bonus(c, lob, r),
        lob_grade=grade(lob),
        lob_skill=names.skills.index(lob),
        magazine=-1 if w.magazine is None else w.magazine,
        auto=w.auto,
        full_attacks=r.auto_full_attacks.of(w.auto) if w.auto else 0,
        full_ammo=rounds_for(state, w, Mode.FULL),
        suppress_ammo=rounds_to_suppress(state, w),
        piercing=w.piercing,
        reload=w.reload,
        to_mental=int(w.to_mental),
        suppressive=int(w.suppressive),
        artillery=int(w.artillery),
        charge=int(w.charge),
        slow=int(w.slow),
        one_use=int(w.one_use),
        scope=int(w.scope),
        precise=int(w.precise),
        reach=int(w.reach),
        smasher=int(w.smasher),
        stun=int(w.stun),
        entangle=int(w.entangle),
        explosive=int(w.explosive),
        dodge_shot=_leaves(w, Reaction.DODGE, True),
        dodge_blow=_leaves(w, Reaction.DODGE, False),
        parry_shot=_leaves(w, Reaction.PARRY, True),
        parry_blow=_leaves(w, Reaction.PARRY, False),
        dive_shot=_leaves(w, Reaction.DIVE, True),
        dive_blow=_leaves(w, Reaction.DIVE, False),
        blast=-1.0 if w.blast is None else float(w.blast),
    )


def _leaves(weapon: Weapon, reaction: Reaction, ranged: bool) -> int:
    """Whether a weapon, used as a shot or not, leaves a reaction; a dive, with cover near (C61-C64)."""
    blast = weapon.blast is not None and ranged
    return int(not refused(reaction, blast, ranged, weapon.smasher, True))


def _wall(grade: str, hides: bool, at: Place, arc: float) -> Wall:
    x, y = xy(at)
    return Wall(int(GRADES[grade]), int(hides), float(x), float(y), float(arc), cosine(arc))


def field_of(state: State, roster: Roster, names: Names | None = None) -> Field:
    """The fight as it stands."""
    names = names or names_of(state)
    people = everybody(state)
    n = len(people)
    uses = [0] * (n * len(names.walls))
    barred = [-1] * (n * n)
    for i, c in enumerate(people):
        for use in c.cover:
            uses[i * len(names.walls) + names.walls.index(use.cover)] = 2 if use.fully else 1
        for b in c.barred:
            if b.who in names.who:
                barred[i * n + names.who.index(b.who)] = b.reached
    order = [names.who.index(id) for id in state.order if id in names.who]
    sides = names.sides
    rows = grants(people, names.skills)
    now = Now(
        state.round,
        names.person(state.turn),
        int(state.over),
        -1 if state.winner is None or state.winner not in sides else sides.index(state.winner),
        len(state.waves),
        int(bool(state.round) and joining(state)),
        len(rows),
    )
    bands = [NOBODY] * (n * n)
    for first, second, named in state.bands:
        if first in names.who and second in names.who:
            one, two = names.who.index(first), names.who.index(second)
            bands[one * n + two] = bands[two * n + one] = int(named)
    most = max((p.full_attacks for p in roster.pieces), default=0)
    return Field(
        now,
        [_standing(state, c, names) for c in people],
        [_load(c, id) for c in people for id in weapons_of(c)],
        rows,
        uses,
        barred,
        order + [NOBODY] * (n - len(order)),
        bands,
        [NOBODY] * (most + 1),
        [0] * n,
        [NOBODY, 0, 0],
        [View() for _ in range(2 * n)],
        [],
    )


def _standing(state: State, c: Combatant, names: Names) -> Standing:
    x, y = xy(c.at)
    area = next((s for s in state.suppressions if s.who == c.id), None)
    sx, sy = (0.0, 0.0) if area is None else xy(area.at)
    return Standing(
        momentum=NO_POOL if c.momentum is None else c.momentum,
        physical=c.physical,
        mental=c.mental,
        dead=int(c.dead),
        said_out=-1 if c.said_out is None else int(c.said_out),
        gone=GONE[c.gone] if c.enters is None else COMING,
        hidden=int(c.hidden),
        unaware=int(c.unaware),
        significant=c.significant,
        minors=c.minors,
        moved=int(c.moved),
        reactions=c.reactions,
        readied=c.readied,
        aim=names.person(c.aim),
        exposed=int(c.exposed),
        prone=int(c.prone),
        held_by=names.person(c.held_by),
        netted=int(c.netted),
        aided=int(c.aided),
        stunned=_turns(c, STUNNED),
        pinned=_turns(c, PINNED),
        delayed=int(c.delayed is not None),
        acted=int(c.id in state.acted),
        suppressing=int(area is not None),
        initiative=(c.initiative or 0) if placing(state) else 0,
        x=float(x),
        y=float(y),
        suppress_x=float(sx),
        suppress_y=float(sy),
    )


def placing(state: State) -> bool:
    """Whether totals of initiative still decide where somebody who joins acts (R67)."""
    return bool(state.round) and (bool(state.waves) or joining(state))


def joining(state: State) -> bool:
    """Whether somebody who is there has no place in the order yet."""
    return len(state.order) < len(state.combatants)


def _turns(c: Combatant, name: str) -> int:
    """Turns left of a condition: 0 without it."""
    for condition in c.conditions:
        if condition.name == name:
            return ENDLESS if condition.turns is None else condition.turns
    return 0


def _load(c: Combatant, id: str) -> Load:
    rounds = c.rounds(id)
    return Load(
        held=int(id in c.held),
        carried=int(id in c.carried),
        rounds=UNCOUNTED if rounds is None else rounds,
        charged=int(id in c.charged),
        reloading=dict(c.reloading).get(id, 0),
        fired=dict(c.fired).get(id, -1),
    )
