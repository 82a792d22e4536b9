"""Functions that CUDA has within device code, called by name: `vprintf`, `malloc`, `free`, `__assertfail`."""

from __future__ import annotations

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.context import ModuleContext
from hipify_py.subjects.ptx.module.pointers import Pointer, accessed, as_kind
from hipify_py.subjects.ptx.module.values import Value
from hipify_py.subjects.ptx.types import ADDRESS, S32, U32, CppType

# What stands behind `%`: flags, width, precision, length, conversion.
_ASKED = pattern(r"%[-+ #0]{0,5}(\*|\d{0,9})(?:\.(\*|\d{0,9}))?(hh|h|ll|l|j|z|t|L)?([a-zA-Z%])")
_LONG = frozenset(("ll", "l", "j", "z", "t"))
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def is_known(name: str, context: ModuleContext) -> bool:
    """Whether a name is that of such a function, and not of one that the module defines."""
    own = context.functions.get(name)
    is_own = own is not None and own.body is not None
    return not is_own and name in ("vprintf", "malloc", "free", "__assertfail", "__assert_fail")


def said(name: str, arguments: list[Value | Pointer], context: ModuleContext) -> tuple[str, CppType | None]:
    """The call, and what it returns."""
    if name == "vprintf" and len(arguments) == 2:
        return _printed(arguments, context), S32
    if name == "malloc" and len(arguments) == 1:
        return f"uint64_t(malloc({as_kind(arguments[0], ADDRESS).text}))", ADDRESS
    if name == "free" and len(arguments) == 1:
        return f"free((void*){as_kind(arguments[0], ADDRESS).text})", None
    if name in ("__assertfail", "__assert_fail") and len(arguments) >= 4:
        texts = [f"(const char*){as_kind(each, ADDRESS).text}" for each in arguments[:4]]
        line = as_kind(arguments[2], U32).text
        return f"__assert_fail({texts[0]}, {texts[1]}, {line}, {texts[3]})", None
    raise NotUnderstood(f"'{name}' is called in an unexpected way")


def _printed(arguments: list[Value | Pointer], context: ModuleContext) -> str:
    text, buffer = arguments
    name = text.base.strip("()&") if isinstance(text, Pointer) and text.is_plain else ""
    found = context.text_of(name) if name else None
    if found is None:
        raise NotUnderstood("'vprintf' has a format that is not known")
    values = [
        f"{'(const char*)' * (kind == 's')}{accessed(_at(buffer, offset), element).text}"
        for kind, offset, element in _layout(found)
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


def _layout(text: bytes) -> list[tuple[str, int, str]]:
    """The conversion of each argument, where it lies, and its type."""
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
        found.append((kind, offset, element))
        offset += size
    return found


def literal(text: bytes) -> str:
    """A string of C++."""
    parts = []
    for byte in text:
        sign = chr(byte)
        parts.append(_ESCAPES.get(sign) or (sign if 32 <= byte < 127 else f"\\{byte:03o}"))
    return f'"{"".join(parts)}"'
