"""The composer: every command in its place, refusals with their rules, odds as far as a seat knows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.play.positions import Fight, fight

from wanderstar.odds.command import of_state
from wanderstar.play.commands import SPECS
from wanderstar.seats.composer import composer, odds_table
from wanderstar.seats.seat import Seat, Settings

GM, ANN = Seat("gm"), Seat("player", ("ann",))

POSITION = """
    ann @0 sniper,carbine,frag*2,musket,lance,club held=sniper ranged+2 close+1 athletics+1 Dex+ armor=2
    bob @1 club close+1
    vex standard @120 rifle ranged+1 athletics+0 armor=2 boxes=3
    orc standard @9 club close+1 armor=3
    #boulder @119 solid hides
    #crate @1 solid hides
"""


@pytest.fixture
def at() -> Fight:
    """Ann has aimed at Vex and has the turn again."""
    played = fight(POSITION)
    played.do("aim", "ann", target="vex")
    played.next_turn("ann")
    return played


def compose(played: Fight, seat: Seat = GM, **chosen: Any) -> dict[str, Any]:
    """The composer of Ann."""
    return composer(played.table.state, "ann", seat, Settings(), **chosen)


def exact(p: Any) -> Fraction:
    """A probability's fraction."""
    return Fraction(p["exact"])


def test_the_shot_at_vex(at: Fight) -> None:
    """Aimed with a scope at 120 m: beyond Medium hinders, the aim helps for 1 Momentum; 42/216+… unclaimed."""
    shot = compose(at)["attack"]
    assert shot["command"] == {"do": "attack", "who": "ann", "weapon": "sniper", "target": "vex"}
    assert shot["refusal"] is None
    assert [(r["rule"], r["counted"]) for r in shot["hinders"]] == [("C26", True)]
    assert [r["rule"] for r in shot["helps"]] == ["C32", "R1"]
    odds = shot["odds"]
    assert (odds["claim"]["price"], odds["claim"]["refusal"]) == (1, None)
    assert exact(odds["claimed"]["cases"][0]["hit"]) == Fraction(26, 36)
    assert (odds["unclaimed"]["edge"], odds["unclaimed"]["gain"]) == ("disadvantage", 1)
    assert exact(odds["unclaimed"]["cases"][0]["hit"]) == Fraction(103, 216)
    assert [case["reaction"] for case in odds["unclaimed"]["cases"]] == ["none", "dodge", "dive:boulder"]
    assert shot["armor"]["total"] == 5


def test_every_command_of_a_combatant_is_offered(at: Fight) -> None:
    """Everything the engine has that is not the GM's, each with a key where it is the first of its kind."""
    at.set("orc", at=1)
    at.set("ann", held_by="orc", held=["sniper", "carbine"])
    offered = compose(at)["commands"]
    players = {do for do, spec in SPECS.items() if not spec.gm}
    assert {line["do"] for line in offered} | {"attack", "leave_cover", "rise"} == players
    keys = [line["key"] for line in offered if line["key"]]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & {"j", "k", "r", "u", "?"}


def test_what_is_posed_depends_on_posture(at: Fight) -> None:
    """Lying one may rise; in cover one may leave it."""
    at.set("ann", prone=True, cover=[{"cover": "crate", "fully": False}])
    offered = {line["do"] for line in compose(at)["commands"]}
    assert {"rise", "leave_cover"} <= offered
    assert "drop_prone" not in offered


def test_offers_are_what_the_engine_says(at: Fight) -> None:
    """A command without a refusal is taken, one with a refusal is refused with that code."""
    checked = 0
    for line in [*compose(at)["commands"], compose(at)["attack"]]:
        if line.get("needs"):
            continue
        code = None if line["refusal"] is None else line["refusal"]["code"]
        result = at.table.order(line["command"])
        assert (None if result else result.code) == code, line  # type: ignore[union-attr]
        if result:
            at.table.cancel() if at.table.run else at.table.undo(at.table.n - 1)
        checked += 1
    assert checked > 20


def test_illegal_ones_stay_with_reason_and_rule(at: Fight) -> None:
    """Total cover, not in hand, no automatic fire: in place, with the rule."""
    at.set("vex", cover=[{"cover": "boulder", "fully": True}], at=120)
    state = compose(at, target="vex")
    target = next(t for t in state["targets"] if t["id"] == "vex")
    assert (target["refusal"]["code"], target["refusal"]["rule"]) == ("total_cover", "C69")
    assert target["hit"] is None
    carbine = next(w for w in state["weapons"] if w["id"] == "carbine")
    assert {m["refusal"]["code"] for m in carbine["modes"]} == {"not_held"}
    assert state["attack"]["refusal"]["text"]


