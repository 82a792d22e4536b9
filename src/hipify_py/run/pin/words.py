"""How what was recorded is called."""

from __future__ import annotations

from hipify_py.run.pin.records import WHOLE, Buffer, Call, Flag, Role, Type

_ROLES = {Role.TO: "destination", Role.FROM: "source", Role.OUT: "result", Role.GONE: "pointer", Role.SIZE: "size"}
_TYPES = {Type.BYTES: "byte", Type.POINTERS: "pointer"}


def argument(place: int, offset: int = WHOLE) -> str:
    if place in _ROLES:
        return _ROLES[Role(place)]
    return f"argument {place + 1}" + ("" if offset == WHOLE else f" at byte {offset}")


def of_type(buffer: Buffer) -> str:
    plain = _TYPES.get(buffer.type)
    if plain:
        return f"{buffer.elements:,} {plain}s" if buffer.elements != 1 else f"1 {plain}"
    return f"{buffer.elements:,} {buffer.type.name.lower()}"


def sizes(one: Buffer, other: Buffer) -> str:
    return f"{of_type(one)}, {of_type(other)}"


def number(value: float) -> str:
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def status(call: Call) -> str:
    if not call.status:
        return "success"
    return f"returned {call.status}" if Flag.RETURNED in call.flags else f"error {call.status}"
