"""The JSON Schema of mapping tables, of what `schema.py` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.tables.schema import ARGUMENT_LISTS, IDENTIFIER, SECTIONS, TEXTS, TITLES, VERSION, VERSIONS

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
    version = {"type": "string", "pattern": f"^(?:{VERSION.pattern})$"}
    change = {"oneOf": [_change(kind, *keys, version) for kind, keys in CHANGES.items()]}
    row: Schema = {
        "type": "object",
        "properties": {
            **dict.fromkeys(TEXTS, _TEXT),
            **dict.fromkeys(VERSIONS, version),
            **{key: {"type": "array", "items": {"$ref": "#/definitions/change"}} for key in ARGUMENT_LISTS},
            "experimental": {"type": ["boolean", "string"]},
        },
        "anyOf": [{"required": [key]} for key in ("hip", "roc", "expression", "unsupported")],
        "additionalProperties": False,
    }
    name = {"pattern": f"^(?:{IDENTIFIER.pattern})$"}
    value = {"anyOf": [_TEXT, {"$ref": "#/definitions/row"}]}
    named = {"type": "object", "propertyNames": name, "additionalProperties": value}
    headers = {"type": "object", "additionalProperties": value}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Mapping table of hipify-py",
        "description": "The HIP counterparts of CUDA names; see docs/mappings.md.",
        "type": "object",
        "properties": {
            **dict.fromkeys(TITLES, _TEXT),
            "flag_until": version,
            **{section: headers if section == "headers" else named for section in SECTIONS},
        },
        "additionalProperties": False,
        "definitions": {"row": row, "change": change},
    }


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
