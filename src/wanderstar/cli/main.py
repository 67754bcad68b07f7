"""The entry: finds the verb's module, reads its arguments, and turns every trouble into one line and a code.

Exit codes: 0 done; 1 the work's own no; 2 wrong usage, or a file that is absent or broken.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Any, NoReturn

from .options import add_ruleset

VERBS = {
    "fight": ("fight", "play an encounter: you and tactics, tactics alone, or a script"),
    "replay": ("replay", "go through a journal again, step by step; verify its dice"),
    "odds": ("odds", "exact chances: test, attack, opposed, contest, clock, command"),
    "forecast": ("forecast", "how a whole fight will go: who wins, how long, who falls"),
    "advise": ("advise", "what whoever has the turn had best do"),
    "roll": ("roll", "roll a test, or plain dice such as 3D+1"),
    "check": ("check", "find every fault in sheets, rulesets, journals and scripts"),
    "rules": ("rules", "every rule and ruling: section, our reading, switch, tests"),
    "completion": ("completion", "what bash, zsh or fish needs to complete all this"),
}
"""Each verb's module in this package, and its line in the help. A module has `configure` and `run`."""

More = Mapping[str, tuple[Callable[[], Any], str]]
"""Verbs from outside this package: how their module is imported, and their line in the help."""

WITHIN = {("odds", "command"): "odds_command"}
"""Verbs of two words whose module is heavier than that of the first word."""

INTERRUPTED = 130

HELP = """\
usage: wanderstar VERB …

A tabletop rules core you can play, replay and take exact odds from.

{verbs}

  wanderstar VERB --help     a verb's arguments, with examples
  wanderstar --version       the version

Most verbs take --json, and --ruleset FILE for a table's own switches.
"""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """One line on standard error, exit code 2."""
        self.exit(2, f"{self.prog}: {_one_line(message)} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None, more: More = MappingProxyType({})) -> int:
    """Runs one command line and returns its exit code. `more` are further verbs."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv), more)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader had enough (`| head`)
        _silence_stdout()
        return 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return code


def _run(words: list[str], more: More) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        _print_help(more)
        return 0 if words else 2
    if words[0] == "--version":
        from importlib.metadata import version

        print(f"wanderstar {version('wanderstar')}")
        return 0
    verb, rest = words[0], words[1:]
    if verb not in VERBS and verb not in more:
        return _complain(_unknown(verb, [*VERBS, *more]))
    name, prog = VERBS.get(verb, ("", ""))[0], f"wanderstar {verb}"
    if rest and (verb, rest[0]) in WITHIN:
        name, prog, rest = WITHIN[verb, rest[0]], f"{prog} {rest[0]}", rest[1:]
    module = import_module(f".{name}", __package__) if name else more[verb][0]()
    parser = Parser(prog=prog)
    try:
        module.configure(parser)
        add_ruleset(parser)
        rest = module.prepare(rest) if hasattr(module, "prepare") else rest
        return int(module.run(parser.parse_args(rest, argparse.Namespace(more=more))))
    except SystemExit as stop:  # argparse's way to end, after its line or its help
        return stop.code if isinstance(stop.code, int) else 2
    except Exception as error:
        lines = _explained(error)
        if not lines:
            raise
        return _complain(*(f"{prog}: {line}" for line in lines))


def _explained(error: Exception) -> list[str]:
    """What to say of an error that is the caller's, nothing for one that is ours."""
    if hasattr(error, "faults"):  # a broken file; `sheets.faults` is not imported to tell
        return str(error).splitlines()
    if hasattr(error, "argument") and isinstance(error, ValueError):
        return [str(error)]
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError) and error.filename is not None:
        return [f"{error.filename}: {error.strerror}"]
    return []


def _print_help(more: More) -> None:
    lines = {verb: line for verb, (_, line) in [*VERBS.items(), *more.items()]}
    verbs = "\n".join(f"  {verb:<10} {line}" for verb, line in lines.items())
    text = HELP.format(verbs=verbs)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        text = text.replace("…", "...")
    print(text, end="")


def _unknown(verb: str, verbs: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(verb, verbs, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(verbs)}"
    return f"wanderstar: no verb is named {verb!r:.40}; {hint}"


def _complain(*lines: str) -> int:
    for line in lines:
        print(_one_line(line), file=sys.stderr)
    return 2


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _silence_stdout() -> None:
    """Python flushes standard output once more at its end, and must not fail at that again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return
