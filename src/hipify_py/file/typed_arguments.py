"""Argument changes for some types only: `{rename: rsqrtf, types: {0: [float]}}` is for calls that pass a `float`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hipify_py.file.arithmetic import one_name, promoted
from hipify_py.file.expression_types import expression_types
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.listed import Call, Change
from hipify_py.texts import to_bytes

if TYPE_CHECKING:
    from hipify_py.file.facts import Facts

_LIST = b"{"


def fits(facts: Facts, call: Call, change: Change) -> bool:
    """Whether a change is for the types that a call passes, and for the side on which it runs."""
    wanted, refused = change.get("types", {}), change.get("not_types", {})
    if not all(int(number) < len(call.arguments) for number in (*wanted, *refused)):
        return False
    if change.get("on_device") and facts.functions.side_at(call.item.name.start) not in ON_DEVICE:
        return False
    passed = {number: _type(facts, *call.arguments[int(number)]) for number in (*wanted, *refused)}
    is_other = any(promoted(passed[number] or b"") is None for number in refused)  # than a number
    if is_other and facts.own_called(call.item.name.text):
        return False  # which may be for what this is
    is_wanted = all(_is_one_of(facts, passed[number], types) for number, types in wanted.items())
    return is_wanted and not any(_is_one_of(facts, passed[number], types) for number, types in refused.items())


def _is_one_of(facts: Facts, passed: bytes | None, types: Sequence[str]) -> bool:
    """Whether a type is among those of a table, or what an earlier run has made of one where it left the call."""
    if passed is None or passed in map(_one_name, types):
        return passed is not None
    found = ((type, facts.policy.name(type.rstrip("* "))) for type in types if passed.startswith(b"hip"))
    in_hip = (type.replace(each.entry.name, each.target) for type, each in found if each is not None and each.target)
    return passed in map(_one_name, in_hip)


def _type(facts: Facts, start: int, end: int) -> bytes | None:
    """The type of an argument by the name that tables have for it; None if it is unknown."""
    if facts.reading.code.startswith(_LIST, start):
        return b"{}"
    typed = expression_types(facts).of(start, end)
    return one_name(typed.type.partition(b"<")[0]) + b"*" * typed.stars if typed is not None else None


def _one_name(type: str) -> bytes:
    return one_name(to_bytes(type.rstrip("* "))) + b"*" * type.count("*")
