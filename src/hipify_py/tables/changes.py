"""What a row of a table may say of the arguments of calls: kinds of changes, and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What may be done to the arguments of a call: the keys that come with it, and those that may.
CHANGES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...], str]] = {
    "wrap": (
        ("with",),
        (),
        "argument N becomes M(N), unless it begins with M or is a string; M is the value of `with`, a name or `&`",
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
    "types": "only for calls whose argument of each number is certainly of one of the types; {} is a list in braces",
    "not_types": "not for calls whose argument of each number is certainly of one of the types",
    "on_device": "only for calls in code that runs on a GPU",
    "implied": "not for C++ calls whose argument of this number certainly points to a pointer",
    "nulls": "only for calls that pass nullptr, NULL or 0 for all arguments of these numbers",
    "uncalled": "only for a name that is not called, such as a function pointer",
    "since": "only for this ROCm release and later ones",
    "until": "only for ROCm releases before this one",
    "unless": "not for `.cu` files, which define this macro before the header of the library",
}
_BY_TYPE = ("types", "not_types")


def checked(change: Any) -> dict[str, Any]:
    """A change with its kind first; ValueError says what is wrong with it."""
    kinds = [key for key in change if key in CHANGES] if isinstance(change, dict) else []
    if len(kinds) != 1:
        raise ValueError(f"expected one of {', '.join(CHANGES)} in each change")
    required, optional, _description = CHANGES[kind := kinds[0]]
    if missing := [key for key in required if key not in change]:
        raise ValueError(f"{kind!r} needs {missing[0]!r}")
    if unknown := change.keys() - {kind, *required, *optional, *CONDITIONS}:
        raise ValueError(f"unknown key {min(unknown)!r} of {kind!r}")
    if not all(_are_types(change[key]) for key in _BY_TYPE if key in change):
        raise ValueError("expected numbers of arguments and their types, such as {0: [float]}")
    return {kind: change[kind], **change}


def _are_types(value: Any) -> bool:
    return isinstance(value, dict) and all(
        number.isdecimal() and isinstance(types, list) and types and all(isinstance(type, str) for type in types)
        for number, types in value.items()
    )
