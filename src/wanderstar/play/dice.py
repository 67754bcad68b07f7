"""The server's dice: faces that follow from a secret seed, and the promise made about it beforehand.

The faces of a draw depend on the seed, the command's place on the live branch, the command itself, the draw's
name, whose it is and its occurrence; on no answer and on no undone line. So an undo cannot fish for better
dice, and whoever has the seed afterwards can check every roll.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from typing import Any


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """SHA-256 of the seed, hexadecimal: published at the start, checked when the seed is shown."""
    return hashlib.sha256(seed.encode()).hexdigest()


def faces(
    seed: str, n: int, command: dict[str, Any], draw: str, occurrence: int, count: int
) -> tuple[int, ...]:
    """`count` fair faces for the `occurrence`-th (from 0) draw `NAME:WHO` of command `n`."""
    words = json.dumps([n, command, draw, occurrence], sort_keys=True, separators=(",", ":")).encode()
    found: list[int] = []
    block = 0
    while len(found) < count:
        digest = hmac.new(seed.encode(), words + block.to_bytes(4, "big"), hashlib.sha256).digest()
        found += [byte % 6 + 1 for byte in digest if byte < 252]
        block += 1
    return tuple(found[:count])
