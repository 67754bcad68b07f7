"""What tactics read as plain numbers is what play says: on random positions of random fights and rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.tactics.flat_positions import positions

from wanderstar.book.combat import melee
from wanderstar.book.combat.cover import can_reach
from wanderstar.book.combat.reactions import AVOID_SKILL
from wanderstar.book.combat.special import Mode
from wanderstar.book.core_mechanic.difficulty import edge
from wanderstar.odds.attack import harms
from wanderstar.play import morale, reactions, sight
from wanderstar.play.attack_plan import MODE_WORDS, AttackPlan, plan_attack, uses_melee
from wanderstar.play.exchange import avoid_plan, roll_plan
from wanderstar.play.harm import armor_met, attack_scale
from wanderstar.play.legal_attack import melee_weapons
from wanderstar.play.reactions import Reacted
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare
from wanderstar.play.rolls import RollPlan, claim, default_characteristic, plan, static_edge
from wanderstar.play.state import State, reactions_left
from wanderstar.tactics import situation, situation_attack, situation_legal
from wanderstar.tactics.codes import DIVE, PULLED, Skill
from wanderstar.tactics.field import Field, Roster
from wanderstar.tactics.flatten import field_of, roster_of
from wanderstar.tactics.names import Names, names_of, place_at, xy
from wanderstar.tactics.situation_attack import Test as Counted

SEEDS = st.integers(0, 10**9)


class Both:
    """A state, and the same as plain numbers."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.names: Names = names_of(state)
        self.roster: Roster = roster_of(state)
        self.field: Field = field_of(state, self.roster)
        self.ids = list(state.combatants)

    def slots(self, i: int) -> Iterator[tuple[int, str]]:
        sheet = self.roster.sheets[i]
        return ((slot, self.names.slots[slot]) for slot in range(sheet.first, sheet.last))

    def pairs(self) -> Iterator[tuple[int, int]]:
        n = len(self.ids)
        return ((i, j) for i in range(n) for j in range(n) if i != j)

    def legal(self, i: int, command: dict[str, Any]) -> bool:
        state = self.state._replace(turn=self.ids[i])
        return not isinstance(prepare(state, {**command, "who": self.ids[i]}), Refusal)


def same_test(test: Counted, roll: RollPlan, both: Both, who: str) -> None:
    """A counted test is the plan with its reasons: the same edge and gain, claimed and not, at the same price."""
    momentum = both.state.combatants[who].momentum
    price, code = claim(roll, momentum)
    may = not code and price > 0
    i = both.ids.index(who)
    assert test.bonus == roll.bonus
    assert situation_attack.claimable(both.field, i, test) == may
    if may:
        assert test.price == price
    ups = [r for r in roll.reasons if r.gives == "advantage"]
    downs = [r for r in roll.reasons if r.gives == "disadvantage"]
    assert test.against == len(downs)
    assert test.gain == max((r.gain for r in downs), default=0)
    for claimed in {False, may}:
        counted = sum(r.price == 0 or claimed for r in ups)
        net = edge(counted, len(downs), both.state.ruleset.advantage_conflict)
        assert situation_attack.net_edge(both.roster, test, claimed) == net


