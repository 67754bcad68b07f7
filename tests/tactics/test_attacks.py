"""What tactics attack, with what and how: one claim each."""

import pytest
from tests.tactics.turns import behind, did, last, state, turn, turn_of

ALL = ["focus", "nearest", "spread", "careful"]
RIFLE = "ann @0 rifle ranged+1"


@pytest.mark.parametrize("tactic", ALL)
def test_a_foe_in_the_open_is_shot(tactic: str) -> None:
    """With a rifle and a foe at 20 m every tactic shoots it with the rifle."""
    shot = last(f"{RIFLE}\n orc standard @20 rifle", tactic)
    assert (shot["do"], shot["weapon"], shot["target"]) == ("attack", "rifle", "orc")


def test_focus_takes_who_is_soonest_out_for_the_harm_it_does() -> None:
    """A rifleman with one box left is shot before a fresh one who is nearer; `nearest` takes that one."""
    text = f"{RIFLE}\n fresh standard @18 rifle boxes=3\n spent standard @22 rifle boxes=3"
    spent = {"spent": {"physical": 2}}
    assert last(text, "focus", others=spent)["target"] == "spent"
    assert last(text, "nearest", others=spent)["target"] == "fresh"


def test_focus_weighs_the_harm_a_foe_does() -> None:
    """Of two foes alike in boxes and armor the one with a rifle goes before the one with a club far away."""
    text = f"{RIFLE}\n clubber standard @18 club\n gunner standard @22 rifle ranged+2"
    assert last(text, "focus")["target"] == "gunner"


def test_nearest_passes_over_whom_it_cannot_hurt() -> None:
    """A foe in armor 23 is left for the one behind, whom 3D can hurt."""
    text = f"{RIFLE}\n tank standard @20 rifle armor=20\n soft standard @25 rifle"
    assert last(text, "nearest")["target"] == "soft"


def test_spread_takes_another_foe_than_the_friend_before() -> None:
    """The second of a side takes the second of the foes, where `focus` takes the same as the first."""
    now = state("ann @0 rifle ranged+1\n bob @1 rifle ranged+1\n a standard @20 rifle\n b standard @20 rifle")
    second = now._replace(turn="bob")
    assert [turn_of(one, "spread")[-1]["target"] for one in (now, second)] == ["a", "b"]
    assert [turn_of(one, "focus")[-1]["target"] for one in (now, second)] == ["a", "a"]


def test_nobody_sees_the_hidden() -> None:
    """One who is hidden is no target, however near and dangerous."""
    text = f"{RIFLE}\n sly standard @20 rifle hidden\n open standard @25 club"
    assert [last(text, tactic)["target"] for tactic in ALL] == ["open"] * 4


def test_a_burst_when_it_pays() -> None:
    """Against armor 12, 3D alone seldom marks anything: with five rounds the carbine fires a burst of +3 (C79)."""
    text = "ann @0 carbine ranged+1\n orc standard @20 rifle armor=9"
    assert last(text, ammo=(("carbine", 5),))["mode"] == "burst"


def test_a_single_shot_where_a_burst_adds_nothing() -> None:
    """On a minion without armor 3D nearly always marks its one box: rounds are saved."""
    shot = last("ann @0 carbine ranged+1\n rat minion @20 rifle", ammo=(("carbine", 5),))
    assert shot["do"] == "attack" and "mode" not in shot


def test_full_auto_on_a_crowd() -> None:
    """Three bare minions within 6 m take a shot each (R44)."""
    crowd = "\n".join(f"m{i} minion @{20 + i} rifle" for i in range(3))
    shot = last(f"ann @0 carbine ranged+3\n {crowd}")
    assert (shot["mode"], sorted(shot["targets"])) == ("full", ["m0", "m1", "m2"])


def test_full_auto_stays_within_six_metres() -> None:
    """A third minion 9 m behind the first is not among the targets (R44)."""
    shot = last("ann @0 carbine ranged+3\n a minion @20 rifle\n b minion @22 rifle\n c minion @29 rifle")
    assert shot["mode"] == "full"
    assert {"a", "c"} - set(shot["targets"])


