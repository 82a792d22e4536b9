"""Overloads of functions of CUDA that a code base has at global scope, as `cudaFree(const void *)`: calls mean CUDA's
function or them by what they pass, so that all of one name are renamed together, or none.

What replaces CUDA's function instead, a mock or a hook, has the same parameters, and keeps its name.
"""

from __future__ import annotations

from hipify_py.file.ownership import OwnName, statement_before
from hipify_py.file.usage import Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.scopes import Kind, Path
from hipify_py.reading.tokens import Name

# CUDA's functions are those of a C library.
_NOT_IN_C = pattern(rb"(?:\btemplate\b|\bstd\s*::|[\w>\s]&)")
_HEAD_BYTES = 2_000
_NO_WORD = b" \t\r\n(){}[];:,.=!&|<>+-*/?~^%"


def is_overload(reading: Reading, own: OwnName) -> bool:
    """Whether a function at global scope stands beside CUDA's for certain: by parameters that no function of C has, or
    as it calls CUDA's, which would be itself otherwise."""
    if own.what != "function" or not is_at_global_scope(reading, own):
        return False
    around = reading.neighbours(own.name)
    closing = reading.closers.get(around.after)
    if closing is None or closing - around.after > _HEAD_BYTES:
        return False
    parameters = reading.plain[around.after : closing]
    return bool(_NOT_IN_C.search(statement_before(around) + parameters)) or _calls_itself(reading, own, closing)


def is_at_global_scope(reading: Reading, own: OwnName) -> bool:
    """Whether a function is a global one: also a friend that a class defines."""
    kinds = (Kind.FILE, Kind.CLASS)
    return reading.scopes.balanced and own.scope == Path() and reading.scopes.kind_at(own.name.start) in kinds


def _calls_itself(reading: Reading, own: OwnName, closing: int) -> bool:
    """Whether the body calls the name itself, not a member or one of a namespace."""
    code, text = reading.plain, own.name.text
    opening = code.find(b"{", closing)
    end = reading.closers.get(opening, closing)
    start = code.find(text, opening, end)
    while start >= 0:
        around = reading.neighbours(Name(start, start + len(text), text))
        is_whole = not (code[start - 1 : start] + code[start + len(text) : start + len(text) + 1]).strip(_NO_WORD)
        if is_whole and around.sign_after == b"(" and usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL):
            return True
        start = code.find(text, start + 1, end)
    return False
