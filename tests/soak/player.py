"""A random player and a random GM: commands with arguments drawn from the table, legal or not, and answers."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.soak.encounters import gives, tables

from wanderstar.play.asks import Choice
from wanderstar.play.resolve import prepare
from wanderstar.play.sight import metres
from wanderstar.play.state import Combatant, State
from wanderstar.play.state_json import combatant_json
from wanderstar.play.table import Table
from wanderstar.sheets.model import Place

Command = dict[str, Any]

SKILLS = ["Athletics", "Close Quarters", "Ranged Weapons", "Medicine", "Recon", "Juggling"]
NONSENSE: list[Any] = [None, True, -1, 0, 1.5, "", "p", "nobody", [], {}, [1, 2, 3], "x" * 300, float("nan")]

FIGHTING = {
    "attack": 60,
    "suppress": 14,
    "reload": 5,
    "charge": 6,
    "first_aid": 5,
    "grapple": 6,
    "break_free": 8,
    "aim": 3,
}
TURN = {
    **FIGHTING,
    "move": 20,
    "move_far": 5,
    "ready": 3,
    "act": 2,
    "take_cover": 9,
    "leave_cover": 3,
    "drop_prone": 2,
    "rise": 3,
    "draw": 4,
    "stow": 2,
    "drop": 1,
    "minor": 2,
    "delay": 3,
    "leave": 1,
    "surrender": 0.3,
    "end_turn": 30,
}
ORDERS = {
    "test": 6, "opposed": 3, "contest": 2, "clock": 2, "edge": 6, "band": 4, "set": 9, "condition": 4,
    "order": 2, "cover": 3, "add": 3, "remove": 1, "hide": 2, "reveal": 2, "zone": 4, "unaware": 3, "alert": 8,
    "wave": 6, "withdraw": 2, "encounter": 0.2, "rest": 1, "evening": 1,
}  # fmt: skip


def turn_command(rng: Random, state: State) -> Command:
    """A command of the one whose turn it is; legal if a few draws find a legal one, by `prepare`."""
    assert state.turn is not None
    fresh = state.combatants[state.turn].significant and rng.random() < 0.8
    for n in range(14):
        among = FIGHTING if fresh and n < 8 else TURN
        do = rng.choices(list(among), list(among.values()))[0]
        command = drawn(rng, state, do)
        if prepare(state, command):
            return command
    return {"do": "end_turn", "who": state.turn}


def drawn(rng: Random, state: State, do: str) -> Command:
    """A command of that name with random arguments."""
    assert state.turn is not None
    c = state.combatants[state.turn]
    command: Command = {"do": "move" if do == "move_far" else do, "who": c.id}
    command.update(ARGUMENTS.get(do, lambda rng, state, c: {})(rng, state, c))
    return command


def _anybody(rng: Random, state: State, c: Combatant) -> str:
    foes = [o.id for o in state.combatants.values() if o.side != c.side and not o.out]
    return rng.choice(foes if foes and rng.random() < 0.85 else list(state.combatants))


def _weapon(rng: Random, state: State, c: Combatant) -> str:
    near = [*c.held, *c.held, *c.carried, "unarmed"]
    return rng.choice(near if rng.random() < 0.97 else list(state.encounter.weapons))


def _near(rng: Random, at: Place, most: float) -> Any:
    """A place at most so far away along one axis, rounded to half metres."""
    step = rng.randint(-int(most * 2), int(most * 2)) / 2
    if isinstance(at, tuple):
        return [at[0] + step, at[1]] if rng.random() < 0.5 else [at[0], at[1] + step]
    return at + step


def _there(place: Place) -> Any:
    return list(place) if isinstance(place, tuple) else place


def _attack(rng: Random, state: State, c: Combatant) -> Command:
    target, weapon = _anybody(rng, state, c), state.weapon(_weapon(rng, state, c))
    command: Command = {"weapon": weapon.id, "target": target}
    if rng.random() < 0.3 and (weapon.thrown or weapon.blast is not None or weapon.artillery):
        command["at"] = _near(rng, state.combatants[command.pop("target")].at, 6)
    elif weapon.auto and rng.random() < 0.7:
        command["mode"] = rng.choice(["burst", "full"])
        if command["mode"] == "full" and rng.random() < 0.7:
            del command["target"]
            command["targets"] = [_anybody(rng, state, c) for _ in range(rng.randint(1, weapon.auto + 1))]
    if weapon.artillery and rng.random() < 0.6:
        command["indirect"] = rng.choice(["observed", "guessed"])
    if rng.random() < (0.4 if weapon.stun or weapon.id == "unarmed" else 0.03):
        command["pull"] = rng.choice(["stunned", "pinned"])
    return command


def _move(rng: Random, state: State, c: Combatant) -> Command:
    """Close up to somebody, as far as one move goes; now and then anywhere."""
    other = state.combatants[_anybody(rng, state, c)]
    apart = metres(c.at, other.at)
    if rng.random() < 0.3 or not apart:
        return {"to": _near(rng, c.at, state.ruleset.move_metres + 1)}
    part = min(1.0, 0.999 * state.ruleset.move_metres / apart)
    if isinstance(c.at, tuple):
        assert isinstance(other.at, tuple)
        return {"to": [a + (b - a) * part for a, b in zip(c.at, other.at, strict=True)]}
    assert not isinstance(other.at, tuple)
    return {"to": c.at + (other.at - c.at) * part}


def _cover(rng: Random, state: State, c: Combatant) -> Command:
    command: Command = {"cover": rng.choice(list(state.covers) or ["wall"])}
    return command | ({"fully": True} if rng.random() < 0.4 else {})


def _act(rng: Random, state: State, c: Combatant) -> Command:
    return {"skill": rng.choice(SKILLS), "label": rng.choice(["", "force the door"])}


ARGUMENTS: dict[str, Any] = {
    "attack": _attack,
    "move": _move,
    "move_far": lambda rng, state, c: {**_move(rng, state, c), "as": "significant"},
    "aim": lambda rng, state, c: {"target": _anybody(rng, state, c)},
    "suppress": lambda rng, state, c: {
        "weapon": _weapon(rng, state, c),
        "at": _there(state.combatants[_anybody(rng, state, c)].at),
    },
    "reload": lambda rng, state, c: {"weapon": _weapon(rng, state, c)},
    "charge": lambda rng, state, c: {"weapon": _weapon(rng, state, c)},
    "first_aid": lambda rng, state, c: {"target": rng.choice(list(state.combatants))},
    "grapple": lambda rng, state, c: {"target": _anybody(rng, state, c)},
    "break_free": lambda rng, state, c: {"by": rng.choice(["test", "opposed"])},
    "act": _act,
    "take_cover": _cover,
    "leave_cover": lambda rng, state, c: {"cover": rng.choice(list(state.covers) or ["wall"])},
    "draw": lambda rng, state, c: {"weapon": _weapon(rng, state, c)},
    "stow": lambda rng, state, c: {"weapon": _weapon(rng, state, c)},
    "drop": lambda rng, state, c: {"weapon": _weapon(rng, state, c)},
    "minor": lambda rng, state, c: {"label": "shout"},
    "delay": lambda rng, state, c: {"after": rng.choice([None, *state.combatants])},
}


def gm_command(rng: Random, table: Table) -> Command:
    """An order of the GM's, most of them legal."""
    state = table.settled
    do = rng.choices(list(ORDERS), list(ORDERS.values()))[0]
    if do in ("remove", "withdraw") and not state.running:
        do = "hide"  # a fight needs two sides to begin
    if not state.running and rng.random() < 0.4:
        do = rng.choice(["encounter", "rest"])
    who = rng.choice(list(state.combatants))
    return {"do": do, **GM[do](rng, state, who)}


