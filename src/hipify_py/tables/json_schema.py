"""The JSON Schema of mapping tables, of what `schema.py` takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hipify_py.tables import schema

Schema = dict[str, Any]
# What may be done to the arguments of a call: the keys that come with it, and those that may.
CHANGES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "wrap": (
        ("with",),
        (),
        "argument N becomes M(N), unless it begins with M or is a string; M is the value of `with`",
    ),
    "cast": (("to",), ("style",), "argument N becomes reinterpret_cast<T>(N), or the cast that `style` names"),
    "point": (("to",), (), "argument N points to another type T than in CUDA: the call is reported"),
    "insert": (("text",), ("from", "same"), "a new argument before argument N"),
    "replace": (("text",), (), "argument N becomes the text"),
    "remove": ((), ("count", "only"), "`count` arguments from N on are removed; with `only`, if they are one of these"),
    "copy": (("to",), (), "argument N is repeated before argument `to`"),
    "move": (("to",), ("count",), "`count` arguments from N on are moved before argument `to`"),
    "rename": ((), (), "another target, mostly for calls with `when` arguments"),
}
CONDITIONS = {
    "when": "only for calls with so many arguments",
    "located": "only for calls whose argument of this number is certainly a location (cudaMemLocation)",
    "implied": "not for C++ calls whose argument of this number certainly points to a pointer",
    "nulls": "only for calls that pass nullptr, NULL or 0 for all arguments of these numbers",
    "uncalled": "only for a name that is not called, such as a function pointer",
    "since": "only for this ROCm release and later ones",
    "until": "only for ROCm releases before this one",
    "unless": "not for `.cu` files, which define this macro before the header of the library",
}
_TEXT: Schema = {"type": "string"}
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
        "uncalled": {"type": "boolean"},
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
