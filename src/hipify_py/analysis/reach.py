"""Which branches of `#if` no build for AMD ever reads, judged by what AMD's preprocessor will be given to read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hipify_py.analysis.platform import HIP_MACRO, NVIDIA_MACRO
from hipify_py.edits import Edit
from hipify_py.syntax.conditionals import Branch
from hipify_py.syntax.preprocessor import Directive
from hipify_py.syntax.reading import Reading

_TOKEN = re.compile(
    rb"\s*(?:(\d[\w']*)|defined\s*\(\s*([A-Za-z_]\w*)\s*\)|defined\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)|"
    rb"(&&|\|\||[<>=!]=|[-+*/%<>!()?:]))"
)
_LINE_SPLICE = re.compile(rb"\\\r?\n")
_NEGATIVE = (b"ifndef", b"elifndef")
_BY_NAME = (b"ifdef", b"ifndef", b"elifdef", b"elifndef")
# What only NVIDIA's compilers define: to others it is not defined, and 0 as a number.
_NEVER_DEFINED = re.compile(
    rb"__CUDA_ARCH__|__CUDA_ARCH_\w+|__NVCC__|__CUDACC(?:_\w+)?__|__CUDACC_VER_\w+__|CUDA_VERSION|CUDART_VERSION|"
    rb"__CUDA_API_VERSION|__CUDART_API_VERSION|__NVCOMPILER\w*|__CUDACC_RTC__|__CUDA__"
)
Value = int | None
_SIGNS: Mapping[bytes, Callable[[int, int], Value]] = {
    b"<": lambda a, b: a < b,
    b">": lambda a, b: a > b,
    b"<=": lambda a, b: a <= b,
    b">=": lambda a, b: a >= b,
    b"==": lambda a, b: a == b,
    b"!=": lambda a, b: a != b,
    b"+": lambda a, b: a + b,
    b"-": lambda a, b: a - b,
    b"*": lambda a, b: a * b,
    b"/": lambda a, b: a // b if b else None,
    b"%": lambda a, b: a % b if b else None,
}
_LEVELS = ((b"<", b">", b"<=", b">=", b"==", b"!="), (b"+", b"-"), (b"*", b"/", b"%"))
# Beyond these a condition is no longer read.
_MAX_TOKENS = 200
_MAX_DEPTH = 30


@dataclass(frozen=True)
class Reach:
    """What is read depends on what conversion makes of the conditions: `edits` are all that will be applied."""

    reading: Reading
    edits: Sequence[Edit]

    def guard(self, offset: int) -> str:
        """The condition that keeps a place from every build for AMD, if there is one."""
        for branch in self.reading.conditionals.around(offset):
            if branch.directive.start <= offset < branch.end and self._is_dead(branch):
                return self._words(branch)
        return ""

    def _is_dead(self, branch: Branch) -> bool:
        if id(branch) not in self._dead:
            is_taken_before = False
            for other in branch.chain.branches:
                value = self._value(other.directive)
                self._dead[id(other)] = is_taken_before or value == 0
                is_taken_before |= bool(value)
        return self._dead[id(branch)]

    @cached_property
    def _dead(self) -> dict[int, bool]:
        return {}

    def _words(self, branch: Branch) -> str:
        """The branch in the words of its directives."""
        first = self._text(self.reading.code, branch.chain.branches[0].directive)
        own = self._text(self.reading.code, branch.directive)
        return own if branch is branch.chain.branches[0] else f"{own} of {first}"

    def _text(self, code: bytes, directive: Directive) -> str:
        return " ".join(code[directive.start : directive.end].decode("latin-1").replace("\\\n", " ").split())

    def _value(self, directive: Directive) -> Value:
        """What a condition is worth on AMD: 0, something else, or None where that depends."""
        if directive.keyword == b"else":
            return 1
        condition = self._converted(directive)
        if directive.keyword in _BY_NAME:
            words = condition.split()
            value = _defined(words[0]) if words else None
            return value if value is None or directive.keyword not in _NEGATIVE else int(not value)
        tokens = list(_TOKEN.finditer(condition))
        is_understood = b"".join(match[0] for match in tokens).strip() == condition.strip()
        if not is_understood or len(tokens) > _MAX_TOKENS or condition.count(b"(") > _MAX_DEPTH:
            return None
        return _Condition(tokens).value()

    def _converted(self, directive: Directive) -> bytes:
        code, position, pieces = self.reading.code, directive.body, []
        for edit in self.edits[bisect_left(self._starts, directive.body) :]:
            if edit.end > directive.end:
                break
            if isinstance(edit.new, bytes):
                pieces += [code[position : edit.start], edit.new]
                position = edit.end
        return _LINE_SPLICE.sub(b" ", b"".join((*pieces, code[position : directive.end])))

    @cached_property
    def _starts(self) -> list[int]:
        return [edit.start for edit in self.edits]


def _defined(name: bytes) -> Value:
    if _NEVER_DEFINED.fullmatch(name) or NVIDIA_MACRO.fullmatch(name):
        return 0
    return 1 if HIP_MACRO.fullmatch(name) else None


class _Condition:
    """A condition of `#if`, evaluated with what is known; precedence climbs over three levels of operators."""

    def __init__(self, tokens: list[re.Match[bytes]]) -> None:
        self._tokens = tokens
        self._next = 0

    def value(self) -> Value:
        found = self._either()
        return found if self._next == len(self._tokens) else None

    def _sign(self) -> bytes:
        return self._tokens[self._next][5] or b"" if self._next < len(self._tokens) else b""

    def _take(self, *signs: bytes) -> bytes:
        sign = self._sign()
        if sign and sign in signs:
            self._next += 1
            return sign
        return b""

    def _either(self) -> Value:
        found = self._both()
        while self._take(b"||"):
            other = self._both()
            found = 1 if found or other else None if found is None or other is None else 0
        return found

    def _both(self) -> Value:
        found = self._binary(0)
        while self._take(b"&&"):
            other = self._binary(0)
            found = 0 if found == 0 or other == 0 else None if found is None or other is None else 1
        return found

    def _binary(self, level: int) -> Value:
        if level == len(_LEVELS):
            return self._unary()
        found = self._binary(level + 1)
        while sign := self._take(*_LEVELS[level]):
            other = self._binary(level + 1)
            result = None if found is None or other is None else _SIGNS[sign](found, other)
            found = None if result is None else int(result)
        return found

    def _unary(self) -> Value:
        if self._take(b"!"):
            found = self._unary()
            return None if found is None else int(not found)
        if self._take(b"-"):
            found = self._unary()
            return None if found is None else -found
        if self._take(b"("):
            found = self._either()
            return found if self._take(b")") else None
        return self._operand()

    def _operand(self) -> Value:
        if self._next == len(self._tokens):
            return None
        token = self._tokens[self._next]
        self._next += 1
        if token[1]:
            digits = token[1].rstrip(b"uUlL").replace(b"'", b"")
            try:
                return int(digits, 8 if digits.isdigit() and digits[:1] == b"0" else 0)
            except ValueError:
                return None
        if asked := token[2] or token[3]:
            return _defined(asked)
        return _defined(token[4]) if token[4] else None
