"""`fight --seat`: opens a table, or a journal again, for somebody to play at the terminal."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex

from ...play import dice as server
from ...play.arguments import BadArgument, whole
from ...play.journal import load_lines, parse_lines, read_text
from ...play.state import State
from ...play.table import GM, Table
from ...seats.seat import EXACT, Settings
from ...seats.wording import names_of
from ...tactics.cast import cast
from ...tactics.fight import MOST_ROUNDS, ROUNDS, Journal, Shown, Stage, encounter_of, writable
from ..bars import columns
from ..options import ruleset_named
from ..summary import refused
from .heard import WIDTH
from .knowledge import Player
from .screen import Quit, Screen
from .session import ROLLED, Session


def play(args: argparse.Namespace) -> int:
    """Plays; 1 when the fight cannot begin. Raises BrokenFile, BadArgument, OSError."""
    whole("rounds", args.rounds, 1, MOST_ROUNDS)
    ruleset = ruleset_named(args)
    if args.resume is not None:
        table = resumed(args.resume, args.seed)
    else:
        table = Shown(
            encounter_of(args.encounter, ruleset), str(args.seed) if args.seed is not None else token_hex(8)
        )
    own = played(table.state, args.seat or speakers(table))
    who = cast(args.tactic, table.state, False)
    stage = Stage(table, who.with_persons(own), args.rounds, False, None)
    out = journal_of(args)
    if out is not None:
        table.write = out.write
        if args.resume is None:
            out.write(table.header())
    screen = Screen()
    session = Session(stage, Player(own, Settings(foes=args.foes)), args.dice, screen)
    try:
        welcome(table, session.player, screen)
        said = session.play()
        if said is not None:
            return refused(said, False)
    except Quit as left:
        screen.blank()
        screen.say(str(left))
    finally:
        table.reveal()
        if out is not None:
            out.file.close()
    screen.show(farewell(args, table, own, session.dice))
    return 0


def resumed(journal: str, seed: str | None) -> Shown:
    """The table of a journal as it stood at its last line."""
    loaded = load_lines(parse_lines(read_text(journal), journal), journal)
    secret = seed if seed is not None else loaded.seed
    if secret is None:
        raise BadArgument("seed", f"{journal!r} does not show its seed; give it with --seed")
    if loaded.commitment is not None and server.commitment(secret) != loaded.commitment:
        raise BadArgument("seed", f"{secret!r:.40} is not the seed that {journal!r} was begun with")
    return Shown(
        loaded.encounter,
        secret,
        commitment=loaded.commitment,
        entries=loaded.entries,
        undone=loaded.undone,
        run=loaded.run,
        run_seat=loaded.run_seat,
    )


def speakers(table: Table) -> list[str]:
    """Whose commands of a journal came from a character's own seat."""
    found = list(dict.fromkeys(e.seat for e in table.entries if e.seat != GM))
    if not found:
        raise BadArgument("seat", "the journal does not say whom you play; name them with --seat")
    return found


def played(state: State, names: Sequence[str]) -> tuple[str, ...]:
    """The combatants of `--seat`: ids, or a side's for all of it, whoever comes in later too. Raises BadArgument."""
    sides = {side.id for side in state.encounter.sides}
    everybody = {c.id: c for c in (*state.combatants.values(), *state.waves)}
    found: list[str] = []
    for name in names:
        if name in everybody:
            found.append(name)
        elif name in sides:
            found += [c.id for c in everybody.values() if c.side == name]
        else:
            known = ", ".join([*state.combatants, *sorted(sides)])
            raise BadArgument("seat", f"nobody and no side is {name!r:.40}; there are {known}")
    return tuple(dict.fromkeys(found))


def journal_of(args: argparse.Namespace) -> Journal | None:
    """The journal that is written: a new one, or the one that goes on."""
    if args.resume is not None:
        journal = Journal(args.resume, "a")
        if not Path(args.resume).read_bytes().endswith(b"\n"):
            journal.file.write("\n")  # or the next line would be the end of the last one
        return journal
    if args.journal is None:
        return None
    return Journal(writable(args.journal, args.force, args.encounter))


def welcome(table: Table, player: Player, screen: Screen) -> None:
    """What is played, against whom, and by whom; nobody hidden is named or counted."""
    k = player.knows(table.state)
    names = names_of(k)
    encounter = table.state.encounter
    screen.put(encounter.name, 0, colour="strong")
    for side in encounter.sides:
        people = [c.id for c in k.state.combatants.values() if c.side == side.id]
        screen.put(f"{side.name}: {names.all(people)}", 2)
    here = [names.who(who) for who in player.own if who in k.state.combatants]
    here += [f"{c.name} (from round {c.enters})" for c in table.state.waves if c.id in player.own]
    screen.put(f"You play {', '.join(here)}. ? lists what can be typed.", 2)
    screen.show()


def farewell(args: argparse.Namespace, table: Table, own: tuple[str, ...], dice: str) -> list[str]:
    """How to go on as it was played, which a journal does not hold, and how to check its dice."""
    journal = args.resume or args.journal
    if journal is None or not Path(journal).is_file():
        return []
    lines = []
    if not table.state.over:
        seats = [word for who in (args.seat or own) for word in ("--seat", who)]
        more = [word for tactic in args.tactic for word in ("--tactic", tactic)]
        more += ["--rounds", str(args.rounds)] if args.rounds != ROUNDS else []
        more += ["--dice", dice] if dice != ROLLED else []
        more += ["--foes", args.foes] if args.foes != EXACT else []
        line = f"go on: {shlex.join(['wanderstar', 'fight', '--resume', journal, *seats])}"
        rest = shlex.join(more)
        if rest and columns(f"{line} {rest}") > WIDTH:
            lines += [f"{line} \\", f"    {rest}"]  # the shell takes both as one
        else:
            lines.append(f"{line} {rest}".rstrip())
    return [*lines, f"check its dice: {shlex.join(['wanderstar', 'replay', journal, '--verify'])}"]
