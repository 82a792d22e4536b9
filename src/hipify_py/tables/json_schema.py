"""The JSON Schema of mapping tables, of what `schema.py` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.tables import schema
from hipify_py.tables.changes import CHANGES, CONDITIONS

Schema = dict[str, Any]
_TEXT: Schema = {"type": "string"}
_TRUE: Schema = {"const": True}
_TYPES: Schema = {
    "type": "object",
    "propertyNames": {"pattern": r"^\d+$"},
    "additionalProperties": {"type": "array", "items": _TEXT, "minItems": 1},
}
_VERSION: Schema = {"type": "string", "pattern": f"^(?:{schema.VERSION.pattern})$"}
# Places in a list of arguments, and what else YAML reads as a number or a text.
_PLAIN: Schema = {"type": ["string", "integer"]}


def mapping() -> Schema:
    change = {"oneOf": [_change(kind, *keys) for kind, keys in CHANGES.items()]}
    keys: Schema = {
        **_described(schema.TEXTS, _TEXT),
        **_described(schema.VERSIONS, _VERSION),
        **_described(schema.ARGUMENT_LISTS, {"type": "array", "items": {"$ref": "#/definitions/change"}}),
        **_described(schema.EXPERIMENTAL, {"type": ["boolean", "string"]}),
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
            **_described(schema.TITLES, _TEXT),
            **_described({key: schema.TITLES[key] for key in schema.TITLES if key.endswith("_until")}, _VERSION),
            **{section: _section(section, rows[schema.WITHOUT_EFFECT[section]]) for section in schema.SECTIONS},
        },
        "additionalProperties": False,
        "definitions": {**definitions, "change": change},
    }


def _described(keys: Mapping[str, str], value: Schema) -> Schema:
    return {key: {"description": text, **value} for key, text in keys.items()}


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


def _change(kind: str, required: tuple[str, ...], optional: tuple[str, ...], description: str) -> Schema:
    keys = (kind, *required, *optional, *CONDITIONS)
    special: Schema = {
        "nulls": {"type": "array", "items": _PLAIN},
        "only": {"type": "array", "items": _TEXT},
        **dict.fromkeys(("uncalled", "on_device"), _TRUE),
        **dict.fromkeys(("types", "not_types"), _TYPES),
        **dict.fromkeys(("since", "until"), _VERSION),
    }
    return {
        "description": description,
        "type": "object",
        "properties": {
            key: {"description": CONDITIONS.get(key, description), **special.get(key, _PLAIN)} for key in keys
        },
        "required": [kind, *required],
        "additionalProperties": False,
    }
