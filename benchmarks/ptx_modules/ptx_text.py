"""What the judge has to know of a module of PTX, read without the translator: kernels, their parameters and blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_FUNCTION = re.compile(
    r"^[ \t]*(?:\.(?:visible|weak|extern|common)\s+)?\.(entry|func)\s+(?:\.attribute\([^)]*\)\s*)?"
    r"(?:\.noreturn\s+)?(?:\([^)]*\)\s*)?([\w$%.]+)",
    re.MULTILINE,
)
_PARAMETER = re.compile(
    r"\.param\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+(?:\.ptr\s*(?:\.\w+\s*)*(?:\.align\s+\d+)?\s*)?([\w$%]+)(?:\[(\d+)\])?"
)
_THREADS = re.compile(r"\.(maxntid|reqntid)\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_BRACE_OR_END = re.compile(r"[{};]")
_BRACE = re.compile(r"[{}]")
_SIZE = re.compile(r"(\d+)\Z")

# Instructions that are for later, or never: a kernel with one is counted apart.
SPECIAL = {
    "tensor cores of Hopper and newer": re.compile(r"\b(?:wgmma|tcgen05)\."),
    "TMA": re.compile(r"\bcp\.(?:reduce\.)?async\.bulk"),
    "clusters": re.compile(r"\bbarrier\.cluster|\bmapa\b|shared::cluster\.(?!.*mbarrier)|%cluster|\bgetctarank"),
    "mbarrier": re.compile(r"\bmbarrier\."),
    "tensor cores": re.compile(r"\b(?:wmma|mma|ldmatrix|stmatrix)\."),
    "textures and surfaces": re.compile(r"\b(?:tex|tld4|suld|sust|sured|txq|suq)\."),
    "calls by address": re.compile(r"\bcall(?:\.uni)?\s*\([^;]*%rd\d+|\bcall(?:\.uni)?\s+%rd"),
    "system calls": re.compile(
        r"\b(?:vprintf|__assertfail|malloc|free|cudaLaunchDevice\w*|cudaGetParameterBuffer\w*)\b"
    ),
}


class Parameter(NamedTuple):
    """`type` is that of PTX; `size` is in bytes. `loaded` are the types that the body loads it as."""

    name: str
    type: str
    size: int
    align: int


class Function(NamedTuple):
    name: str
    is_kernel: bool
    parameters: tuple[Parameter, ...]
    block: tuple[int, int, int] | None
    is_required: bool
    body: str

    @property
    def special(self) -> list[str]:
        return [kind for kind, pattern in SPECIAL.items() if pattern.search(self.body)]


def functions(text: str) -> Iterator[Function]:
    """Those with a body."""
    text = _COMMENT.sub("", text)
    for found in _FUNCTION.finditer(text):
        opening = _BRACE_OR_END.search(text, found.end())
        if opening and opening[0] == "{":
            head = text[found.end() : opening.start()]
            yield _function(found, head, text[opening.start() : _end(text, opening.start())])


def kernels(text: str) -> list[Function]:
    return [each for each in functions(text) if each.is_kernel]


def _function(found: re.Match[str], head: str, body: str) -> Function:
    parameters = tuple(_parameter(each) for each in _PARAMETER.finditer(head))
    threads = {each[1]: tuple(int(each[axis] or 1) for axis in (2, 3, 4)) for each in _THREADS.finditer(head)}
    block = threads.get("reqntid") or threads.get("maxntid")
    shape = (block[0], block[1], block[2]) if block else None
    return Function(found[2], found[1] == "entry", parameters, shape, "reqntid" in threads, body)


def _parameter(found: re.Match[str]) -> Parameter:
    align, type_, name, count = found.groups()
    bits = _SIZE.search(type_)
    size = int(bits[1]) // 8 if bits else 1
    return Parameter(name, type_, size * int(count or 1), int(align or size))


def _end(text: str, start: int) -> int:
    depth = 0
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)
