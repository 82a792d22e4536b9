"""`hipify-py server`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hipify_py.commands.build import command
from hipify_py.system import stopping

if TYPE_CHECKING:
    from hipify_py.run.request import Request


@command("server")
def run(config: str | None, trust: bool) -> int:
    """Start the language server for editors, on standard input and output.

    Requires `pip install 'hipify-py[lsp]'`.
    """
    try:
        from hipify_py.server.serve import serve, streams
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs"):
            raise
        raise click.ClickException("the language server needs pygls: pip install 'hipify-py[lsp]'") from error
    stopping.leave_at_once()
    return serve(partial(request_for, {"config": config, "trust": trust}), *streams())


def request_for(given: dict[str, Any], path: Path) -> Request:
    """What a run over a tree would be asked for, by its settings."""
    from hipify_py.commands.request import request_of
    from hipify_py.options.table import OptionError, of
    from hipify_py.run.config import ConfigError
    from hipify_py.run.triage.baseline import BaselineError
    from hipify_py.run.triage.formats import FormatError
    from hipify_py.run.triage.selectors import SelectorError
    from hipify_py.run.verify import VerifyError
    from hipify_py.server.trees import SettingsError
    from hipify_py.system.globs import PatternError
    from hipify_py.tables.model import TableError

    defaults = {option.name: option.given_by_default for option in of("convert")}
    try:
        return request_of("convert", {**defaults, **given, "paths": (str(path),)}, lambda _note: None)
    except click.ClickException as error:
        raise SettingsError(error.format_message()) from error
    except (BaselineError, ConfigError, FormatError, OptionError, PatternError, SelectorError) as error:
        raise SettingsError(str(error)) from error
    except (TableError, VerifyError) as error:
        raise SettingsError(str(error)) from error
