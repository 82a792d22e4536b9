"""`hipify-py scan`."""

from __future__ import annotations

from typing import Any

from hipify_py.commands.build import command
from hipify_py.commands.process import paths, process


@command("scan", paths())
def run(**given: Any) -> int:
    """Report code that cannot be converted; change nothing.

    PATH is a file, a directory, or `-` for standard input. Build files are read too.
    """
    return process("scan", given, data_on_stdout=False)
