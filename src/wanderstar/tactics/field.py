"""A fight as plain numbers: what tactics read, at the table and in a forecast alike.

Structure of flat rows: everything is an int or a float, one row for each combatant, weapon carried and cover,
and indices stand for ids. At the table the rows are these classes in lists; a forecast puts the same fields into
arrays of records, so that one plain function reads both. Yes and no are 1 and 0, nobody and nothing are -1;
what other numbers mean is in `codes`.

A `Roster` does not change while a fight goes on; a `Field` is the fight as it stands. `flatten` makes both from a
state of play.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(slots=True)
class Rules:
    """The switches that a fight reads, as whole numbers (`book.ruleset`); `cap` is -1 for none.

    `armors` and `scales` are the sizes of a damage table, `low` the least bonus of the table of hits. `bounded` is 1
    where the map has an edge, from low to high.
    """

    cost: int = 0
    characteristic_gain: int = 0
    gain: int = 0
    gain_when_cancelled: int = 0
    cap: int = 0
    conflict: int = 0
    natural_mode: int = 0
    reaction_mode: int = 0
    threat_effect: int = 0
    npc_reaction: int = 0
    static_low: int = 0
    static_middle: int = 0
    static_high: int = 0
    who_rolls: int = 0
    armor_floor: int = 0
    overflow: int = 0
    max_per_hit: int = 0
    death: int = 0
    tiebreak: int = 0
    engaged_fire: int = 0
    ready_effect: int = 0
    refresh: int = 0
    minor_max: int = 0
    disengage_mode: int = 0
    disengage_skill: int = 0
    attackers: int = 0
    dive_effect: int = 0
    suppress_test: int = 0
    scale_factor: int = 0
    plane: int = 0
    people: int = 0
    walls: int = 0
    sides: int = 0
    slots: int = 0
    patches: int = 0
    armors: int = 0
    scales: int = 0
    low: int = 0
    bounded: int = 0
    move_metres: float = 0.0
    suppress_radius: float = 0.0
    low_x: float = 0.0
    low_y: float = 0.0
    high_x: float = 0.0
    high_y: float = 0.0


@dataclass(slots=True)
class Sheet:
    """One combatant, as the fight leaves it. Its weapons are the slots from `first` up to `last`, unarmed last.

    `threat` is 0 for none, 1 minion, 2 standard, 3 elite; `boxes_mental` is -1 for a single track. Of each skill the
    bonus and the grade of the characteristic it is rolled with (1 Advantage, -1 Disadvantage): Athletics dodges
    and avoids, Close Quarters parries, avoids in melee and grapples. `tactic` is the row of `manners`, -1 when nobody
    plays it. `menace` is the harm it does in a turn: boxes of an average foe, with its best weapon (`menace.reckon`).
    `armor` is base and gear, `base` the part that Piercing leaves. `morale_does` is 1 to flee, 2 to surrender
    (0 never) at a loss of `morale_loss` of its own boxes, or its side's where `morale_own` is 0. `roster` is its number
    in the encounter, `enters` the round in which it comes in, 0 for who was there from the start. `alike` is the first
    of those in a row who are its equals in everything, with equal weapons (`flatten.equals`).
    """

    side: int = 0
    character: int = 0
    threat: int = 0
    scale: int = 0
    boxes_physical: int = 0
    boxes_mental: int = 0
    armor: int = 0
    base: int = 0
    athletics: int = 0
    athletics_grade: int = 0
    close_quarters: int = 0
    close_quarters_grade: int = 0
    medicine: int = 0
    medicine_grade: int = 0
    strength: int = 0
    disengage: int = 0
    disengage_grade: int = 0
    dexterity_grade: int = 0
    tactic: int = 0
    first: int = 0
    last: int = 0
    morale_does: int = 0
    morale_own: int = 0
    roster: int = 0
    enters: int = 0
    alike: int = 0
    dexterity: float = 0.0
    morale_loss: float = 0.0
    menace: float = 0.0


@dataclass(slots=True)
class Piece:
    """One weapon of one combatant. `weapon` numbers equal weapons alike, -1 is unarmed.

    `band` is the effective one (Strength counted in when thrown), -1 without range; `handy` is one-handed or compact;
    `blast` is the radius in metres, -1 without; `plus` includes the Damage trait, `burst_plus` is what a burst
    adds; `magazine` is -1 without one. `shot`, `blow` and `lob` are the bonuses of the skill it is used with;
    `dodge_shot` and the like tell which reactions it leaves, used so (`book.combat.reactions.refused`).
    """

    owner: int = 0
    weapon: int = 0
    dice: int = 0
    plus: int = 0
    burst_plus: int = 0
    band: int = 0
    melee: int = 0
    thrown: int = 0
    hands: int = 0
    handy: int = 0
    scale: int = 0
    shot: int = 0
    shot_grade: int = 0
    shot_skill: int = 0
    blow: int = 0
    blow_grade: int = 0
    blow_skill: int = 0
    lob: int = 0
    lob_grade: int = 0
    lob_skill: int = 0
    magazine: int = 0
    auto: int = 0
    full_attacks: int = 0
    full_ammo: int = 0
    suppress_ammo: int = 0
    piercing: int = 0
    reload: int = 0
    to_mental: int = 0
    suppressive: int = 0
    artillery: int = 0
    charge: int = 0
    slow: int = 0
    one_use: int = 0
    scope: int = 0
    precise: int = 0
    reach: int = 0
    smasher: int = 0
    stun: int = 0
    entangle: int = 0
    explosive: int = 0
    dodge_shot: int = 0
    dodge_blow: int = 0
    parry_shot: int = 0
    parry_blow: int = 0
    dive_shot: int = 0
    dive_blow: int = 0
    blast: float = 0.0


@dataclass(slots=True)
class Wall:
    """One piece of cover: its armor (`book.combat.cover.Grade`), whether it hides, its arc in degrees and the cosine
    of half of that."""

    grade: int = 0
    hides: int = 0
    x: float = 0.0
    y: float = 0.0
    arc: float = 0.0
    cosine: float = 1.0


@dataclass(slots=True)
class Patch:
    """One edge that a zone gives: a rectangle from low to high or, with `radius` 0 or more, a circle around low.

    `edge` is 1 or -1; `skill` -1 for every test; `fire` 1 for ranged attacks only, 0 for melee only, -1 for both.
    """

    on: int = 0
    edge: int = 0
    skill: int = -1
    fire: int = -1
    price: int = 0
    low_x: float = 0.0
    low_y: float = 0.0
    high_x: float = 0.0
    high_y: float = 0.0
    radius: float = -1.0


@dataclass(slots=True)
class Manner:
    """How a tactic plays: one row of knobs for each tactic; `manners` has them all.

    `plays` is 0 for one that only ends its turns. `pick` is whom it attacks (`Pick`). `reserve` is the Momentum it
    keeps for its defence, `buys` the boxes left at which it buys a reaction. `care` is what harm to itself counts
    against harm done; `near` the share of the best attack that makes a nearer foe worth attacking; `backs` is 1 for
    one that steps back from foes who close.
    """

    plays: int = 1
    pick: int = 0
    reserve: int = 1
    buys: int = 1
    backs: int = 0
    care: float = 0.5
    near: float = 0.4


@dataclass(slots=True)
class Standing:
    """One combatant as it stands.

    `said_out` is -1, or the GM's word 0 or 1; `aim`, `held_by` are whom; `stunned` and `pinned` are turns left (0 not,
    -1 endless). `suppressing` is 1 while it keeps the area around `suppress_x`, `suppress_y` under fire.
    `gone` is 1 once it has left the fight, 2 once it has surrendered, 3 while it is still to come; `unaware` does not
    see an attack coming. `initiative` is its total, while somebody is to come whose place it decides; else 0.
    """

    momentum: int = 0
    physical: int = 0
    mental: int = 0
    dead: int = 0
    said_out: int = -1
    gone: int = 0
    hidden: int = 0
    unaware: int = 0
    significant: int = 0
    minors: int = 0
    moved: int = 0
    reactions: int = 0
    readied: int = 0
    aim: int = -1
    exposed: int = 0
    prone: int = 0
    held_by: int = -1
    netted: int = 0
    aided: int = 0
    stunned: int = 0
    pinned: int = 0
    delayed: int = 0
    acted: int = 0
    suppressing: int = 0
    initiative: int = 0
    x: float = 0.0
    y: float = 0.0
    suppress_x: float = 0.0
    suppress_y: float = 0.0


@dataclass(slots=True)
class Load:
    """One weapon as it is: held, carried, rounds left (-1 uncounted), charged, actions of reloading done, the round a
    Slow weapon was last used in (-1 never)."""

    held: int = 0
    carried: int = 0
    rounds: int = 0
    charged: int = 0
    reloading: int = 0
    fired: int = 0


@dataclass(slots=True)
class Grant:
    """An edge on the tests of `who`: the GM's (R57), or a condition's; `edge` 1, -1, or 0 of what only runs down.

    `price` is what an Advantage costs, `skill` -1 for every test; `until` says how it ends (`codes.Until`). `left` is
    0 once it is over, else the turns left where turns are counted, else 1.
    """

    who: int = 0
    edge: int = 0
    price: int = 0
    skill: int = -1
    until: int = 0
    left: int = 1


@dataclass(slots=True)
class Now:
    """The fight as a whole: `turn` is whose (-1 nobody's), `winner` a side (-1 none).

    `coming` counts those who come in later; `joining` is 1 while some who came have no place in the order yet. `grants`
    is how many rows of them there are.
    """

    round: int = 0
    turn: int = -1
    over: int = 0
    winner: int = -1
    coming: int = 0
    joining: int = 0
    grants: int = 0


@dataclass(slots=True)
class View:
    """How somebody stands to the one who thinks, while it thinks (`view`): scratch.

    `out` and `foe` are 1 for who is out of action, for a foe in sight. `away` and `band` are of the two of them;
    `cover` is the armor of this one's best cover against the thinker and `hides` 1 where that is total, unless it is
    exposed; `mine` and `hidden` are the thinker's own against this one. `deals` and `meets` are what its attacks, and
    those at it, hang on besides, `arms` what it has to attack with (`recall`). `hurt` is what a blast would be
    worth that caught this one alone (`choose_area.dread`).
    """

    out: int = 0
    foe: int = 0
    band: int = 0
    cover: int = 0
    hides: int = 0
    mine: int = 0
    hidden: int = 0
    deals: int = 0
    meets: int = 0
    arms: int = 0
    away: float = 0.0
    hurt: float = 0.0


@dataclass(slots=True)
class Worth:
    """What something is worth, remembered under a key of all that it hangs on (`recall`); `word` says by what."""

    key: int = 0
    word: int = 0
    value: float = 0.0


class Roster(NamedTuple):
    """What does not change while a fight goes on.

    `hits[(bonus - rules.low) * 3 + edge + 1]` is in how many of 216 rolls a test succeeds. `harms` has for each slot,
    plain then burst, each target's scale and each armor met the chances of exactly one and of two trauma;
    `situation.harm_at` finds the row. `ranks` are all combatants by their number in the encounter, those who come in
    later among the others.
    """

    rules: Rules
    sheets: Sequence[Sheet]
    pieces: Sequence[Piece]
    walls: Sequence[Wall]
    patches: Sequence[Patch]
    manners: Sequence[Manner]
    hits: Sequence[int]
    harms: Sequence[float]
    ranks: Sequence[int]


class Field(NamedTuple):
    """The fight as it stands.

    `uses[i * rules.walls + k]` is 1 where i uses cover k, 2 fully behind it; `barred[i * rules.people + j]` is the
    round in which i closed on j, whom it may not hit in melee yet, else -1; `order` are those in the order of
    initiative, -1 filling it up; `bands[i * rules.people + j]` is the band that the GM named for a pair, else -1.
    `shots` is scratch: whom `decide` wants each shot of full auto at, -1 at the end; `asked` too: 1 for each of those
    who may strike freely while `free_attack` is asked. So are `views`, one for each combatant and one more for each
    while a place is tried, with `eye`: who thinks just now (`NOBODY` else), 1 where it is known that nobody suppresses
    anything, and the first of the views that hold; and `worths`, which may be none.
    """

    now: Now
    who: MutableSequence[Standing]
    loads: MutableSequence[Load]
    grants: MutableSequence[Grant]
    uses: MutableSequence[int]
    barred: MutableSequence[int]
    order: MutableSequence[int]
    bands: MutableSequence[int]
    shots: MutableSequence[int]
    asked: MutableSequence[int]
    eye: MutableSequence[int]
    views: MutableSequence[View]
    worths: MutableSequence[Worth]
