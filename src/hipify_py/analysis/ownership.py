"""Which listed names the file defines itself: its own wrappers, stand-ins and variables, which are not CUDA's.

A definition is proved by tokens: the tree alone also calls `CHECK( cudaMemcpy(..) )` without `;` a declarator. Where
a declaration could be a call, the tree decides whether it stands inside a class or a namespace, where CUDA declares
nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hipify_py.syntax.reading import Neighbours, Reading
from hipify_py.syntax.tokens import Name

# Words that stand before a name without declaring it.
_NOT_A_TYPE = frozenset(
    b"return case else throw new delete goto do sizeof typeof decltype alignof operator using namespace typename "
    b"struct class enum union const volatile static inline extern constexpr consteval constinit explicit virtual "
    b"friend typedef template mutable register thread_local co_return co_yield co_await and or not xor in defined "
    b"ifdef ifndef undef elif if while for switch public private protected default __extension__ "
    b"__device__ __host__ __global__ __shared__ __constant__ __managed__ __restrict__ __restrict "
    b"__forceinline__".split()
)
_BUILTIN_TYPES = frozenset(
    b"void bool char short int long float double signed unsigned auto size_t int8_t int16_t int32_t int64_t uint8_t "
    b"uint16_t uint32_t uint64_t half".split()
)
_STATEMENT_STARTS = frozenset((b"", b";", b"{", b"}", b"(", b",", b":")) | _NOT_A_TYPE
_AFTER_PARAMETERS = re.compile(
    rb"(?:\s|\\\r?\n|\b(?:const|noexcept|override|final|volatile|try)\b|->\s*[\w:<>*&\s]+?(?=\s*\{))*([{;=:])?"
)
_ENDS_DECLARATOR = (b"=", b";", b",", b")", b"[", b"{", b">")
_OWN_SCOPES = ("field_declaration_list", "namespace_definition")
_FUNCTION_BODY = "compound_statement"


@dataclass(frozen=True, slots=True)
class OwnName:
    """A definition found: where, as what, and whether it stands in a class or namespace (so `::name` is CUDA's)."""

    name: Name
    what: str
    scoped: bool


def own_definition(reading: Reading, name: Name, around: Neighbours) -> OwnName | None:
    """The proof that this occurrence defines or declares a name of the user's own, if it does."""
    word = around.word_before
    sign = around.sign_before
    if word:
        return _after_word(reading, name, around, word)
    if sign in (b"*", b"&", b">") and not around.preceded_by(b"->"):
        return _function(reading, name, around) or _after_pointer(reading, name, around)
    return None


def opens_namespace(around: Neighbours, target: bytes) -> bool:
    """Whether the name is opened as a namespace of the file's own, or made an alias of anything but our target."""
    if around.word_before != b"namespace":
        return False
    if around.sign_after == b"{":
        return True
    after = around.token_after(around.after + 1)
    says_what_we_would = bool(target) and around.reading.code.startswith((target, b"::" + target), after)
    return is_namespace_alias(around) and not says_what_we_would


def is_namespace_alias(around: Neighbours) -> bool:
    """`namespace name = …`"""
    return around.word_before == b"namespace" and around.sign_after == b"="


def _after_word(reading: Reading, name: Name, around: Neighbours, word: bytes) -> OwnName | None:
    if word in _NOT_A_TYPE or word[:1].isdigit():
        return None
    after = around.sign_after
    if after == b"(":
        return _function(reading, name, around) or _declaration(reading, name, around)
    if after in _ENDS_DECLARATOR and _is_type_like(word) and not around.followed_by(b"=="):
        return OwnName(name, "variable", False)
    return None


def _after_pointer(reading: Reading, name: Name, around: Neighbours) -> OwnName | None:
    """`T *name = …` and `T (*name)(…)`: declarations if nothing could be multiplied there."""
    offset = around.before
    while reading.code[offset - 1 : offset] in (b"*", b"&") and offset > around.low:
        offset, sign = around.token_before(offset)
        if sign not in (b"*", b"&"):
            return None
        start, token = around.token_before(offset)
        if token in (b"*", b"&"):
            continue
        if token == b"(" and around.sign_after == b")":
            return _function_pointer(reading, name, around, start)
        is_declaration = around.sign_after in _ENDS_DECLARATOR and not around.followed_by(b"==")
        if is_declaration and (token in _BUILTIN_TYPES or (token[-2:] == b"_t" and _starts_statement(around, start))):
            return OwnName(name, "variable", False)
        return None
    return None


def _function_pointer(reading: Reading, name: Name, around: Neighbours, opening: int) -> OwnName | None:
    parameters = around.token_after(around.after + 1)
    start, word = around.token_before(opening)
    is_type = word[:1].isalpha() and word not in _NOT_A_TYPE
    if reading.code[parameters : parameters + 1] == b"(" and is_type and _starts_statement(around, start):
        return OwnName(name, "function pointer", False)
    return None


def _function(reading: Reading, name: Name, around: Neighbours) -> OwnName | None:
    """`T name(…) {`: nothing but a definition has a body after its parameters."""
    if around.sign_after != b"(" or (closing := reading.closers.get(around.after)) is None or closing >= around.high:
        return None
    rest = _AFTER_PARAMETERS.match(reading.code, closing + 1, min(around.high, closing + 400))
    if rest is None or rest.group(1) != b"{":
        return None
    return OwnName(name, "function", _own_scope(reading, name) is True)


def _declaration(reading: Reading, name: Name, around: Neighbours) -> OwnName | None:
    """`T name(…);` in a class or a namespace, by the tree; at file scope it redeclares CUDA's own function."""
    closing = reading.closers.get(around.after)
    if closing is None or closing >= around.high:
        return None
    rest = _AFTER_PARAMETERS.match(reading.code, closing + 1, min(around.high, closing + 400))
    if rest is not None and rest.group(1) in (b";", b"=") and _own_scope(reading, name):
        return OwnName(name, "function", True)
    return None


def _own_scope(reading: Reading, name: Name) -> bool | None:
    """Whether the nearest scope is a class or a named namespace; None where the tree cannot tell."""
    if reading.tree is None or not (around := reading.tree.enclosing(name.start)):
        return None
    for kind in around:
        if kind == _FUNCTION_BODY:
            return False
        if kind in _OWN_SCOPES:
            return True
    return False


def _starts_statement(around: Neighbours, offset: int) -> bool:
    _start, token = around.token_before(offset)
    return token in _STATEMENT_STARTS


def _is_type_like(word: bytes) -> bool:
    """Types are seldom all capitals; macros are."""
    return word in _BUILTIN_TYPES or word != word.upper()
