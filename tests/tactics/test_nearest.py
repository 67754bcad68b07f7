"""The tactic `nearest`: what it does with a turn, and what it answers."""

import math
from random import Random
from typing import Any

import pytest
from tests.play.positions import fight
from tests.soak import encounters

from wanderstar.play.asks import Answer, Choice
from wanderstar.play.attack_plan import plan_attack
from wanderstar.play.refusal import Refusal
from wanderstar.play.resolve import prepare, start
from wanderstar.play.state import InUse, State
from wanderstar.tactics.chances import expected, expected_blast, hit
from wanderstar.tactics.fight import Stage
from wanderstar.tactics.fight import fight as play
from wanderstar.tactics.nearest import NEAREST


def state(text: str, **fields: Any) -> State:
    """The position that a text draws, its first combatant's turn begun; `fields` are set of that one."""
    now = fight(text).table.state
    first = next(iter(now.combatants.values()))
    changed = first._replace(**fields)
    return now._replace(combatants={**now.combatants, first.id: changed})


def turn(text: str, **fields: Any) -> list[dict[str, Any]]:
    """The commands of a whole turn that asks nothing, attacks left unresolved; the last one is not played."""
    now, commands = state(text, **fields), []
    who = next(iter(now.combatants))
    while True:
        commands.append(NEAREST.command(now, who))
        command = prepare(now, commands[-1])
        assert not isinstance(command, Refusal)
        run = start(now, command).advance()
        if run.asks or commands[-1]["do"] == "end_turn":
            return commands
        now = run.state


def did(text: str, **fields: Any) -> list[str]:
    """The names of a turn's commands."""
    return [command["do"] for command in turn(text, **fields)]


def test_it_shoots_the_nearest() -> None:
    """With a rifle and two foes in the open the nearer one is shot, whoever stands first in the roster."""
    (shot,) = turn("ann @0 rifle ranged+1\n far standard @30 club\n near standard @20 club")
    assert (shot["do"], shot["weapon"], shot["target"]) == ("attack", "rifle", "near")


def test_it_passes_over_whom_it_cannot_hurt() -> None:
    """A foe in armor 23 is left for the one behind, whom 3D can hurt."""
    (shot,) = turn("ann @0 rifle ranged+1\n tank standard @20 club armor=20\n soft standard @30 club")
    assert shot["target"] == "soft"


def test_it_does_not_see_the_hidden() -> None:
    """One who is hidden is no target, however near."""
    (shot,) = turn("ann @0 rifle ranged+1\n sly standard @20 club hidden\n open standard @30 club")
    assert shot["target"] == "open"


def test_it_uses_cover_that_faces_the_foe_before_it_shoots() -> None:
    """A cover within 1.5 m on the foe's side is taken, fully where it hides; then it shoots (C67, R49)."""
    first, second = turn("ann @0 rifle ranged+1\n orc standard @20 club\n #crate @1 solid hides")
    assert first == {"do": "take_cover", "who": "ann", "cover": "crate", "fully": True}
    assert second["do"] == "attack"


def test_it_leaves_cover_alone_that_does_not_face_the_foe() -> None:
    """A cover behind one's back is of no use (C70)."""
    assert did("ann @0 rifle ranged+1\n orc standard @20 club\n #crate @-1 solid hides") == ["attack"]


def test_it_closes_with_melee_weapons_only() -> None:
    """With a club and a foe 9 m off: a move of 6 m, then a second one to 1 m from the foe (C21, R32)."""
    first, second, third = turn("bob @0 club close+2\n orc standard @9 club")
    assert first == {"do": "move", "who": "bob", "to": 6}
    assert second == {"do": "move", "who": "bob", "to": 8, "as": "significant"}
    assert third["do"] == "end_turn"


def test_it_closes_and_strikes_within_one_move() -> None:
    """A foe 5 m off is reached by the Minor Action and struck by the Significant one."""
    first, second = turn("bob @0 club close+2\n orc standard @5 club")
    assert (first["to"], second["weapon"], second["target"]) == (4, "club", "orc")


def test_on_a_plane_it_moves_straight_and_no_farther_than_a_move() -> None:
    """From the corner towards a foe at 30, 40: no more than 6 m, in that direction."""
    (move, _) = turn("bob @0,0 club close+2\n orc standard @30,40 club")[:2]
    x, y = move["to"]
    assert 5.8 <= math.hypot(x, y) <= 6
    assert x / y == pytest.approx(3 / 4, abs=0.03)


