"""`hipify-py cache`."""

from __future__ import annotations

import click

from hipify_py.commands.build import command


@command("cache", click.Argument(["action"], type=click.Choice(["clean"]), required=False))
def run(action: str | None) -> None:
    """Show the location and size of the cache; `clean` empties it."""
    from hipify_py.run.cache.store import Store, UnusableError

    try:
        store = Store.open()
    except UnusableError as error:
        raise click.ClickException(str(error)) from error
    if action == "clean":
        store.clean()
    click.echo(f"{store.path}: {store.size() / 1e6:.1f} MB")
