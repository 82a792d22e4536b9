"""The JSON Schema of mapping tables, of what `schema.py` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.tables import schema

Schema = dict[str, Any]
# What may be done to the arguments of a call: the keys that come with it, and those that may.
CHANGES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "wrap": (("with",), ()),
    "cast": (("to",), ("style",)),
    "point": (("to",), ()),
    "insert": (("text",), ("from", "same")),
    "replace": (("text",), ()),
    "remove": ((), ("count", "only")),
    "copy": (("to",), ()),
    "move": (("to",), ("count",)),
    "rename": ((), ()),
}
CONDITIONS = ("when", "located", "implied", "nulls", "uncalled", "since", "until", "unless")
_TEXT: Schema = {"type": "string"}
# Places in a list of arguments, and what else YAML reads as a number or a text.
_PLAIN: Schema = {"type": ["string", "integer"]}


def mapping() -> Schema:
    version = {"type": "string", "pattern": f"^(?:{schema.VERSION.pattern})$"}
    change = {"oneOf": [_change(kind, *keys, version) for kind, keys in CHANGES.items()]}
    keys: Schema = {
        **dict.fromkeys(schema.TEXTS, _TEXT),
        **dict.fromkeys(schema.VERSIONS, version),
        **{key: {"type": "array", "items": {"$ref": "#/definitions/change"}} for key in schema.ARGUMENT_LISTS},
        "experimental": {"type": ["boolean", "string"]},
    }
    # One definition for all sections with the same keys.
    rows = {unread: section for section, unread in reversed([*schema.WITHOUT_EFFECT.items()])}
    definitions = {section: _row(keys, unread) for unread, section in rows.items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Mapping table of hipify-py",
        "description": "The HIP counterparts of CUDA names; see docs/mappings.md.",
        "type": "object",
        "properties": {
            **dict.fromkeys(schema.TITLES, _TEXT),
            "flag_until": version,
            **{section: _section(section, rows[schema.WITHOUT_EFFECT[section]]) for section in schema.SECTIONS},
        },
        "additionalProperties": False,
        "definitions": {**definitions, "change": change},
    }


def _row(keys: Schema, unread: tuple[str, ...]) -> Schema:
    return {
        "type": "object",
        "properties": {key: value for key, value in keys.items() if key not in unread},
        "anyOf": [{"required": [key]} for key in ("hip", "roc", "expression", "unsupported") if key not in unread],
        "additionalProperties": False,
    }


def _section(section: str, row: str) -> Schema:
    value = {"anyOf": [_TEXT, {"$ref": f"#/definitions/{row}"}]}
    name = {} if section == "headers" else {"propertyNames": {"pattern": f"^(?:{schema.IDENTIFIER.pattern})$"}}
    return {"type": "object", **name, "additionalProperties": value}


def _change(kind: str, required: tuple[str, ...], optional: tuple[str, ...], version: Schema) -> Schema:
    keys = (kind, *required, *optional, *CONDITIONS)
    special = {
        "nulls": {"type": "array", "items": _PLAIN},
        "only": {"type": "array", "items": _TEXT},
        "since": version,
        "uncalled": {"type": "boolean"},
        "until": version,
    }
    return {
        "type": "object",
        "properties": {key: special.get(key, _PLAIN) for key in keys},
        "required": [kind, *required],
        "additionalProperties": False,
    }