@settings(max_examples=12, deadline=None)
@example(3383471)  # one left while under suppressive fire
@given(SEEDS)
def test_who_stands_where(seed: int) -> None:
    """C23, C39, R26, R33, R49, R50, R76, R78: out, able, engaged, covered, suppressed: the same as play says."""
    for state in positions(seed):
        both = Both(state)
        roster, field = both.roster, both.field
        for i, c in enumerate(state.combatants.values()):
            assert situation.out(roster, field, i) == c.out
            assert situation.able(roster, field, i, -1) == sight.able(c)
            assert situation.suppressed(roster, field, i) == (sight.suppressed_by(state, c) is not None)
            words = {None: 0, "flee": 1, "surrender": 2}
            assert situation.morale_broken(roster, field, i) == words[morale.broken(state, c.id)]
            assert situation.at_edge(roster, field, i) == morale.at_edge(state, c)
            near = [can_reach(sight.metres(c.at, wall.at)) for wall in state.covers.values()]
            x, y = xy(c.at)
            assert [situation.near_wall(roster, k, x, y) for k in range(len(near))] == near
            engaged = {f.id for f in sight.engaged_foes(state, c)}
            for j, d in enumerate(state.combatants.values()):
                if i == j:
                    continue
                assert situation.able(roster, field, i, j) == sight.able(c, d.id)
                assert situation.foe_engaged(roster, field, i, j) == (d.id in engaged)
                assert situation.band_of(roster, field, i, j) == sight.band_between(state, c, d)
                assert situation.total_cover(roster, field, j, x, y) == sight.total_cover(state, d, c.at)
                assert situation.best_cover(roster, field, j, x, y) == sight.best_cover(state, d, c.at)[1]


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_rolls_to_hit_and_to_avoid(seed: int) -> None:
    """C1-C4, C26-C38, R1-R4, R16-R19, R24: every edge, price and gain, the armor met and the chances of trauma."""
    rng = Random(seed)
    for state in positions(seed):
        both = Both(state)
        for i, j in both.pairs():
            for slot, id in both.slots(i):
                weapon = state.weapon(id)
                modes = [Mode.SINGLE, Mode.BURST, Mode.FULL] if weapon.auto else [Mode.SINGLE]
                mode = rng.choice(modes)
                same_attack(both, i, j, slot, mode)
                if weapon.thrown or weapon.blast is not None or weapon.artillery:
                    same_lob(both, i, j, slot)


def same_attack(both: Both, i: int, j: int, slot: int, mode: Mode) -> None:
    """An attack on somebody."""
    state, roster, field = both.state, both.roster, both.field
    who, target = both.ids[i], both.ids[j]
    a, c, weapon = state.combatants[who], state.combatants[target], state.weapon(both.names.slots[slot])
    hits = uses_melee(state, a, c, weapon)
    if not hits and weapon.band is None:
        return
    attack = plan_attack(state, who, weapon, target, None, mode)
    assert situation_attack.strikes(roster, field, i, slot, j) == attack.melee
    blast = weapon.blast is not None and not attack.melee
    assert situation_attack.attacker_rolls(roster, i, j, blast) == attack.rolled
    x, y = xy(c.at)
    for hindered in (False, True):
        reacted = Reacted("dodge", hindered) if hindered else Reacted()
        test = situation_attack.attack_test(roster, field, i, slot, j, mode, x, y, hindered)
        same_test(test, roll_plan(state, attack, reacted), both, who)
    same_avoids(both, attack, i, j, slot, mode)
    source = a.at if attack.ranged else None
    met = armor_met(state, c, weapon, source).total
    assert situation_attack.armor_met(roster, field, j, slot, attack.ranged, *xy(a.at)) == met
    row = situation_attack.harm_at(roster, slot, mode == Mode.BURST, j, met)
    most, factor = state.ruleset.trauma_max_per_hit, state.ruleset.scale_factor
    _, one, two = harms(attack.dice, attack.plus, met, most, attack_scale(a, weapon), c.scale, factor)
    chances = [share / 6**attack.dice for share in (one, two)]
    assert list(roster.harms[row : row + 2]) == pytest.approx(chances, abs=1e-15)


def same_avoids(both: Both, attack: AttackPlan, i: int, j: int, slot: int, mode: Mode) -> None:
    """The target's avoid rolls, by either skill, with a reaction that worked and without."""
    state, roster, field = both.state, both.roster, both.field
    target = both.ids[j]
    x, y = xy(attack.at)
    around = situation_attack.circumstances(roster, field, i, slot, j if attack.target else -1, mode, x, y)
    for skill, number in ((AVOID_SKILL, Skill.ATHLETICS), (melee.SKILL, Skill.CLOSE_QUARTERS)):
        for reacted in (Reacted(), Reacted("dodge", True), Reacted("parry", False)):
            test = situation_attack.avoid_test(
                roster, field, i, j, number + 0, around, reacted.success, reacted.kind == "none"
            )
            same_test(test, avoid_plan(state, attack, target, skill, reacted), both, target)


