"""The log of a table as a seat may read it: one item for each command that it saw anything of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..play.asks import Answers, Wanted
from ..play.resolve import Run
from ..play.scene import Event, Scene
from ..play.table import Entry
from .names import Names
from .seat import Seat, Settings
from .sentences import SENTENCES
from .sentences_reasons import reason_text
from .told import Eyes, eyes, told
from .wording import SOMEBODY

SILENT = ("draw", "settled", "action_spent", "attack_made", "weapon_used")
"""Kinds that have no line of their own: dice stand apart, the others say nothing by themselves."""
SECOND = (
    "momentum_paid",
    "momentum_gained",
    "reaction_declared",
    "aim_lost",
    "alerted",
    "table_cleared",
    "turn_started",
    "round_started",
)
"""Kinds that are no title while there is a better one."""

Item = dict[str, Any]

_seen: dict[tuple[int, str, str], tuple[Entry, int]] = {}
_items: dict[tuple[int, str, str], tuple[Entry, Item | None]] = {}
_placed: dict[tuple[int, int], tuple[Item, Item]] = {}
MOST = 50_000


def log(
    entries: Sequence[Entry], run: Run | None, seat: Seat, settings: Settings, last: int | None = None
) -> list[Item]:
    """The log, oldest first, the open command at the end; `last` gives only so many of its newest items.

    An item is `{"step", "id", "n", "who", "do", "open", "title", "verdict", "draws", "lines", "events", "rules"}`:

    - `step`: round and place among the commands that this seat saw in it, `2.4`; `id` the same with the fights
      begun before, so that no two items have the same; `n` the engine's number (GM only)
    - `verdict`: `{"word", "tone", "glyph"}`, tone good or bad for the characters, rare, or flat
    - `draws`: `{"name", "who", "whom", "dice", "kept", "dropped", "edge", "bonus", "total", "by", "text"}`
    - `lines`: `{"kind", "text", "gives", "counted", "rules"}`, sentences and (kind `reason`) every reason
    - `events`: as in a journal, without their changes; `rules`: the ids that the lines name
    """
    items: list[Item] = []
    fights = sum(entry.command["do"] == "begin" for entry in entries)
    if run is not None:
        item = open_item(run, seat, settings)
        if item is not None:
            item["step"] = f"{item['round']}.{_next(entries, run, seat, settings)}"
            item["id"] = f"{fights}.{item['step']}"
            if seat.gm:
                item |= {"n": len(entries) + 1, "command": brief(run.command.to_json())}
            items.append(item)
    for entry in reversed(entries):
        if last is not None and len(items) >= last:
            break
        fights -= entry.command["do"] == "begin"
        found = told_of(entry, seat, settings)
        if found is not None:
            place = counted(entries, entry, seat, settings)
            items.append(placed(found, place, fights))
    return items[::-1]


def placed(found: Item, place: int, fights: int) -> Item:
    """An item at its place in the round, after so many fights.

    It is the same object each time, so that whoever shows it can keep how.
    """
    kept = _placed.get((id(found), place))
    if kept is not None and kept[0] is found:
        return kept[1]
    if len(_placed) >= MOST:
        _placed.clear()
    step = f"{found['round']}.{place}"
    item = {**found, "step": step, "id": f"{fights}.{step}"}
    _placed[id(found), place] = (found, item)
    return item


def told_of(entry: Entry, seat: Seat, settings: Settings) -> Item | None:
    """One entry's item without its place, None when the seat saw nothing of it. Kept, for entries never change."""
    key = (id(entry), seat.key, settings.foes)
    kept = _items.get(key)
    if kept is not None and kept[0] is entry:
        return kept[1]
    seen = eyes(seat, settings, entry.before, entry.after)
    item = item_of(entry.events, seen, entry.before.round, False)
    if item is not None:
        item["lines"] += correction(entry, item, seen.names)
        if seat.gm:
            item |= {"n": entry.n, "command": brief(entry.command)}
    if len(_items) >= MOST:
        _items.clear()
    _items[key] = (entry, item)
    return item


def correction(entry: Entry, item: Item, names: Names) -> list[Item]:
    """That a die of it was put right, for whoever sees that die."""
    told_so = entry.line.get("correct")
    if told_so is None:
        return []
    named, draws = told_so["draw"], [event.story for event in entry.events if event.kind == "draw"]
    for k, story in enumerate(draws, 1):
        name = f"{story['name']}:{story['who']}"
        if named not in (k, name) and not str(named).startswith(f"{name}:"):
            continue
        seen = any(all(draw[key] == story[key] for key in ("name", "who", "dice")) for draw in item["draws"])
        text = f"Put right: a die of {names.who(story['who'])} showed {told_so['face']}."
        return (
            [{"kind": "correction", "text": text, "gives": None, "counted": True, "rules": []}]
            if seen
            else []
        )
    return []