def test_engaged_it_strikes_and_does_not_walk_away() -> None:
    """Beside a foe the better weapon for it is drawn and used: a two-handed rifle is hampered there (C30)."""
    stow, draw, strike = turn("bob @0 rifle,maul ranged+0 close+2 held=rifle\n orc standard @1 club")
    assert (stow["do"], stow["weapon"]) == ("stow", "rifle")
    assert (draw["do"], draw["weapon"]) == ("draw", "maul")
    assert (strike["do"], strike["weapon"]) == ("attack", "maul")


def test_a_burst_when_it_pays() -> None:
    """Against armor 12, 3D alone seldom marks anything: the carbine fires a burst of +3 (C79)."""
    (shot,) = turn("ann @0 carbine ranged+1\n orc standard @20 club armor=9")
    assert shot["mode"] == "burst"


def test_full_auto_only_when_clearly_better() -> None:
    """Three shots that need no more than 3D each on three bare minions beat one burst; on one foe they do not."""
    crowd = "\n".join(f"m{i} minion @{20 + i} club" for i in range(3))
    (shot,) = turn(f"ann @0 carbine ranged+3\n {crowd}")
    assert (shot["mode"], sorted(shot["targets"])) == ("full", ["m0", "m1", "m2"])
    (shot,) = turn("ann @0 carbine ranged+1\n orc elite @20 club armor=4 boxes=4")
    assert shot["mode"] == "burst"


def test_a_grenade_for_two_foes_and_no_friend() -> None:
    """Two foes within 6 m of each other are worth a grenade; not with a friend among them, nor for one alone."""
    two = "ann @0 rifle,frag*2 ranged+1\n a standard @20 club\n b standard @23 club"
    assert turn(two)[0]["weapon"] == "frag"
    assert turn(f"{two}\n pal @24 club")[0]["weapon"] == "rifle"
    assert turn("ann @0 rifle,frag*2 ranged+1\n a standard @20 club")[0]["weapon"] == "rifle"


def test_an_empty_magazine_is_filled() -> None:
    """An empty rifle is reloaded when bare hands are all there is else (R45)."""
    assert (
        did("ann @0 rifle ranged+1\n orc standard @20 club", ammo=(("rifle", 0),), moved=True)[0] == "reload"
    )


def test_a_charge_weapon_is_charged_then_fired() -> None:
    """A lance that is not charged is charged first (C84); charged, it is fired."""
    text = "ann @0 lance ranged+1\n orc standard @20 club"
    assert did(text)[0] == "charge"
    assert did(text, charged=("lance",)) == ["attack"]


def test_it_aims_where_that_doubles_the_chance() -> None:
    """At 120 m with a Scope and +0, 42 of 216 hit unaimed; aimed, 147 do: aim first, then shoot (C28)."""
    text = "ann @0 longsniper ranged+0\n orc standard @120 rifle"
    assert did(text)[0] == "aim"
    assert did(text, aim="orc") == ["attack"]


def test_held_it_breaks_free() -> None:
    """One who is held does nothing before it has tried to get away (C50)."""
    assert turn("ann @0 rifle\n orc standard @1 club", held_by="orc") == [{"do": "break_free", "who": "ann"}]


def test_behind_total_cover_a_foe_is_closed_with() -> None:
    """Who cannot be shot is walked up to, so that no fight stands still."""
    position = fight("ann @0 rifle ranged+1\n orc standard @20 club\n #crate @19 solid hides").table.state
    orc = position.combatants["orc"]
    behind = orc._replace(cover=(InUse("crate", True),))
    now = position._replace(combatants={**position.combatants, "orc": behind})
    assert NEAREST.command(now, "ann") == {"do": "move", "who": "ann", "to": 6}


def test_the_mean_is_exact() -> None:
    """+1 to hit is 126 of 216; 3D against armor 5 marks 1 in 77 and 2 in 135 of 216 rolls: 347/216 boxes a hit."""
    now = state("ann @0 rifle ranged+1\n orc elite @20 club armor=2 boxes=4")
    plan = plan_attack(now, "ann", now.weapon("rifle"), "orc")
    assert hit(now, plan, "orc") == pytest.approx(126 / 216)
    assert expected(now, plan) == pytest.approx(126 / 216 * (77 + 2 * 135) / 216)


def test_what_is_marked_ends_with_the_boxes() -> None:
    """On a foe with one box left a hit is worth one box at most: 212/216 of a hit."""
    now = state("ann @0 rifle ranged+1\n orc standard @20 club armor=2 boxes=1")
    plan = plan_attack(now, "ann", now.weapon("rifle"), "orc")
    assert expected(now, plan) == pytest.approx(126 / 216 * 212 / 216)


