"""All rows, and the value that counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.options import converting, others, reading, reporting
from hipify_py.options.model import Command, Kind, Option

# In the order in which --help and docs/cli.md show them.
OPTIONS: tuple[Option, ...] = (*reading.ROWS, *converting.ROWS, *reporting.ROWS, *others.ROWS)
# The title above an option in the help of commands that have many.
GROUPS: Mapping[str, str] = {
    option.name: title
    for title, rows in (("Input", reading.ROWS), ("Conversion", converting.ROWS), ("Report", reporting.ROWS))
    for option in rows
}
SETTINGS: Mapping[str, Option] = {option.key: option for option in OPTIONS if option.setting}


class OptionError(Exception):
    """A value that an option does not take, in one line."""


# What of `convert` means nothing to a conversion that does not end, or that is about one run.
_ENDS = frozenset(
    ("interactive", "diff", "check", "verify", "verify_flags", "verify_compiler", "compile_commands", "require_clean",
     "since", "write_baseline", "show_settings", "show_files", "executor", "stdin_filename", "fail_on")
)  # fmt: skip
# What of `watch` means nothing to two whole trees.
_NEEDS_ALL = frozenset(("copy",))


def of(command: Command) -> tuple[Option, ...]:
    if command == "watch":
        return tuple(option for option in of("convert") if option.name not in _ENDS)
    if command == "pin":
        own = (option for option in OPTIONS if command in option.commands)
        return (*(option for option in of("watch") if option.name not in _NEEDS_ALL), *own)
    return tuple(option for option in OPTIONS if command in option.commands)


def counting(command: Command, given: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
    """By name, what counts for a command: the command line over settings over the default.

    Settings of which the command has no option count as well: `scan` asks what `convert` would do.
    """
    options = (option for option in OPTIONS if option.setting or command in option.commands)
    return {option.name: _counting(option, given.get(option.name), settings.get(option.key)) for option in options}


def _counting(option: Option, given: Any, setting: Any) -> Any:
    if option.adds:
        return (*(setting or ()), *(given or ()))
    value = next((value for value in (given, setting) if value not in (None, ())), option.fallback)
    if option.kind is Kind.CHOICE and value not in option.choices:
        raise OptionError(f"{option.key}: {value!r} is not one of {', '.join(option.choices)}")
    return value
