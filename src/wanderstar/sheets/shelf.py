"""The packs that a file names, and what an id or `PACK:ID` in it refers to.

A file sees its own rows first, then those of the packs it names; a pack sees its own and those it names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from .faults import BrokenFile, Fault, say
from .files import read_tables
from .schema import SHEETS
from .shape import BAD, read

SHIPPED = Path(__file__).parent.parent / "packs"
Table = dict[str, Any]


class Key(NamedTuple):
    """One row of one array: the pack it is from ("" for the file itself) and its id there."""

    pack: str
    id: str


@dataclass
class Pack:
    """The rows of one file or pack by id, and the packs it names. Characters and adversaries are `people`."""

    rows: dict[str, dict[str, Table]] = field(
        default_factory=lambda: {"weapons": {}, "armor": {}, "people": {}}
    )
    names: list[str] = field(default_factory=list)
    nameless: set[str] = field(default_factory=set)
    """Arrays with a row whose id is faulty: what is not found there may be that row."""

    def take(self, tables: Table) -> None:
        """Adds the rows of checked tables; the first of two with one id stays."""
        for array, kept in (
            ("weapons", "weapons"),
            ("armor", "armor"),
            ("characters", "people"),
            ("adversaries", "people"),
        ):
            for row in good(tables.get(array), list):
                identity = good(row, dict).get("id", BAD)
                if identity is BAD:
                    self.nameless.add(kept)
                else:
                    self.rows[kept].setdefault(identity, row)


@dataclass
class Shelf:
    """The file's own rows under "" and every pack that can be reached from it."""

    packs: dict[str, Pack] = field(default_factory=lambda: {"": Pack()})
    partial: set[str] = field(default_factory=set)
    """Those whose own packs could not all be read: what they refer to may well be there."""

    def find(self, array: str, reference: str, home: str = "") -> list[Key]:
        """What `reference` means inside `home`: one key; none when unknown; several when ambiguous."""
        if reference in self.packs[home].rows[array]:
            return [Key(home, reference)]
        pack, colon, identity = reference.partition(":")
        named = self.packs[home].names
        if colon:
            named, reference = [name for name in [*named, home] if name == pack], identity
        return [Key(name, reference) for name in named if reference in self.packs[name].rows[array]]

    def known(self, array: str, home: str = "") -> list[Any]:
        """Every id that `find` would find, to be shown."""
        ids = list(self.packs[home].rows[array])
        for name in self.packs[home].names:
            ids += [self.spelled(array, Key(name, one)) for one in self.packs[name].rows[array]]
        return ids

    def may_hold_more(self, array: str, home: str) -> bool:
        """Whether something that `find` does not find may yet be there, in what could not be read."""
        return home in self.partial or array in self.packs[home].nameless

    def row(self, array: str, key: Key) -> Table:
        return self.packs[key.pack].rows[array][key.id]

    def keys(self, array: str) -> Iterator[Key]:
        """Every row, the file's own first."""
        for name, pack in self.packs.items():
            yield from (Key(name, identity) for identity in pack.rows[array])

    def spelled(self, array: str, key: Key) -> str:
        """The id in play: `PACK:ID` for a pack's row whose id stands elsewhere too."""
        if not key.pack:
            return key.id
        shared = any(key.id in pack.rows[array] for name, pack in self.packs.items() if name != key.pack)
        return f"{key.pack}:{key.id}" if shared else key.id


def good(value: Any, kind: type) -> Any:
    """`value` if it is of `kind`, else an empty one: what was faulty has been reported."""
    return value if isinstance(value, kind) else kind()


def gather(tables: Table, base: Path | None, faults: list[Fault]) -> Shelf:
    """The shelf of checked `tables`; `base` is the folder that paths start from (None: no files may be named)."""
    shelf = Shelf()
    shelf.packs[""].take(tables)
    paths: dict[str, Path] = {}
    _open(shelf, "", tables, base, paths, faults)
    return shelf


def _open(
    shelf: Shelf, home: str, tables: Table, base: Path | None, paths: dict[str, Path], faults: list[Fault]
) -> None:
    wanted = tables.get("packs", ["core"])
    if wanted is BAD or BAD in wanted:
        shelf.partial.add(home)
    for n, reference in enumerate(good(wanted, list)):
        if reference is BAD:
            continue
        key = f"packs[{n}]"
        found = _where(reference, base, key, faults)
        if found is None:
            shelf.partial.add(home)
            continue
        name, path = found
        if name == home:  # the files of a folder are one pack and see each other
            continue
        if paths.get(name, path) != path or (not home and name in shelf.packs[home].names):
            faults.append(Fault(key, "two packs have this name", reference, ["packs with different names"]))
            continue
        if name not in shelf.packs[home].names:
            shelf.packs[home].names.append(name)
        if name in paths:
            continue
        paths[name] = path
        shelf.packs[name] = Pack()
        try:
            for inner in _contents(path):
                shelf.packs[name].take(inner)
                below: list[Fault] = []
                _open(shelf, name, inner, path.parent, paths, below)
                if below:
                    raise BrokenFile(str(path), below)
        except BrokenFile as error:
            shelf.partial |= {home, name}
            faults.append(nested(key, "a broken pack", reference, error))


def nested(key: str, problem: str, found: str, error: BrokenFile) -> Fault:
    """The faults of another file as one fault of the key that names it."""
    more = f", and {len(error.faults) - 1} more" if len(error.faults) > 1 else ""
    return Fault(key, f"{problem}: {say(error.faults[0])}{more}", found, [])


def _where(reference: str, base: Path | None, key: str, faults: list[Fault]) -> tuple[str, Path] | None:
    """The name and place of a pack: a shipped one by name, any other by its `.toml` file."""
    if not reference.endswith(".toml"):
        path = SHIPPED / reference
        if reference in shipped_packs():
            return reference, path
        faults.append(Fault(key, "no such pack", reference, [*shipped_packs(), "./FILE.toml"]))
    elif base is None:
        faults.append(Fault(key, "no file may be named here", reference, list(shipped_packs())))
    else:
        path = (base / reference).resolve()
        name = path.stem
        if path.is_file() and all(
            mark.isascii() and (mark.islower() or mark in "0123456789-") for mark in name
        ):
            return name, path
        problem = "its name is no id" if path.is_file() else "no such pack"
        faults.append(Fault(key, problem, reference, [*shipped_packs(), "./FILE.toml"]))
    return None


def shipped_packs() -> list[str]:
    """The names of the packs that come with the program."""
    return sorted(path.name for path in SHIPPED.iterdir() if path.is_dir() and any(path.glob("*.toml")))


def shipped_encounters() -> dict[str, Path]:
    """The encounters that come with the program, by name."""
    return {path.stem: path for path in sorted(SHIPPED.glob("*/encounters/*.toml"))}


def _contents(path: Path) -> Iterator[Table]:
    for file in sorted(path.glob("*.toml")) if path.is_dir() else [path]:
        faults: list[Fault] = []
        tables = read(SHEETS, read_tables(file), "", faults)
        if faults:
            raise BrokenFile(str(file), faults)
        yield tables
