"""JSON bodies, read with limits of our own: what cannot be kept or shown again is refused at the door."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Request

from ..play.refusal import Refusal, refuse

MAX_DIGITS = 15
MAX_DEPTH = 20


async def json_body(request: Request) -> Any | Refusal:
    """A request's body as JSON; `bad_value` when it is none, or holds what no field can mean."""
    try:
        content = await request.body()
    except RuntimeError:  # the page's token was looked for in it
        return refuse("bad_value", field="body", found="a form", expected="a JSON object")
    try:
        data = json.loads(content, parse_constant=_no_constant, parse_int=_int)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        why = str(error)[:100] if isinstance(error, json.JSONDecodeError) else "not JSON as it is read here"
        return refuse("bad_value", field="body", found=why, expected="a JSON object")
    if _depth(data) > MAX_DEPTH:
        return refuse("bad_value", field="body", found="too deep", expected=f"at most {MAX_DEPTH} levels")
    return data


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no number here")


def _int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def _depth(data: Any) -> int:
    """How deep the nesting goes."""
    level, depth = [data], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            break
        level = [
            item
            for one in level
            if isinstance(one, dict | list)
            for item in (one.values() if isinstance(one, dict) else one)
        ]
    return depth
