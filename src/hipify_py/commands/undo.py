"""`hipify-py undo`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from hipify_py.commands.build import argument, command

# Of the names of removed files.
_WIDTH = 80


@command("undo", argument("path", "[PATH]", default="."))
def run(path: str, force: bool) -> int:
    """Undo the last in-place conversion.

    Files are restored byte for byte. PATH is a directory in the converted tree (default: the current directory),
    or a file: then the run that converted it is undone.
    """
    from hipify_py.report.console import Console
    from hipify_py.report.lines import counted, fitting
    from hipify_py.run.deliver.state import StateError
    from hipify_py.run.deliver.undo import undo

    console = Console(0, "auto", data_on_stdout=True)
    try:
        undone = undo(Path(path), force=force, say=console.note)
    except StateError as error:
        raise click.ClickException(str(error)) from error
    if undone is None:
        raise click.ClickException(f"nothing to undo: no in-place conversion of {path} is recorded")
    for kept, why in undone.kept:
        console.note(f"{kept}: {why}; not restored (use --force to overwrite it)")
    for failed, why in undone.problems:
        console.problem(f"{failed}: {why}")
    where = f" in {undone.directory}" if undone.restored else ""
    removed = [os.path.relpath(each, undone.directory) for each in undone.restored if not os.path.lexists(each)]
    and_removed = f", removed {fitting(removed, _WIDTH, 'more')}, which the run had made" if removed else ""
    console.note(f"restored {counted(len(undone.restored) - len(removed), 'file')}{where}{and_removed}")
    return 2 if undone.problems else 1 if undone.kept else 0
