"""Branches of a Python file for what AMD has not: PyCUDA, next to a branch for another library, architectures with the
name `sm_…`, and imports that may fail."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import field

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.python import Line, Python

_HEAD = pattern(rb"(?:if|elif|else|try|except|finally|for)\b")
_GOES_ON = frozenset((b"elif", b"else", b"except", b"finally"))
_IMPORT = pattern(rb"(?:import|from)[ \t]+(?:pycuda|skcuda)\b")
_PYCUDA = pattern(rb"(?i)(?<![A-Za-z])(?:pycuda|skcuda)(?![A-Za-z])")
# What makes a condition true without it.
_ASKS_MORE = pattern(rb"!=(?![ \t]*None\b)|\bnot\b(?![ \t]+None\b)|\bor\b")
# Libraries that run on AMD GPUs.
_OTHER = pattern(
    rb"\b(?:import|from)[ \t]+(?:cupy|pyopencl|torch|hip|jax|dpctl|taichi)\b|\b(?:cupy|pyopencl|torch)\.\w"
)
_FORGIVES = pattern(rb"\b(?:ImportError|ModuleNotFoundError|Exception)\b|\Aexcept[ \t]*\Z")
_REFUSES = pattern(rb"\b(?:raise|(?:sys\.)?exit)\b")
# Modules that need NVIDIA's driver.
MODULES = rb"(?:pycuda|skcuda|numba|cuda|cuquantum|tensorrt|nvmath|pynvml|nvidia_smi|cutlass)\b"
_IMPORTS = pattern(rb"(?:import|from)[ \t]+" + MODULES)
_FLAG = pattern(rb"(?i)\s{0,40}\w{0,60}available\w{0,60}\s{0,40}")
_ARCHS = b"torch.cuda.get_arch_list("
_ASKS_FOR_SM = pattern(
    rb"(?:\b(?P<name>\w+)[ \t]*=[ \t]*)?\bre\.(?:search|match|fullmatch)\([ \t]*[rR]?[\"']\^?\(?sm_|"
    rb"\.startswith\([ \t]*[\"']sm_|[\"']sm_[\"'][ \t]+in\b"
)


@dataclass(eq=False)
class Block:
    """What belongs to a line that ends in a colon, and the blocks directly within. `chain` are the blocks that belong
    together, as `if` and `else` do; `imports` is where the block itself imports PyCUDA."""

    word: bytes
    head: Line
    end: int
    within: list[Block] = field(default_factory=list)
    chain: list[Block] = field(default_factory=list)
    imports: int = -1

    @property
    def start(self) -> int:
        return self.head.colon + 1


@dataclass(frozen=True)
class _Places:
    """Where an expression matches in a file, which is searched once, however deep its blocks are nested."""

    found: Sequence[re.Match[bytes]]

    def first(self, block: Block) -> re.Match[bytes] | None:
        number = bisect_left(self.found, block.head.head, key=re.Match.start)
        return self.found[number] if number < len(self.found) and self.found[number].start() < block.end else None


def absent(python: Python) -> Iterator[tuple[int, int, str]]:
    """The branches, each with the condition that keeps AMD out; without one where AMD needs nothing in its place."""
    has_pycuda, has_archs = _PYCUDA.search(python.code) is not None, _ARCHS in python.code
    imports = [(line.head, line.end) for line in python.lines if _IMPORTS.match(python.code, line.head)]
    blocks = blocks_of(python) if has_pycuda or has_archs or imports else []
    yield from ((*span, "setup() takes no extra_compile_args") for span in python.unread_options())
    if imports:
        yield from _optional(python, blocks, imports)
    if has_pycuda:
        others, refusals = _places(_OTHER, python.code), _places(_REFUSES, python.skeleton)
        for block in blocks:
            yield from _without_pycuda(python, block.within, others, refusals)
    if has_archs:
        asked = _places(_ASKS_FOR_SM, python.code)
        for block in blocks:
            if block.word == b"for" and _ARCHS in python.code[block.head.head : block.start]:
                yield from _for_sm(python, block, asked.first(block))


def _places(expression: re.Pattern[bytes], code: bytes) -> _Places:
    return _Places(list(expression.finditer(code)))


def _without_pycuda(
    python: Python, blocks: Sequence[Block], others: _Places, refusals: _Places
) -> Iterator[tuple[int, int, str]]:
    """Of the branches of one block those that need PyCUDA, if another one needs another library."""
    choices = [block for block in blocks if block.word in (b"if", b"elif", b"else", b"try", b"except")]
    needing = [(block, guard) for block in choices if (guard := _needs_pycuda(python, block, refusals))]
    serving = [block for block in choices if others.first(block)] if needing else []
    for block, guard in needing:
        if any(other is not block for other in serving):
            yield block.start if block.imports < 0 else block.imports, block.end, guard


def _needs_pycuda(python: Python, block: Block, refusals: _Places) -> str:
    """The condition, if a block is left out without PyCUDA."""
    if block.word in (b"if", b"elif"):
        condition = condition_of(python, block)
        return f"if {text_of(condition)}" if _PYCUDA.search(condition) and not _ASKS_MORE.search(condition) else ""
    if block.word != b"try" or block.imports < 0:
        return ""
    if not _goes_on_without(python, block, refusals):
        return ""
    return "try: " + text_of(python.code[block.imports : python.statement_at(block.imports)[1]])


def _goes_on_without(python: Python, block: Block, refusals: _Places) -> bool:
    """Whether a program goes on if an import fails: the first handler that takes the error decides."""
    handlers = (other for other in block.chain if other.word == b"except" and forgives(python, other))
    first = next(handlers, None)
    return first is not None and refusals.first(first) is None


def _optional(
    python: Python, blocks: Sequence[Block], imports: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int, str]]:
    """Imports that may fail, or that a flag asks for first: without the module a program does something else."""
    refusals = _places(_REFUSES, python.skeleton)
    for block in blocks:
        guard = _is_optional(python, block, refusals)
        if guard and block.word == b"else" and not _has_any(imports, block.chain[0]):
            continue  # what is tried there is another module
        first = bisect_left(imports, (block.start, 0)) if guard else 0
        for start, end in imports[first:] if guard else ():
            if start >= block.end:
                break
            yield start, end, guard


def _has_any(imports: Sequence[tuple[int, int]], block: Block) -> bool:
    number = bisect_left(imports, (block.start, 0))
    return number < len(imports) and imports[number][0] < block.end


def _is_optional(python: Python, block: Block, refusals: _Places) -> str:
    if block.word == b"if" and _FLAG.fullmatch(condition_of(python, block)):
        return f"if {text_of(condition_of(python, block))}"
    tries = block.word == b"try" or (block.word == b"else" and block.chain[0].word == b"try")
    may_fail = tries and _goes_on_without(python, block, refusals)
    return "try" if may_fail else ""


def forgives(python: Python, handler: Block) -> bool:
    """Whether an `except` is for modules that are missing."""
    return _FORGIVES.search(python.code[handler.head.head : handler.start - 1]) is not None


def _for_sm(python: Python, loop: Block, asked: re.Match[bytes] | None) -> Iterator[tuple[int, int, str]]:
    """What a loop does for each `sm_…` of a list in which PyTorch for ROCm has `gfx…`."""
    if asked is None:
        return
    for block in loop.within:
        condition = condition_of(python, block)
        asks = asked["name"] in condition.split() if asked["name"] else block.head.head <= asked.start() < block.start
        if block.word == b"if" and asks and not _ASKS_MORE.search(condition):
            yield block.start, block.end, ""


def blocks_of(python: Python) -> list[Block]:
    """All blocks, the file itself first."""
    whole = Block(b"", Line(0, 0, 0), len(python.code))
    found, around = [whole], [whole]
    for line in python.lines:
        last: Block | None = None
        while len(around) > 1 and line.indent <= around[-1].head.indent:
            last = around.pop()
            last.end = line.start
        if _IMPORT.match(python.code, line.head):
            around[-1].imports = line.head if around[-1].imports < 0 else around[-1].imports
        if line.colon >= 0:
            word = _HEAD.match(python.skeleton, line.head)
            block = Block(word[0] if word else b"", line, len(python.code))
            goes_on = last is not None and block.word in _GOES_ON and line.indent == last.head.indent
            block.chain = last.chain if goes_on and last is not None else []
            block.chain.append(block)
            around[-1].within.append(block)
            found.append(block)
            around.append(block)
    return found


def condition_of(python: Python, block: Block) -> bytes:
    return python.code[block.head.head + len(block.word) : block.head.colon]


def text_of(code: bytes) -> str:
    return " ".join(code.decode("utf-8", "replace").split())
