"""`hipify-py convert`, the default command."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import Any

import click

from hipify_py.commands.build import command
from hipify_py.commands.process import paths, process
from hipify_py.options.foreign import hint


@command("convert", paths())
def run(**given: Any) -> int:
    """Convert CUDA sources to HIP, in place, or with -o to a directory or a file.

    PATH is a file, a directory, or `-` for standard input.
    """
    is_stream = "-" in given["paths"]
    _refuse_joined(given["output"] or "")
    if is_stream and given["output"]:
        raise click.UsageError("`-` cannot be combined with other paths or with -o")
    for name in ("verify", "rename_files", "ptx_header", "ptx_header_full"):
        if is_stream and given[name]:
            raise click.UsageError(f"--{name.replace('_', '-')} cannot be used with standard input (`-`)")
    for name in ("copy", "force"):
        if given["output"] is None and given[name]:
            raise click.UsageError(f"--{name} requires -o")
    if given["interactive"]:
        _refuse_where_nobody_answers(given)
    if given["copy"] is False and given["output"] is None:
        raise click.UsageError("--no-copy requires -o")
    if not is_stream:
        _refuse_lost_output(given)
    return process("convert", given, data_on_stdout=given["diff"] or is_stream)


def _refuse_joined(output: str) -> None:
    """`-o=DIR` and `-o-dir=DIR` would write to directories called `=DIR` and `-dir=DIR`."""
    if output.startswith("="):
        raise click.UsageError(f"-o{output}: put a space between -o and its value: -o {output[1:]}")
    if output == "-":
        raise click.UsageError("-o -: to print the result, use `hipify-py - < FILE`")
    if output.startswith("-"):
        raise click.UsageError(
            hint([f"-o{output}"]) or f"-o{output}: write ./{output} for a name that begins with a dash"
        )


def _refuse_lost_output(given: dict[str, Any]) -> None:
    """`hipify-py square.cu > square.hip`, as with converters that print, would leave square.hip empty."""
    is_in_place = not any(given[name] for name in ("output", "diff", "check", "format"))
    if is_in_place and len(given["paths"]) == 1 and Path(given["paths"][0]).is_file() and (where := _lost_in()):
        name = given["paths"][0]
        raise click.UsageError(
            f"standard output is a {where}, but {name} is converted in place; write `-o FILE`, or `- < {name} > FILE`, "
            "and `> FILE 2>&1` for a log of the run"
        )


def _lost_in() -> str:
    """What standard output is where somebody expects the result there: a file, unless messages go to a file, too, as of
    a batch job; a pipe only at a terminal, as hooks and CI read the messages of a run from pipes."""
    try:
        out, err = os.fstat(sys.stdout.fileno()).st_mode, os.fstat(sys.stderr.fileno()).st_mode
    except OSError:  # a stream of Python alone
        return ""
    if stat.S_ISREG(out):
        return "" if stat.S_ISREG(err) else "file"
    return "pipe" if stat.S_ISFIFO(out) and sys.stderr.isatty() else ""


def _refuse_where_nobody_answers(given: dict[str, Any]) -> None:
    for name in ("output", "diff", "check"):
        if given[name]:
            raise click.UsageError(f"--interactive converts in place, so it cannot be combined with --{name}")
    for name in ("write_baseline", "compare"):  # who quits has not seen all
        if given[name] not in (None, ()):
            raise click.UsageError(f"--{name.replace('_', '-')} is about all files, so --interactive cannot be used")
    if "-" in given["paths"]:
        raise click.UsageError("--interactive cannot be used with standard input (`-`)")
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise click.UsageError("--interactive needs a terminal to ask at")
