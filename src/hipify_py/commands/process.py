"""What `convert` and `scan` share: requests that make no sense are refused, the others carried out."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from hipify_py.commands.build import argument
from hipify_py.options.table import OptionError, of

if TYPE_CHECKING:
    from hipify_py.report.console import Console
    from hipify_py.run.request import Request


def paths() -> click.Argument:
    return argument("paths", "PATH…", nargs=-1, required=True)


def process(
    command: Literal["convert", "scan", "shim"],
    given: dict[str, Any],
    *,
    data_on_stdout: bool,
    console: Console | None = None,
    carry_out: Callable[[Request, Console], int] | None = None,
) -> int:
    """`console` is where a run prints, by default the terminal; `carry_out` replaces the run of paths."""
    from hipify_py.commands.request import request_of
    from hipify_py.report.console import Console
    from hipify_py.report.lines import printable
    from hipify_py.run import app
    from hipify_py.run.pipeline import ExecutorError
    from hipify_py.run.request import RequestError
    from hipify_py.run.triage.baseline import BaselineError
    from hipify_py.run.triage.formats import FormatError, UnwritableError
    from hipify_py.run.triage.selectors import SelectorError
    from hipify_py.run.verify import VerifyError
    from hipify_py.system.globs import PatternError

    _refuse_empty(command, given)
    _refuse_mixed(given)
    *sources, last = given["paths"]
    for path in sources:
        refuse_missing(Path(path))
    refuse_missing(Path(last), sources if command == "convert" and given["output"] is None else ())
    verbosity = 1 if given["verbose"] else -1 if given["quiet"] else 0
    try:
        console = console or Console(verbosity, given["color"], data_on_stdout=data_on_stdout)
        request = request_of(command, given, console.note)
        if shown := _shown(command, given, request):
            click.echo("\n".join(map(printable, shown)))
            return 0
        if "-" in given["paths"]:
            return app.process_stream(request, console, given["stdin_filename"] or "-")
        return (carry_out or app.process_paths)(request, console)
    except (BaselineError, ExecutorError, UnwritableError) as error:
        raise click.ClickException(str(error)) from error
    except (RequestError, FormatError, OptionError, PatternError, SelectorError, VerifyError) as error:
        raise click.UsageError(str(error)) from error


def _shown(command: Literal["convert", "scan", "shim"], given: dict[str, Any], request: Request) -> list[str]:
    """What is asked for in place of a run."""
    if not (given.get("show_settings") or given.get("show_files")):
        return []
    from hipify_py.commands.request import settings_file, settings_of
    from hipify_py.commands.showing import file_lines, settings_lines

    if given["show_files"]:
        return list(file_lines(request)) or [""]
    settings = settings_of(given, lambda _note: None)
    return list(settings_lines(command, given, settings, settings_file(given)))


def failures_of_files() -> tuple[type[Exception], ...]:
    """Mistakes in tables, rules and settings; imported when something has failed, as few commands need all three."""
    from hipify_py.rules.load import RuleError
    from hipify_py.run.config import ConfigError
    from hipify_py.tables.model import TableError

    return TableError, RuleError, ConfigError


def _refuse_empty(command: Literal["convert", "scan", "shim"], given: dict[str, Any]) -> None:
    """Else `hipify-py "$SRC" -o "$OUT"`, with one of them unset, would convert what nobody meant."""
    if any(_is_empty(path) for path in given["paths"]):
        raise click.UsageError("a PATH is empty; is a variable unset?")
    for option in of(command):
        value = given[option.name]
        texts = value if isinstance(value, tuple) else (value,)
        if not option.may_be_empty and any(_is_empty(text) for text in texts):
            raise click.UsageError(f"--{option.key}: the value is empty")


def _is_empty(text: Any) -> bool:
    return isinstance(text, str) and not text.strip(" ,")


def _refuse_mixed(given: dict[str, Any]) -> None:
    """What does not go together with standard input, or without it."""
    is_stream = "-" in given["paths"]
    if given.get("stdin_filename") is not None and not is_stream:
        raise click.UsageError("--stdin-filename requires standard input as PATH (`-`)")
    if is_stream and len(given["paths"]) > 1:
        raise click.UsageError("`-` cannot be combined with other paths or with -o")
    if is_stream and given.get("since") is not None:
        raise click.UsageError("--since cannot be used with standard input (`-`)")


def refuse_missing(path: Path, sources: Sequence[str] = ()) -> None:
    """Before anything is done with the other paths: a mistyped name, with the one that may have been meant, or the name
    of the output behind its `sources`."""
    from hipify_py.texts import reason

    if str(path) == "-":
        return
    try:
        mode = path.stat().st_mode
    except OSError as error:
        behind = sources if isinstance(error, FileNotFoundError) else ()
        raise click.ClickException(f"{path}: {reason(error)}{_meant(path, behind)}") from error
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise click.ClickException(f"{path}: not a file or directory")


# What is an option here and a command elsewhere.
_OPTIONS_AS_WORDS = {word: f"--{word}" for word in ("help", "version", "verify", "diff", "check")}


def _meant(path: Path, sources: Sequence[str]) -> str:
    import difflib

    from hipify_py.commands.group import NAMES
    from hipify_py.reading.file_names import SUFFIXES, suffix_of_source
    from hipify_py.run.discover import MADE_SUFFIX

    if str(path).startswith("-"):  # as behind the `--` of compilers
        return "; only paths follow `--`, and no compiler flags are needed"
    if str(path) in NAMES:
        return f"; put the command {path} before the paths"
    if option := _OPTIONS_AS_WORDS.get(str(path)):
        return f"; did you mean {option}?"
    try:
        beside = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
    except OSError:
        beside = []
    commands = NAMES if path.parent == Path() else ()
    given = {os.path.normpath(source) for source in sources}
    named = [name for name in (*commands, *beside) if str(path.with_name(name)) not in given]
    if close := difflib.get_close_matches(path.name, named, n=1):
        return f"; did you mean {path.with_name(close[0])}?"
    is_input = suffix_of_source(path.name) in SUFFIXES - {MADE_SUFFIX}
    is_output = sources and not is_input and not os.path.lexists(path)
    return f"; to write the converted files there, use -o {path}" if is_output else ""
