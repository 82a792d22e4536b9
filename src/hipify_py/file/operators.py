"""The operators around a part of an expression, from the one that binds it closest outward."""

from __future__ import annotations

from typing import NamedTuple

from hipify_py.file.arithmetic import promoted
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading

_TOKEN = pattern(rb"\.?\d[\w.']*|[A-Za-z_]\w*|<<=|>>=|<=>|->\*?|\+\+|--|<<|>>|&&|\|\||::|[-+*/%&|^<>=!]=|[^\s]")
_LEVELS = (
    (b"*", b"/", b"%"),
    (b"+", b"-"),
    (b"<<", b">>"),
    (b"<=>",),
    (b"<", b">", b"<=", b">="),
    (b"==", b"!="),
    (b"&",),
    (b"^",),
    (b"|",),
    (b"&&",),
    (b"||",),
    (b"?", b":", b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="),
)
_RANKS = {sign: rank for rank, signs in enumerate(_LEVELS, 1) for sign in signs}
_PREFIX, _LOOSEST = 0, len(_LEVELS)
_PREFIXES = (b"-", b"+", b"~", b"!", b"*", b"&")
CAST = b"(cast)"
_WORD = pattern(rb"[A-Za-z_]\w*")
_CONTROL = (b"if", b"while", b"for", b"switch")
STATEMENTS = (b"return", b"co_return", b"throw", b"case", b"else", b"do")
# Names of types, which stand in brackets before what they convert.
_TYPE = pattern(rb"\(\s*(?:[A-Za-z_]\w*(?:\s*::\s*|\s+|\s*(?=\))))+\)\s*(?=[\w(])")
_TEMPLATE_ARGUMENTS = pattern(rb"\s*<[\w\s:,*]{0,90}>\s*(?=[(:{\w])")
_LONGEST = 1_000


class Operator(NamedTuple):
    """Where an operator stands, and how loosely it binds: 0 is before a single operand."""

    sign: bytes
    start: int
    end: int
    rank: int

    @property
    def is_prefix(self) -> bool:
        return self.rank == _PREFIX

    @property
    def is_assignment(self) -> bool:
        return self.rank == _LOOSEST and self.sign.endswith(b"=")


class Expression(NamedTuple):
    """What stands between commas, semicolons or brackets: `opening` is the bracket around it, if it is in one, and
    `keyword` the word that begins the statement."""

    start: int
    end: int
    opening: int | None
    keyword: bytes
    operators: tuple[Operator, ...]

    def nearest(self, start: int, end: int) -> Operator | None:
        """The operator of which a part is an operand."""
        before = next((each for each in reversed(self.operators) if each.end <= start), None)
        behind = next((each for each in self.operators if each.start >= end), None)
        if before is None or behind is None:
            return before or behind
        is_left_first = before.rank < behind.rank or (before.rank == behind.rank != _LOOSEST)
        return before if is_left_first else behind

    def left_of(self, operator: Operator) -> tuple[int, int]:
        """The operand before an operator."""
        looser = operator.rank + 1 if operator.rank != _LOOSEST else _LOOSEST
        start = next((each.end for each in reversed(self._before(operator)) if each.rank >= looser), self.start)
        return start, operator.start

    def right_of(self, operator: Operator) -> tuple[int, int]:
        """The operand behind an operator."""
        behind = self.operators[self.operators.index(operator) + 1 :]
        looser = max(operator.rank, 1) if operator.rank != _LOOSEST else _LOOSEST + 1
        return operator.end, next((each.start for each in behind if each.rank >= looser), self.end)

    def question_of(self, colon: Operator) -> Operator | None:
        """The `?` to which a `:` belongs."""
        depth = 0
        for each in reversed(self._before(colon)):
            depth += (each.sign == b":") - (each.sign == b"?")
            if depth < 0:
                return each
        return None

    def _before(self, operator: Operator) -> tuple[Operator, ...]:
        return self.operators[: self.operators.index(operator)]


def expression_at(reading: Reading, start: int, end: int) -> Expression:
    """The expression that a part of it stands in."""
    code, low, high = reading.surroundings(start)
    first, last = max(low, start - _LONGEST), min(high, end + _LONGEST)
    begin = start
    while begin > first and (sign := code[begin - 1 : begin]) not in (b",", b";", b"{", b"}", b"(", b"["):
        begin = reading.openers.get(begin - 1, begin - 1) if sign in (b")", b"]") else begin - 1
    while end < last and (sign := code[end : end + 1]) not in (b",", b";", b"{", b"}", b")", b"]"):
        end = reading.closers.get(end, end) + 1
    begin, end = max(begin, low), min(end, high)
    operators = _Operators(reading, code, begin, end)
    opening = reading.bracket_around(code, begin, first)
    return Expression(operators.start, end, opening, operators.keyword, tuple(operators.found))


class _Operators:
    """Reads the operators between two places, behind the last word, label or condition that a statement begins with."""

    def __init__(self, reading: Reading, code: bytes, start: int, end: int) -> None:
        self._reading = reading
        self._code = code
        self._end = end
        self._expects_operand = True
        self.start = start
        self.keyword = b""
        self.found: list[Operator] = []
        while match := _TOKEN.search(code, start, end):
            start = self._take(match[0], match.start(), match.end())

    def _take(self, sign: bytes, start: int, end: int) -> int:
        """Returns where the next token may begin."""
        if sign in (b"(", b"[", b"{"):
            return self._take_brackets(start)
        if _WORD.match(sign):
            return self._take_word(sign, end)
        if sign == b":" and not self._has_open_question():
            self._begin_at(end, b"")
        elif self._expects_operand and sign in _PREFIXES:
            self.found.append(Operator(sign, start, end, _PREFIX))
        elif sign in _RANKS:
            self.found.append(Operator(sign, start, end, _RANKS[sign]))
            self._expects_operand = True
        elif sign[0] in b".0123456789\"'" and sign != b".":
            self._expects_operand = False
        return end

    def _take_brackets(self, start: int) -> int:
        end = self._reading.closers.get(start, self._end) + 1
        if self._expects_operand and (_TYPE.match(self._code, start, self._end) or self._is_number_type(start, end)):
            self.found.append(Operator(CAST, start, end, _PREFIX))
        else:
            self._expects_operand = False
        return end

    def _is_number_type(self, start: int, end: int) -> bool:
        words = self._code[start + 1 : end - 1].split()
        return promoted(b" ".join(words[1:] if words[:1] == [b"const"] else words)) is not None

    def _take_word(self, word: bytes, end: int) -> int:
        if word in _CONTROL:
            opening = self._code.find(b"(", end, self._end)
            end = self._reading.closers.get(opening, end - 1) + 1
            self._begin_at(end, b"")
        elif word in STATEMENTS:
            self._begin_at(end, word)
        else:
            self._expects_operand = False
            arguments = _TEMPLATE_ARGUMENTS.match(self._code, end, self._end)
            return arguments.end() if arguments is not None else end
        return end

    def _begin_at(self, place: int, keyword: bytes) -> None:
        self.start, self.keyword, self._expects_operand = place, keyword, True
        self.found.clear()

    def _has_open_question(self) -> bool:
        return sum((each.sign == b"?") - (each.sign == b":") for each in self.found) > 0
