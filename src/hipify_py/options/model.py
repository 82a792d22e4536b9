"""What there is to say of an option."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

Command = Literal[
    "convert",
    "scan",
    "undo",
    "map",
    "explain",
    "rules",
    "ptx",
    "completion",
    "cache",
    "shim",
    "watch",
    "server",
    "schema",
    "init",
    "pin",
]
# What in a setting depends on where the settings file lies: a path, the name or path of a program, paths among words of
# a command line, patterns of paths, the file behind NAME:FILE.
Relative = Literal["path", "program", "words", "patterns", "report"]
BOTH: tuple[Command, ...] = ("convert", "scan")
# Those that read a tree and report.
READING: tuple[Command, ...] = (*BOTH, "shim")


class Kind(Enum):
    """The values that an option takes."""

    TEXT = auto()
    OPTIONAL = auto()  # a text that may be left out
    CHOICE = auto()
    LIST = auto()  # texts: the option is repeated
    LIST_OR_TEXT = auto()  # as LIST; in settings one text will do
    FLAG = auto()
    NUMBER = auto()
    SUFFIX = auto()
    TABLE = auto()


_NOTHING = {Kind.FLAG: False, Kind.LIST: (), Kind.LIST_OR_TEXT: ()}


class Option(NamedTuple):
    """One row. `spelled` is as in `-j --jobs` or `--copy/--no-copy`, the name last; a name without dashes is a setting
    that the command line does not have."""

    spelled: str
    kind: Kind
    help: str = ""  # the line of --help; `{formats}` is a list of what lies in report/formats, but for `full`
    doc: str = ""  # the sentence of docs/cli.md; without one the text there speaks of it
    commands: tuple[Command, ...] = ()
    help_in: Mapping[Command, str] = MappingProxyType({})  # where a command says it in other words
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    default: Any = None
    may_be_empty: bool = False
    setting: bool = False  # whether settings files may say it, too
    setting_doc: str = ""  # for docs/cli.md, where more is to be said of it there than follows from the row
    adds: bool = False  # the command line adds to settings instead of replacing them
    # A tree's own settings say nothing that starts programs, writes a report or leads out of the tree.
    starts_programs: bool = False
    relative: Relative | None = None

    @property
    def key(self) -> str:
        """As settings and messages call it."""
        return self.spelled.split()[-1].partition("/")[0].lstrip("-")

    @property
    def name(self) -> str:
        """As Python calls it."""
        return self.key.replace("-", "_")

    @property
    def spellings(self) -> tuple[str, ...]:
        return tuple(self.spelled.split()) if self.commands else ()

    @property
    def takes_value(self) -> bool:
        return self.kind is not Kind.FLAG

    @property
    def fallback(self) -> Any:
        """What counts where nobody says anything."""
        return _NOTHING.get(self.kind) if self.default is None else self.default

    @property
    def given_by_default(self) -> Any:
        """What the command line says without it: nothing where settings may speak, or where both ways can be said."""
        return None if self.setting or "/" in self.spelled else self.fallback
