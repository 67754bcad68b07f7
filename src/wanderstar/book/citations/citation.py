"""What a citation is: the noun that every rule and ruling of the register shares."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Citation(NamedTuple):
    """One rule of the book or one ruling of ours, as it is quoted beside a die or a refusal.

    `chapter` is 5 or 11 and `section` that chapter's heading ("Opening" for what stands before the first
    one); a ruling carries the section whose gap it fills. `text` is one line for the table. Only a ruling
    has a `reading` (what we take by default), `switches` (the ruleset keys that change it) and an
    `evidence` tag: S strong in the text, I inferred, C convention of the field, D free design.
    """

    id: str
    chapter: int
    section: str
    text: str
    kind: Literal["rule", "ruling"]
    reading: str = ""
    switches: tuple[str, ...] = ()
    evidence: str = ""


def rules(chapter: int, sections: dict[str, dict[str, str]]) -> tuple[Citation, ...]:
    """The book's rules of one chapter: its headings in order, each with its texts by id."""
    return tuple(
        Citation(rule, chapter, section, text, "rule")
        for section, texts in sections.items()
        for rule, text in texts.items()
    )


def ruling(
    ident: str,
    chapter: int,
    section: str,
    *,
    text: str,
    reading: str,
    switches: tuple[str, ...] = (),
    evidence: str,
) -> Citation:
    """One ruling of ours, filed under the heading whose gap it fills."""
    return Citation(ident, chapter, section, text, "ruling", reading, switches, evidence)
