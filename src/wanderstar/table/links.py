"""Links and their tokens: unguessable, told apart by their hash, made anew from the store's secret.

A token is derived, not stored: the links of a table can be shown again after a restart, and a link is reissued by
counting its `issue` up.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

HOST = "host"
"""In place of a seat's id: the link of whoever runs the server."""


def new_secret() -> str:
    """The secret of a store, made once."""
    return secrets.token_hex(32)


def new_id() -> str:
    """A short id for a table or a seat; no secret."""
    return secrets.token_hex(5)


def token(secret: str, seat: str, issue: int) -> str:
    """The token of a seat's link: 192 bits, letters of a URL."""
    digest = hmac.new(secret.encode(), f"seat:{seat}:{issue}".encode(), hashlib.sha256).digest()
    return urlsafe_b64encode(digest[:24]).decode()


def digest(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def csrf(token: str) -> str:
    """What a page must send back with everything it does: known to the page, not to another site."""
    return hmac.new(token.encode(), b"csrf", hashlib.sha256).hexdigest()[:32]


def same(one: str, other: str) -> bool:
    """Equality that takes the same time however alike the two are."""
    return hmac.compare_digest(one.encode(), other.encode())
