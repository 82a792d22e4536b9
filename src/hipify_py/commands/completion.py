"""`hipify-py completion`."""

from __future__ import annotations

import click

from hipify_py.commands.build import command
from hipify_py.compiled import PACKAGE


@command("completion", click.Argument(["shell"], type=click.Choice(["bash", "zsh", "fish"])))
def run(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash: eval "$(hipify-py completion bash)"
    zsh:  eval "$(hipify-py completion zsh)"
    fish: hipify-py completion fish | source
    """
    click.echo((PACKAGE / "completions" / f"hipify-py.{shell}").read_text(encoding="utf-8"), nl=False)
