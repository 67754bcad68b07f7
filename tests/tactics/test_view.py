"""What is read once for a whole thought, and worths that are remembered, change no decision."""

from __future__ import annotations

from random import Random

import pytest
from tests.tactics.flat_positions import positions

from wanderstar.tactics.choose import thought_of
from wanderstar.tactics.choose_places import back, stand
from wanderstar.tactics.field import Field, Roster, Worth
from wanderstar.tactics.playing import flat
from wanderstar.tactics.situation import band_of, cover_from, hides_from, metres, out, seen_foe, suppressed
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
                found = answers(roster, field, i)
                close_eye(field)
                assert found == answers(roster, field, i), (seed, x, y, wall)
                covered += sum(1 for one in found if one[7])
                open_eye(roster, field, i)
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
