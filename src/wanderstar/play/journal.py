"""Journals and scripts as text: reading lines, loading a table, checking a journal against the rules.

Loading folds the events of finished commands and never rolls; a command that was still open is resolved again
from its recorded answers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..book.ruleset import Fault, Ruleset
from ..book.switches import from_tables
from ..sheets.faults import BrokenFile
from ..sheets.model import Encounter
from . import dice as server
from .codec import event_from_json, event_to_json
from .refusal import Refused
from .scene import evolve
from .table import Entry, Table, drive_line

COMMAND_KEYS = {"command", "dice", "choices", "refused", "n", "seat", "events", "open", "rolled", "request"}
CORRECTION_KEYS = {"n", "draw", "die", "face"}
LINE_KEYS = (
    COMMAND_KEYS,
    {"correct", *COMMAND_KEYS},
    {"undo", "answer", "seat", "refused"},
    {"redo", "seat", "refused"},
    {"answer", "seat", "refused"},
    {"cancel", "seat", "refused"},
    {"seed"},
)
MAX_BYTES = 200_000_000


def parse_lines(text: str, name: str) -> list[tuple[int, dict[str, Any]]]:
    """The objects of a file of JSON lines with their line numbers; blank lines and those beginning `#` are
    skipped. Raises BrokenFile naming every line that is none."""
    lines, faults = [], []
    for number, raw in enumerate(text.split("\n"), 1):
        if not raw.strip() or raw.lstrip().startswith("#"):
            continue
        try:
            data = json.loads(raw, parse_constant=_no_constant, parse_float=_finite)
        except (ValueError, RecursionError) as error:
            column = getattr(error, "colno", 1)
            faults.append(Fault(f"line {number}", f"not JSON (column {column})", raw[:60], ["a JSON object"]))
            continue
        if not isinstance(data, dict):
            faults.append(Fault(f"line {number}", "not an object", raw[:60], ["a JSON object"]))
        else:
            lines.append((number, data))
    if len(faults) > 1 and not lines:
        raise BrokenFile(
            name, [Fault("", "not a file of JSON lines", faults[0].found, ["a journal or a script"])]
        )
    if faults:
        raise BrokenFile(name, faults)
    return lines


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no number here")


def _finite(word: str) -> float:
    number = float(word)
    return number if math.isfinite(number) else _no_constant(word)


def read_text(path: str | Path) -> str:
    """The text of a file, a byte order mark dropped; BrokenFile when it is absent, too large or not UTF-8."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise BrokenFile(
                str(path), [Fault("", "too large", file.stat().st_size, [f"at most {MAX_BYTES} bytes"])]
            )
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BrokenFile(
            str(path), [Fault("", error.strerror or "cannot be read", str(path), ["a file"])]
        ) from None
    except UnicodeDecodeError as error:
        raise BrokenFile(str(path), [Fault(f"byte {error.start}", "not UTF-8", "", ["UTF-8 text"])]) from None


def check_line(line: Mapping[str, Any], where: str) -> list[Fault]:
    """Faults in the shape of a script or journal line."""
    kind = _kind(line)
    keys = next((k for k in LINE_KEYS if kind in k and (kind != "command" or "correct" not in k)), None)
    if keys is None:
        expected = ["command", "answer", "undo", "redo", "correct", "cancel"]
        return [Fault(where, "unknown line", sorted(line), expected)]
    faults = [Fault(f"{where}.{key}", "unknown key", key, sorted(keys)) for key in line if key not in keys]
    dice = line.get("dice")
    if dice is not None and not (isinstance(dice, list) and all(_is_int(face) for face in dice)):
        faults.append(Fault(f"{where}.dice", "not a list of faces", dice, ["faces from 1 to 6"]))
    rolled = line.get("rolled", [])
    if not (isinstance(rolled, list) and all(isinstance(by, str) for by in rolled)):
        faults.append(Fault(f"{where}.rolled", "not a list of words", rolled, ["server, typed or scripted"]))
    if "choices" in line and not isinstance(line["choices"], dict):
        faults.append(Fault(f"{where}.choices", "not an object", line["choices"], ["{KEY: VALUE}"]))
    if "command" in line and not isinstance(line["command"], dict):
        faults.append(Fault(f"{where}.command", "not an object", line["command"], ['{"do": NAME, …}']))
    if "refused" in line and not (line["refused"] is True or isinstance(line["refused"], str)):
        faults.append(Fault(f"{where}.refused", "no refusal code", line["refused"], ["a code", True]))
    if "correct" in line:
        faults += _check_correction(line["correct"], f"{where}.correct")
    if "seed" in line and not isinstance(line["seed"], str):
        faults.append(Fault(f"{where}.seed", "not a text", line["seed"], ["the seed"]))
    if "cancel" in line and line["cancel"] is not True:
        faults.append(Fault(f"{where}.cancel", "not true", line["cancel"], [True]))
    numbers = [key for key in ("undo", "redo", "n") if key in line and not _is_int(line[key])]
    return faults + [
        Fault(f"{where}.{k}", "not a whole number", line[k], ["a command's number"]) for k in numbers
    ]


