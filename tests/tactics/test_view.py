"""What is read once for a whole thought, and worths that are remembered, change no decision."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import pytest
from tests.tactics.flat_positions import positions

from wanderstar.book.combat.cover import stands_between
from wanderstar.book.combat.range import distance
from wanderstar.tactics.choose import thought_of
from wanderstar.tactics.choose_area import dread, hope
from wanderstar.tactics.choose_attack import blast
from wanderstar.tactics.choose_places import back, stand
from wanderstar.tactics.field import Field, Roster, Rules, Wall, Worth
from wanderstar.tactics.playing import flat
from wanderstar.tactics.situation import (
    band_of,
    between,
    cosine,
    cover_from,
    degrees_apart,
    hides_from,
    metres,
    out,
    seen_foe,
    suppressed,
)
from wanderstar.tactics.view import close_eye, open_eye

TACTICS = ["focus", "nearest", "spread", "careful"]
ROOM = 1 << 12


def answers(roster: Roster, field: Field, i: int) -> list[tuple[object, ...]]:
    """All that may be asked of i and each other one."""
    return [
        (
            metres(field, i, j),
            metres(field, j, i),
            band_of(roster, field, i, j),
            band_of(roster, field, j, i),
            out(roster, field, j),
            hides_from(roster, field, i, j),
            hides_from(roster, field, j, i),
            cover_from(roster, field, i, j),
            cover_from(roster, field, j, i),
            seen_foe(roster, field, i, j),
            suppressed(roster, field, j),
        )
        for j in range(roster.rules.people)
        if j != i
    ]


def test_a_cover_stands_between_as_its_angle_says() -> None:
    """Near the edges of its arc and far from them, on a line and on a plane."""
    rng, inside, edges = Random(7), 0, 0
    for n in range(20_000):
        arc, plane = rng.choice((60.0, 90.0, 120.0, 150.0, 180.0, 270.0, 360.0)), n % 4 > 0
        wall = Wall(2, 0, *spot(rng, plane), arc, cosine(arc))
        x, y = spot(rng, plane)
        sx, sy = spot(rng, plane)
        if plane and n % 2:
            off = rng.choice((-2e-6, -1e-7, 0.0, 1e-7, 2e-6))
            turn = math.atan2(wall.y - y, wall.x - x) + math.radians(arc / 2 + off)
            sx, sy = x + 40 * math.cos(turn), y + 40 * math.sin(turn)
            edges += 1
        apart = degrees_apart(wall.x - x, wall.y - y, sx - x, sy - y)
        wanted = stands_between(distance(x, y, wall.x, wall.y), distance(x, y, sx, sy), apart, arc)
        roster = Roster(Rules(), [], [], [wall], [], [], [], [], [])
        assert between(roster, 0, x, y, sx, sy) == wanted, (n, wall, x, y, sx, sy)
        inside += wanted
    assert 4_000 < inside < 16_000
    assert edges > 5_000


def spot(rng: Random, plane: bool) -> tuple[float, float]:
    """A place within some metres."""
    return round(rng.uniform(-15, 15), 1), round(rng.uniform(-15, 15), 1) if plane else 0.0


def test_no_blast_is_worth_more_than_is_hoped_for() -> None:
    """At each foe, at its place, between two: the bound that spares the weighing of most blasts is never below."""
    seen = close = 0
    for seed in range(200):
        for state in positions(seed, 12):
            roster, field, _ = flat(state, "focus")
            i = field.now.turn
            sheet = roster.sheets[i]
            open_eye(roster, field, i)
            foes = [j for j in range(roster.rules.people) if seen_foe(roster, field, i, j)]
            for slot in range(sheet.first, sheet.last):
                if roster.pieces[slot].blast < 0:
                    continue
                most = dread(roster, field, i, slot)
                for j, k in product(foes, foes):
                    x = (field.who[j].x + field.who[k].x) / 2
                    y = (field.who[j].y + field.who[k].y) / 2
                    bound = hope(roster, field, i, slot, x, y)
                    found = blast(roster, field, i, slot, j if j == k else -1, x, y).worth
                    assert found <= bound <= most, (seed, state.turn, slot, j, k)
                    close += found > 0.4 * bound > 0
                    seen += 1
            close_eye(field)
    assert seen > 300
    assert close > 20


def test_what_is_in_view_is_what_is_there() -> None:
    """Where one stands, behind each cover, and at places that are tried: the same as read without a thought."""
    seen = covered = 0
    for seed in range(40):
        rng = Random(seed)
        for state in positions(seed, 12):
            roster, field, _ = flat(state, "focus")
            i, rules = field.now.turn, roster.rules
            c = field.who[i]
            tried = [(c.x, c.y, wall) for wall in range(-1, rules.walls)]
            tried += [
                (w.x + rng.choice((-1.0, 1.0)), w.y + rules.plane * rng.uniform(-1, 1), wall)
                for wall, w in enumerate(roster.walls)
            ]
            tried += [(c.x + rng.uniform(-12, 12), c.y + rules.plane * rng.uniform(-12, 12), -1)]
            open_eye(roster, field, i)
            before = answers(roster, field, i)
            for x, y, wall in tried:
                kept = stand(roster, field, i, x, y, wall)
                found, open_wide = answers(roster, field, i), list(field.eye)
                close_eye(field)
                assert found == answers(roster, field, i), (seed, x, y, wall)
                covered += sum(1 for one in found if one[7])
                field.eye[:] = open_wide
                back(roster, field, i, kept)
                assert answers(roster, field, i) == before, (seed, x, y, wall)
                seen += 1
    assert seen > 500
    assert covered > 100


@pytest.mark.parametrize("tactic", TACTICS)
def test_worths_remembered_are_worths_reckoned(tactic: str) -> None:
    """The same thought without a memory, with a blank one, and with all that the fight has left in it so far."""
    seen = recalled = 0
    for seed in range(60):
        known: Roster | None = None
        worths: list[Worth] = []
        for state in positions(seed, 12):
            roster, field, _ = flat(state, tactic)
            if roster != known:
                known, worths = roster, [Worth() for _ in range(ROOM)]
            i = field.now.turn
            wanted = thought_of(roster, field, i)
            blank = field._replace(worths=[Worth() for _ in range(ROOM)])
            assert thought_of(roster, blank, i) == wanted, (seed, state.turn)
            before = sum(one.key != 0 for one in worths)
            assert thought_of(roster, field._replace(worths=worths), i) == wanted, (seed, state.turn)
            needed = sum(one.key != 0 for one in blank.worths)
            recalled += needed - (sum(one.key != 0 for one in worths) - before)
            seen += 1
    assert seen > 100
    assert recalled > 100