def _sides(rng: Random, state: State, most: int) -> Command:
    whos = rng.sample(list(state.combatants), min(len(state.combatants), most))
    sides = [{"who": w, "skill": rng.choice(SKILLS)} for w in whos]
    return {"sides": sides, **rng.choice([{}, {"defender": None}, {"defender": rng.choice(whos)}])}


def _test(rng: Random, state: State, who: str) -> Command:
    command: Command = {"who": who, "skill": rng.choice(SKILLS)}
    if state.clocks and rng.random() < 0.5:
        command["clock"] = rng.choice([id for id, _ in state.clocks])
    if rng.random() < 0.3:
        command["gate"] = {rng.choice(["impossible", "certain"]): True}
    if rng.random() < 0.3:
        command["characteristic"] = rng.choice(state.ruleset.characteristics_names)
    return command | ({"uncertain": False} if rng.random() < 0.2 else {})


def _set(rng: Random, state: State, who: str) -> Command:
    """A value that one has already, a neighbour's, or nonsense; Momentum and trauma within their bounds."""
    shown = combatant_json(state, state.combatants[who])
    field = rng.choice(
        [f for f in shown if f not in ("conditions", "kind", "threat", "suppressed", "delayed")]
    )
    if rng.random() < 0.15:
        return {"who": who, "field": field, "value": rng.choice(NONSENSE)}
    if field in ("at", "trauma", "scale", "prone", "significant", "readied", "hidden", "out"):
        other = combatant_json(state, state.combatants[rng.choice(list(state.combatants))])
        return {"who": who, "field": field, "value": other[field]}
    if field == "momentum" and shown["momentum"] is not None:
        cap = state.ruleset.momentum_cap
        return {"who": who, "field": field, "value": rng.randint(0, 6 if cap is None else cap)}
    return {"who": who, "field": field, "value": shown[field]}


