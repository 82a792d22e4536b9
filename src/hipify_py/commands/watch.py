"""`hipify-py watch`."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterator, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hipify_py.commands.build import command
from hipify_py.commands.process import failures_of_files, paths, process, refuse_missing
from hipify_py.options.table import of
from hipify_py.report.lines import as_argument, printable
from hipify_py.system import stopping

if TYPE_CHECKING:
    from watchfiles import Change

    from hipify_py.report.console import Console
    from hipify_py.run.deciding import Stamp
    from hipify_py.run.request import Request

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
    for path in given["paths"]:
        refuse_missing(Path(path))
    changes, watched = _changes(given["paths"]), _Watched(given["paths"])
    next(changes)  # from now on nothing is missed
    _convert(given, watched)
    try:
        for in_paths in changes:
            if not (changed := in_paths | watched.changed()):
                continue
            started = time.monotonic()
            code = _convert_again(given | {"quiet": not given["verbose"]}, watched)
            if stopping.ended_with():
                break
            click.echo(_said(given["paths"], changed, code, time.monotonic() - started), err=True)
    except (KeyboardInterrupt, stopping.Stopped):
        stopping.acknowledge()
    return 0


class _Watched:
    """What a run leaves for the next one: what it has written, and which files outside of the paths decide what it
    does."""

    def __init__(self, named: tuple[str, ...]) -> None:
        self._written: dict[Path, Path] = {}
        self._named = named
        self._request: Request | None = None
        self._stamps = self._look()

    def carried_out(self, request: Request, console: Console) -> int:
        from hipify_py.run import app

        self._request = request
        return app.process_paths(replace(request, written=self._written), console)

    def changed(self) -> set[str]:
        """Which of these files are others than when this was last asked."""
        before, self._stamps = self._stamps, self._look()
        return {str(path) for path, stamp in self._stamps.items() if before.get(path, stamp) != stamp}

    def _look(self) -> dict[Path, Stamp]:
        from hipify_py.run.deciding import deciding, stamps

        roots = [Path(root) for root in _real(self._named)]
        files = {file for root in roots for file in deciding(root, self._request)}
        return stamps(file for file in files if not any(root in file.parents for root in roots))


def _convert(given: dict[str, Any], watched: _Watched) -> int:
    given = {option.name: option.given_by_default for option in of("convert")} | given
    return process("convert", given, data_on_stdout=False, carry_out=watched.carried_out)


def _convert_again(given: dict[str, Any], watched: _Watched) -> int:
    """Settings are read anew each time. A mistake in them, or in a file, is said and waits to be mended."""
    try:
        return _convert(given, watched)
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
    errors = (
        f"; there are errors, which are listed by: hipify-py scan {shlex.join(map(as_argument, named))}"
        if code == 1
        else ""
    )
    done = "converted" if code in (0, 1) else "not all was converted, for the errors above,"
    return f"{', '.join(names[:_MOST_NAMES])}{more} changed: {done} in {seconds:.2f} s{errors}"


def _changes(named: tuple[str, ...]) -> Iterator[set[str]]:
    """Sets of files that changed together, and empty ones while none does. What lies in hidden directories is none of
    ours."""
    try:
        from watchfiles import watch
    except ImportError as error:
        raise click.ClickException("watch needs watchfiles: pip install 'hipify-py[watch]'") from error
    come_back = set[str]()
    often = partial(watch, debounce=_TOGETHER_MS, step=_TOGETHER_MS, rust_timeout=_AWAKE_MS, yield_on_timeout=True)
    while True:
        while (there := _identities(named)) is None:
            yield set()
            time.sleep(_AWAKE_MS / 1000)
        roots = _real(named)
        with suppress(FileNotFoundError):  # gone since
            for batch in often(*roots, watch_filter=partial(_concerns, roots)):
                changed = {path for _change, path in batch}
                yield changed | come_back
                come_back = set()
                # What takes the place of a path, or what a link leads to now, is another file, which nobody watches.
                if not changed.isdisjoint(roots) or _identities(named) != there:
                    break
        come_back = set(map(os.path.abspath, named))


def _real(named: tuple[str, ...]) -> list[str]:
    return [os.path.realpath(each) for each in named]


def _identities(named: tuple[str, ...]) -> list[tuple[str, int, int]] | None:
    """Which file or directory each path is now; None if one is missing."""
    try:
        found = [Path(each).stat() for each in named]
    except OSError:
        return None
    return [(root, each.st_dev, each.st_ino) for root, each in zip(_real(named), found, strict=True)]


def _concerns(roots: list[str], _change: Change, path: str) -> bool:
    inside = next((os.path.relpath(path, root) for root in roots if Path(path).is_relative_to(root)), path)
    return not any(part.startswith(".") and part != "." for part in Path(inside).parent.parts)
