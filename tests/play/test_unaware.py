"""Those who have not noticed that there is a fight (chapter 11, Reactions; R16, R31, R78)."""

from tests.play.positions import fight

GUARD = """
    ann @0 rifle,carbine,frag held=carbine ranged+1
    orc standard @9 rifle athletics+3 unaware
    bob @30
"""


def test_r31_no_reaction_to_what_one_does_not_expect() -> None:
    """R31, C60: an unaware target is not asked; attacked once it is aware, hit or not, and reacts to the next."""
    f = fight(GUARD)
    assert f["orc"]["unaware"]
    f.refused(
        "unable", "attack", "ann", "reaction:orc dodge", weapon="carbine", target="orc", rolls="attack 1 1"
    )
    out = f.attack("ann", "carbine", "orc", "attack 1 1")
    assert out.one("alerted") | {"changes": None} == {
        "kind": "alerted", "who": "orc", "why": "attacked", "rule": "R31", "changes": None,
    }  # fmt: skip
    f.next_turn("ann")
    f.attack("ann", "carbine", "orc", "attack 1 1 1", "reaction:orc dodge")


def test_r65_the_second_shot_of_full_auto_finds_it_aware() -> None:
    """R31, R65: each shot is an attack of its own."""
    f = fight(GUARD)
    out = f.do(
        "attack", "ann", "attack 1 1; attack 1 1 1", "reaction:orc dodge",
        weapon="carbine", mode="full", targets=["orc", "orc"],
    )  # fmt: skip
    assert [e["kind"] for e in out.events].index("alerted") < [e["kind"] for e in out.events].index("reacted")


def test_r16_a_character_avoids_what_it_does_not_see_coming_at_disadvantage() -> None:
    """R16: as an unseen attack, with the Momentum that a Disadvantage earns."""
    f = fight("orc standard @9 rifle\nann @0 athletics+1 momentum=1 unaware")
    out = f.attack("orc", "rifle", "ann", "avoid 6 6 6")
    assert out.why("avoid") == ["-R16"]
    assert f.momentum["ann"] == 2


def test_r31_whoever_acts_is_aware() -> None:
    """R31: a move or any other action; ending the turn is none."""
    f = fight("orc standard @9 rifle unaware\nann @0")
    assert f.do("end_turn", "orc").all("alerted") == []
    f.next_turn("orc")
    assert f.move("orc", 8).one("alerted")["why"] == "acted"
    assert not f["orc"]["unaware"]


def test_r31_blast_fire_and_grapple_alert() -> None:
    """R31, C83, C80, C49: all within a blast, those under suppressive fire, whoever is grabbed."""
    f = fight("ann @0 frag,carbine held=carbine\norc standard @9 unaware\nelf standard @10 unaware")
    out = f.lob("ann", "frag", 9, "attack 6 6; damage:orc 1 1 1; damage:elf 1 1 1")
    assert [e["who"] for e in out.all("alerted")] == ["orc", "elf"]
    f = fight("ann @0 carbine\norc standard @9 unaware")
    assert f.do("suppress", "ann", weapon="carbine", at=9).one("alerted")["who"] == "orc"
    f = fight("ann @0\norc standard @1 unaware")
    assert f.do("grapple", "ann", "grapple:ann 1 1; grapple:orc 6 6", target="orc").all("alerted")


def test_r78_no_free_attack_and_no_first_strike() -> None:
    """R78, C41, C44: one must be aware to strike at those who come and go."""
    f = fight("ann @0\norc standard @1 club unaware")
    f.move("ann", -5)
    f = fight("ann @0\norc standard @5 pike unaware")
    assert f.move("ann", 4).all("kept_at_reach") == []


def test_the_gm_says_so() -> None:
    """R31: the GM alerts, and says who has not noticed; what is so already is refused."""
    f = fight(GUARD)
    f.refused("bad_value", "unaware", "orc")
    f.refused("bad_value", "alert", "ann")
    assert f.do("alert", "orc").one("alerted")["why"] == "gm"
    assert f.do("unaware", "orc").one("unaware")["who"] == "orc"
    f.set("orc", unaware=False)
    assert not f["orc"]["unaware"]
    assert f.table.undo(f.table.n - 1)
    assert f["orc"]["unaware"]
