"""`hipify-py rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from hipify_py.commands.build import command

if TYPE_CHECKING:
    from hipify_py.rules.model import Catalogue


@command("rules")
def run(format: str, group: tuple[str, ...]) -> None:
    """List all rules."""
    from hipify_py.report import explain as pages
    from hipify_py.rules.load import load

    catalogue = _only(load(), group)
    click.echo(pages.rules_json(catalogue) if format == "json" else pages.rules_table(catalogue), nl=False)


def _only(catalogue: Catalogue, groups: Sequence[str]) -> Catalogue:
    from hipify_py.rules.model import Catalogue
    from hipify_py.run.triage.selectors import split

    wanted = {name.upper(): name for name in split(groups)}
    if not wanted:
        return catalogue
    for name, given in wanted.items():
        if name not in catalogue.groups:
            raise click.UsageError(f"--group: {given!r} is not a group; the groups are {', '.join(catalogue.groups)}")
    chosen = {id: rule for id, rule in catalogue.rules.items() if rule.group in wanted}
    return Catalogue(chosen, {name: title for name, title in catalogue.groups.items() if name in wanted})
