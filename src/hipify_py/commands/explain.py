"""`hipify-py explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hipify_py.commands.build import argument, command

if TYPE_CHECKING:
    from hipify_py.rules.model import Catalogue


@command("explain", argument("names", "RULE…", nargs=-1, required=True))
def run(names: tuple[str, ...], whole: bool) -> None:
    """Explain what rules report, why, and what to do.

    RULE is the id or the name of a rule, such as PTX001 or inline-ptx. The beginning of ids, such as PTX, lists the
    rules that have it.
    """
    from hipify_py.rules.load import load

    catalogue = load()
    click.echo("\n".join([_explained(name, catalogue, whole=whole) for name in names]), nl=False)


def _explained(name: str, catalogue: Catalogue, *, whole: bool) -> str:
    """The page of a rule, or the list of those whose ids begin so."""
    from hipify_py.report import explain as pages
    from hipify_py.run.triage.selectors import suggestion

    if rule := catalogue.find(name):
        return pages.explain(rule, catalogue, whole=whole)
    if name and (begun := catalogue.beginning_with(name)).rules:
        return pages.rules_table(begun)
    group = name.upper().rstrip("0123456789")
    lists = f"explain {group}` lists its group" if group in catalogue.groups else "rules` lists all"
    raise click.ClickException(f"{name!r} is not a rule{suggestion(name, catalogue) or f'; `hipify-py {lists}'}")
