"""`wanderstar completion`: what a shell needs to complete the verbs, their flags and what these take.

Everything comes from the verbs' own argument parsers, so that it cannot lag behind them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from .bars import print_lines

EPILOG = """\
bash:  wanderstar completion bash > ~/.local/share/bash-completion/completions/wanderstar
       or, for this shell only:  source <(wanderstar completion bash)
zsh:   wanderstar completion zsh > "${fpath[1]}/_wanderstar"
fish:  wanderstar completion fish > ~/.config/fish/completions/wanderstar.fish
"""

FILES = ("FILE", "OUT", "JOURNAL", "ENCOUNTER", "ENCOUNTER|JOURNAL", "HTML")
"""What a file's name is called in the help."""


class Flag(NamedTuple):
    """A flag: its names, its line of help, whether a value follows, which values there are, whether files do."""

    names: tuple[str, ...]
    about: str
    takes: bool
    values: tuple[str, ...]
    files: bool


class Node(NamedTuple):
    """A verb, or a verb within one: its words, its line of help, its flags, what may stand without a flag."""

    words: tuple[str, ...]
    about: str
    flags: tuple[Flag, ...]
    values: tuple[str, ...]
    files: bool


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.description = "Prints a script by which a shell completes verbs, flags and their values."
    parser.epilog = EPILOG
    parser.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL", help=", ".join(SHELLS))


def run(args: argparse.Namespace) -> int:
    """Prints the script."""
    print_lines(SHELLS[args.shell](list(nodes(args.more))))
    return 0


# -- what there is


def nodes(more: Any) -> Iterator[Node]:
    """Every verb, those within others after their own; `more` are the verbs from outside this package."""
    from .main import VERBS, WITHIN, Parser
    from .options import add_ruleset

    places = {verb: (name, about) for verb, (name, about) in VERBS.items()}
    for verb in (*places, *more):
        module = import_module(f".{places[verb][0]}", __package__) if verb in places else more[verb][0]()
        parser = Parser(prog=f"wanderstar {verb}")
        module.configure(parser)
        add_ruleset(parser)
        inner = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        subverbs = {name: sub for action in inner for name, sub in action.choices.items()}
        about = places[verb][1] if verb in places else more[verb][1]
        yield node((verb,), about, parser, tuple(subverbs))
        for name, named in subverbs.items():
            sub = named
            if (verb, name) in WITHIN:
                sub = Parser(prog=f"wanderstar {verb} {name}")
                import_module(f".{WITHIN[verb, name]}", __package__).configure(sub)
            yield node((verb, name), (sub.description or name).rstrip("."), sub, ())


def node(
    words: tuple[str, ...], about: str, parser: argparse.ArgumentParser, subverbs: tuple[str, ...]
) -> Node:
    """A verb from its parser."""
    flags: list[Flag] = []
    values, files = [*subverbs], False
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        found, is_file = taken(action)
        if action.option_strings:
            takes = action.nargs != 0
            names, line = tuple(action.option_strings), (action.help or "").replace("%%", "%")
            flags.append(Flag(names, line, takes, found if takes else (), is_file and takes))
        else:
            values += found
            files = files or is_file
    return Node(words, about, tuple(flags), tuple(dict.fromkeys(values)), files)


def taken(action: argparse.Action) -> tuple[tuple[str, ...], bool]:
    """The values that an argument takes, as far as they are known, and whether files are among them."""
    word = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices is not None:
        return tuple(str(choice) for choice in action.choices), False
    return tuple(
        VALUES[word]() if word in VALUES else ranks() if action.dest.endswith("rank") else ()
    ), word in FILES


def encounters() -> list[str]:
    """The shipped ones."""
    from ..sheets.shelf import shipped_encounters

    return sorted(shipped_encounters())


def tactics() -> list[str]:
    """All of them."""
    from ..tactics.cast import TACTICS

    return list(TACTICS)


def citations() -> list[str]:
    """The ids of rules and rulings."""
    from ..book.citations import CITATIONS

    return list(CITATIONS)


def ranks() -> list[str]:
    """The ranks of a skill."""
    from ..book.ruleset import DEFAULT

    return [name for name, _ in DEFAULT.skills_ranks]


VALUES = {
    "ENCOUNTER": encounters,
    "ENCOUNTER|JOURNAL": encounters,
    "[WHOM=]NAME": tactics,
    "ID|WORD": citations,
}
"""What is listed for an argument of that name in the help."""


