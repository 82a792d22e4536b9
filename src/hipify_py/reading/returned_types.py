"""The type that the function around a place returns."""

from __future__ import annotations

from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_CONTROL = pattern(rb"\s*(?:if|for|while|switch|else|do|try|catch)\b|[^(]*\)\s*\Z")
_LAMBDA = pattern(rb"\[[^\[\]]{0,200}\]\s{0,40}(?:\(|[\w\s]{0,60}\Z)")
_NO_WORD = pattern(rb"[^\w\s:]")


def returned_type(reading: Reading, place: int) -> list[bytes] | None:
    """The words of the type that the function around a place returns; None for a lambda that deduces it."""
    heads = (reading.plain[scope.head : scope.start] for scope in reading.scopes.around(place))
    head = next((head for head in heads if _LAMBDA.search(head) or (b"(" in head and not _CONTROL.match(head))), b"")
    if (is_lambda := _LAMBDA.search(head)) is not None:
        head = head[is_lambda.start() :]
    _before, arrow, behind = head.rpartition(b"->")
    if is_lambda and not arrow:
        return None
    return _type_words(behind if arrow else _before_name(head))


def _before_name(head: bytes) -> bytes:
    """What stands before the name of a function, with its qualifiers, in its head: `auto` of `auto A::f(int n)`."""
    declared, parenthesis, _parameters = head.partition(b"(")
    words = _NO_WORD.split(declared)[-1].replace(b"::", b" :: ").split()[:-1] if parenthesis else []
    while words[-1:] == [b"::"]:
        del words[-2:]
    return b" ".join(words)


def _type_words(text: bytes) -> list[bytes]:
    """The words of a type that is made of nothing else."""
    return [] if _NO_WORD.search(text) or b":" in text else text.split()