def _condition(rng: Random, state: State, who: str) -> Command:
    names = [c.name for c in state.combatants[who].conditions]
    if names:
        return {"who": who, "name": names[0], "clear": True}
    return {
        "who": who,
        "name": rng.choice(["stunned", "pinned", "on fire"]),
        "turns": rng.choice([1, 2, None]),
        **rng.choice(
            [
                {},
                {"edge": "disadvantage"},
                {"edge": "advantage", "price": 0},
                {"edge": "advantage", "skill": "Recon"},
            ]
        ),
    }


def _piece(rng: Random, state: State, who: str) -> Command:
    if state.covers and rng.random() < 0.4:
        return {"remove": rng.choice(list(state.covers))}
    at = _near(rng, state.combatants[who].at, 2)
    id = f"cover-{rng.randint(0, 9)}"
    return {"cover": {"id": id, "at": at, "grade": rng.choice(["light", "solid"]), "hides": True}}


def _joiner(rng: Random, state: State, who: str) -> Command:
    like = state.combatants[who]
    made = {
        "id": f"late-{len(state.combatants)}-{rng.randint(0, 999)}",
        "who": {"id": "late", "name": "Late", "characteristics": {"Dexterity": rng.randint(2, 12)}},
        "side": like.side,
        "at": _near(rng, like.at, 5),
    }
    if rng.random() < 0.4:
        made["id"] = rng.choice(["mob", "late"])
        made["count"] = rng.randint(1, 3)
    if rng.random() < 0.3:
        made["enters"] = state.round + rng.choice([0, 1, 2])
        made["enters"] = made["enters"] or 1
    return {"combatant": made}


def _zone(rng: Random, state: State, who: str) -> Command:
    if state.zones and rng.random() < 0.4:
        return {"remove": rng.choice(state.zones).id}
    at = _there(state.combatants[who].at)
    return {"zone": {"id": f"fog-{rng.randint(0, 9)}", "at": at, "radius": 4, "gives": [gives(rng)]}}


