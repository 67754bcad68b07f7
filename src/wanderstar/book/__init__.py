"""The rules: pure functions over plain numbers, each citing its chapter and section.

Chapter 5, The Core Mechanic
    The roll, The probability ............ `core_mechanic.roll`
    What the GM calls for, Difficulty .... `core_mechanic.difficulty`
    Degrees of outcome ................... `core_mechanic.outcome`
    Opposed tests ........................ `core_mechanic.opposed`
    Difficulty, more than one roll ....... `core_mechanic.clock`
    When not to roll ..................... `core_mechanic.difficulty`

Chapter 11, Combat
    The Effect of a roll ................. `combat.effect`
    The combat round ..................... `combat.round`
    Actions on your turn ................. `combat.actions`
    Range ................................ `combat.range`
    Aiming ............................... `combat.aiming`
    Melee ................................ `combat.melee`
    Reactions ............................ `combat.reactions`
    Cover ................................ `combat.cover`
    Damage and trauma .................... `combat.trauma`
    Special forms of attack .............. `combat.special`

What the book leaves open is a ruling: `ruleset` has those a table may switch, `citations` has them all.
"""
