"""Which parts of a build file are no matter of porting: no build for AMD reads them, or HIP has a branch of its own."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import field
from enum import Enum, auto
from functools import partial
from typing import NamedTuple

from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.blanks import blanked
from hipify_py.subjects.buildfiles.cmake import Command, commands
from hipify_py.subjects.buildfiles.python import SAID, Line, Python

_ASK_WHETHER = (b"if", b"elseif")
_IS_FOUND = pattern(rb"\b(CUDA|CUDAToolkit)_FOUND\b")


class Unread(NamedTuple):
    """What is no matter of porting; with a `guard`, the condition that keeps AMD out, worth knowing where nothing
    else stands for it."""

    start: int
    end: int
    guard: str = ""


class For(Enum):
    """Whom a branch is built for, by its condition. What is never true on AMD is NVIDIA's."""

    HIP = auto()
    CUDA = auto()
    NVIDIA = auto()
    NOT_HIP = auto()
    ANYBODY = auto()


class _Turn(NamedTuple):
    """A line of a conditional; in Python every `statement`, as blocks end by their indent, with the `body` behind the
    colon."""

    word: bytes
    condition: bytes
    start: int
    end: int
    indent: int = 0
    statement: bytes = b""
    body: bytes = b""


class Branch(NamedTuple):
    """From its `head`, the line with its condition; `last` is its last statement, and `is_short` if that is the only
    one; both in Python alone."""

    who: For
    head: int
    start: int
    end: int
    condition: bytes = b""
    last: bytes = b""
    is_short: bool = False


class Chain(NamedTuple):
    branches: Sequence[Branch]
    indent: int
    end: int


@dataclass
class _Open:
    """A conditional that is not closed yet: the branches before the last one, and what is known of that one."""

    indent: int
    who: For
    head: int
    start: int
    condition: bytes
    done: list[Branch] = field(default_factory=list)
    inner: int = -1  # the indent of its statements
    last: bytes = b""
    count: int = 0

    def notes(self, statement: bytes, indent: int) -> None:
        self.inner = indent if self.inner < 0 else self.inner
        if statement and indent == self.inner:
            self.last = statement
            self.count += 1

    def turn(self, line: _Turn, who: For) -> None:
        self.done = self.closed(line.start)
        self.who, self.head, self.start, self.condition = who, line.start, line.end, line.condition
        self.inner, self.last, self.count = -1, b"", 0

    def closed(self, end: int) -> list[Branch]:
        return [*self.done, Branch(self.who, self.head, self.start, end, self.condition, self.last, self.count == 1)]


