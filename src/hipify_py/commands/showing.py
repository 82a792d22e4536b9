"""`--show-settings` and `--show-files`: what a run would go by, and what it would read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hipify_py.options.table import SETTINGS, counting
from hipify_py.run.config import Rooted

if TYPE_CHECKING:
    from hipify_py.options.model import Command
    from hipify_py.run.request import Request


def settings_lines(
    command: Command, given: Mapping[str, Any], settings: Mapping[str, Any], file: Path | None
) -> Iterator[str]:
    """Each setting that counts, as a settings file has it, with where it comes from."""
    values = counting(command, given, settings)
    yield f"# settings file: {file or 'none'}"
    for key, option in sorted(SETTINGS.items()):
        if values[option.name] is None:
            yield f"# {key} is not set"
            continue
        if given.get(option.name) not in (None, ()):
            origin = "command line"
        else:
            origin = "settings" if key in settings else "default"
        yield f"{key} = {_toml(values[option.name])}  # {origin}"


def _toml(value: Any) -> str:
    if isinstance(value, Rooted):
        return _toml(value.value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{json.dumps(key)} = {_toml(each)}' for key, each in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value if isinstance(value, bool | int) else str(value))


def file_lines(request: Request) -> Iterator[str]:
    """The files that the run would read, each once."""
    from hipify_py.run.deliver.state import journals
    from hipify_py.run.discover import discover

    found = discover(
        request.paths, request.selection, enough=request.enough, modules=request.modules, journals=journals()
    )
    yield from (str(file.path) for file in found.files)
