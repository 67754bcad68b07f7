"""A file on disk to plain tables: TOML or JSON, at most 1 MB, one clear fault when it is neither."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .faults import BrokenFile, Fault

MAX_BYTES = 1_000_000


def read_tables(path: Path) -> dict[str, Any]:
    """The tables of a `.toml` or `.json` file. Raises `BrokenFile` with the one fault that stopped it."""
    text = read_text(path)
    parse: Callable[[str], Any] = parse_json if path.suffix == ".json" else tomllib.loads
    try:
        data = parse(text)
    except RecursionError:
        raise BrokenFile(str(path), [Fault("", "nested too deeply", None, [])]) from None
    except ValueError as error:
        raise BrokenFile(str(path), [_syntax(error, text, path.suffix.lstrip(".").upper())]) from None
    if not isinstance(data, dict):
        raise BrokenFile(str(path), [Fault("", "not a table", None, ["a table"])])
    return data


def read_text(path: Path, most: int = MAX_BYTES) -> str:
    """The text of a file of at most `most` bytes, a byte order mark dropped. Raises `BrokenFile`."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise _broken(path, "a folder, not a file", None, ["a file"])
        if size > most:
            raise _broken(path, "the file is too large", f"{size} bytes", [f"at most {most} bytes"])
        with path.open("rb") as stream:
            content = stream.read(most + 1)
    except FileNotFoundError:
        raise _broken(path, "no such file", None, []) from None
    except (OSError, ValueError) as error:
        raise _broken(path, "cannot be read", getattr(error, "strerror", None) or str(error), []) from None
    if len(content) > most:  # a pipe or device tells no size beforehand
        raise _broken(path, "the file is too large", f"more than {most} bytes", [f"at most {most} bytes"])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _broken(path, "not UTF-8 text", f"byte {error.start + 1}", ["UTF-8 text"]) from None


def _broken(path: Path, problem: str, found: Any, expected: list[Any]) -> BrokenFile:
    return BrokenFile(str(path), [Fault("", problem, found, expected)])


def _syntax(error: ValueError, text: str, language: str) -> Fault:
    """Where the language breaks, as line and column counted from 1."""
    if isinstance(error, json.JSONDecodeError):
        return Fault("", f"not JSON: {error.msg}", f"line {error.lineno}, column {error.colno}", ["JSON"])
    message, _, place = str(error).partition(" (at ")
    where: str | None = place.rstrip(")")
    if where == "end of document":
        lines = text.split("\n")
        where = f"line {len(lines)}, column {len(lines[-1]) + 1}"
    elif not where or not re.match(r"line \d+", where):
        where = None
    return Fault("", f"not {language}: {message.strip()[:200]}", where, [language])


def parse_json(text: str) -> Any:
    """JSON without its loose ends: no NaN or infinity, no key twice, no half of a letter. Raises ValueError."""
    data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    if "\\u" in text:
        _whole_letters(data)
    return data


def _whole_letters(data: Any) -> None:
    """JSON can spell one half of a letter of two; it could be neither written nor shown."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"\\u{ord(error.object[error.start]):04x} is half of a letter") from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:60]!r} stands twice")
    return result
