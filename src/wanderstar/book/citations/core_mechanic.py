"""The rules of chapter 5, T1 to T51, under the headings of the chapter in their order."""

from __future__ import annotations

from wanderstar.book.citations.citation import rules

CORE_MECHANIC = rules(
    5,
    {
        "Opening": {
            "T1": "Dice come out only when success is in doubt and failing would matter; else nobody rolls.",
        },
        "The roll": {
            "T2": "A test is two kept D6 plus the bonus of the skill in use.",
            "T3": "8 or higher succeeds, 7 or lower fails.",
            "T4": "The skill bonus is the only number added: no characteristic, no circumstance.",
        },
        "The probability": {
            "T5": "Without a bonus, two plain dice succeed 15 times in 36; 7 is the sum seen most.",
            "T6": "Advantage: throw three dice and keep the best two, so 5, 2, 4 makes 9.",
            "T7": "Disadvantage: throw three dice and keep the worst two, so 5, 2, 4 makes 6.",
            "T8": "With neither Advantage nor Disadvantage, exactly two dice are thrown.",
            "T9": "Advantage and Disadvantage touch neither bonus nor target: two dice still count, 2 to 12.",
            "T10": (
                "Every rank has three chances of success; an edge matters more mid-ladder than at its ends."
            ),
        },
        "What the GM calls for": {
            "T11": "The GM says which skill a test uses.",
            "T12": "A skill comes with its own characteristic, used whenever the GM names no other.",
            "T13": "For one test the GM may swap in another characteristic; the skill bonus stays.",
            "T14": "Only the characteristic that was called can lend Advantage or Disadvantage.",
            "T15": "Skill and characteristic are settled before the dice, and their edge is for that roll.",
        },
        "Difficulty": {
            "T16": "Every test aims at 8, whatever the situation.",
            "T17": "Where failing is not a real possibility, the task succeeds and no dice are thrown.",
            "T18": "Where succeeding is not a real possibility, the task fails and no dice are thrown.",
            "T19": "Certainty is asked of this character: one may pass unrolled where another must roll.",
            "T20": "Conditions that help (light, tools, time, a plan, a helper) put an Advantage on offer.",
            "T21": "Conditions that hinder (footing, haste, makeshift tools, blindness) impose Disadvantage.",
            "T22": "Taking up a situational Advantage from the GM costs 1 Momentum.",
            "T23": "A Disadvantage from the GM has no price and brings the player Momentum.",
            "T24": "However many things hinder, it is one Disadvantage and one gain of Momentum.",
            "T25": "However many things help, it is one Advantage, paid for once.",
            "T26": "Lacking the skill altogether means a bonus of -3.",
            "T27": "The GM may ask for a rank, such as Trained or better; anyone lower gets no roll.",
            "T28": (
                "Without gear, knowledge or access that the GM requires, no skill makes the task possible."
            ),
            "T29": "Higher stakes make failure hurt more; dice, bonus and 8 remain.",
            "T30": "Big work can be a clock: so many successes before so many failures, each test at 8.",
            "T31": "Hardness has five dials only: rolling at all, edges, gates, stakes, how many successes.",
        },
        "Degrees of outcome": {
            "T32": "A test ends in success or failure, with no grades between or beyond.",
            "T33": "Margin 0 succeeds by a hair; the GM may attach a complication.",
            "T34": "Margin -1 fails by a hair; the GM may offer part of the goal for a price.",
            "T35": "Two ones kept: a catastrophe, however high the bonus.",
            "T36": "Two sixes kept: exceptional success, however low the bonus; the GM may give even more.",
            "T37": "Barely, near miss and naturals are the GM's to use; past pass or fail nothing is forced.",
        },
        "Opposed tests": {
            "T38": "Opposed tests are for two who strive against each other; against things, test normally.",
            "T39": "Each side throws its own two dice and adds its own skill.",
            "T40": "Each side has its own edge and its own Momentum bill; neither alters the other's dice.",
            "T41": "The sides need not share a skill: Sneaking may face Recon, Deceive may face Psychology.",
            "T42": "The higher total takes it, and 8 has no say: 6 beats 5.",
            "T43": "Level totals go to the defender, the side for whom things should stay as they are.",
            "T44": "Level totals without a defender settle nothing: both try again, or the story moves on.",
            "T45": "The gap between totals colours the story; a gap of 1 or 2 invites a complication.",
            "T46": (
                "An extended contest is a few opposed tests, to a set net lead or the scene's breaking point."
            ),
            "T47": "Net wins are yours less theirs, so trading wins never ends a contest.",
            "T48": "Attacks are never opposed: the attacker tests at 8, and resisting is a reaction.",
            "T49": "Opposed tests belong to contests outside the trading of blows.",
        },
        "When not to roll": {
            "T50": "An Expert whose task holds no real doubt succeeds without a roll.",
            "T51": "An Expert whose task is in real doubt rolls like anyone.",
        },
    },
)