def _check_correction(value: Any, where: str) -> list[Fault]:
    if not isinstance(value, dict) or not {"draw", "die", "face"} <= set(value) <= CORRECTION_KEYS:
        return [Fault(where, "no correction", value, ['{"n", "draw", "die", "face"}'])]
    numbers = [key for key in ("n", "die", "face") if key in value and not _is_int(value[key])]
    if not (_is_int(value["draw"]) or isinstance(value["draw"], str)):
        numbers.append("draw")
    return [Fault(f"{where}.{key}", "of the wrong kind", value[key], ["a whole number"]) for key in numbers]


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _kind(line: Mapping[str, Any]) -> str:
    for kind in ("correct", "command", "undo", "redo", "cancel", "seed", "answer"):
        if kind in line:
            return kind
    return ""


def header_encounter(header: Mapping[str, Any], name: str, ruleset: Ruleset | None = None) -> Encounter:
    """The encounter of a journal's header; raises BrokenFile."""
    from ..sheets.load import encounter_from

    if header.get("journal") != 1 or type(header["journal"]) is not int:
        raise BrokenFile(name, [Fault("journal", "unknown version", header.get("journal"), [1])])
    unknown = [k for k in header if k not in ("journal", "encounter", "ruleset", "commitment")]
    if unknown:
        expected = ["journal", "encounter", "ruleset", "commitment"]
        raise BrokenFile(name, [Fault(k, "unknown key", k, list(expected)) for k in unknown])
    if not isinstance(header.get("encounter"), dict):
        raise BrokenFile(name, [Fault("encounter", "absent", header.get("encounter"), ["an encounter"])])
    tables, commitment = header.get("ruleset", {}), header.get("commitment")
    if not isinstance(tables, dict):
        raise BrokenFile(name, [Fault("ruleset", "not a table", tables, ["a ruleset"])])
    if commitment is not None and not isinstance(commitment, str):
        raise BrokenFile(name, [Fault("commitment", "not a text", commitment, ["a SHA-256", None])])
    rules, faults = from_tables(tables)
    if faults:
        raise BrokenFile(name, [f._replace(key=f"ruleset.{f.key}") for f in faults])
    return encounter_from(header["encounter"], None, ruleset or rules)


def load_lines(
    lines: list[tuple[int, dict[str, Any]]],
    name: str,
    track: Callable[[list[Any]], Iterable[Any]] = iter,
) -> Table:
    """The table of a journal's lines as it stood at the last one; raises BrokenFile naming line and key.

    `track` passes the lines on one by one and may show how far that is.
    """
    if not lines:
        raise BrokenFile(name, [Fault("line 1", "absent", None, ["a journal's header"])])
    encounter = header_encounter(lines[0][1], name)
    table = Table(encounter, commitment=lines[0][1].get("commitment"))
    for number, line in track(lines[1:]):
        where = f"line {number}"
        faults = check_line(line, where)
        if faults:
            raise BrokenFile(name, faults)
        try:
            put(table, line)
        except Refused as refused:
            fault = Fault(where, f"refused: {refused.refusal.code}", refused.refusal.facts, ["a legal line"])
            raise BrokenFile(name, [fault]) from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BrokenFile(name, [Fault(where, f"broken: {error}", None, ["a journal's line"])]) from None
    return table


