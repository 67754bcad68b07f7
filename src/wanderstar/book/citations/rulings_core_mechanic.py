"""Rulings R1 to R15: Momentum, edges, ranks, naturals and contests, where chapter 5 leaves a gap."""

from __future__ import annotations

from wanderstar.book.citations.citation import ruling

RULINGS_CORE_MECHANIC = (
    ruling(
        "R1",
        5,
        "What the GM calls for",
        text=(
            "A characteristic's Advantage is yours to claim for 1 Momentum; its Disadvantage always applies, "
            "for 1."
        ),
        reading=(
            "Claiming a characteristic's Advantage costs 1 Momentum and may be left. Its Disadvantage "
            "applies by itself and earns 1 Momentum once the dice were really thrown at Disadvantage."
        ),
        switches=("momentum.characteristic_advantage_cost", "momentum.characteristic_disadvantage_gain"),
        evidence="S",
    ),
    ruling(
        "R2",
        5,
        "Difficulty",
        text="Advantage and Disadvantage together cancel to two plain dice.",
        reading=(
            "If at least one source of each is in force the roll is a plain 2D6, whatever their numbers. "
            "Momentum paid for the Advantage is not given back."
        ),
        switches=("advantage.conflict",),
        evidence="I",
    ),
    ruling(
        "R3",
        5,
        "Difficulty",
        text="A roll really made at Disadvantage earns 1 Momentum afterwards; a cancelled one earns none.",
        reading=(
            "The gain is 1, only when three dice were thrown for Disadvantage, and is credited after that "
            "roll. An Advantage is claimed last, when all reactions and Disadvantages are known."
        ),
        switches=("momentum.gain_when_cancelled", "momentum.disadvantage_gain"),
        evidence="I",
    ),
    ruling(
        "R4",
        5,
        "Difficulty",
        text="Each player's character has its own Momentum; adversaries have none.",
        reading=(
            "Only characters hold a pool, one each. A combatant without one applies its characteristic's "
            "Advantage and Disadvantage free, and has nothing to buy further reactions with."
        ),
        switches=("momentum.holders",),
        evidence="I",
    ),
    ruling(
        "R5",
        11,
        "The combat round",
        text="Momentum starts at 1, never passes 6 and never falls below 0.",
        reading=(
            "A pool starts at 1, holds at most 6 and cannot go into debt; it carries over from fight to "
            "fight until the GM resets it. Only initiative stands outside it: every other roll pays and "
            "earns as usual."
        ),
        switches=("momentum.start", "momentum.cap"),
        evidence="D",
    ),
    ruling(
        "R6",
        5,
        "The probability",
        text="The ranks: Untrained -3, Novice 0, Trained +1, Professional +2, Expert +3.",
        reading=(
            "Five ranks with the bonuses -3, 0, +1, +2 and +3. What is said of an Expert holds for Expert or "
            "any rank above it."
        ),
        switches=("skills.ranks",),
        evidence="I/C",
    ),
    ruling(
        "R7",
        5,
        "What the GM calls for",
        text="The skill list is open; a skill that a character lacks counts as Untrained.",
        reading=(
            "Athletics, Ranged Weapons and Sneaking use Dexterity; Close Quarters Strength; Survival "
            "Endurance; Explosives, Recon, Psychology and Medicine Intellect; Deceive Social. A table may "
            "add skills, and one missing from a sheet is Untrained."
        ),
        switches=("skills.catalogue", "skills.unknown"),
        evidence="S/C",
    ),
    ruling(
        "R8",
        5,
        "What the GM calls for",
        text="A characteristic score of 9 or more gives Advantage, of 5 or less Disadvantage.",
        reading=(
            "Six characteristics: Strength, Dexterity, Endurance, Intellect, Education, Social, with scores "
            "from 2 to 15. A sheet may name the grade alone; grades are ordered Advantage, neutral, "
            "Disadvantage."
        ),
        switches=(
            "characteristics.names",
            "characteristics.advantage_min",
            "characteristics.disadvantage_max",
        ),
        evidence="I/C",
    ),
    ruling(
        "R9",
        5,
        "Degrees of outcome",
        text="On a test a natural 2 fails and a natural 12 succeeds; the rest is for the GM to add.",
        reading=(
            "Natural means the two kept dice. It decides a test's pass or fail while total, margin and "
            "Effect stay as thrown. In opposed tests it is only a flag, and on initiative and damage it "
            "means nothing."
        ),
        switches=("natural.mode",),
        evidence="I",
    ),
    ruling(
        "R10",
        5,
        "Degrees of outcome",
        text="Margins 0 and -1, and narrow opposed wins, are marked for the GM and do nothing by themselves.",
        reading=(
            "A result carries the flag barely at margin 0 and near_miss at -1, an opposed one narrow at a "
            "gap of 1 or 2. Attacks carry them too, and no mechanics follow."
        ),
        evidence="S",
    ),
    ruling(
        "R11",
        5,
        "When not to roll",
        text=(
            "Before dice: impossible, then rank, then certain, then an Expert without doubt; otherwise roll."
        ),
        reading=(
            "The gates are tried in that order, and whoever calls the test says whether it is uncertain. An "
            "automatic result has no dice, no Effect, no natural and moves no Momentum."
        ),
        evidence="I",
    ),
    ruling(
        "R12",
        5,
        "Opposed tests",
        text=(
            "Of three or more sides the highest total wins; tied leaders yield to the defender or roll again."
        ),
        reading=(
            "The highest total wins outright, its margin taken against the runner-up. A tie among the "
            "leaders goes to the defender if it is one of them; otherwise only the tied reroll, at most 3 "
            "times, and then nothing changes."
        ),
        evidence="I",
    ),
    ruling(
        "R13",
        5,
        "Opposed tests",
        text="Adversaries roll their own side of an opposed test.",
        reading=(
            "That adversaries do not roll concerns attacks only; in an opposed test every side throws its "
            "dice."
        ),
        evidence="S",
    ),
    ruling(
        "R14",
        5,
        "Opposed tests",
        text="An extended contest runs to 2 net wins, and for 5 exchanges at most.",
        reading=(
            "The first side to lead by 2 wins takes it. After 5 exchanges the side ahead wins, and a level "
            "contest is undecided."
        ),
        switches=("contest.net_wins", "contest.max_exchanges", "contest.timeout"),
        evidence="D",
    ),
    ruling(
        "R15",
        5,
        "Difficulty",
        text="A progress clock wants 3 successes before 3 failures.",
        reading=(
            "Tests are made one after another, so only one end can fill. A success without a roll counts as "
            "one."
        ),
        switches=("clock.successes", "clock.failures"),
        evidence="D",
    ),
)
