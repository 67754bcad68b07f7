"""Where the person reads and types: lines of at most 80 columns out, one line at a time in.

Nothing moves a cursor. On a terminal a line can be edited as the system allows; what is piped in is echoed, so that
what is printed reads as a conversation.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress

from ..bars import Style, columns, cut
from ..page import Page
from .heard import WIDTH


class Quit(Exception):
    """The person leaves; the text says how."""


class Screen(Page):
    """Lines for the person; `show` prints what was put."""

    def __init__(self) -> None:
        super().__init__(Style.of(sys.stdout), WIDTH)
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.waits = False
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")
        if self.terminal:
            with suppress(ImportError):  # where there is one, a typed line can be edited
                import readline  # noqa: F401

    def show(self, more: Iterable[str] = ()) -> None:
        """Prints the lines put so far, and more that are ready; never two empty lines in a row."""
        for line in (*self.lines, *more):
            if line or self.gap:
                print(line)
            self.gap = bool(line)
        self.lines = []
        sys.stdout.flush()

    gap = False

    def blank(self) -> None:
        """An empty line; `show` makes one of several."""
        self.lines.append("")

    def say(self, text: str, indent: int = 0, rule: str | None = None, colour: str = "") -> None:
        """Puts a line and prints it."""
        self.put(text, indent, rule, colour)
        self.show()

    def read(self, prompt: str) -> str:
        """The next line typed, without its ends; raises Quit at the end of the input or on Ctrl-C."""
        self.show()
        prompt = self.plain(prompt)
        self.waits = True
        try:
            if self.terminal:
                text = input(prompt)
            else:
                sys.stdout.write(prompt)
                sys.stdout.flush()
                text = sys.stdin.readline()
                if not text:
                    print()
                    raise EOFError
                print(self.fitting(text.strip(), columns(prompt)))
        except EOFError:
            raise Quit("The input has ended.") from None
        except KeyboardInterrupt:
            print()
            raise Quit("Interrupted.") from None
        finally:
            self.waits = False
        self.gap = True
        return text.strip()

    def fitting(self, text: str, used: int) -> str:
        """What was piped in, as it is echoed: printable, and no longer than the line."""
        shown = "".join(ch if ch.isprintable() else "?" for ch in text)
        return self.plain(cut(shown, max(self.width - used, 0)))
