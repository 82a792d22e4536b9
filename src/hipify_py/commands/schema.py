"""`hipify-py schema`."""

from __future__ import annotations

import json
from typing import Any

import click

from hipify_py.commands.build import command, filled
from hipify_py.options.model import Kind, Option

_LIST: dict[str, Any] = {"type": "array", "items": {"type": "string"}}


@command("schema", click.Argument(["what"], type=click.Choice(["settings", "report", "mapping"])))
def run(what: str) -> None:
    """Print the JSON Schema of settings, of reports (--format json), or of mapping tables."""
    click.echo(json.dumps(schema(what), indent=2, ensure_ascii=False))


def schema(what: str) -> dict[str, Any]:
    if what == "report":
        from hipify_py.report.schema import report

        return report()
    if what == "mapping":
        from hipify_py.tables.json_schema import mapping

        return mapping()
    return settings()


def settings() -> dict[str, Any]:
    """That of `.hipify-py.toml`, and of `[tool.hipify-py]`: a property for each row that is a setting."""
    from hipify_py.options.table import SETTINGS

    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of hipify-py",
        "description": "`.hipify-py.toml`, or `[tool.hipify-py]` of pyproject.toml; see docs/cli.md.",
        "type": "object",
        "properties": {key: _property(option) for key, option in SETTINGS.items()},
        "additionalProperties": False,
    }


def _property(option: Option) -> dict[str, Any]:
    described = {"description": meaning(option)}
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    return {**described, **_type(option), **({} if default is None else {"default": default})}


def meaning(option: Option) -> str:
    """What a setting says, without what the command line alone can do."""
    return filled(option.help or f"{option.setting_doc}.").removesuffix(" Repeatable.")


def _type(option: Option) -> dict[str, Any]:
    from hipify_py.run.config import SUFFIX

    types: dict[Kind, dict[str, Any]] = {
        Kind.TEXT: {"type": "string"},
        Kind.OPTIONAL: {"type": "string"},
        Kind.CHOICE: {"enum": list(option.choices)},
        Kind.LIST: _LIST,
        Kind.LIST_OR_TEXT: {"anyOf": [{"type": "string"}, _LIST]},
        Kind.FLAG: {"type": "boolean"},
        Kind.NUMBER: {"type": "integer", "minimum": 1},
        Kind.SUFFIX: {"type": "string", "pattern": f"^(?:{SUFFIX.pattern})$"},
        Kind.TABLE: {"type": "object", "additionalProperties": _LIST},
    }
    return types[option.kind]
