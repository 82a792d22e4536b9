"""Rows of the table of options as click has them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from hipify_py.options.model import Command, Kind, Option
from hipify_py.options.table import GROUPS, of
from hipify_py.report import formats

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


_GROUPED_FROM = 15


def command(name: Command, *arguments: click.Argument) -> Callable[[Callable[..., Any]], click.Command]:
    """A command with the options that the table has for it."""
    options = [_click_option(option, name) for option in of(name)]
    return click.command(name, cls=_Command, params=[*arguments, *options])


class _Command(click.Command):
    """A command whose help shows many options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [(option, option.get_help_record(ctx)) for option in self.get_params(ctx)]
        shown = [(GROUPS.get(option.name or "", ""), record) for option, record in records if record is not None]
        titles = ("", *dict.fromkeys(GROUPS.values())) if len(shown) >= _GROUPED_FROM else ()
        for title in titles:
            if group := [record for of, record in shown if of == title]:
                with formatter.section(f"{title} options" if title else "Options"):
                    formatter.write_dl(group)
        if not titles:
            super().format_options(ctx, formatter)


def argument(name: str, called: str, **how: Any) -> click.Argument:
    """An argument, with what a shell offers for what it is called."""
    return click.Argument([name], metavar=called, shell_complete=partial(_offered, called), **how)


def _offered(called: str, _ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    from hipify_py.commands import completing  # when a shell asks

    return completing.offered(called, begun)


def filled(text: str, mark: str = "") -> str:
    """A text of the table with the names in it that are found elsewhere, each between marks."""
    if "{formats}" not in text:
        return text
    return text.replace("{formats}", ", ".join(f"{mark}{name}{mark}" for name in formats.names()[1:]))


def _click_option(option: Option, name: Command) -> click.Option:
    return click.Option(
        [*option.spellings, option.name],
        metavar=option.metavar,
        help=filled(option.help_in.get(name, option.help)),
        default=option.given_by_default,
        shell_complete=None if option.metavar is None else partial(_offered, option.metavar),
        **_by_kind(option),
    )


def _by_kind(option: Option) -> dict[str, Any]:
    if option.kind is Kind.FLAG:
        return {"is_flag": True}
    if option.kind is Kind.OPTIONAL:
        return {"is_flag": False, "flag_value": ""}
    if option.kind is Kind.CHOICE:
        return {"type": click.Choice(option.choices)}
    if option.kind is Kind.NUMBER:
        return {"type": click.IntRange(min=1)}
    return {"multiple": option.kind in (Kind.LIST, Kind.LIST_OR_TEXT)}