def test_a_blast_that_would_catch_oneself_is_worth_nothing() -> None:
    """At 5 m a radius of 6 m reaches the thrower."""
    now = state("ann @0 frag ranged+1\n a standard @5 club\n b standard @7 club")
    plan = plan_attack(now, "ann", now.weapon("frag"), "a")
    assert expected_blast(now, plan) == 0


def answered(text: str, attacker: str, command: dict[str, Any]) -> dict[str, Any]:
    """What is answered to a command of `attacker`, who has the turn, with dice of all threes: by key."""
    played = fight(text)
    now = played.table.state._replace(turn=attacker)
    ordered = prepare(now, {"who": attacker, **command})
    assert not isinstance(ordered, Refusal)
    run, given = start(now, ordered).advance(), {}
    while run.asks:
        ask = run.asks[0]
        if isinstance(ask, Choice):
            given[ask.key] = NEAREST.answer(run, ask)
            run = run.answer(Answer(ask.key, given[ask.key])).advance()
        else:
            run = run.answer(Answer("dice", (3,) * ask.count, "typed")).advance()
    return given


SHOT = {"do": "attack", "weapon": "rifle", "target": "ann"}


def test_it_dodges_a_shot_while_that_is_free() -> None:
    """In the open, with a free reaction: a dodge; an adversary whose static value fails does not try (R20)."""
    assert (
        answered("ann @0 club athletics+1\n orc standard @20 rifle", "orc", SHOT)["reaction:ann"] == "dodge"
    )
    mirror = {**SHOT, "target": "orc"}
    text = "ann @0 rifle\n orc standard @20 club athletics{}"
    assert answered(text.format("+0"), "ann", mirror)["reaction:orc"] == "none"
    assert answered(text.format("+1"), "ann", mirror)["reaction:orc"] == "dodge"


def test_it_parries_where_it_is_better_at_that() -> None:
    """Struck at hand to hand, Close Quarters +3 parries rather than dodging at +0."""
    blow = {"do": "attack", "weapon": "club", "target": "ann"}
    text = "ann @0 club athletics+0 close+3\n orc standard @1 club"
    given = answered(text, "orc", blow)
    assert given["reaction:ann"] == "parry"
    assert given["avoid_skill:ann"] == "Close Quarters"


def test_it_dives_from_a_grenade() -> None:
    """A cover between one and the blast's centre is dived behind; one that is not is left alone (C65, C71)."""
    throw = {"do": "attack", "weapon": "frag", "at": 3}
    text = "ann @0 club\n orc standard @20 frag\n #crate @{} solid"
    assert answered(text.format(1), "orc", throw)["reaction:ann"] == "dive:crate"
    assert answered(text.format(-1), "orc", throw)["reaction:ann"] == "none"


def test_it_strikes_whom_it_may_strike_freely() -> None:
    """A foe who walks away is struck (C44), one who closes on a Reach weapon too (C41)."""
    away = {"do": "move", "to": 6}
    given = answered("ann @0 rifle\n orc standard @1 club", "ann", away)
    assert given["free_attack:ann"] == "orc:club"
    close = {"do": "move", "to": 1}
    assert answered("ann @0 pike\n orc standard @5 club", "orc", close)["reach_strike:ann"] == "pike"


def test_it_claims_with_momentum_to_spare() -> None:
    """An Advantage of the characteristic is claimed from 2 Momentum on (T22)."""
    text = "ann @0 rifle Dex+ momentum={}\n orc standard @20 club"
    shot = {**SHOT, "target": "orc"}
    assert answered(text.format(2), "ann", shot)["claim_attack:ann"] is True
    assert answered(text.format(1), "ann", shot)["claim_attack:ann"] is False


@pytest.mark.parametrize("seed", range(25))
def test_nothing_it_orders_is_refused(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random encounters under random rulesets: every command is taken, and every fight ends by its limit."""
    refused: list[Any] = []
    order = Stage.order

    def watched(stage: Stage, command: dict[str, Any]) -> bool:
        done = order(stage, command)
        refused.extend([] if done else [command])
        return done

    monkeypatch.setattr(Stage, "order", watched)
    played = play(encounters.encounter(Random(seed)), seed=seed, rounds=12)
    assert refused == []
    if not isinstance(played, Refusal):
        assert played.table.state.over
        assert played.rounds <= 12