_LINES = {
    "make": re.compile(
        rb"(?m)^[ \t]*(?P<word>else[ \t]+ifn?(?:eq|def)|ifn?(?:eq|def)|else|endif)\b(?P<condition>[^\n]*)"
    ),
    "meson": re.compile(rb"(?m)^[ \t]*(?P<word>if|elif|else|endif)\b(?P<condition>[^\n]*)"),
    "other": re.compile(rb"(?m)^[ \t]*(?P<word>if|elif|else|fi)\b(?P<condition>[^\n]*)"),
}
_IN_CMAKE = frozenset((b"if", b"elseif", b"else", b"endif"))
_KINDS = frozenset((*_LINES, "cmake", "python"))
_HIP = pattern(rb"(?<![A-Za-z])(?:HIP|ROCM|ROCm|Hip|hip|rocm)(?![a-z])|hipcc|AMDGPU|GPU_AMD")
_CUDA = pattern(rb"(?i)cuda|nvcc|nvidia")
_NOT = pattern(rb"(?i)\bnot\b|!|\bis[ \t]+none\b|==[ \t]*0|\bstrequal[ \t]+\"?cuda")
# PyTorch for ROCm has no version of CUDA, and no GPU there has these capabilities: gfx9, gfx10 and so on count from 9.
_NVIDIA = pattern(
    rb"\A\s*torch\.version\.cuda(?:\s+is\s+not\s+None|\s*!=\s*None)?\s*\Z|"
    rb"capabilit[^=]{0,60}==[ \t{]*\([ \t]*[5-8]\b"
)
# Who asks for NVIDIA's GPUs so gets no for an answer on AMD's.
_NOT_NVIDIA = pattern(
    rb"\s*(?:not\s+(?:\w*platform(?:\(\))?\.)?(?:is_nvidia(?:\(\))?|is_cuda\(\))|torch\.version\.cuda\s+is\s+None|"
    rb"not\s+torch\.version\.cuda)\s*"
)
_ASKS_NOT_NVIDIA = pattern(rb"\bis_nvidia\b|\bis_cuda\(\)|\bversion\.cuda\b")
# What is of PyTorch alone may mean AMD's GPUs, too.
_OF_PYTORCH = pattern(
    rb"(?m)\bdef\s+is_cuda\(\)[^\n]{0,200}\n(?:[^\n]{0,200}\n){0,3}?[^\n]{0,200}torch\.cuda\.is_available"
)
_IS_NOT_NONE = pattern(rb"\bis\s+not\s+None\b|!=\s*None\b")
# What a condition of `make` turns round: being nothing, being something.
_TURNED = {
    b"ifeq": re.compile(rb"[ \t]*\([^,\n]*,[ \t]*(?:(?:0|no|off|false)[ \t]*)?\)"),
    b"ifneq": re.compile(rb"[ \t]*\([^,\n]*,[ \t]*[^ \t)][^)\n]*\)"),
}
_CALL = pattern(rb"(\w)\(([^()]*)\)")
_BRACKETED = pattern(rb"\A\s*\(([^()]*)\)\s*\Z")
_OR, _AND = pattern(rb"(?i)\bor\b"), pattern(rb"(?i)\band\b")
_WORD = pattern(rb"(?:if|elif|else)\b")
# How a block is left; the first ones refuse to go on.
_REFUSES = pattern(rb"(?:raise|(?:sys\.)?exit|pytest\.skip|self\.skipTest)\b")
LEAVES = pattern(rb"(?:raise|return|continue|break|(?:sys\.)?exit|pytest\.skip|self\.skipTest)\b")
_ASSERTS_NOT = pattern(rb"assert\b(?P<condition>[^,\n]*)")
_UNSUPPORTED = pattern(
    rb"(?i)(?:\bnot\b|n't|\bun|\bno\b)[\w \t]{0,20}(?:support|avail|implement|compatib)|\brequires?\b|\bonly\b"
)
# Who calls that is about to build, and to port, what the script refuses.
_SETUP = pattern(rb"(?m)^(?:\w+\.)?setup[ \t]*\(")
# What asks for some releases or GPUs, or for a compiler.
_SOME_OF_HIP = pattern(rb"(?i)version_|arch|gfx|hipc|[<>]")
# Boards of NVIDIA's, with GPUs of their own.
_BOARD = pattern(rb"(?i)jetson|(?<![a-z])tegra(?![a-z])")
# Switches of a file in Python, and what else may set them.
_SWITCH = pattern(rb"(?m)^([A-Z_][A-Z0-9_]*)[ \t]*=[ \t]*False[ \t]*$")
_SETS = pattern(rb"\b([A-Z_][A-Z0-9_]*)\b(?=[ \t]*(?:[|&^]?=(?!=)|:=|,))")
_GLOBAL = pattern(rb"\bglobal[ \t]+(\w+)")
# What conversion makes of conditions for CUDA, and what builds for CUDA beside HIP.
_MADE = pattern(rb"\b(?:hip\w*|roc\w+)_FOUND\b|\bCMAKE_HIP_\w+|\b(?:hip|roc)\w*::\w+|\bROCM_PATH\b|\bhipcc\b")
_CONVERTED = {
    "cmake": pattern(
        rb"(?i)\benable_language\s*\([^()]*\bCUDA\b|\bproject\s*\([^()]*\bCUDA\b|\bfind_package\s*\(\s*CUDA|"
        rb"\bcuda_add_\w+"
    ),
    "make": pattern(rb"(?m)^[ \t]*(?:else[ \t]+)?ifn?eq\b[^\n]*\bnvcc\b"),
}
# `if((USE_HIP AND hip_FOUND) OR (NOT USE_HIP AND CUDA_FOUND))`
ASKS_FOR_EITHER = pattern(rb"\(@?USE_HIP@? AND\b")
_DEFINITIONS = {b"macro": b"endmacro", b"function": b"endfunction"}
_NAME = pattern(rb"\s*(\w+)")


def unread(kind: str, code: bytes, python: Python | None = None) -> Iterator[Unread]:
    """What no build for AMD reads of code without comments; of Python in its own reading."""
    has_boards = kind in ("cmake", "python") and _BOARD.search(code) is not None
    switches = _switches(python) if python else frozenset()
    may_tell = _HIP.search(code) or (python and (b"torch." in code or _ASKS_NOT_NVIDIA.search(code)))
    if kind not in _KINDS or not (has_boards or switches or may_tell):
        return
    chains = list(chains_of(kind, code, python))
    if has_boards:
        yield from _for_boards(chains)
    yield from _switched_off(chains, switches)
    if not may_tell:
        return
    is_native = kind not in _CONVERTED or _CONVERTED[kind].search(code) is not None
    of_hip = [chain for chain in chains if is_native or _is_choice(chain)]
    knows_hip = any(branch.who in (For.HIP, For.NOT_HIP) for chain in of_hip for branch in chain.branches)
    starts = {chain.branches[0].head for chain in of_hip}
    is_setup = _SETUP.search(code) is not None
    found = list(_of_chains(chains, starts, knows_hip=knows_hip, is_setup=is_setup))
    if python:
        yield from _of_choices(python)
        yield from _behind_refusals(python, chains)
    elif kind == "cmake":
        yield from _called_there_alone(list(commands(code)), blanked(code, (span[:2] for span in found)))
        yield from _found_there_alone(commands(code), code, found)
    yield from found


