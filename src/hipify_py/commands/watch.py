"""`hipify-py watch`."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hipify_py.commands.build import command
from hipify_py.commands.process import failures_of_files, paths, process
from hipify_py.options.table import of
from hipify_py.report.lines import printable
from hipify_py.system import stopping

if TYPE_CHECKING:
    from watchfiles import Change

# What is saved at once, as by `git switch`, is converted at once.
_TOGETHER_MS = 50
# How long a signal may wait.
_AWAKE_MS = 200
_MOST_NAMES = 3


@command("watch", paths())
def run(**given: Any) -> int:
    """Convert PATHs to DIR, and again whatever changes in them, until Ctrl-C.

    What disappears from PATHs disappears from DIR. Requires the extra `watch`.
    """
    if "-" in given["paths"]:
        raise click.UsageError("standard input (`-`) cannot be watched")
    if given["output"] is None:
        raise click.UsageError("watch requires -o DIR: it writes there, and leaves the source unchanged")
    changes, written = _changes(given["paths"]), dict[Path, Path]()
    next(changes)  # from now on nothing is missed
    _convert(given, written)
    try:
        for changed in filter(None, changes):
            started = time.monotonic()
            code = _convert(given | {"quiet": not given["verbose"]}, written)
            if stopping.ended_with():
                break
            click.echo(_said(given["paths"], changed, code, time.monotonic() - started), err=True)
    except (KeyboardInterrupt, stopping.Stopped):
        stopping.acknowledge()
    return 0


def _convert(given: dict[str, Any], written: dict[Path, Path]) -> int:
    """Settings are read anew each time. A mistake in them, or in a file, is said and waits to be mended."""
    others = {option.name: option.given_by_default for option in of("convert")}
    try:
        return process("convert", others | given, data_on_stdout=False, written=written)
    except click.ClickException as error:
        said = error.format_message()
    except failures_of_files() as error:
        said = str(error)
    click.echo(f"error: {printable(said)}", err=True)
    return 2


def _said(named: tuple[str, ...], changed: Set[str], code: int, seconds: float) -> str:
    """One line for what changed together."""
    names = [printable(os.path.relpath(path)) for path in sorted(changed)]
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    errors = f"; there are errors, which are listed by: hipify-py scan {shlex.join(named)}" if code == 1 else ""
    return f"{', '.join(names[:_MOST_NAMES])}{more} changed: converted in {seconds:.2f} s{errors}"


def _changes(named: tuple[str, ...]) -> Iterator[set[str]]:
    """Sets of files that changed together, and empty ones while none does. What lies in hidden directories is none of
    ours."""
    try:
        from watchfiles import watch
    except ImportError as error:
        raise click.ClickException("watch needs watchfiles: pip install 'hipify-py[watch]'") from error
    roots = [os.path.realpath(each) for each in named]

    def concerns(_change: Change, path: str) -> bool:
        inside = next((os.path.relpath(path, root) for root in roots if Path(path).is_relative_to(root)), path)
        return not any(part.startswith(".") and part != "." for part in Path(inside).parent.parts)

    batches = watch(
        *roots,
        watch_filter=concerns,
        debounce=_TOGETHER_MS,
        step=_TOGETHER_MS,
        rust_timeout=_AWAKE_MS,
        yield_on_timeout=True,
    )
    return ({path for _change, path in batch} for batch in batches)