# -- as a shell has it


def quoted(text: str) -> str:
    """A text in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


def cases(found: list[Node]) -> Iterator[str]:
    """The branches of a `case` over `VERB SUBVERB`, in the language that bash and zsh share."""
    for one in sorted(found, key=lambda n: -len(n.words)):
        pattern = f"'{' '.join(one.words)} '*" if len(one.words) > 1 else f"'{one.words[0]} '*"
        yield f"    {pattern})"
        yield f"      flags={quoted(' '.join(name for flag in one.flags for name in flag.names))}"
        yield f"      list={quoted(' '.join(one.values))}; files={int(one.files)}"
        taking = [flag for flag in one.flags if flag.takes]
        if taking:
            yield '      case "$prev" in'
            for flag in taking:
                names, values = "|".join(flag.names), quoted(" ".join(flag.values))
                yield f"        {names}) flags=; list={values}; files={int(flag.files)}; value=1 ;;"
            yield "      esac"
        yield "      ;;"


def bash(found: list[Node]) -> list[str]:
    """For bash, with nothing but bash."""
    verbs = " ".join(one.words[0] for one in found if len(one.words) == 1)
    return [
        "# bash completion for wanderstar",
        "_wanderstar() {",
        "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}",
        "  local flags= list= files=0 value=0",
        "  COMPREPLY=()",
        "  if (( COMP_CWORD == 1 )); then",
        f'    COMPREPLY=($(compgen -W {quoted(verbs + " help --help --version")} -- "$cur"))',
        "    return",
        "  fi",
        '  case "${COMP_WORDS[1]} ${COMP_WORDS[2]} " in',
        *cases(found),
        "  esac",
        "  [[ $cur == -* && $value == 0 ]] && list=$flags files=0",
        '  COMPREPLY=($(compgen -W "$list" -- "$cur"))',
        "  if (( files )); then",
        "    compopt -o filenames 2>/dev/null",
        '    local file; while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")',
        "  fi",
        "}",
        "complete -F _wanderstar wanderstar",
    ]


def zsh(found: list[Node]) -> list[str]:
    """For zsh, to be autoloaded or sourced."""
    verbs = [quoted(f"{one.words[0]}:{one.about}") for one in found if len(one.words) == 1]
    return [
        "#compdef wanderstar",
        "_wanderstar() {",
        '  local cur=${words[CURRENT]} prev=${words[CURRENT-1]} line="${words[2]} ${words[3]} "',
        "  if (( CURRENT == 2 )); then",
        f"    local -a verbs; verbs=({' '.join(verbs)})",
        "    _describe 'verb' verbs",
        "    return",
        "  fi",
        '  _wanderstar_words "$line" "$prev" "$cur"',
        "}",
        "_wanderstar_words() {",
        "  local line=$1 prev=$2 cur=$3 flags= list= files=0 value=0",
        '  case "$line" in',
        *cases(found),
        "  esac",
        "  if [[ $cur == -* && $value == 0 ]]; then list=$flags; files=0; fi",
        "  [[ -n $list ]] && compadd -- ${=list}",
        "  (( files )) && _files",
        "  return 0",
        "}",
        'if [[ "$funcstack[1]" == _wanderstar ]]; then _wanderstar "$@"; else compdef _wanderstar wanderstar; fi',
    ]


def fish(found: list[Node]) -> list[str]:
    """For fish."""
    lines = ["# fish completion for wanderstar", "complete -c wanderstar -f"]
    for one in found:
        if len(one.words) == 1:
            lines.append(
                f"complete -c wanderstar -n __fish_use_subcommand -a {one.words[0]} -d {quoted(one.about)}"
            )
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in one.words)
        start = f"complete -c wanderstar -n {quoted(seen)}"
        if one.values:
            lines.append(f"{start} -a {quoted(' '.join(one.values))}")
        if one.files:
            lines.append(f"{start} -F")
        for flag in one.flags:
            names = " ".join(f"-l {n[2:]}" if n.startswith("--") else f"-s {n[1:]}" for n in flag.names)
            value = " -r" if flag.takes else ""
            value += " -F" if flag.files else f" -f -a {quoted(' '.join(flag.values))}" if flag.values else ""
            lines.append(f"{start} {names}{value} -d {quoted(flag.about)}")
    return lines


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
"""How a script is made for each shell."""