def test_a_player_knows_neither_armor_nor_what_a_foe_will_do(at: Fight) -> None:
    """Hit without a reaction and with one that works; trauma unknown; the foe's own numbers nowhere."""
    odds = compose(at, ANN)["attack"]
    cases = odds["odds"]["unclaimed"]["cases"]
    assert [case["reaction"] for case in cases] == ["none", "works"]
    assert all(case["trauma"] is None and case["hit_no_trauma"] is None for case in cases)
    assert odds["armor"]["total"] is None
    assert odds["helps"] == compose(at)["attack"]["helps"]


def test_under_exact_a_player_sees_what_the_gm_sees(at: Fight) -> None:
    """With foes shown exactly the odds are the GM's."""
    mine = composer(at.table.state, "ann", ANN, Settings("exact"))
    assert mine["attack"] == compose(at)["attack"]
    assert mine["weapons"] == compose(at)["weapons"]


def test_only_whoever_may_order_gets_a_composer(at: Fight) -> None:
    """Not another player, not a spectator; an id that is nobody's is refused in its own words."""
    for seat in (Seat("player", ("bob",)), Seat("spectator")):
        found = compose(at, seat)
        assert found["refusal"]["code"] == "seat"
        assert set(found) == {"who", "refusal"}
    assert composer(at.table.state, "xyz", GM, Settings())["refusal"]["code"] == "unknown"


def test_while_an_answer_is_awaited_nothing_is_offered(at: Fight) -> None:
    """Every command is refused as pending, the odds stay."""
    at.table.order({"do": "attack", "who": "ann", "weapon": "sniper", "target": "vex"})
    found = compose(at, asks=at.table.asks)
    assert {line["refusal"]["code"] for line in found["commands"]} == {"pending"}


def test_a_lob_shows_whom_it_may_catch(at: Fight) -> None:
    """A frag at 12 m: within are those in its radius; a miss that strays is in everybody's trauma."""
    lob = compose(at, weapon="frag", at=9)["attack"]
    assert lob["command"] == {"do": "attack", "who": "ann", "weapon": "frag", "at": 9}
    odds = lob["odds"]
    assert (odds["kind"], odds["within"]) == ("blast", ["orc"])
    whole = of_state(at.table.state, lob["command"], {})
    assert {int(n): exact(p) for n, p in odds["unclaimed"]["trauma"]["orc"].items()} == whole.trauma["orc"]
    assert compose(at, ANN, weapon="frag", at=9)["attack"]["odds"]["unclaimed"]["trauma"]["orc"] is None


def test_a_grapple_needs_the_others_skill(at: Fight) -> None:
    """Known to the GM, unknown to the player; a tie leaves the other free."""
    at.set("orc", at=1)
    (gm,) = [c for c in compose(at, target="orc")["commands"] if c["do"] == "grapple"]
    (mine,) = [c for c in compose(at, ANN, target="orc")["commands"] if c["do"] == "grapple"]
    assert exact(gm["odds"]["unclaimed"]["success"]) == Fraction(575, 1296)
    assert mine["odds"]["unknown"]


ARSENAL = "rifle,sniper,carbine,smg,popgun,heavy,ripper,needler"


def test_eight_weapons_on_eight_targets() -> None:
    """Sixty-four attacks, each with its odds (how quickly, `benchmarks/bench_table.py` tells)."""
    foes = "\n".join(f"orc{i} standard @{10 + 3 * i} rifle athletics+{i % 3} armor={i % 4}" for i in range(8))
    at = fight(f"ann @0 {ARSENAL} held={ARSENAL} ranged+2 Dex+\n{foes}")
    table = odds_table(at.table.state, "ann", GM, Settings())
    assert sum(odds is not None for row in table.values() for odds in row.values()) == 64


def test_a_pulled_blow_marks_nothing() -> None:
    """C47: its odds are those of stunning or pinning."""
    at = fight("ann @0 close+1\norc standard @1")
    modes = composer(at.table.state, "ann", ANN, Settings())["weapons"][-1]["modes"]
    assert [mode["odds"]["harm"] for mode in modes] == ["trauma", "stun", "pin"]
