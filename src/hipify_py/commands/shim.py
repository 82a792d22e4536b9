"""`hipify-py shim`."""

from __future__ import annotations

from typing import Any

import click

from hipify_py.commands.build import command
from hipify_py.commands.process import paths, process


@command("shim", paths())
def run(**given: Any) -> int:
    """Write a header that maps CUDA names to HIP names.

    The sources stay CUDA, include the header in place of the CUDA headers, and compile for both. What a macro cannot do
    is reported. PATH is a file or a directory.
    """
    if "-" in given["paths"]:
        raise click.UsageError("shim reads files and directories, not standard input")
    return process("shim", given, data_on_stdout=given["diff"])
