"""Rulings R16 to R35: avoiding, adversaries, armor and trauma, turns, movement and reactions."""

from __future__ import annotations

from wanderstar.book.citations.citation import ruling

RULINGS_EXCHANGE = (
    ruling(
        "R16",
        11,
        "Opening",
        text=(
            "Avoid fire with Athletics (Dexterity), melee with that or Close Quarters (Strength) as you like."
        ),
        reading=(
            "Ranged attacks are avoided with Athletics (Dexterity); melee with the player's choice of that "
            "or Close Quarters (Strength), a Smasher with Athletics only. A Blast is avoided with Athletics "
            "too, which is no Dodge, and an attack nobody saw coming is avoided at Disadvantage."
        ),
        evidence="I",
    ),
    ruling(
        "R17",
        11,
        "Opening",
        text="What hampers an adversary's attack gives you Advantage to avoid it, and the other way round.",
        reading=(
            "An attacker's Disadvantage becomes a free Advantage on the avoid roll; its Advantage becomes a "
            "Disadvantage that earns 1 Momentum. Only circumstances are mirrored, never the attacker's own "
            "characteristic, and R2 then weighs them with the avoider's own sources."
        ),
        evidence="I",
    ),
    ruling(
        "R18",
        11,
        "Reactions",
        text="Against an adversary a reaction that works gives Advantage on the avoid roll.",
        reading=(
            "The reaction is tested first. Success gives the avoid roll a free Advantage, failure leaves it "
            "plain; the avoid roll itself is never a reaction."
        ),
        switches=("defence.reaction_mode",),
        evidence="I",
    ),
    ruling(
        "R19",
        11,
        "Opening",
        text="A minion's attack is avoided at Advantage, an elite's at Disadvantage.",
        reading=(
            "Threat stands in for skill: minion gives the avoider a free Advantage, standard nothing, elite "
            "a Disadvantage worth 1 Momentum. An adversary needs a real aim action to aim, and pays no "
            "Momentum."
        ),
        switches=("npc.threat_effect",),
        evidence="D",
    ),
    ruling(
        "R20",
        11,
        "Reactions",
        text="An adversary's reaction is not rolled: 7 and its bonus must come to 8.",
        reading=(
            "It works when 7 + bonus is at least 8, with 8 in place of 7 under its characteristic's "
            "Advantage and 6 under Disadvantage. One reaction a round, and no bought ones without a pool."
        ),
        switches=("npc.reaction", "npc.static"),
        evidence="I",
    ),
    ruling(
        "R21",
        11,
        "Opening",
        text="In the exchange the GM rolls one thing, the damage of adversaries' hits.",
        reading=(
            "The GM's one roll is damage; characters roll to hit and to avoid. Adversaries do roll "
            "initiative, which is set-up. An adversary attacking another adversary makes a plain attack "
            "test."
        ),
        switches=("combat.who_rolls",),
        evidence="I",
    ),
    ruling(
        "R22",
        11,
        "The Effect of a roll",
        text="An adversary's attack has the Effect of your avoid roll with its sign turned.",
        reading=(
            "Where a rule asks for the Effect of an attack that was not rolled, it is minus the avoid "
            "roll's: avoiding by -3 is an attack of +3."
        ),
        evidence="I",
    ),
    ruling(
        "R23",
        11,
        "Damage and trauma",
        text="1D of damage is one six-sided die, and damage never goes below 0.",
        reading=(
            "Damage is written nD or nD6 with a plus or minus. Naturals and Advantage or Disadvantage have "
            "no place in it."
        ),
        evidence="S/C",
    ),
    ruling(
        "R24",
        11,
        "Damage and trauma",
        text="Piercing eats gear and cover, not the base 3; nothing brings armor under 1.",
        reading=(
            "Everyone has base armor 3. Piercing is taken off gear and cover alone and stops at the base; "
            "any other reduction stops at 1."
        ),
        switches=("armor.base", "armor.floor"),
        evidence="I",
    ),
    ruling(
        "R25",
        11,
        "Damage and trauma",
        text="A character has 4 Physical and 4 Mental boxes; what one track cannot hold goes to the other.",
        reading=(
            "Trauma is Physical unless redirected, at most 2 a hit. What does not fit is marked on the other "
            "track."
        ),
        switches=("trauma.physical", "trauma.mental", "trauma.overflow", "trauma.max_per_hit"),
        evidence="D/C",
    ),
    ruling(
        "R26",
        11,
        "Damage and trauma",
        text="A full track puts you out; Physical trauma that leaves both full kills.",
        reading=(
            "A character is out when either track is full and dead when Physical trauma leaves both full; "
            "Mental trauma never kills. An adversary has one track, 1 box for a minion, 2 standard, 4 elite "
            "unless its sheet says, and is out when it is full; the excess is ignored."
        ),
        switches=("trauma.death", "npc.track"),
        evidence="D/C",
    ),
    ruling(
        "R27",
        11,
        "Damage and trauma",
        text="Trauma gives no penalty; first aid clears 1 Physical, once per patient in a fight.",
        reading=(
            "First aid is a Significant Action at Engaged range, a Medicine (Intellect) test that clears 1 "
            "Physical on success, not on the dead. A patient with room on the track again acts from their "
            "next turn."
        ),
        evidence="D/C",
    ),
    ruling(
        "R28",
        11,
        "The combat round",
        text="Initiative and Dexterity both level: characters before adversaries, then the roster's order.",
        reading="That is the GM's call unless the GM reorders. Surprise changes nobody's initiative.",
        switches=("initiative.gm_tiebreak",),
        evidence="C",
    ),
    ruling(
        "R29",
        11,
        "The combat round",
        text="Delaying moves you behind someone you name, and you keep the new place.",
        reading=(
            "On your turn name a later place in this round, act there and hold it for the fight. A place not "
            "taken means acting last in the round; nobody gets two turns in one."
        ),
        evidence="C",
    ),
    ruling(
        "R30",
        11,
        "Actions on your turn",
        text="Readying a reaction gives one more free reaction until your next turn.",
        reading=(
            "It costs the Significant Action and adds one free reaction, which lapses when your next turn "
            "starts."
        ),
        switches=("ready.effect",),
        evidence="I",
    ),
    ruling(
        "R31",
        11,
        "Reactions",
        text="Free reactions return when a round starts, and one attack is answered by one reaction at most.",
        reading=(
            "A reaction is declared after the attack and before its roll; nobody stunned, pinned, out or "
            "unaware may react. Its own test is ordinary: Disadvantage earns 1 Momentum and an Advantage may "
            "be claimed."
        ),
        switches=("reaction.refresh",),
        evidence="C/I",
    ),
    ruling(
        "R32",
        11,
        "Actions on your turn",
        text="A move is up to 6 m; a turn holds at most 3 Minor Actions.",
        reading=(
            "One of the Minor Actions may be a move of up to 6 m. A second move, as long again, uses the "
            "Significant Action."
        ),
        switches=("move.metres", "minor.max"),
        evidence="C/I",
    ),
    ruling(
        "R33",
        11,
        "Range",
        text="Shots are clumsy when the target itself is Engaged with you.",
        reading=(
            "Two combatants within 1.5 m of each other are Engaged. The Disadvantage asks only how far the "
            "target is, not who else stands near the shooter, and firing into a melee has no penalty."
        ),
        switches=("engaged_fire.scope",),
        evidence="I",
    ),
    ruling(
        "R34",
        11,
        "Melee",
        text="Leaving Engaged range lets one opponent strike at you first.",
        reading=(
            "One able opponent, of their choosing, makes one melee attack before you leave, using up neither "
            "turn nor reaction. If it takes you out you stay where you are."
        ),
        switches=("disengage.mode", "disengage.attackers", "disengage.test"),
        evidence="S/D",
    ),
    ruling(
        "R35",
        11,
        "Melee",
        text=(
            "A Reach wielder strikes as you arrive, turn or no turn; you may not strike it until next round."
        ),
        reading=(
            "The first strike is one free melee attack per approach, even after the wielder's turn, and "
            "reactions to it are allowed. Hit or not, the closer makes no melee attack on that defender "
            "until the next round; firearms and other targets are free, and Reach on both sides changes "
            "nothing."
        ),
        evidence="S/I",
    ),
)
