"""What a source does for AMD: not what nobody compiles, nor branches and functions that do no more than refuse."""

from __future__ import annotations

from collections.abc import Iterator, Set

from hipify_py.file.amd_branches import AmdBranches, on_amd, on_nvidia
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import CONDITIONS, Branch, Chain
from hipify_py.reading.expressions import UNKNOWN, Worth
from hipify_py.reading.reading import Reading
from hipify_py.source import Source

_UNSUPPORTED = rb"(?i:not_?(?:supported|implemented|available)|unsupported|unimplemented)"
_MAY_REFUSE = pattern(
    rb"(?m)^[ \t]*#[ \t]*(?:error\b|if[ \t]+[01]\b)|\b(?:throw|abort|terminate|exit|assert)\b|\bhipError[A-Z]|FATAL|"
    rb"ABORT|PANIC|\bCHECK|" + _UNSUPPORTED
)
_SIGN = pattern(rb"[{};]")
_NO_FUNCTION = pattern(rb"(?:inline\s+)?namespace\b|extern\s*\"")
_DECLARES = pattern(rb"(?:using|typedef)\b")
_REFUSES = pattern(
    rb"(?:::)?(?:std::)?(?:throw|abort|terminate|_?exit)\b|assert\s*\(\s*(?:false|0)\b|"
    rb"\w{0,40}CHECK\w{0,40}\s{0,20}\(\s{0,20}(?:false|0)\b|"
    rb"LOG\s*\(\s*FATAL\b|(?:\w{0,40}_)?(?:FATAL|ABORT|PANIC|AT_ERROR)(?:_\w{1,40})?\s{0,20}\(|"
    rb"(?:return\b[^;]{0,200}|\w{0,60})(?:\bhipError[A-Z]|" + _UNSUPPORTED + rb")"
)
# What may stand beside that in a function: texts, what spares warnings, results that nobody gets.
_SILENT = pattern(
    rb"\Z|\(\s*void\s*\)|\w*UNUSED\b|(?:std::)?(?:f?printf|f?puts|fflush|perror|cerr|cout)\b|return\s*[-\w:.]*\Z"
)
# Longer chains choose among more than platforms, and no stub is longer.
_MOST_BRANCHES = 16
_LONGEST_STUB = 20_000


def supported(data: bytes) -> bytes:
    """A source with blanks for what nobody compiles, and for branches of AMD's that refuse: nobody asks for these."""
    if not _MAY_REFUSE.search(data):
        return data
    reading = Reading(Source("", data), is_cuda=True)
    result = bytearray(data)
    for start, end, new in _without_support(reading):
        kept = bytes(sign if sign in b"\r\n" else 0x20 for sign in data[start + len(new) : end])
        result[start:end] = new + kept
    return bytes(result)


def is_stub(data: bytes) -> bool:
    """Whether all functions of a source refuse to do anything."""
    if len(data) > _LONGEST_STUB or not _MAY_REFUSE.search(data):
        return False
    reading = Reading(Source("", data), is_cuda=True)
    return _only_refuses(reading.plain)


def _without_support(reading: Reading) -> Iterator[tuple[int, int, bytes]]:
    """What is to be replaced by blanks behind something else."""
    compiled = AmdBranches(reading, (), _any)
    refusing = _Refusals(reading)
    gone: set[int] = set()
    for chain in reading.conditionals.chains:
        if id(chain.around) in gone:
            gone.update(map(id, chain.branches))
        elif not chain.is_guard and len(chain.branches) <= _MOST_BRANCHES:
            for branch in chain.branches:
                refuses = refusing.refuses(branch)
                if refuses or compiled.is_dead(branch.start):
                    gone.add(id(branch))
                    yield branch.start, branch.end, b""
                if refuses:
                    yield from _settled(chain, branch)


def _settled(chain: Chain, branch: Branch) -> Iterator[tuple[int, int, bytes]]:
    """The condition of a branch that is not to be read, or of the only one before, which is then read always."""
    line, others = branch.directive, chain.branches
    if line.keyword in CONDITIONS:
        yield line.start, line.end, b"#elif 0" if branch.number else b"#if 0"
    elif len(others) == 2:
        yield others[0].directive.start, others[0].directive.end, b"#if 1"


class _Refusals:
    """Which branches are for AMD alone, and do nothing but refuse."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._amd, self._nvidia = (AmdBranches(reading, (), names) for names in (on_amd, on_nvidia))
        self._with_errors = self._with(b"error")
        self._with_macros = self._with(b"define")

    def refuses(self, branch: Branch) -> bool:
        if id(branch) not in self._with_errors and not self._is_stub(branch):
            return False
        return self._nvidia.is_dead(branch.start) and self._amd.taken(branch.chain.branches) is branch

    def _is_stub(self, branch: Branch) -> bool:
        if id(branch) in self._with_macros or branch.end - branch.start > _LONGEST_STUB:
            return False
        return _only_refuses(self._reading.plain[branch.start : branch.end])

    def _with(self, keyword: bytes) -> Set[int]:
        """The branches with such a directive, not in a condition of its own."""
        at, lines = self._reading.conditionals.at, self._reading.directives
        return {id(at(line.start)) for line in lines if line.keyword == keyword}


def _only_refuses(code: bytes) -> bool:
    """Whether functions, or statements of one, do nothing but refuse."""
    refuses = is_in_function = False
    start = 0
    for sign in _SIGN.finditer(code):
        statement, start = code[start : sign.start()].strip(), sign.end()
        if sign[0] == b"{":
            if is_in_function:
                return False
            is_in_function = not _NO_FUNCTION.match(statement)
        elif _REFUSES.match(statement):
            refuses = True
        elif not (_SILENT if is_in_function or not statement else _DECLARES).match(statement):
            return False
        if sign[0] == b"}":
            is_in_function = False
    return refuses and not code[start:].strip()


def _any(_name: bytes) -> Worth:
    return UNKNOWN