def same_lob(both: Both, i: int, j: int, slot: int) -> None:
    """The same weapon lobbed at where somebody stands."""
    state, roster, field = both.state, both.roster, both.field
    weapon, c = state.weapon(both.names.slots[slot]), state.combatants[both.ids[j]]
    if weapon.band is None:
        return
    attack = plan_attack(state, both.ids[i], weapon, None, c.at)
    x, y = xy(c.at)
    test = situation_attack.attack_test(roster, field, i, slot, -1, Mode.SINGLE, x, y, False)
    same_test(test, roll_plan(state, attack, Reacted()), both, both.ids[i])
    same_avoids(both, attack, i, j, slot, Mode.SINGLE)
    met = armor_met(state, c, weapon, c.at).total
    assert situation_attack.armor_met(roster, field, j, slot, True, x, y) == met


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_other_tests(seed: int) -> None:
    """C50, R20, R27, R34, R42: dodges, first aid, breaking free and away, and what stands for an adversary's dice."""
    for state in positions(seed):
        both = Both(state)
        roster, field, rules = both.roster, both.field, state.ruleset
        for i, who in enumerate(both.ids):
            for skill, number in ((AVOID_SKILL, 0), (melee.SKILL, 1), ("Medicine", 2)):
                test = situation_attack.skill_test(roster, field, i, number, 0)
                same_test(test, plan(state, who, skill), both, who)
            free = plan(state, who, melee.BREAK_FREE_SKILL, melee.BREAK_FREE_CHARACTERISTIC)
            same_test(situation_attack.break_free_test(roster, field, i), free, both, who)
            away = plan(state, who, rules.disengage_test)
            same_test(situation_attack.disengage_test(roster, field, i), away, both, who)
            for skill, number in ((AVOID_SKILL, 0), (melee.SKILL, 1)):
                c = state.combatants[who]
                net = static_edge(state, c, default_characteristic(rules, skill), 1, skill)
                value = rules.npc_static[net + 1] + plan(state, who, skill).bonus
                assert situation_attack.static_reaction(roster, field, i, number, 1) == (value >= 8)
            left = situation_attack.free_reactions(roster, field, i)
            assert left == reactions_left(state.combatants[who], rules)


@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_what_may_be_done(seed: int) -> None:
    """C18-C22, C56-C65, C79-C84, R32, R44-R50: what the numbers allow is what play takes, and nothing else."""
    rng = Random(seed)
    for state in positions(seed):
        both = Both(state)
        for i in range(len(both.ids)):
            same_commands(both, i)
            for slot, _ in both.slots(i):
                same_handling(both, i, slot)
        for i, j in both.pairs():
            same_on_somebody(both, i, j)
            for slot, id in both.slots(i):
                same_attacks(both, i, j, slot, rng)
                same_reactions(both, i, j, slot)
                strikes = id in melee_weapons(
                    state, state.combatants[both.ids[i]], state.combatants[both.ids[j]]
                )
                assert situation_legal.can_strike(both.roster, both.field, i, slot, j) == strikes


