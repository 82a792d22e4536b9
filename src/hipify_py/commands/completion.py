"""`hipify-py completion`."""

from __future__ import annotations

import click

from hipify_py.commands.build import command


@command("completion", click.Argument(["shell"], type=click.Choice(["bash", "zsh", "fish"])))
def run(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash: eval "$(hipify-py completion bash)"
    zsh:  eval "$(hipify-py completion zsh)"
    fish: hipify-py completion fish | source
    """
    from click.shell_completion import get_completion_class

    from hipify_py.commands.group import group

    kind = get_completion_class(shell)
    if kind is None:
        raise click.ClickException(f"no completion for {shell}; choose bash, zsh or fish")
    click.echo(kind(group, {}, "hipify-py", "_HIPIFY_PY_COMPLETE").source())
