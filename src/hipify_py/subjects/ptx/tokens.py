"""Words, numbers and signs of PTX, and what constants that are made of them are worth."""

from __future__ import annotations

import re

from hipify_py.patterns import pattern
from hipify_py.subjects.ptx.constants import Number, calculated, cast, negated
from hipify_py.subjects.ptx.grammar import NotUnderstood

_BLANK = pattern(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_TOKEN = pattern(
    r"(?P<parameter>%(?:\d+|\[\s*\w+\s*\]))"
    r"|(?P<number>0[fF][0-9a-fA-F]{8}\b|0[dD][0-9a-fA-F]{16}\b|0[xX][0-9a-fA-F]+U?\b|0[bB][01]+U?\b"
    r"|\d+\.\d*(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\d+U?\b)"
    r"|(?P<word>(?:%%?|\.)?[A-Za-z_$][\w$]*(?:(?:\.|::)\w+)*(?:<\d+>)?)"
    r'|(?P<text>"[^"]*")'
    r"|(?P<sign>::|<<|>>|&&|\|\||[<>=!]=|%%|[-+@!{}\[\](),;:|%*/~&^<>?=])"
)
# How strongly operators of constants bind; those that an address may have behind a sign.
_LEVELS = {
    sign: level
    for level, signs in enumerate(
        ("||", "&&", "|", "^", "&", "== !=", "< <= > >=", "<< >>", "+ -", "* / % %%"),
    )
    for sign in signs.split()
}
OF_PRODUCTS = _LEVELS["*"]
_BEFORE_NUMBERS = ("-", "+", "~", "!", "(")
WARP_SIZE = "WARP_SZ"
# What ptxas casts constants to, and whether that is unsigned; to other types it does not.
_CASTS = {".u64": True, ".s64": False}
_OTHER_CASTS = pattern(r"\.[usbf]\d{1,3}")
# As compilers print them, and how many digits are surely those of a number with a sign.
_PRINTED = pattern(r"(-?)(0|[1-9][0-9]{0,18}|0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|0[xX][0-9a-fA-F]{1,16})")
_SURELY_SIGNED = 18
_OF_CONSTANTS = pattern(r"[\da-fA-FxXuUlL&|^~()+*<>\s-]{1,200}")
_SUFFIX = pattern(r"(?<=[\da-fA-F])[uUlL]{1,3}\b")
# A hand writes no more in one statement; a machine that does can be read by a machine.
_MAX_TOKENS = 20_000
MAX_DEPTH = 50


def skipped(text: str, position: int, end: int) -> int:
    """Where blanks and comments end."""
    blank = _BLANK.match(text, position, end)
    return blank.end() if blank else position


def literal(text: str) -> Number:
    """A number without a sign. Raises ValueError for what only looks like one."""
    head = text[:2].lower()
    if head in ("0f", "0d") and len(text) > 2:
        return Number(text, int(text[2:], 16), 32 if head == "0f" else 64)
    if set(text) & set(".eE") and head != "0x":
        return Number(text, float(text))
    digits = text.rstrip("U")
    base = 16 if head == "0x" else 2 if head == "0b" else 8 if len(digits) > 1 and digits[0] == "0" else 10
    try:
        value = int(digits[2:] if base in (16, 2) else digits, base)
    except ValueError:
        raise ValueError(f"{text} is not a number") from None
    return Number(text, value, is_unsigned=text.endswith("U") or value >= 1 << 63)


def quick_number(text: str) -> Number | None:
    """The same that the parser makes of the text, or None where it has to be asked."""
    if text.isdecimal() and len(text) <= _SURELY_SIGNED and text.isascii() and (text[0] != "0" or text == "0"):
        return Number(text, int(text))
    found = _PRINTED.fullmatch(text)
    if found is None:
        return None
    number = literal(found[2])
    if not found[1]:
        return number
    if number.width or number.is_unsigned:
        return None
    return Number(text, negated("-", number).value)


def constant(text: str) -> int | None:
    """The integer that a constant expression of C is worth, whose signs are those of PTX."""
    if not _OF_CONSTANTS.fullmatch(text):
        return None
    parser = ConstantParser(_SUFFIX.sub("", text))
    try:
        found = parser.constant()
        parser.finished()
    except NotUnderstood:
        return None
    return found.value if isinstance(found.value, int) else None


class Tokens:
    """The words, numbers and signs of a part of a text, one after the other; offsets are those in the whole of it."""

    _whole = "the module"  # what is read, for people

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        self._text = text
        self._end = len(text) if end is None else end
        self._ahead: list[re.Match[str]] = []
        self._behind = skipped(text, start, self._end)  # what is ahead
        self._found = 0  # how many tokens
        self._last = self._behind  # where what was taken ends

    def _token(self, ahead: int = 0) -> re.Match[str] | None:
        while len(self._ahead) <= ahead:
            if self._behind >= self._end:
                return None
            token = _TOKEN.match(self._text, self._behind, self._end)
            if token is None:
                sign = self._text[self._behind]
                reason = "a string has no end" if sign == '"' else f"unexpected '{sign}'"
                raise NotUnderstood(reason, self._behind)
            self._found += 1
            if self._found > _MAX_TOKENS:
                raise NotUnderstood("the statement is too long", self._behind)
            self._ahead.append(token)
            self._behind = skipped(self._text, token.end(), self._end)
        return self._ahead[ahead]

    def _kind(self, ahead: int = 0) -> str:
        token = self._token(ahead)
        return str(token.lastgroup) if token is not None else ""

    def _sign(self, ahead: int = 0) -> str:
        return self._spelled(ahead) if self._kind(ahead) == "sign" else ""

    def _spelled(self, ahead: int = 0) -> str:
        token = self._token(ahead)
        return token[0] if token is not None else ""

    def _taken(self) -> str:
        token = self._ahead.pop(0) if self._token() is not None else None
        if token is None:
            raise self._error("something is missing")
        self._last = token.end()
        return token[0]

    def _take(self, sign: str) -> bool:
        is_next = self._spelled() == sign
        if is_next:
            self._taken()
        return is_next

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._error(f"'{sign}' is missing")

    def _is_dotted(self) -> bool:
        return self._kind() == "word" and self._spelled().startswith(".")

    def go_on(self, position: int) -> None:
        """What comes next begins there."""
        self._ahead.clear()
        self._behind = skipped(self._text, position, self._end)
        self._last = position

    @property
    def position(self) -> int:
        """Behind what has been read, and blanks."""
        token = self._token()
        return token.start() if token is not None else self._end

    def check(self) -> None:
        """Raises NotUnderstood for what is no word, number or sign of a statement."""
        while token := self._token():
            if token[0] == "=":
                raise self._error("unexpected '='")
            self._taken()

    def finished(self) -> None:
        if token := self._token():
            raise self._error(f"unexpected '{token[0]}'")

    def _error(self, reason: str) -> NotUnderstood:
        return NotUnderstood(reason, min(self.position, max(self._end - 1, 0)))


class ConstantParser(Tokens):
    """Numbers, and expressions of numbers: integers of 64 bits, as ptxas makes them."""

    _depth = 0

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error("an operand is nested too deeply")

    def _begins_number(self) -> bool:
        """Whether a constant comes next, and no predicate that is negated."""
        ahead = 0
        while self._sign(ahead) in _BEFORE_NUMBERS:
            ahead += 1
        if self._kind(ahead) == "number" or self._spelled(ahead) == WARP_SIZE or self._is_cast(ahead - 1):
            return True
        return ahead > 0 and self._sign(ahead - 1) in ("-", "+", "~")

    def _is_cast(self, ahead: int = 0) -> bool:
        """`(.u64)`"""
        if ahead < 0 or (self._sign(ahead), self._sign(ahead + 2)) != ("(", ")"):
            return False
        return _OTHER_CASTS.fullmatch(self._spelled(ahead + 1)) is not None

    def constant(self, least: int = 0) -> Number:
        """A number, or an expression of numbers; of operators, those that bind as strongly as said."""
        start, count = self.position, self._found - len(self._ahead)
        found = self._conditional(least)
        if self._found - len(self._ahead) == count + 1:
            return found
        return Number(self._text[start : self._last], found.value, found.width, found.is_unsigned)

    def _conditional(self, least: int = 0) -> Number:
        found = self._binary(least)
        if least or not self._take("?"):
            return found
        self._deeper()
        first = self._conditional()
        self._expect(":")
        second = self._conditional()
        self._depth -= 1
        return first if found.value else second

    def _binary(self, least: int) -> Number:
        left = self._unary()
        while (level := _LEVELS.get(self._sign(), -1)) >= least:
            sign = self._taken()
            try:
                left = calculated(sign, left, self._binary(level + 1))
            except ValueError as error:
                raise self._error(str(error)) from None
        return left

    def _unary(self) -> Number:
        self._deeper()
        try:
            return self._any_unary()
        except ValueError as error:
            raise self._error(str(error)) from None
        finally:
            self._depth -= 1

    def _any_unary(self) -> Number:
        if self._is_cast():
            return self._cast()
        if self._take("("):
            found = self._conditional()
            self._expect(")")
            return found
        if self._sign() not in ("-", "+", "~", "!"):
            return self._number()
        sign, found = self._taken(), self._unary()
        if found.width:
            raise self._error(f"{sign}{found.text} is not a number")
        return found if sign == "+" else negated(sign, found)

    def _cast(self) -> Number:
        to = self._spelled(1)
        if to not in _CASTS:
            raise self._error(f"constants are cast to .s64 and .u64 only, and not to {to}")
        for sign in ("(", to, ")"):
            self._expect(sign)
        return cast(self._unary(), is_unsigned=_CASTS[to])

    def _number(self) -> Number:
        if self._take(WARP_SIZE):
            return Number(WARP_SIZE, 32)
        if self._kind() != "number":
            raise self._error("a number is missing")
        return literal(self._taken())

    def _integer(self, least: int = 0) -> int:
        number = self.constant(least)
        if not isinstance(number.value, int) or number.width:
            raise self._error(f"{number.text} is not an integer")
        return number.value
