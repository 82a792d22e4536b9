"""Which branches of `#if` no build for AMD ever reads, judged by what AMD's preprocessor will be given to read."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hipify_py.edits import Edit
from hipify_py.file.platform import HIP_MACRO, NVIDIA_MACRO
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.preprocessor import Directive, Macro
from hipify_py.reading.reading import Reading

_TOKEN = pattern(
    rb"(?:(\d[\w']*)|defined\s*\(\s*([A-Za-z_]\w*)\s*\)|defined\s+([A-Za-z_]\w*)|([A-Za-z_]\w*)|"
    rb"(&&|\|\||[<>=!]=|[-+*/%<>!()?:]))"
)
_LINE_SPLICE = pattern(rb"\\\r?\n")
_NEGATIVE = (b"ifndef", b"elifndef")
_BY_NAME = (b"ifdef", b"ifndef", b"elifdef", b"elifndef")
# What only NVIDIA's compilers and headers define: to others it is not defined, and 0 as a number.
_NEVER_DEFINED = pattern(
    rb"__NVCC__|__CUDACC(?:_\w+)?__|__CUDACC_VER_\w+__|__CUDA_API_VERSION|__CUDART_API_VERSION|__NVCOMPILER\w*|"
    rb"_NVHPC\w*|__CUDA__|CUDA_HAS_\w+"
    # What libraries derive from those.
    rb"|\w{0,60}(?:CUDA|PTX)_ARCH\w*|HIPCUB_ARCH|(?:\w{1,60}_)?(?:CUDA|CUDART|CUDA_SDK)_VER(?:SION)?|CUB_USE_COOPERATIVE_GROUPS|CUB_VERSION|CCCL_VERSION|_(?:LIBCUDACXX|CCCL)_\w+"
    # What a configuration finds only where a library of NVIDIA's is installed.
    rb"|(?:\w{1,60}_)?(?:HAVE|HAS|WITH|USE|ENABLE|FOUND)_(?:\w{1,60}_)?"
    rb"(?:LIB)?(?:NVIDIA_ML|NVML|CUPTI|NVTX\d?|NVJPEG|NPP|OPTIX|NVSHMEM|CUDSS|CUTENSOR|TENSORRT|NVCOMP|CUFILE|GDS)"
    # What nobody compiles.
    rb"|__?DOXYGEN_?_?|DOXYGEN\w*"
)
# What the newest GPUs and releases of NVIDIA answer.
_NEWEST = (
    (re.compile(rb"\w{0,60}(?:CUDA|PTX)_ARCH\w*"), 1200),
    (re.compile(rb"__CUDACC_VER_MAJOR__"), 13),
    (re.compile(rb"__CUDACC_VER_\w{1,40}__"), 0),
    (re.compile(rb"(?:\w{1,60}_)?(?:CUDA|CUDART|CUDA_SDK)_VER(?:SION)?|__CUDA(?:RT)?_API_VERSION"), 13000),
)
Value = int | None
Names = Callable[[bytes], Value]
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
_LEVELS = ((b"==", b"!="), (b"<", b">", b"<=", b">="), (b"+", b"-"), (b"*", b"/", b"%"))
# Beyond these a condition is no longer read.
_MAX_TOKENS = 200
_MAX_DEPTH = 30


@dataclass(frozen=True)
class AmdBranches:
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

    def is_answered_as_by_newest(self, directive: Directive) -> bool:
        """Whether AMD's answer to a condition is that of the newest GPU and CUDA, which is what is wanted then."""
        if directive.start not in self._alike:
            condition = self._converted(directive)
            here, there = (_value(directive, condition, names) for names in (self._on_amd, _on_newest))
            self._alike[directive.start] = here is not None and there is not None and bool(here) == bool(there)
        return self._alike[directive.start]

    @cached_property
    def _alike(self) -> dict[int, bool]:
        return {}

    def _value(self, directive: Directive) -> Value:
        """What a condition is worth on AMD: 0, something else, or None where that depends."""
        return _value(directive, self._converted(directive), self._on_amd)

    def _on_amd(self, name: bytes) -> Value:
        """What a name is worth to AMD's preprocessor: 0 if it is not defined, None if that is not known."""
        if name not in self._macros:
            return _on_amd(name)
        if name not in self._worth:
            self._worth[name] = None  # until it is known, also to whoever asks for it on the way
            live = [macro for macro in self._macros[name] if not self.guard(macro.name_start)]
            bodies = {self.reading.code[macro.body : macro.end].strip() for macro in live}
            if not live:
                self._worth[name] = 0
            elif len(bodies) == 1 and all(macro.parameters is None for macro in live):
                self._worth[name] = _expression(bodies.pop(), self._on_amd)
        return self._worth[name]

    @cached_property
    def _worth(self) -> dict[bytes, Value]:
        return {}

    @cached_property
    def _macros(self) -> dict[bytes, list[Macro]]:
        found: dict[bytes, list[Macro]] = {}
        for macro in self.reading.macros:
            found.setdefault(macro.name, []).append(macro)
        return found

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


def _on_amd(name: bytes) -> Value:
    if _NEVER_DEFINED.fullmatch(name) or NVIDIA_MACRO.fullmatch(name):
        return 0
    return 1 if HIP_MACRO.fullmatch(name) else None


def _on_newest(name: bytes) -> Value:
    return next((value for pattern, value in _NEWEST if pattern.fullmatch(name)), _on_amd(name))


def _value(directive: Directive, condition: bytes, names: Names) -> Value:
    """What a condition is worth where names are worth what they are there."""
    if directive.keyword == b"else":
        return 1
    if directive.keyword not in _BY_NAME:
        return _expression(condition, names)
    words = condition.split()
    value = names(words[0]) if words else None
    return value if value is None or directive.keyword not in _NEGATIVE else int(not value)


def _expression(text: bytes, names: Names) -> Value:
    tokens = list(_TOKEN.finditer(text))
    is_understood = tokens and _unblanked(b"".join(match[0] for match in tokens)) == _unblanked(text)
    if not is_understood or len(tokens) > _MAX_TOKENS or text.count(b"(") > _MAX_DEPTH:
        return None
    return _Condition(tokens, names).value()


def _unblanked(text: bytes) -> bytes:
    return b"".join(text.split())


class _Condition:
    """A condition of `#if`, evaluated with what is known; precedence climbs over four levels of operators."""

    def __init__(self, tokens: list[re.Match[bytes]], names: Names) -> None:
        self._tokens = tokens
        self._names = names
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
            value = self._names(asked)
            return None if value is None else int(bool(value))
        return self._names(token[4]) if token[4] else None