def put(table: Table, line: dict[str, Any]) -> None:
    """Puts one journal line into a table that is being loaded; raises Refused when it does not fit."""
    if "correct" in line and "command" in line:
        table.cut(line["n"])
        _put_command(table, line)
    elif "correct" in line:
        _must(table.correct(**{"n": None, **line["correct"]}))
    elif "command" in line:
        _put_command(table, line)
    elif "undo" in line:
        _must(table.undo(line["undo"], line.get("answer")))
    elif "redo" in line:
        _must(table.redo(line["redo"]))
    elif "cancel" in line:
        _must(table.cancel())
    elif "seed" in line:
        table.seed = line["seed"]
        if table.commitment is not None and server.commitment(table.seed) != table.commitment:
            raise ValueError("the seed is not the one that was promised")
    else:
        _must(table.answer(line["answer"]))


def _put_command(table: Table, line: dict[str, Any]) -> None:
    n = line["n"]
    if n != table.n + 1:
        raise ValueError(f"command {n} where {table.n + 1} was expected")
    before = table.settled
    table.undone = []
    if line.get("open"):
        table.run = drive_line(before, line)
        table.run_seat = line.get("seat", "gm")
        return
    table.run = None
    events = tuple(event_from_json(event) for event in line["events"])
    state = before
    for event in events:
        state = evolve(state, event)
    table.entries.append(Entry(n, line.get("seat", "gm"), line["command"], before, state, events, line))


def _must(result: Any) -> None:
    if not result:
        raise Refused(result)


def verify(table: Table, track: Callable[[list[Any]], Iterable[Any]] = iter) -> list[str]:
    """What in a loaded journal's live branch does not follow from the rules and the seed; empty: verified.

    Every command is resolved again from its recorded answers, and must give the very events recorded; every
    server's die must be the seed's, once the seed is shown.
    """
    wrong = []
    for entry in track(table.entries):
        try:
            run = drive_line(entry.before, entry.line)
        except Refused as refused:
            wrong.append(f"command {entry.n}: refused, {refused.refusal.code}")
            continue
        except (KeyError, TypeError, ValueError, AttributeError, AssertionError) as error:
            wrong.append(f"command {entry.n}: broken, {error}")  # by what an earlier event smuggled in
            continue
        if run.asks:
            wrong.append(f"command {entry.n}: answers are missing")
        elif _spelled([event_to_json(e) for e in run.events]) != _spelled(entry.line["events"]):
            wrong.append(f"command {entry.n}: its events do not follow from its answers")
        elif table.seed is not None:
            wrong += _check_dice(table, entry)
    return wrong


def _spelled(events: Any) -> str:
    """Events as text, 1 apart from 1.0; the order of an object's keys says nothing."""
    return json.dumps(events, sort_keys=True)


def _check_dice(table: Table, entry: Entry) -> Iterable[str]:
    assert table.seed is not None
    seen: dict[str, int] = {}
    for event in entry.events:
        if event.kind != "draw":
            continue
        name = f"{event.story['name']}:{event.story['who']}"
        occurrence = seen.get(name, 0)
        seen[name] = occurrence + 1
        if event.story["by"] == "server":
            rolled = event.story["dice"]
            promised = server.faces(table.seed, entry.n, dict(entry.command), name, occurrence, len(rolled))
            if list(promised) != list(rolled):
                yield f"command {entry.n}: {name} shows {rolled}, the seed gives {list(promised)}"


def check_lines(kind: str, lines: list[tuple[int, dict[str, Any]]]) -> list[Fault]:
    """What play finds wrong in the lines of a journal or a script: shapes first, then whether a journal loads."""
    body = lines[1:] if kind == "journal" else lines
    faults = [fault for number, line in body for fault in check_line(line, f"line {number}")]
    if kind == "journal" and not faults:
        try:
            load_lines(lines, "journal")
        except BrokenFile as broken:
            faults = list(broken.faults)
    return faults