def brief(command: Mapping[str, Any]) -> Item:
    """A command for the GM to read: of a whole encounter only its name."""
    if command["do"] != "encounter":
        return dict(command)
    return {**command, "encounter": command["encounter"].get("name")}


def counted(entries: Sequence[Entry], entry: Entry, seat: Seat, settings: Settings) -> int:
    """Which of the commands that a seat saw in its round an entry is, from 1."""
    at = entry.n - 1
    behind: list[Entry] = []
    number = 0
    while at >= 0 and entries[at].before.round == entry.before.round:
        kept = _seen.get((id(entries[at]), seat.key, settings.foes))
        if kept is not None and kept[0] is entries[at]:
            number = kept[1]
            break
        behind.append(entries[at])
        at -= 1
    if len(_seen) >= MOST:
        _seen.clear()
    for one in reversed(behind):
        number += told_of(one, seat, settings) is not None
        _seen[(id(one), seat.key, settings.foes)] = (one, number)
    return number


def _next(entries: Sequence[Entry], run: Run, seat: Seat, settings: Settings) -> int:
    if not entries or entries[-1].before.round != run.start.round:
        return 1
    return counted(entries, entries[-1], seat, settings) + 1


def open_item(run: Run, seat: Seat, settings: Settings) -> Item | None:
    """The item of a command under way: what is settled, and what its present resolution has come to so far."""
    scene = Scene(run.state)
    with suppress(Wanted):
        if run.agenda:
            run.agenda[0].run(scene, Answers(run.given))
    seen = eyes(seat, settings, run.start, scene.state)
    return item_of((*run.events, *scene.events), seen, run.start.round, True)


def item_of(events: Sequence[Event], e: Eyes, round: int, open: bool) -> Item | None:
    """An item from what a seat hears of a command; None when that is nothing."""
    heard = told(events, e)
    lines = [line for event in heard for line in lines_of(event, e)]
    draws = [draw_of(event.story, e.names) for event in heard if event.kind == "draw"]
    if not lines and not draws:
        return None
    title = title_of(heard, e.names)
    rules = dict.fromkeys(rule for line in lines for rule in line["rules"])
    return {
        "step": "",
        "round": round,
        "n": None,
        "open": open,
        "title": title,
        "verdict": verdict(heard, open),
        "draws": draws,
        "lines": [line for line in lines if line["text"] != title],
        "events": [{"kind": event.kind, **event.story} for event in heard if event.kind not in SILENT[1:]],
        "rules": list(rules),
    }


def title_of(heard: Sequence[Event], names: Names) -> str:
    """The sentence that says what the command was."""
    spoken = [event for event in heard if event.kind not in SILENT]
    first = next((event for event in spoken if event.kind not in SECOND), None) or next(iter(spoken), None)
    return "" if first is None else text_of(first, names)


def lines_of(event: Event, e: Eyes) -> Iterator[Item]:
    """An event's sentence, then every reason that it carries."""
    if event.kind in SILENT:
        return
    rule = event.story.get("rule")
    yield {
        "kind": event.kind,
        "text": text_of(event, e.names),
        "gives": None,
        "counted": True,
        "rules": [rule] if rule else [],
    }
    found = event.story.get("reasons", ())
    if event.kind == "attack":
        found = [r for r in found if r["gives"] == "armor"]  # the others stand at the test
    for r in found:
        yield {
            "kind": "reason",
            "text": reason_text(r, e.names, found),
            "gives": r["gives"],
            "counted": r["counted"],
            "rules": [r["rule"]],
        }


def text_of(event: Event, names: Names) -> str:
    """An event's sentence, whether it was cut or not."""
    story = event.story
    cut = CUT.get(event.kind)
    text = (cut(story, names) if cut is not None else None) or SENTENCES[event.kind](story, names)
    return text[0].upper() + text[1:]


def _cut_attack(s: dict[str, Any], n: Names) -> str | None:
    if s["armor"] is not None and s["weapon"] is not None:
        return None
    hits = f"{n.who(s['who'])} {'hits' if s['hit'] else 'misses'} {n.who(s['target'])}"
    effect = "" if s["effect"] is None else f", Effect {s['effect']:+d}".replace("-", "−")
    if not s["hit"] or s["damage"] is None:
        return f"{hits}{effect}."
    if s["trauma"] is None:
        return f"{hits}{effect}: damage {s['damage']}."
    harm = f"{s['trauma']} trauma" if s["trauma"] else "no trauma"
    return f"{hits}{effect}: damage {s['damage']} against armor {s['armor']}, {harm}."


