"""What a listed name is used as, by the tokens around it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.reading.reading import Neighbours

_AFTER_FUNCTION_HEAD = (b")", b"const", b"noexcept", b"mutable", b"override", b"final", b"constexpr", b"]", b"&")


class Usage(Enum):
    PLAIN = auto()  # looked up as any name is
    GLOBAL = auto()  # `::name`
    QUALIFIED = auto()  # `mine::name`
    MEMBER = auto()  # `object.name`, `pointer->name`
    LABEL = auto()  # `name:`, `goto name`


def usage(around: Neighbours, *, is_scope: bool) -> Usage:
    """What a name is used as; `is_scope` says that it names a type or a namespace, which may stand before `::`."""
    sign = around.sign_before
    if sign == b"." and not around.preceded_by(b"..."):
        return Usage.MEMBER
    if sign == b">" and around.preceded_by(b"->"):
        return Usage.PLAIN if is_scope and _is_trailing_return(around) else Usage.MEMBER
    if sign == b":" and around.preceded_by(b"::"):
        return Usage.QUALIFIED if qualifier(around) else Usage.GLOBAL
    if around.word_before == b"template" and _is_of_object(around):
        return Usage.MEMBER  # `object.template name<…>()`
    if not is_scope and around.followed_by(b"::"):
        return Usage.MEMBER  # a namespace or class of that name
    if around.word_before == b"goto" or (sign in (b";", b"{", b"}") and _is_label(around)):
        return Usage.LABEL
    return Usage.PLAIN


def _is_of_object(around: Neighbours) -> bool:
    """Whether the word `template` before a name stands behind a dot, an arrow or a scope, and instantiates nothing."""
    start, _template = around.token_before(around.before)
    return around.code.endswith((b".", b"->", b"::"), around.low, around.rskip_blank(start))


def qualifier(around: Neighbours) -> bytes:
    """The word before `::`, `>` for a template's closing bracket, or nothing for the global namespace."""
    return _qualifier_before(around, around.before - 2)


class Scope(NamedTuple):
    """`name::`, also `::name::`: where it begins and what it says."""

    start: int
    name: bytes
    text: bytes


def only_scope(around: Neighbours) -> Scope | None:
    """The scope that a name is looked up in; None where there is none, or where that stands in another one."""
    colons = around.colons_before(around.before)
    if colons is None:
        return None
    start, word = around.token_before(colons)
    outer = around.colons_before(start)
    if outer is None:
        return Scope(start, word, word + b"::")
    return None if _qualifier_before(around, outer) else Scope(outer, word, b"::" + word + b"::")


def _qualifier_before(around: Neighbours, colons: int) -> bytes:
    start, word = around.token_before(colons)
    if word == b">":
        return word
    is_word = word[:1].isalnum() or word[:1] == b"_"
    return word if is_word and word not in _KEYWORDS_BEFORE_GLOBAL and start >= around.low else b""


def is_own_scope(around: Neighbours, is_type: Callable[[bytes], bool]) -> bool:
    """Whether a qualified name belongs to the user: `cudaMemcpyKind::cudaMemcpyHostToDevice` does not."""
    return not is_type(qualifier(around))


def _is_trailing_return(around: Neighbours) -> bool:
    _start, word = around.token_before(around.before - 2)
    return word in _AFTER_FUNCTION_HEAD


def _is_label(around: Neighbours) -> bool:
    return around.sign_after == b":" and not around.followed_by(b"::")


# Words with a value behind them, where other words have a declaration.
BEFORE_VALUES = frozenset(b"return else do throw co_return co_yield case".split())
_KEYWORDS_BEFORE_GLOBAL = frozenset(
    b"return case else throw new delete typename using const volatile static inline extern constexpr co_return "
    b"co_yield co_await and or not struct class enum union goto do sizeof operator friend typedef virtual "
    b"explicit".split()
)
