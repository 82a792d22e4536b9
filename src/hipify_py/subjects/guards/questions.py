"""What a condition asks of a macro: whether it is defined, whether it is more than 0, how it compares with a number.

A use is the whole operand, in the brackets that are its own, and the operators around it are looked at by how tight
they bind: `X >= 500 - 1` compares with something else than 500, and `!X >= 500` does not compare `X`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.reading.numbers import whole
from hipify_py.reading.tokens import SPLICE, join_lines

_TOKEN = pattern(
    rb"(?:[A-Za-z_$\x80-\xff](?:(?:" + SPLICE + rb")*[\w$\x80-\xff])*)|(?:\.?\d(?:[eEpP][-+]|'?[\w.])*)"
    rb"|(?:<<|>>|[<>=!]=|&&|\|\||[^\s\\]|\\(?![ \t]*\r?\n))"
)
_NUMBER = pattern(rb"(0|[1-9]\d*)[uUlL]*")
_WORDS = {b"and": b"&&", b"or": b"||", b"not": b"!", b"not_eq": b"!=", b"bitand": b"&", b"bitor": b"|", b"xor": b"^"}
# The higher, the tighter an operator binds. What is not here ends an operand as a bracket does.
_BINDING = {
    **dict.fromkeys((b"!", b"~"), 10),
    **dict.fromkeys((b"*", b"/", b"%"), 9),
    **dict.fromkeys((b"+", b"-"), 8),
    **dict.fromkeys((b"<<", b">>"), 7),
    **dict.fromkeys((b"<", b">", b"<=", b">="), 6),
    **dict.fromkeys((b"==", b"!="), 5),
    b"&": 4,
    b"^": 3,
    b"|": 2,
    b"&&": 1,
    b"||": 1,
}
_COMPARISONS: Mapping[bytes, Callable[[int, int], bool]] = {
    b"<": operator.lt,
    b">": operator.gt,
    b"<=": operator.le,
    b">=": operator.ge,
    b"==": operator.eq,
    b"!=": operator.ne,
}
_ENDS = (b"", b"(", b")", b"?", b":", b",")
_AND_OR = (b"&&", b"||")


class Asks(Enum):
    IS_DEFINED = auto()  # defined(X)
    IS_TRUE = auto()  # X, where only 0 or something else counts
    COMPARES = auto()  # X >= 300
    COMPUTES = auto()  # anything else


class Question(NamedTuple):
    """One use of a macro in a condition: `start:end` is from its name to the end of what it is compared with;
    `takes` are the tokens from there on, and `closes` how many brackets of the name's own are among them."""

    asks: Asks
    start: int
    end: int
    sign: bytes = b""
    number: bytes = b""
    closes: int = 0
    takes: tuple[bytes, ...] = ()
    is_negated: bool = False

    def holds_for(self, value: int) -> bool:
        """The answer of a comparison where the macro has a value."""
        return _COMPARISONS[self.sign](value, whole(self.number))


class Token(NamedTuple):
    text: bytes
    start: int
    end: int

    @property
    def means(self) -> bytes:
        return _WORDS.get(self.text, self.text)


def questions(code: bytes, start: int, end: int, macros: Sequence[bytes]) -> Iterator[Question]:
    """What a condition of `#if` or `#elif` asks of some macros, in order."""
    tokens = tokens_of(code, start, end)
    condition = _Condition(tokens)
    for place, token in enumerate(tokens):
        if token.text in macros:
            yield condition.question(place)


def tokens_of(code: bytes, start: int, end: int) -> list[Token]:
    return [Token(join_lines(found[0]), found.start(), found.end()) for found in _TOKEN.finditer(code, start, end)]


class _Condition:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._in_calls = self._find_calls()

    def question(self, place: int) -> Question:
        token = self._tokens[place]
        if self._text(place - 1) == b"defined":
            return Question(Asks.IS_DEFINED, token.start, token.end, is_negated=self._text(place - 2) == b"!")
        if self._text(place - 1) == b"(" and self._text(place - 2) == b"defined" and self._text(place + 1) == b")":
            return Question(Asks.IS_DEFINED, token.start, token.end, is_negated=self._text(place - 3) == b"!")
        if self._in_calls[place]:
            return Question(Asks.COMPUTES, token.start, token.end)
        closes = self._own_brackets(place)
        before, behind = self._text(place - closes - 1), self._text(place + closes + 1)
        if behind in _COMPARISONS and before != b"!":
            return self._comparison(place, closes, before)
        asks = Asks.IS_TRUE if _is_operand_of_logic(before, behind) else Asks.COMPUTES
        return Question(asks, token.start, token.end, is_negated=before == b"!")

    def _comparison(self, place: int, closes: int, before: bytes) -> Question:
        first = self._tokens[place]
        sign = place + closes + 1
        opens = 0
        while self._text(sign + 1 + opens) == b"(":
            opens += 1
        last = sign + 1 + 2 * opens
        number = _NUMBER.fullmatch(self._text(last - opens))
        is_whole = number is not None and all(self._text(last - index) == b")" for index in range(opens))
        binding = _BINDING[self._text(sign)]
        is_operand = _binding(before) < binding and _binding(self._text(last + 1)) <= binding
        if number is None or not is_whole or not is_operand:
            return Question(Asks.COMPUTES, first.start, first.end)
        takes = tuple(token.text for token in self._tokens[place : last + 1])
        end = self._tokens[last].end
        return Question(Asks.COMPARES, first.start, end, self._text(sign), number[1], closes, takes)

    def _own_brackets(self, place: int) -> int:
        """How many pairs of brackets stand around a name alone."""
        pairs = 0
        while self._text(place - pairs - 1) == b"(" and self._text(place + pairs + 1) == b")":
            pairs += 1
        return pairs

    def _text(self, place: int) -> bytes:
        return self._tokens[place].means if 0 <= place < len(self._tokens) else b""

    def _find_calls(self) -> list[bool]:
        """For each token whether it stands in the brackets of a macro that is called."""
        calls: list[bool] = []
        found: list[bool] = []
        for place, token in enumerate(self._tokens):
            if token.text == b"(":
                calls.append((bool(calls) and calls[-1]) or self._is_callee(place - 1))
            elif token.text == b")" and calls:
                calls.pop()
            found.append(bool(calls) and calls[-1])
        return found

    def _is_callee(self, place: int) -> bool:
        text = self._text(place)
        return text != b"defined" and (text[:1].isalpha() or text[:1] in (b"_", b"$") or text[:1] >= b"\x80")


def _is_operand_of_logic(before: bytes, behind: bytes) -> bool:
    """Whether only 0 or something else counts of what stands between two operators."""
    if before == b"!":
        return True
    is_whole = before == behind == b"" or before in _AND_OR or behind in (*_AND_OR, b"?")
    return is_whole and _binding(before) <= 1 and _binding(behind) <= 1


def _binding(text: bytes) -> int:
    """How tight what stands beside an operand takes it: a word or a number there, and an unknown sign, most of all."""
    return 0 if text in _ENDS else _BINDING.get(text, 11)
