"""Rulings R36 to R52: special attacks, traits, cover, scale, and in what order things happen."""

from __future__ import annotations

from wanderstar.book.citations.citation import ruling

RULINGS_FORMS = (
    ruling(
        "R36",
        11,
        "Melee",
        text="A pulled unarmed hit stuns or pins for as many turns as it would have marked trauma.",
        reading=(
            "The attacker picks stunned (no actions, no reactions; the default) or pinned (only breaking "
            "free), and the target's own turns are counted. A weapon with Stun works the same, by its "
            "nature."
        ),
        evidence="I",
    ),
    ruling(
        "R37",
        11,
        "Melee",
        text="A grapple is an opposed Close Quarters test at Engaged range; the winner holds the other.",
        reading=(
            "It takes the Significant Action, meets no reaction, does no damage, and a tie leaves the target "
            "free. One held cannot move and attacks only the holder, unarmed; breaking free is a Significant "
            "Action, by Athletics under Strength at 8 or an opposed test, the escaper's choice. Entangle "
            "holds on a hit and ignores armor."
        ),
        evidence="I/C",
    ),
    ruling(
        "R38",
        11,
        "Melee",
        text="Strength Advantage lengthens a throw without Momentum; the weapon thrown leaves your hand.",
        reading=(
            "The longer band is no roll and so has no price. At 100 m a throw meets the ordinary rule and "
            "not a hard stop, and each throw takes one from the weapon's count."
        ),
        evidence="I",
    ),
    ruling(
        "R39",
        11,
        "Melee",
        text="A missed explosive lands 6 m off plus the size of its Effect, and goes off there.",
        reading=(
            "The distance is 6 + |Effect| metres. The direction is one die by 60 degrees counter-clockwise "
            "with 1 straight on; on a line 1 to 3 land long and 4 to 6 short."
        ),
        evidence="C",
    ),
    ruling(
        "R40",
        11,
        "Special forms of attack",
        text="Blast counts metres of radius: one attack roll, then damage for each one inside.",
        reading=(
            "A character's blast rolls once and, on success, damage per target, nearest first and marked "
            "together; friends get no avoid roll but may dive. For an adversary's blast each character "
            "inside avoids, nearest first, other adversaries are simply hit, and only guessed artillery "
            "scatters (first, with Effect 0). Thrown at someone, it centres on their place and a miss "
            "scatters by R39."
        ),
        evidence="S/C",
    ),
    ruling(
        "R41",
        11,
        "Reactions",
        text="Diving needs cover within 1.5 m and no roll: its armor counts at once, and you end prone.",
        reading=(
            "It works against any ranged attack, is refused without cover, gives the cover and no "
            "Disadvantage, and costs no later action. Rising is a Minor Action; being prone changes nothing "
            "else."
        ),
        switches=("dive.effect",),
        evidence="I",
    ),
    ruling(
        "R42",
        11,
        "Special forms of attack",
        text="Suppression needs no roll and covers 6 m around a point in sight and in the weapon's band.",
        reading=(
            "It uses three times Auto in rounds, or 3 without Auto. Anyone in the area without cover from "
            "the shooter makes every test at Disadvantage until the shooter's next turn starts or the "
            "shooter is out; for adversaries it is mirrored to the avoider, and their static reaction uses "
            "6."
        ),
        switches=("suppress.radius", "suppress.test"),
        evidence="S/C",
    ),
    ruling(
        "R43",
        11,
        "Special forms of attack",
        text="Artillery is at Disadvantage on the unseen; only a guessed position scatters.",
        reading=(
            "An observer or sensor makes the position known. A guess lands one die of metres off for each "
            "started 100 m, less the Effect and never below 0, in a direction as in R39."
        ),
        evidence="C",
    ),
    ruling(
        "R44",
        11,
        "Special forms of attack",
        text="Auto N: a burst adds N damage for N rounds; full auto is up to N attacks for 3N rounds.",
        reading=(
            "Full auto makes one attack for each target named, all within 6 m of one another, each with its "
            "own reactions. A single shot may use an aim; a burst at the aimed target uses the aim up. Too "
            "few rounds and it is refused."
        ),
        switches=("auto.burst_damage", "auto.full_attacks", "auto.full_ammo"),
        evidence="C",
    ),
    ruling(
        "R45",
        11,
        "Special forms of attack",
        text="Charge before each shot, Slow skips a round, Reload takes actions, One Use is spent.",
        reading=(
            "Charge needs one Significant Action before each shot; Slow cannot attack in two rounds running. "
            "Reload n takes n Significant Actions (1 if unsaid) to refill, One Use ends with its attack, and "
            "a weapon without a magazine is not counted."
        ),
        evidence="I",
    ),
    ruling(
        "R46",
        11,
        "Aiming",
        text="After an aim, a Precise weapon has its Advantage free of charge.",
        reading="Any aim can buy an Advantage, so Precise means that the aimed attack has it for 0 Momentum.",
        evidence="I",
    ),
    ruling(
        "R47",
        11,
        "Aiming",
        text="An aim lasts until spent, replaced, or broken by moving, losing sight, a Dodge or a dive.",
        reading=(
            "One aim at a time, and aiming again adds nothing. The next attack on its target spends it, "
            "Momentum or not; attacking someone else, a Parry, an avoid roll or being hit leaves it, while "
            "any move, even forced, breaks it. Scope needs the aim and no Momentum."
        ),
        evidence="S/I",
    ),
    ruling(
        "R48",
        11,
        "Damage and trauma",
        text="Each step of scale multiplies the larger attacker's damage by 10 or divides the smaller's.",
        reading=(
            "Personal is 0, vehicle 1, ship 2. Per step of difference damage is times 10 downward and "
            "divided by 10, rounded down, upward."
        ),
        switches=("scale.factor",),
        evidence="C",
    ),
    ruling(
        "R49",
        11,
        "Cover",
        text="Cover helps only those using it, within 1.5 m, against sources on its own side.",
        reading=(
            "You use cover by a Minor Action or a dive, until you move away. It counts against a source at "
            "least as far off as the cover and within half its arc (120 degrees unless given) of its "
            "direction, on a line the same side; a blast's source is its centre. The best of several counts, "
            "and none in melee."
        ),
        evidence="I",
    ),
    ruling(
        "R50",
        11,
        "Cover",
        text="Total is judged for each source; attacking out of it leaves you Solid until your next turn.",
        reading=(
            "A refused attack costs nothing. Stepping behind Total breaks others' aim; a dive into it counts "
            "as Solid for the attack that caused it and Total after. Total toward a blast's centre leaves "
            "you unharmed."
        ),
        evidence="I/C",
    ),
    ruling(
        "R51",
        11,
        "The combat round",
        text="A fight ends after the step that leaves all of one side out; all of both is a draw.",
        reading=(
            "Steps resolve strictly one by one, and only one blast's damage lands together. The stunned, "
            "held and pinned are not out."
        ),
        evidence="I",
    ),
    ruling(
        "R52",
        11,
        "Opening",
        text="What the rules forbid is refused and costs nothing; dice come in one fixed order.",
        reading=(
            "Three dice are thrown only at a net edge, else two. For an attack: reactions, then attack or "
            "avoid, then scatter (direction, distance), then damage, nearest first and then by roster. "
            "Rounds are spent once the attack is found legal."
        ),
        evidence="D",
    ),
)