def _is_choice(chain: Chain) -> bool:
    """Whether a conditional asks for HIP otherwise than one does that conversion has made of one for CUDA alone."""
    asking = (branch.condition for branch in chain.branches if branch.who in (For.HIP, For.NOT_HIP))
    is_made = not any(_HIP.search(_MADE.sub(b"", condition)) for condition in asking)
    return not is_made or any(branch.who in (For.CUDA, For.NVIDIA) for branch in chain.branches)


def _of_chains(chains: Iterable[Chain], of_hip: Set[int], *, knows_hip: bool, is_setup: bool) -> Iterator[Unread]:
    """Those that begin at `of_hip` may have a branch for HIP."""
    for chain in chains:
        is_of_hip = chain.branches[0].head in of_hip
        has_hip = is_of_hip and any(branch.who is For.HIP for branch in chain.branches)
        for who, _head, start, end, condition, *_rest in chain.branches:
            is_rest = has_hip and who is not For.HIP
            if is_rest or (who is For.NOT_HIP and is_of_hip) or (knows_hip and who in (For.CUDA, For.NVIDIA)):
                yield Unread(start, end)
            elif who is For.NVIDIA and not is_setup:
                yield Unread(start, end, _guard(condition))


def _switches(python: Python) -> Set[bytes]:
    """What a file has as `FAST = False`, and sets nowhere else."""
    switches = frozenset(_SWITCH.findall(python.skeleton))
    if not switches:
        return switches
    often = (name for name, count in Counter(_SETS.findall(python.skeleton)).items() if count > 1)
    return switches.difference(often, _GLOBAL.findall(python.skeleton))


def _switched_off(chains: Iterable[Chain], switches: Set[bytes]) -> Iterator[Unread]:
    """What stands behind `if FAST:`."""
    for chain in chains if switches else ():
        first = chain.branches[0]
        if (name := first.condition.strip()) in switches:
            yield Unread(first.start, first.end, f"{_guard(name)}, which is False")


def _for_boards(chains: Iterable[Chain]) -> Iterator[Unread]:
    for branch in (branch for chain in chains for branch in chain.branches):
        is_certain = not (_NOT.search(branch.condition) or _OR.search(branch.condition))
        if is_certain and _BOARD.search(branch.condition):
            yield Unread(branch.start, branch.end, _guard(branch.condition))


def _of_choices(python: Python) -> Iterator[Unread]:
    """The operands of `this if IS_ROCM else that`."""
    for choice in python.choices:
        who = _by_parts(python.code[slice(*choice.condition)])
        if who is For.HIP:
            yield Unread(*choice.that)
        elif who in (For.NOT_HIP, For.NVIDIA):
            yield Unread(*choice.this)


def _behind_refusals(python: Python, chains: Sequence[Chain]) -> Iterator[Unread]:
    """What stands in a block behind `if IS_ROCM: return` or the like; all of a file that does nothing for HIP but
    say that it does not support it."""
    is_setup = _SETUP.search(python.skeleton) is not None
    is_of_pytorch = _OF_PYTORCH.search(python.code) is not None
    left = {
        chain.end: (chain.indent, chain.branches[0])
        for chain in chains
        if _is_left_by_hip(chain.branches[0]) or (not is_of_pytorch and _is_left_by_others(chain.branches[0]))
    }
    rests: list[tuple[int, int, str]] = []
    for line in python.lines:
        while rests and line.indent < rests[-1][0]:
            _indent, start, why = rests.pop()
            yield Unread(start, line.start, why)
        guard: str | None = None
        indent, branch = left.get(line.start, (-1, None))
        if branch is not None and indent == line.indent:
            is_silent = branch.who is For.HIP and not _REFUSES.match(branch.last)
            guard = "" if is_silent else _guard(branch.condition)
        elif (asserted := _ASSERTS_NOT.match(python.code, line.head)) and _by_parts(asserted[1]) is For.NOT_HIP:
            guard = asserted[0].decode("utf-8", "replace").strip()
        if guard is not None and not (guard and is_setup and not line.indent):
            rests.append((line.indent, line.start, guard))
    for _indent, start, why in rests:
        yield Unread(start, len(python.data), why)
    for_hip = [branch for chain in chains for branch in chain.branches if branch.who is For.HIP]
    says = [branch for branch in for_hip if _UNSUPPORTED.search(branch.last) and _HIP.search(branch.last)]
    if says and not is_setup and all(branch.is_short and LEAVES.match(branch.last) for branch in for_hip):
        yield Unread(0, len(python.data), _guard(says[0].condition))


