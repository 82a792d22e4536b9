"""`hipify-py ptx`."""

from __future__ import annotations

import sys

import click

from hipify_py.commands.build import command


@command("ptx", click.Argument(["text"], required=False))
def run(text: str | None, header: bool, compat_header: bool) -> int:
    """Show the translation of inline PTX.

    TEXT is PTX (`bfe.u32 %0, %1, 4, 8;`) or C++ `asm` statements; `-` reads standard input. Exits with 1 if a statement
    is not translated.
    """
    if header or compat_header:
        from hipify_py import helpers
        from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER

        click.echo(helpers.text(PTX_HEADER if header else COMPAT_HEADER), nl=False)
        return 0
    from hipify_py.report.lines import whole_line
    from hipify_py.report.translation import answers

    if text is None:
        raise click.UsageError("missing argument TEXT")
    found = answers(_standard_input() if text == "-" else text)
    if not found:
        raise click.UsageError("TEXT holds no PTX statement")
    for answer in found:
        lines = ("\t".join(map(whole_line, line.split("\t"))) for line in answer.text.split("\n"))
        click.echo("\n".join(lines), err=not answer.is_translated)
    return 0 if all(answer.is_translated for answer in found) else 1


def _standard_input() -> str:
    if sys.stdin is None:
        raise click.UsageError("standard input is closed")
    return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