def _cut_test(s: dict[str, Any], n: Names) -> str | None:
    if s["total"] is not None or s["automatic"] is not None:
        return None
    return f"{n.who(s['who'])} {'succeeds' if s['outcome'] == 'success' else 'fails'} at {s['skill']}."


def _cut_opposed(s: dict[str, Any], n: Names) -> str | None:
    if len(s["totals"]) > 1:
        return None
    return "Level." if s["winner"] is None else f"{n.who(s['winner'])} wins."


def _cut_declared(s: dict[str, Any], n: Names) -> str | None:
    return None if "weapon" in s else f"{SOMEBODY} attacks {n.all(s['targets'])}."


def _cut_blast(s: dict[str, Any], n: Names) -> str | None:
    return None if s["weapon"] is not None else f"Something goes off; within: {n.all(s['within'])}."


CUT: dict[str, Any] = {
    "attack": _cut_attack,
    "test": _cut_test,
    "opposed": _cut_opposed,
    "attack_declared": _cut_declared,
    "struck_freely": _cut_declared,
    "blast": _cut_blast,
    "health_changed": lambda s, n: f"{n.who(s['who'])} is {s['health']}.",
}
"""Sentences of events of which a seat hears a part only; None where it hears all."""


def draw_of(s: dict[str, Any], n: Names) -> Item:
    """Dice on the table, with the sentence that says them."""
    text = None if s["total"] is None else SENTENCES["draw"](s, n)
    return {**s, "whom": n.who(s["who"]), "text": text}


def verdict(heard: Sequence[Event], open: bool) -> dict[str, str]:
    """How it came out, in a word; tone good or bad for the characters, rare, or flat."""
    if open:
        return {"word": "Waiting", "tone": "flat", "glyph": "wait"}
    attacks = [event.story for event in heard if event.kind == "attack"]
    tests = [event.story for event in heard if event.kind == "test"]
    deciding = [t for t in tests if t.get("draw") != "reaction"] or tests
    natural = {flag for t in deciding[-1:] for flag in t["flags"] if flag.startswith("natural")}
    if attacks:
        return attack_verdict(attacks, deciding, natural)
    if deciding:
        last = deciding[-1]
        won = last["outcome"] == "success"
        word = _natural("Success" if won else "Failure", natural) or _flagged(
            "Success" if won else "Failure", last["flags"]
        )
        return _verdict(word, won, bool(natural))
    opposed = [event.story for event in heard if event.kind == "opposed"]
    if opposed:
        return {"word": "Narrow" if opposed[-1]["narrow"] else "Settled", "tone": "flat", "glyph": "yes"}
    return {"word": "Done", "tone": "flat", "glyph": "yes"}


def attack_verdict(attacks: list[Any], tests: list[Any], natural: set[str]) -> dict[str, str]:
    """The verdict of one attack or of several together."""
    hit = any(a["hit"] for a in attacks)
    avoided = all(a["rolled_by"] == a["target"] for a in attacks)
    harm = [a["trauma"] for a in attacks if a["trauma"]]
    if len(attacks) > 1:
        word = f"{sum(a['hit'] for a in attacks)} of {len(attacks)} hit"
        return _verdict(word, hit != avoided, False)
    if not hit:
        word = "Avoided" if avoided else "Miss"
    else:
        word = f"Hit, {harm[0]} trauma" if harm else "Hit, no trauma" if _harmless(attacks[0]) else "Hit"
    if natural:
        return _verdict(_natural(word, natural), hit != avoided, True)
    near = hit and avoided  # the avoider's near miss is no near miss of the attack
    flags = tests[-1]["flags"] if tests and not near else ()
    return _verdict(_flagged(word, flags), hit != avoided, False)


def _harmless(attack: Any) -> bool:
    """Whether a hit is known to have done nothing: damage was rolled and armor took all of it."""
    return attack["damage"] is not None and attack["trauma"] == 0 and not attack.get("would")


def _natural(word: str, natural: set[str]) -> str:
    return ", ".join((word, *sorted(natural))) if natural else ""


def _flagged(word: str, flags: Sequence[str]) -> str:
    return word + (", barely" if "barely" in flags else ", a near miss" if "near_miss" in flags else "")


def _verdict(word: str, good: bool, rare: bool) -> dict[str, str]:
    word = word.replace("_", " ")
    tone = "rare" if rare else "good" if good else "bad"
    return {
        "word": word[0].upper() + word[1:],
        "tone": tone,
        "glyph": "star" if rare else "yes" if good else "nay",
    }