def test_a_grenade_where_it_catches_most_and_no_friend() -> None:
    """Three foes close together are worth a grenade; with a friend among them it is not thrown (C83)."""
    foes = "a standard @20 rifle\n b standard @22 rifle\n c standard @24 rifle"
    assert last(f"ann @0 rifle,frag*2 ranged+1 explosives+1\n {foes}")["weapon"] == "frag"
    near = last(f"ann @0 rifle,frag*2 ranged+1 explosives+1\n {foes}\n pal @23 club")
    assert near["weapon"] == "rifle"


def test_a_grenade_goes_between_two_who_stand_apart() -> None:
    """Two foes 10 m apart are both caught by a radius of 6 m from half way between them."""
    throw = last(
        "ann @0 pistol,frag*2 explosives+3\n a standard @15 rifle boxes=3\n b standard @25 rifle boxes=3"
    )
    assert (throw["weapon"], throw["at"]) == ("frag", 20)


def test_no_grenade_into_oneself() -> None:
    """At 4 m a radius of 6 m reaches the thrower: other arms are used."""
    commands = turn("ann @0 frag*2,pistol explosives+3\n a standard @4 club\n b standard @5 club", moved=True)
    assert all(command.get("weapon") != "frag" for command in commands)


def test_suppression_when_it_beats_a_shot() -> None:
    """Five riflemen in the open whom a shot can hardly hurt are pinned down (C80); one alone in no armor is shot."""
    many = "\n".join(f"f{i} elite @{20 + i} rifle ranged+3 armor=8" for i in range(5))
    assert "suppress" in did(f"ann @0 stubber\n {many}")
    assert did("ann @0 stubber ranged+2\n one standard @20 rifle")[-1] == "attack"


def test_it_aims_where_that_more_than_doubles_the_chance() -> None:
    """At 120 m with a Scope and +0, 42 of 216 hit unaimed; aimed, 147 do: aim first, then shoot (C28)."""
    text = "ann @0 longsniper ranged+0\n orc standard @120 rifle"
    assert did(text)[0] == "aim"
    assert did(text, aim="orc") == ["attack"]


def test_it_does_not_aim_where_two_shots_mark_more() -> None:
    """At 20 m in the open two plain shots mark more than one at Advantage: it shoots."""
    assert did("ann @0 rifle ranged+1\n orc standard @20 rifle")[-1] == "attack"


def test_an_empty_magazine_is_filled() -> None:
    """An empty rifle is reloaded when bare hands are all there is else (R45)."""
    assert did(f"{RIFLE}\n orc standard @20 rifle", ammo=(("rifle", 0),), moved=True)[0] == "reload"


def test_a_magazine_is_filled_in_time() -> None:
    """Nobody in sight: a magazine of ten with three rounds left is filled before they come."""
    assert "reload" in did(f"{RIFLE}\n sly standard @20 rifle hidden", ammo=(("rifle", 3),))


def test_a_charge_weapon_is_charged_then_fired() -> None:
    """A lance that is not charged is charged first (C84); charged, it is fired."""
    text = "ann @0 lance ranged+1\n orc standard @20 rifle"
    assert "charge" in did(text)
    assert did(text, charged=("lance",))[-1] == "attack"


def test_engaged_the_better_weapon_is_drawn() -> None:
    """Beside a foe a two-handed rifle is hampered (C30): it is put away and the maul drawn and used."""
    stow, draw, strike = turn(
        "bob @0 rifle,maul ranged+0 close+2 held=rifle\n orc standard @1 club armor=2 boxes=4"
    )
    assert (stow["do"], stow["weapon"]) == ("stow", "rifle")
    assert (draw["do"], draw["weapon"]) == ("draw", "maul")
    assert (strike["do"], strike["weapon"]) == ("attack", "maul")


def test_whom_total_cover_hides_is_walked_up_to() -> None:
    """Who cannot be shot is walked up to, so that no fight stands still."""
    text = f"{RIFLE}\n orc standard @20 club\n #crate @19 solid hides"
    first = turn(text, others={"orc": behind("crate")})[0]
    assert (first["do"], first["to"]) == ("move", 6)