def left_out_for_hip(python: Python, text: bytes) -> Iterator[tuple[int, int]]:
    """What a program does for others than HIP, which gets nothing in its place: `[] if IS_ROCM else [ext]`. `text` has
    blanks for what is said to people."""
    for choice in python.choices:
        who = _by_parts(python.code[slice(*choice.condition)])
        of_hip, other = (choice.this, choice.that) if who is For.HIP else (choice.that, choice.this)
        if who in (For.HIP, For.NOT_HIP) and b"(" not in text[slice(*of_hip)]:
            yield other
    chains = list(chains_of("python", python.code, python))
    for chain in chains:
        for_hip = [branch for branch in chain.branches if branch.who is For.HIP]
        if not any(b"(" in SAID.sub(b"", text[branch.start : branch.end]) for branch in for_hip):
            others = (branch for branch in chain.branches if branch.who is For.NOT_HIP or for_hip)
            yield from ((branch.start, branch.end) for branch in others if branch.who is not For.HIP)
    yield from (each[:2] for each in _behind_refusals(python, chains))


def asserts_no_hip(python: Python) -> bool:
    """Whether a program goes on only without HIP."""
    found = (_ASSERTS_NOT.match(python.code, line.head) for line in python.lines if line.indent == 0)
    return any(each is not None and _by_parts(each[1]) is For.NOT_HIP for each in found)


def is_for_all_of_hip(branch: Branch) -> bool:
    """Whether a branch is for HIP whatever else holds, and for all of its releases and GPUs."""
    return branch.who is For.HIP and not _AND.search(branch.condition) and not _SOME_OF_HIP.search(branch.condition)


def _is_left_by_hip(branch: Branch) -> bool:
    return branch.who is For.HIP and LEAVES.match(branch.last) is not None and not _AND.search(branch.condition)


def _is_left_by_others(branch: Branch) -> bool:
    return LEAVES.match(branch.last) is not None and _is_without_nvidia(branch.condition)


def _is_without_nvidia(condition: bytes) -> bool:
    return any(_NOT_NVIDIA.fullmatch(part) for part in _OR.split(condition)) and not _AND.search(condition)


def holds_for_hip(condition: bytes) -> bool:
    """Whether a condition in Python is true on AMD GPUs, whatever else holds."""
    is_hips = _by_parts(condition) is For.HIP and not _AND.search(condition)
    return is_hips or _is_without_nvidia(condition)


def _called_there_alone(found: Sequence[Command], code: bytes) -> Iterator[Unread]:
    """The bodies of macros and functions of a CMake file that only its branches for CUDA call: those are blanks."""
    calls: dict[bytes, list[int]] = {}
    called_elsewhere: set[bytes] = set()
    for command in found:
        calls.setdefault(command.name, []).append(command.start)
        if code[command.start] not in b" ":
            called_elsewhere.add(command.name)
    for command in found:
        name = _NAME.match(code, command.opened + 1) if command.name in _DEFINITIONS else None
        if name and (called := name[1].lower()) in calls and called not in called_elsewhere:
            ends = calls.get(_DEFINITIONS[command.name], [])
            number = bisect_right(ends, command.end)
            yield Unread(command.end, ends[number] if number < len(ends) else len(code))


def _found_there_alone(every: Sequence[Command], code: bytes, branches: Sequence[Unread]) -> Iterator[Unread]:
    """`find_package(CUDAToolkit)` where a branch for CUDA asks whether it is found: a build for AMD goes on without."""
    guards = [each for each in every if each.name in _ASK_WHETHER and _opens_one_of(each, branches)]
    asked = {name for each in guards for name in _IS_FOUND.findall(code, each.opened, each.end)}
    for command in every if asked else ():
        words = code[command.opened + 1 : command.end].split() if command.name == b"find_package" else []
        if words and words[0] in asked and b"REQUIRED" not in words:
            yield Unread(command.start, command.end + 1)


def _opens_one_of(command: Command, branches: Sequence[Unread]) -> bool:
    return any(start <= command.end + 1 < end for start, end, _guard in branches)