def same_commands(both: Both, i: int) -> None:
    """Commands without a weapon or target."""
    roster, field = both.roster, both.field
    c = both.state.combatants[both.ids[i]]
    x, y = xy(c.at)
    assert situation_legal.can_ready(field, i) == both.legal(i, {"do": "ready"})
    assert situation_legal.can_minor(field, i) == both.legal(i, {"do": "minor", "label": "shout"})
    for by in ("test", "opposed"):
        free = both.legal(i, {"do": "break_free", "by": by})
        assert situation_legal.can_break_free(field, i, by == "opposed") == free
    for step in (1.0, both.state.ruleset.move_metres, both.state.ruleset.move_metres + 1):
        for how in ("minor", "significant"):
            to = place_at(roster, x + step, y)
            legal = both.legal(i, {"do": "move", "to": to, "as": how})
            assert situation_legal.can_move(roster, field, i, how == "significant", x + step, y) == legal
    for k, cover in enumerate(both.names.walls):
        for fully in (False, True):
            legal = both.legal(i, {"do": "take_cover", "cover": cover, "fully": fully})
            assert situation_legal.can_take_cover(roster, field, i, k, fully) == legal


def same_handling(both: Both, i: int, slot: int) -> None:
    """What is done with a weapon alone."""
    roster, field, id = both.roster, both.field, both.names.slots[slot]
    checks: dict[str, bool] = {
        "reload": situation_legal.can_reload(roster, field, i, slot),
        "charge": situation_legal.can_charge(roster, field, i, slot),
        "draw": situation_legal.can_draw(roster, field, i, slot),
        "stow": situation_legal.can_stow(roster, field, i, slot),
    }
    for do, may in checks.items():
        assert may == both.legal(i, {"do": do, "weapon": id}), do


def same_on_somebody(both: Both, i: int, j: int) -> None:
    """What is done to somebody without a weapon."""
    roster, field, target = both.roster, both.field, both.ids[j]
    assert situation_legal.can_aim(roster, field, i, j) == both.legal(i, {"do": "aim", "target": target})
    aid = both.legal(i, {"do": "first_aid", "target": target})
    assert situation_legal.can_aid(roster, field, i, j) == aid
    grapple = both.legal(i, {"do": "grapple", "target": target})
    assert situation_legal.can_grapple(roster, field, i, j) == grapple


def same_attacks(both: Both, i: int, j: int, slot: int, rng: Random) -> None:
    """Attacks on somebody, lobs and suppressive fire at a place."""
    roster, field = both.roster, both.field
    id, target = both.names.slots[slot], both.ids[j]
    for mode in (Mode.SINGLE, Mode.BURST, Mode.FULL):
        command = {"do": "attack", "weapon": id, "target": target, "mode": MODE_WORDS[mode]}
        legal = both.legal(i, command)
        most = both.state.ruleset.auto_full_attacks.of(both.state.weapon(id).auto)
        if mode != Mode.FULL or most > 0:
            assert situation_legal.can_attack(roster, field, i, slot, j, mode) == legal, command
    x, y = field.who[j].x + rng.randint(-8, 8), field.who[j].y
    at = place_at(roster, x, y)
    lob = both.legal(i, {"do": "attack", "weapon": id, "at": at})
    assert situation_legal.can_lob(roster, field, i, slot) == lob
    suppress = both.legal(i, {"do": "suppress", "weapon": id, "at": at})
    assert situation_legal.can_suppress(roster, field, i, slot, x, y) == suppress


def same_reactions(both: Both, i: int, j: int, slot: int) -> None:
    """The reactions that an attack leaves its target."""
    state, roster, field = both.state, both.roster, both.field
    a, c, weapon = (
        state.combatants[both.ids[i]],
        state.combatants[both.ids[j]],
        state.weapon(both.names.slots[slot]),
    )
    if not uses_melee(state, a, c, weapon) and weapon.band is None:
        return
    attack = plan_attack(state, a.id, weapon, c.id)
    options = reactions.options(state, c.id, attack).options
    words = {1: "dodge", 2: "parry", **{DIVE + k: f"dive:{id}" for k, id in enumerate(both.names.walls)}}
    for number, word in words.items():
        may = situation_legal.can_react(roster, field, j, i, slot, attack.melee, number)
        assert may == (word in options), word


def test_codes_of_pulling_leave_room_for_the_modes() -> None:
    """C79: an attack's mode and how it is pulled share one number."""
    assert {mode % PULLED for mode in Mode} == set(Mode)
