"""Functions that CUDA has within device code, called by name: `vprintf`, `malloc`, `free`, `__assertfail`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.pointers import Pointer, accessed
from hipify_py.subjects.ptx.module.surroundings import Surroundings
from hipify_py.subjects.ptx.module.values import Value, converted
from hipify_py.subjects.ptx.types import Held

if TYPE_CHECKING:
    from hipify_py.subjects.ptx.module.lifting import Lifter

_S32, _U64, _U32 = Held("int32_t", 32), Held("uint64_t", 64), Held("uint32_t", 32)
# What stands behind `%`: flags, width, precision, length, conversion.
_ASKED = pattern(r"%[-+ #0]{0,5}(\*|\d{0,9})(?:\.(\*|\d{0,9}))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])")
_LONG = frozenset(("ll", "l", "j", "z", "t"))
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def is_known(name: str) -> bool:
    return name in ("vprintf", "malloc", "free", "__assertfail", "__assert_fail")


def said(name: str, arguments: list[Value | Pointer], around: Surroundings, lifter: Lifter) -> tuple[str, Held | None]:
    """The call, and what it returns."""
    if name == "vprintf" and len(arguments) == 2:
        return _printed(arguments, around), _S32
    if name == "malloc" and len(arguments) == 1:
        return f"uint64_t(malloc({lifter.typed_value(arguments[0], _U64).text}))", _U64
    if name == "free" and len(arguments) == 1:
        return f"free((void*){lifter.typed_value(arguments[0], _U64).text})", None
    if name in ("__assertfail", "__assert_fail") and len(arguments) >= 4:
        texts = [f"(const char*){lifter.typed_value(each, _U64).text}" for each in arguments[:4]]
        line = lifter.typed_value(arguments[2], _U32).text
        return f"__assert_fail({texts[0]}, {texts[1]}, {line}, {texts[3]})", None
    raise NotUnderstood(f"'{name}' is called in an unexpected way")


def _printed(arguments: list[Value | Pointer], around: Surroundings) -> str:
    text, buffer = arguments
    name = text.base.strip("()&") if isinstance(text, Pointer) and text.is_plain else ""
    found = around.text_of(name) if name else None
    if found is None:
        raise NotUnderstood("'vprintf' has a format that is not known")
    values = [accessed(_at(buffer, offset), element).text for offset, element in _layout(found)]
    values = [
        f"(const char*){value}" if kind == "s" else value
        for value, kind in zip(values, _conversions(found), strict=True)
    ]
    return f"printf({', '.join([literal(found), *values])})"


def _at(buffer: Value | Pointer, offset: int) -> Pointer:
    if not isinstance(buffer, Pointer):
        raise NotUnderstood("'vprintf' has arguments that are not known")
    return buffer.moved(offset)


def _asked(text: bytes) -> list[tuple[str, str]]:
    """The length and the conversion of each argument."""
    found: list[tuple[str, str]] = []
    for width, precision, length, kind in _ASKED.findall(text.decode("latin-1")):
        found += [("", "*")] * ((width == "*") + (precision == "*"))
        if kind != "%":
            found.append((length, kind))
    return found


def _conversions(text: bytes) -> list[str]:
    return [kind for _length, kind in _asked(text)]


def _layout(text: bytes) -> list[tuple[int, str]]:
    """Where each argument lies, and its type."""
    found, offset = [], 0
    for length, kind in _asked(text):
        if kind in "eEfFgGaA":
            element = "f64"
        elif kind in "sp":
            element = "u64"
        elif kind in "di*":
            element = "s64" if length in _LONG else "s32"
        elif kind in "ouxXc":
            element = "u64" if length in _LONG else "u32"
        else:
            raise NotUnderstood(f"'vprintf' has the conversion %{kind}")
        size = int(element[1:]) // 8
        offset = (offset + size - 1) // size * size
        found.append((offset, element))
        offset += size
    return found


def literal(text: bytes) -> str:
    """A string of C++."""
    parts = []
    for byte in text:
        sign = chr(byte)
        parts.append(_ESCAPES.get(sign) or (sign if 32 <= byte < 127 else f"\\{byte:03o}"))
    return f'"{"".join(parts)}"'


__all__ = ["converted", "is_known", "literal", "said"]