def chains_of(kind: str, code: bytes, python: Python | None) -> Iterator[Chain]:
    stack: list[_Open] = []
    for line in _turns(kind, code, python):
        word = line.word.lower()
        is_else = word.startswith(b"el")
        while python and stack and line.indent < stack[-1].indent + (not is_else):
            yield _chain(stack.pop(), line.start)
        turns = bool(stack) and is_else and line.indent == stack[-1].indent
        if stack and not turns:
            stack[-1].notes(line.statement, line.indent)
        if word.startswith(b"if"):
            stack.append(_Open(line.indent, _who(kind, line), line.start, line.end, line.condition))
        elif turns:
            stack[-1].turn(line, _who(kind, line) if word != b"else" else For.ANYBODY)
        elif stack and word and not is_else:
            yield _chain(stack.pop(), line.start)
        if line.body:
            stack[-1].notes(line.body, line.indent + 1)
    while stack:
        yield _chain(stack.pop(), len(code))


def _chain(closed: _Open, end: int) -> Chain:
    return Chain(closed.closed(end), closed.indent, end)


def _turns(kind: str, code: bytes, python: Python | None) -> Iterator[_Turn]:
    if python:
        yield from map(partial(_turn, python), python.lines)
    elif kind == "cmake":
        for command in commands(code):
            if command.name in _IN_CMAKE:
                condition = code[command.opened + 1 : command.end]
                yield _Turn(command.name, condition, command.start, command.end + 1)
    else:
        for line in _LINES[kind].finditer(code):
            yield _Turn(line["word"], line["condition"], line.start(), line.end())


def _turn(python: Python, line: Line) -> _Turn:
    statement = python.code[line.head : line.end]
    word = _WORD.match(statement) if line.colon >= 0 else None
    if word is None:
        return _Turn(b"", b"", line.start, line.end, line.indent, statement)
    condition = python.code[line.head + word.end() : line.colon]
    body = python.code[line.colon + 1 : line.end].strip()
    return _Turn(word[0], condition, line.start, line.colon + 1, line.indent, statement, body)


def _who(kind: str, line: _Turn) -> For:
    return _by_words(line) if kind in _LINES else _by_parts(line.condition)


def _by_parts(condition: bytes) -> For:
    """By what `and` and `or` connect; all of it at once where brackets do."""
    if ASKS_FOR_EITHER.search(condition):
        return For.ANYBODY
    condition = condition.replace(b"torch.cuda.", b"torch.gpu.")  # which is PyTorch's name for AMD's GPUs, too
    flat = _CALL.sub(rb"\1 \2 ", _CALL.sub(rb"\1 \2 ", condition))
    flat = _BRACKETED.sub(rb"\1", flat)
    if b"(" in flat and not _NVIDIA.search(condition):
        return _by_words(_Turn(b"if", condition, 0, 0))
    parts = condition if _NVIDIA.search(condition) else flat
    return _any_of([_all_of([_of_part(each) for each in _AND.split(part)]) for part in _OR.split(parts)])


def _of_part(part: bytes) -> For:
    return For.NVIDIA if _NVIDIA.search(part) else _by_words(_Turn(b"if", part, 0, 0))


def _all_of(parts: Sequence[For]) -> For:
    for who in (For.NOT_HIP, For.NVIDIA):
        if who in parts:
            return who
    return _one_of(parts)


def _any_of(parts: Sequence[For]) -> For:
    if len(set(parts)) == 1:
        return parts[0]
    is_mixed = For.NOT_HIP in parts or (For.HIP in parts and For.NVIDIA in parts)
    return For.ANYBODY if is_mixed else _one_of(parts)


def _one_of(parts: Sequence[For]) -> For:
    if For.HIP in parts:
        return For.HIP if For.CUDA not in parts else For.ANYBODY
    return For.CUDA if For.CUDA in parts else For.ANYBODY


def _by_words(line: _Turn) -> For:
    condition = line.condition
    hip, cuda = _HIP.search(condition), _CUDA.search(condition)
    word = line.word.split()[-1]
    is_something = _IS_NOT_NONE.search(condition) is not None
    turned = word == b"ifndef" or (_NOT.search(condition) and not is_something)
    if turned or (word in _TURNED and _TURNED[word].match(condition)):
        return For.NOT_HIP if hip and not cuda else For.ANYBODY
    if hip:
        return For.HIP if not cuda else For.ANYBODY
    return For.CUDA if cuda else For.ANYBODY


def _guard(condition: bytes) -> str:
    return "if " + " ".join(condition.decode("utf-8", "replace").split())
