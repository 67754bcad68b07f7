"""The rules of chapter 11, C1 to C84, under the headings of the chapter in their order."""

from __future__ import annotations

from wanderstar.book.citations.citation import rules

COMBAT = rules(
    11,
    {
        "Opening": {
            "C1": "Attacking is an ordinary test at 8, and wounds are counted as trauma.",
            "C2": (
                "Combat adds to the core mechanic and replaces none of it; the GM fills gaps by plain tests."
            ),
            "C3": "A character's attack is rolled by its player.",
            "C4": "An adversary's attack is not rolled: the target rolls to avoid, and only failing hurts.",
            "C5": "Turn order, actions, distance, reactions and cover work alike for both sides' attacks.",
            "C6": "One roll stays with the GM; the chapter leaves open which.",
            "C7": "Vehicles and ships with crews fight by the same rules at a larger scale.",
        },
        "The Effect of a roll": {
            "C8": "Effect is the total less 8: 11 is +3, 8 is 0, 5 is -3.",
            "C9": "Effect alters nothing, not even damage, until some rule or trait uses it.",
        },
        "The combat round": {
            "C10": "In a round each combatant has one turn.",
            "C11": "When a fight opens, every combatant throws 2D6 for initiative, once and without a skill.",
            "C12": "On initiative a Dexterity edge applies by itself: three dice, two kept.",
            "C13": "Turns run from the highest initiative down.",
            "C14": "Equal initiative: the higher Dexterity goes first, and after that the GM decides.",
            "C15": "The order stays for the fight; only delaying on purpose alters it.",
            "C16": "Initiative has no target, uses no action, costs no Momentum and earns none.",
            "C17": "Momentum moves only from the first exchange of blows.",
        },
        "Actions on your turn": {
            "C18": (
                "A turn holds one Significant Action and a sensible few Minor ones, never two Significant."
            ),
            "C19": "Significant: attack, aim, reload, charge, suppress, first aid, force a door.",
            "C20": "Minor: a short move, draw or stow, go prone, call out; several fit if the GM agrees.",
            "C21": "The Significant Action can be traded for a second move.",
            "C22": "The Significant Action can be traded for a readied reaction.",
        },
        "Range": {
            "C23": "Bands end at about 1.5 m Engaged, 10 Close, 30 Short, 100 Medium; beyond is Extreme.",
            "C24": "A ranged attack has one band; metres only guide, so the GM may name it.",
            "C25": "Within the weapon's effective band the shot is an ordinary one.",
            "C26": "Past the weapon's effective band the shot is at Disadvantage.",
            "C27": "Past 100 m every weapon shoots at Extreme and at Disadvantage; 100 m itself is Medium.",
            "C28": "Scope cancels the 100 m rule only after an aim; without one it does nothing.",
            "C29": "Scope and aim cancel only the 100 m rule, not a target past the effective band.",
            "C30": "Shooting someone Engaged means Disadvantage, except with a small or one-handed weapon.",
        },
        "Aiming": {
            "C31": "Aiming uses the Significant Action and picks one target.",
            "C32": "Once aimed, your next attack there may buy an Advantage for 1 Momentum.",
            "C33": "Move before you attack, and the aim is gone.",
            "C34": "If the target drops out of sight before you attack, the aim is gone.",
            "C35": "An aim helps one attack, the next on its target, and no attack on anyone else.",
            "C36": "A Precise weapon's Advantage comes only after an aim.",
            "C37": "Automatic fire has no use of an aim.",
            "C38": "Automatic fire never shares an action with aiming or a Scope shot.",
        },
        "Melee": {
            "C39": "Melee needs Engaged range and rolls Close Quarters (Strength).",
            "C40": "Stepping up to a foe, into Engaged range, is a Minor Action.",
            "C41": "A foe with a Reach weapon strikes first when you close.",
            "C42": "Having closed on a Reach weapon, you cannot strike its wielder before the next round.",
            "C43": "A foe without Reach has no first strike, and you may strike at once.",
            "C44": "When you back out of Engaged range the GM may let an opponent strike for free.",
            "C45": "Instead, the GM may ask for a test to get clear of an engaged foe.",
            "C46": "Bare hands roll Close Quarters (Strength) for 1D damage; armor counts as ever.",
            "C47": "Pulling blows is said beforehand; trauma that would be marked becomes stunned or pinned.",
            "C48": (
                "A pulled hit too weak for trauma does nothing; how long the foe is down is the GM's call."
            ),
            "C49": "A grapple is settled by opposed Close Quarters tests.",
            "C50": "Getting out of a hold can be a Strength test, as against Entangle.",
            "C51": "Throwing at someone, a grenade too, uses Ranged Weapons (Dexterity).",
            "C52": (
                "Lobbing an explosive at a spot uses Explosives (Intellect); the Blast then works as ever."
            ),
            "C53": "A thrown weapon's range entry is its effective band.",
            "C54": "With a Strength Advantage a throw's effective band is one band longer.",
            "C55": "Farther throws meet the usual Disadvantage and the 100 m rule.",
        },
        "Reactions": {
            "C56": "Reactions happen outside your turn and answer an attack on its way.",
            "C57": "Each round the first reaction is free; any more cost 1 Momentum apiece.",
            "C58": "A reaction that works gives the attacker Disadvantage; one that fails does nothing.",
            "C59": "An attacker made to roll at Disadvantage by a reaction earns 1 Momentum.",
            "C60": "Dodge: Athletics (Dexterity), against attacks you notice.",
            "C61": "A Blast cannot be dodged.",
            "C62": "Parry: Close Quarters (Strength), against melee and never against ranged attacks.",
            "C63": "A Smasher cannot be parried.",
            "C64": "Dive for cover: no skill, but there must be cover close by.",
            "C65": "Against a Blast, diving for cover is the one defence there is.",
        },
        "Cover": {
            "C66": "Cover counts as armor and leaves the attack roll alone.",
            "C67": "Light cover is worth 2 armor, Solid cover 4.",
            "C68": "Cover goes on top of what is worn: base 3, gear 2 and Solid 4 make 9.",
            "C69": "Whoever is in Total cover cannot be attacked.",
            "C70": "Cover works only when the fire has to come through it.",
            "C71": (
                "Against a Blast, cover must stand toward the burst's centre; the thrower's side is no "
                "matter."
            ),
        },
        "Damage and trauma": {
            "C72": "A hit rolls weapon damage, and the result is set against armor.",
            "C73": "Below armor: no trauma. From armor up: 1. From double armor up: 2.",
            "C74": "Armor starts at 3 and rises with gear and cover.",
            "C75": "Trauma has two tracks, one of them Mental, with overflow, recovery and death.",
            "C76": "Damage meets armor directly only at one scale; otherwise scale is applied first.",
            "C77": "Effect stays out of the damage unless something says otherwise.",
            "C78": "More damage, ignored armor or Mental trauma come only from a trait that says so.",
        },
        "Special forms of attack": {
            "C79": "Auto spends rounds for extra damage (burst) or extra attacks (full auto).",
            "C80": (
                "Suppressing replaces an attack: in its area use cover or be at Disadvantage to your next "
                "turn."
            ),
            "C81": "Artillery reaches targets nobody sees, at Disadvantage.",
            "C82": "Indirect fire strays only when the place is a guess.",
            "C83": "A Blast rolls damage for all in its radius, friends too; those there may dive for cover.",
            "C84": "Weapons with Charge, Slow, Reload or One Use do not shoot every round.",
        },
    },
)
