"""`hipify-py map`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from hipify_py.commands.build import argument, command
from hipify_py.options.table import OptionError, counting


@command("map", argument("names", "[NAME…]", nargs=-1))
def run(names: tuple[str, ...], format: str, library: tuple[str, ...], **given: Any) -> int:
    """Show the HIP counterparts of CUDA names and headers.

    NAME may be a pattern, such as 'cublasSg*'. Exits with 1 if a name has no counterpart.
    """
    from hipify_py.commands.job import job_of
    from hipify_py.report import mapping, mapping_tables
    from hipify_py.report.console import Console
    from hipify_py.report.lines import printable
    from hipify_py.run.config import settings_for

    here, say = Path.cwd(), Console(0, "auto", data_on_stdout=True).note
    settings = settings_for(here, here, trust=given["trust"], say=say)
    try:
        policy = job_of(counting("map", given, settings)).policy()
        wanted = mapping.names_for(names, library, policy)
    except OptionError as error:
        raise click.UsageError(str(error)) from error
    if format != "text":
        click.echo(mapping_tables.WRITERS[format](mapping_tables.rows(wanted, policy)), nl=False)
        return 0
    answers = [mapping.answer(name, policy) for name in wanted]
    click.echo("\n".join(printable(line) for answer in answers for line in answer.text.split("\n")))
    return 0 if all(answer.converts for answer in answers) else 1
