"""`hipify-py explain`."""

from __future__ import annotations

import click

from hipify_py.commands.build import argument, command


@command("explain", argument("names", "RULE…", nargs=-1, required=True))
def run(names: tuple[str, ...], whole: bool) -> None:
    """Explain what rules report, why, and what to do.

    RULE is the id or the name of a rule, such as PTX001 or inline-ptx.
    """
    from hipify_py.report import explain as pages
    from hipify_py.rules.load import load
    from hipify_py.run.triage.selectors import suggestion

    catalogue = load()
    for name in names:
        if catalogue.find(name) is None:
            raise click.ClickException(f"{name!r} is not a rule{suggestion(name, catalogue)}")
    rules = [rule for name in names if (rule := catalogue.find(name))]
    click.echo("\n".join(pages.explain(rule, catalogue, whole=whole) for rule in rules), nl=False)
