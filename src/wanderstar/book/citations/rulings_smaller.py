"""Rulings R53 to R81: smaller gaps, met when the rules were played through on paper. None has a switch."""

from __future__ import annotations

from wanderstar.book.citations.citation import ruling

RULINGS_SMALLER = (
    ruling(
        "R53",
        5,
        "When not to roll",
        text="Impossible and certain are results without dice; too low a rank is a refusal.",
        reading="Below Expert a task without doubt is still rolled, unless the GM calls it certain.",
        evidence="D",
    ),
    ruling(
        "R54",
        5,
        "Difficulty",
        text="A success or failure without dice ticks a clock once; a refused gate ticks nothing.",
        reading="A full clock takes no more tests.",
        evidence="D",
    ),
    ruling(
        "R55",
        5,
        "Opposed tests",
        text="In a contest a tie goes to the defender, or is a level exchange that still counts.",
        reading=(
            "Contests have two sides. Without a defender a tie is not rerolled but counts toward the limit; "
            "level at the limit, or with the timeout set to the status quo, the contest is undecided."
        ),
        evidence="D",
    ),
    ruling(
        "R56",
        5,
        "Opposed tests",
        text="A reroll of an opposed tie is the same test; each exchange of a contest is a new one.",
        reading="The reroll keeps its edges and allows neither a new claim nor a second gain of Momentum.",
        evidence="D",
    ),
    ruling(
        "R57",
        5,
        "Difficulty",
        text="An edge on your next test is used up by that test, whether you pay for it or not.",
        reading=(
            "Opposed, attack, avoid and reaction rolls use it up; initiative, damage, static reactions, "
            "automatic results and refusals do not. For one without a pool a priced Advantage is free."
        ),
        evidence="D",
    ),
    ruling(
        "R58",
        5,
        "Degrees of outcome",
        text="Barely needs a success and near miss a failure, besides the margin.",
        reading=(
            "The flag barely stands on a success at margin 0 and near_miss on a failure at -1; a natural "
            "that turns the outcome removes them."
        ),
        evidence="D",
    ),
    ruling(
        "R59",
        11,
        "Reactions",
        text="All in a blast's radius choose whether to dive before the roll; scatter asks only newcomers.",
        reading=(
            "Everyone able within the radius of the aim point is asked before the roll, those newly inside "
            "after a scatter before damage, nobody twice and nobody with Total toward the centre. A dive "
            "changes no place, keeps other cover in use, makes one fully behind a hiding cover after the "
            "attack, and behind cover that does not face the source is legal but useless."
        ),
        evidence="D",
    ),
    ruling(
        "R60",
        11,
        "Special forms of attack",
        text="A blast also harms characters who are down, but not the dead or adversaries already out.",
        reading=(
            "A character who is out and not dead takes its damage and can die; for the dead and for "
            "adversaries who are out no dice are thrown."
        ),
        evidence="D",
    ),
    ruling(
        "R61",
        11,
        "Special forms of attack",
        text="Guessed artillery scatters by R43 alone, hit or miss, and bursts where it lands.",
        reading=(
            "The distance is one draw of as many dice as 100 m are started, less the Effect, so that a "
            "negative Effect adds; the 6 m of R39 has no die. What was declared about the position governs, "
            "even in sight."
        ),
        evidence="D",
    ),
    ruling(
        "R62",
        11,
        "Opening",
        text="Where both sides roll, adversaries attack and react just as characters do.",
        reading=(
            "Their attacks, blasts and reactions are rolled; the static reaction value and the effect of "
            "threat fall away."
        ),
        evidence="D",
    ),
    ruling(
        "R63",
        11,
        "Damage and trauma",
        text="Mental trauma to one with a single track marks that track.",
        reading="An adversary has one track, and it takes every kind of trauma.",
        evidence="D",
    ),
    ruling(
        "R64",
        11,
        "Reactions",
        text="A Dodge spoils your aim but moves you nowhere.",
        reading="Cover in use and engagement stay as they were. A prone combatant may move.",
        evidence="D",
    ),
    ruling(
        "R65",
        11,
        "Special forms of attack",
        text="Full auto names 1 to N targets, repeats allowed, and always costs 3N rounds.",
        reading="Attacks on one already out are dropped. It uses up an aim as a burst does.",
        evidence="D",
    ),
    ruling(
        "R66",
        11,
        "Special forms of attack",
        text="You may reload early; without the Reload trait one Significant Action fills a magazine.",
        reading=(
            "A spent One Use weapon stays in hand, neither usable nor reloadable. A lob uses Explosives for "
            "an explosive, else Ranged Weapons, unless the weapon names its skill."
        ),
        evidence="D",
    ),
    ruling(
        "R67",
        11,
        "The combat round",
        text="A latecomer rolls initiative at once and acts this round if that place is still ahead.",
        reading=(
            "Totals and tie rules set the place. Adding someone or changing the order takes no turn and "
            "gives none."
        ),
        evidence="D",
    ),
    ruling(
        "R68",
        11,
        "Reactions",
        text="Free attacks and first strikes can be reacted to like any attack.",
        reading="The target's usual reaction, free or paid, is open against both.",
        evidence="D",
    ),
    ruling(
        "R69",
        11,
        "Melee",
        text="A net holds until broken; a grapple ends when its holder is out, stunned or too far away.",
        reading=(
            "A net is broken by test only. A grapple ends beyond 1.5 m, and a holder holds one. Pinned "
            "counts down at the end of one's own turn and ends early by a break_free test; a stunned turn is "
            "skipped and counted."
        ),
        evidence="D",
    ),
    ruling(
        "R70",
        11,
        "Reactions",
        text="The round's free reaction is used before a readied one.",
        reading="A readied reaction that is left lapses when one's next turn starts.",
        evidence="D",
    ),
    ruling(
        "R71",
        5,
        "Opposed tests",
        text="In a grapple the one acting throws first, then the target.",
        reading=(
            "The same order holds for opposed tests in a fight; elsewhere the sides throw in the order given."
        ),
        evidence="D",
    ),
    ruling(
        "R72",
        11,
        "Opening",
        text="Adversaries' plain tests are rolled by the GM, with their characteristic free.",
        reading=(
            "Breaking free, first aid and forcing a door are such tests, even where adversaries do not roll "
            "attacks."
        ),
        evidence="D",
    ),
    ruling(
        "R73",
        11,
        "Melee",
        text="With a Stun weapon pulling only picks the state; any other weapon cannot be pulled.",
        reading=(
            "Stunned or pinned is the wielder's choice with Stun. Any other armed weapon is refused as "
            "unable."
        ),
        evidence="D",
    ),
    ruling(
        "R74",
        11,
        "Cover",
        text="Attacking or suppressing from Total cover exposes you; quieter actions do not.",
        reading="Aiming, readying, reloading and first aid keep one fully hidden.",
        evidence="D",
    ),
    ruling(
        "R75",
        11,
        "Damage and trauma",
        text="Only first aid that worked counts against its limit.",
        reading=(
            "After one success the patient's first aid for this fight is used up; failures may be tried "
            "again."
        ),
        evidence="D",
    ),
    ruling(
        "R76",
        11,
        "Special forms of attack",
        text="Suppression is checked at each test: whoever is then in the open there suffers it.",
        reading=(
            "Friend or foe, early or late, anyone in the area without cover between them and the shooter is "
            "suppressed."
        ),
        evidence="D",
    ),
    ruling(
        "R77",
        11,
        "Opening",
        text="When the GM corrects a place, nobody gets to strike for it.",
        reading=(
            "Aim, cover and suppression follow the new place, but nothing is provoked. Movement forced by "
            "the story is the same."
        ),
        evidence="D",
    ),
    ruling(
        "R78",
        11,
        "Reactions",
        text="To react or strike freely you must be up, free and aware of the attack.",
        reading=(
            "Able means not out, stunned, pinned, or held by anyone but the one struck. Someone held may "
            "parry, but neither dodge nor dive."
        ),
        evidence="D",
    ),
    ruling(
        "R79",
        11,
        "Range",
        text="One-handed or compact weapons shoot without trouble at Engaged range.",
        reading="Hands 1 or compact exempts. Unsaid, a ranged weapon takes 2 hands, a melee or thrown one 1.",
        evidence="D",
    ),
    ruling(
        "R80",
        11,
        "Special forms of attack",
        text="A weapon whose count is 0 stays listed and cannot be used.",
        reading=(
            "Using it is refused as used_up, and first aid on the dead as unable. A net's holder is its "
            "thrower."
        ),
        evidence="D",
    ),
    ruling(
        "R81",
        11,
        "Reactions",
        text=(
            "Three switched readings, spelled out: disengaging by test, avoiding by reaction, rolled "
            "suppression."
        ),
        reading=(
            "Mode test of disengage: the test succeeds or one stays, the Minor Action spent. Mode "
            "is_avoid_roll of reactions: the reaction's roll is the avoid roll, and without reactions left "
            "one avoids at Disadvantage. Test attack of suppress: a roll at 8 decides, and the rounds are "
            "spent either way."
        ),
        evidence="D",
    ),
)
