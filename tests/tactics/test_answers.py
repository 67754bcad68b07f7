"""What tactics answer: reactions, claims, free strikes: one claim each."""

from tests.tactics.turns import answered

SHOT = {"do": "attack", "weapon": "rifle", "target": "ann"}
BLOW = {"do": "attack", "weapon": "club", "target": "ann"}


def test_a_shot_is_dodged_while_that_is_free() -> None:
    """In the open, with a free reaction: a dodge; an adversary whose static value fails does not try (R20)."""
    assert (
        answered("ann @0 club athletics+1\n orc standard @20 rifle", "orc", SHOT)["reaction:ann"] == "dodge"
    )
    mirror = {**SHOT, "target": "orc"}
    text = "ann @0 rifle\n orc standard @20 club athletics{}"
    assert answered(text.format("+0"), "ann", mirror)["reaction:orc"] == "none"
    assert answered(text.format("+1"), "ann", mirror)["reaction:orc"] == "dodge"


def test_who_is_better_at_it_parries() -> None:
    """Struck at hand to hand, Close Quarters +3 parries rather than dodging at +0, and avoids with it too (R16)."""
    given = answered("ann @0 club athletics+0 close+3\n orc standard @1 club", "orc", BLOW)
    assert given["reaction:ann"] == "parry"
    assert given["avoid_skill:ann"] == "Close Quarters"


def test_a_grenade_is_dived_from() -> None:
    """A cover between one and the blast's centre is dived behind; one that is not is left alone (C65, C71)."""
    throw = {"do": "attack", "weapon": "frag", "at": 3}
    text = "ann @0 club\n orc standard @20 frag\n #crate @{} solid"
    assert answered(text.format(1), "orc", throw)["reaction:ann"] == "dive:crate"
    assert answered(text.format(-1), "orc", throw)["reaction:ann"] == "none"


def test_solid_cover_is_better_than_a_poor_dodge() -> None:
    """With Athletics untrained, a wall within reach is dived behind rather than a shot dodged (C64)."""
    text = "ann @0 club\n orc standard @20 rifle\n #wall @1 solid"
    assert answered(text, "orc", SHOT)["reaction:ann"] == "dive:wall"


def test_who_strikes_freely_does() -> None:
    """A foe who walks away is struck (C44), one who closes on a Reach weapon too (C41)."""
    given = answered("ann @0 rifle\n orc standard @1 club", "ann", {"do": "move", "to": 6})
    assert given["free_attack:ann"] == "orc:club"
    close = {"do": "move", "to": 1}
    assert answered("ann @0 pike\n orc standard @5 club", "orc", close)["reach_strike:ann"] == "pike"


def test_focus_spends_momentum_and_careful_keeps_it() -> None:
    """A characteristic's Advantage to hit is claimed by `focus` with 1 Momentum, by `nearest` from 2, by `careful`
    from 3 on (T22)."""
    text = "ann @0 rifle Dex+ momentum={}\n orc standard @20 club"
    shot = {**SHOT, "target": "orc"}

    def claimed(tactic: str) -> list[bool]:
        found = [answered(text.format(m), "ann", shot, tactic)["claim_attack:ann"] for m in (1, 2, 3)]
        return [bool(one) for one in found]

    assert claimed("focus") == [True, True, True]
    assert claimed("nearest") == [False, True, True]
    assert claimed("careful") == [False, False, True]


def test_momentum_is_kept_for_the_last_box() -> None:
    """With 1 Momentum an avoid roll's Advantage is left unclaimed while three boxes are free, claimed for the last."""
    text = "ann @0 club Dex+ momentum=1\n orc standard @20 rifle"

    def claimed(physical: int) -> bool:
        given = answered(text, "orc", SHOT, "nearest", {"ann": {"physical": physical, "reactions": 0}})
        return bool(given["claim_avoid:ann"])

    assert [claimed(0), claimed(1), claimed(3)] == [False, False, True]


def test_a_reaction_is_bought_for_the_last_box_only() -> None:
    """With the free reaction spent a dodge costs 1 Momentum (C57): bought with one box left, not with four."""
    text = "ann @0 club athletics+2 momentum=2\n orc standard @20 rifle"

    def reaction(physical: int) -> object:
        return answered(text, "orc", SHOT, "nearest", {"ann": {"physical": physical, "reactions": 0}})[
            "reaction:ann"
        ]

    assert [reaction(0), reaction(3)] == ["none", "dodge"]


def test_an_aim_is_claimed() -> None:
    """An aim took a whole action: its Advantage is claimed even with the last Momentum (C32)."""
    text = "ann @0 rifle momentum=1\n orc standard @20 club"
    given = answered(text, "ann", {**SHOT, "target": "orc"}, "careful", {"ann": {"aim": "orc"}})
    assert given["claim_attack:ann"] is True


def test_passive_answers_nothing() -> None:
    """`passive` takes the safe default throughout."""
    given = answered("ann @0 club athletics+2\n orc standard @20 rifle", "orc", SHOT, "passive")
    assert given["reaction:ann"] == "none"