def _encounter(rng: Random, state: State, who: str) -> Command:
    """The next encounter: of this soak's making, with one or another of those who are there already."""
    made = tables(rng)
    del made["ruleset"]
    characters = [c.id for c in state.combatants.values() if c.is_character]
    for one in made["combatants"]:
        if characters and "threat" not in one["who"] and rng.random() < 0.5:
            one["id"] = rng.choice(characters)
    at = rng.choice(made["combatants"])["at"]
    places = {rng.choice(characters): at} if characters and rng.random() < 0.5 else {}
    return {"encounter": made, "places": places}


def _rest(rng: Random, state: State, who: str) -> Command:
    amounts = {track: rng.choice([None, 0, 1]) for track in ("physical", "mental")}
    return {"only": rng.choice([None, [who]]), **amounts, "refill": rng.random() < 0.5}


def _wave(rng: Random, state: State, who: str) -> Command:
    ids = [c.id for c in state.waves] or ["nobody"]
    when = {"cancel": True} if rng.random() < 0.2 else {"round": max(state.round + rng.choice([0, 1, 3]), 1)}
    return {"combatants": [rng.choice(ids)], **when}


def _order(rng: Random, state: State, who: str) -> Command:
    return {"order": rng.sample(list(state.order or state.combatants), len(state.order or state.combatants))}


GM: dict[str, Any] = {
    "test": _test,
    "opposed": lambda rng, state, who: _sides(rng, state, rng.choice([2, 2, 3])),
    "contest": lambda rng, state, who: {**_sides(rng, state, 2), "max": rng.choice([None, 1, 3])},
    "clock": lambda rng, state, who: {"id": f"clock-{len(state.clocks)}"},
    "edge": lambda rng, state, who: {
        "who": who,
        "edge": rng.choice(["advantage", "disadvantage"]),
        "on": rng.choice(["next_test", "until_round_end", "fight"]),
        **rng.choice([{}, {"price": 0}, {"price": 2}, {"reason": "dark"}]),
    },
    "band": lambda rng, state, who: {
        "who": who,
        "target": rng.choice(list(state.combatants)),
        "band": rng.choice(["engaged", "close", "short", "medium", "extreme", None]),
    },
    "set": _set,
    "condition": _condition,
    "order": _order,
    "cover": _piece,
    "add": _joiner,
    "zone": _zone,
    "unaware": lambda rng, state, who: {"who": who},
    "alert": lambda rng, state, who: {
        "who": next((c.id for c in state.combatants.values() if c.unaware), who)
    },
    "wave": _wave,
    "encounter": _encounter,
    "rest": _rest,
    "evening": lambda rng, state, who: {},
    "withdraw": lambda rng, state, who: {"who": who, "how": rng.choice(["left", "surrendered"])},
    "remove": lambda rng, state, who: {"who": who},
    "hide": lambda rng, state, who: {"who": who},
    "reveal": lambda rng, state, who: {"who": who},
}


def spoiled(rng: Random, state: State, command: Command) -> Command:
    """The command with one thing changed that most likely makes it illegal."""
    broken = dict(command)
    key = rng.choice([*command, "surplus"])
    broken[key] = rng.choice([*NONSENSE, *state.combatants])
    return broken


def answers(rng: Random, table: Table) -> dict[str, Any]:
    """An answer to one of the asks, from among its options; typed dice where the server has none."""
    ask = rng.choice(table.asks)
    if isinstance(ask, Choice):
        return {ask.key: rng.choice(ask.options)}
    return {"dice": [rng.randint(1, 6) for _ in range(ask.count)]}


def wrong_answers(rng: Random, table: Table) -> dict[str, Any]:
    """An answer that nobody asked for."""
    ask = rng.choice(table.asks)
    bad = rng.choice([None, "maybe", 7, [], [0, 7], "parry:", {"dice": 1}])
    return rng.choice([{ask.key: bad}, {"claim_test:nobody": True}, {"dice": [9]}, {f"{ask.key}x": True}])
