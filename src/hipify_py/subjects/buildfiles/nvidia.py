"""What of a file in Python AMD never runs: code behind conditions that name a vendor's GPUs, `if is_nvidia:`, and not
what they merely suggest: `if use_cuda:`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.buildfiles.branches import LEAVES, Branch, chains_of
from hipify_py.subjects.buildfiles.pairs import paired
from hipify_py.subjects.buildfiles.python import Python
from hipify_py.subjects.buildfiles.skips import skipped

_OWNER = rb"(?:\w[\w.]*(?:\(\))?\.)?"
_AMD = pattern(_OWNER + rb"_*(?:is_(?:hip|rocm|amd)|IS_(?:HIP|ROCM|AMD))(?:\(\))?|torch\.version\.hip")
_NVIDIA = pattern(_OWNER + rb"_*(?:is_nvidia|IS_NVIDIA)(?:\(\))?|torch\.version\.cuda")
# A tensor on a GPU of AMD's has `is_cuda`, too: that is no call.
_CUDA = pattern(rb"(?:(?:\w[\w.]*\.)?\w*platform(?:\(\))?\.)?is_cuda\(\)")
_NAMES_AMD = pattern(rb"\b_*(?:is_(?:hip|rocm)|IS_(?:HIP|ROCM))\b|\bversion\.hip\b")
_DEFINES_CUDA = pattern(rb"\bdef[ \t]{1,9}is_cuda\b[^\n]{0,200}\n(?:[^\n]{0,200}\n){0,6}")
_TELLS_APART = pattern(rb"\bversion\.(?:cuda|hip)\b|(?i:nvidia|rocm)")
_IS_NONE = pattern(rb"(?<!\s)\s+is\s+(?P<not>not\s+)?None\Z")
_NEGATES = pattern(rb"not\b\s*")
_SIGN = pattern(rb"[(\[{}\])]|\b(?:or|and)\b")
_TYPING = pattern(rb"\s*(?:\w+\.)?TYPE_CHECKING\s*")
_ASSERTS = pattern(rb"assert\b")
_ASSIGNS = pattern(rb"(\w+)\s*(?::[^=\n]*)?=(?!=)")
_BINDS = pattern(rb"\b(?:for|as|global|nonlocal)[ \t]+(\w+)|\b(\w+)[ \t]*(?::=|[-+*/|&^@%]=)|:[ \t]*(\w+)[ \t]*=(?!=)")
_DEFINES = pattern(rb"(?:async[ \t]+)?def\b")
_WORD = pattern(rb"\w+")
_DEEPEST = 4


class Part(NamedTuple):
    """What AMD does not run, and where it is asked for; `is_for_typing` where nobody does."""

    start: int
    end: int
    asked: int
    is_for_typing: bool = False


def names_amd(data: bytes) -> bool:
    """Whether a file asks anywhere for AMD's GPUs."""
    return _NAMES_AMD.search(data) is not None


def has_own_cuda(texts: Iterable[bytes]) -> bool:
    """Whether `is_cuda()` means NVIDIA's GPUs in a tree, and not all that PyTorch calls so."""
    asking = (found[0] for text in texts if b"def is_cuda" in text for found in _DEFINES_CUDA.finditer(text))
    return all(b"cuda.is_available" not in each or _TELLS_APART.search(each) for each in asking)


def never_on_amd(python: Python, *, has_own_cuda: bool) -> list[Part]:
    """The parts of a file, with what `is_cuda()` means in its tree."""
    conditions = _Conditions(python, has_own_cuda)
    found = [*_of_chains(python, conditions), *_of_choices(python, conditions)]
    found += (Part(start, end, start) for start, end, _why in (*paired(python), *skipped(python)))
    return sorted(found)


@dataclass(frozen=True, eq=False)
class _Conditions:
    """What the conditions of a file are on AMD: true, false, or nobody knows."""

    python: Python
    has_own_cuda: bool
    _known: dict[bytes, bool] = field(default_factory=dict)

    def on_amd(self, condition: bytes) -> bool | None:
        return self._any(condition, self._names, _DEEPEST)

    @cached_property
    def _names(self) -> Mapping[bytes, bool]:
        """Names that stand for conditions wherever the file has them: `_is_cuda = is_cuda()`."""
        code, known = self.python.skeleton, dict[bytes, bool]()
        taken = {name for names in _BINDS.findall(code) for name in names}
        for line in self.python.lines:
            if _DEFINES.match(code, line.head):
                taken.update(_WORD.findall(code, line.head, line.colon))
            elif found := _ASSIGNS.match(code, line.head, line.end):
                value = self._any(code[found.end() : line.end], known, _DEEPEST)
                if value is None or known.setdefault(found[1], value) is not value:
                    taken.add(found[1])
        return {name: value for name, value in known.items() if name not in taken}

    def _any(self, condition: bytes, names: Mapping[bytes, bool], depth: int) -> bool | None:
        values = [self._all(each, names, depth) for each in _split(condition, b"or")]
        return True if True in values else False if set(values) == {False} else None

    def _all(self, condition: bytes, names: Mapping[bytes, bool], depth: int) -> bool | None:
        values = [self._one(each.strip(), names, depth) for each in _split(condition, b"and")]
        return False if False in values else True if set(values) == {True} else None

    def _one(self, part: bytes, names: Mapping[bytes, bool], depth: int) -> bool | None:
        if negated := _NEGATES.match(part):
            value = self._one(part[negated.end() :], names, depth - 1) if depth else None
            return None if value is None else not value
        if part.startswith(b"(") and part.endswith(b")"):
            return self._any(part[1:-1], names, depth - 1) if depth else None
        if compared := _IS_NONE.search(part):
            value = self._one(part[: compared.start()], names, depth - 1) if depth and b".version." in part else None
            return value if compared["not"] or value is None else not value
        if _AMD.fullmatch(part):
            return True
        if _NVIDIA.fullmatch(part) or (self.has_own_cuda and _CUDA.fullmatch(part)):
            return False
        return names.get(part)


def _split(condition: bytes, word: bytes) -> Iterator[bytes]:
    """What `or`, or `and`, connects outside of brackets."""
    depth = start = 0
    for sign in _SIGN.finditer(condition):
        if sign[0] in b"([{":
            depth += 1
        elif sign[0] in b")]}":
            depth -= 1
        elif sign[0] == word and depth == 0:
            yield condition[start : sign.start()]
            start = sign.end()
    yield condition[start:]


def _of_chains(python: Python, conditions: _Conditions) -> Iterator[Part]:
    chains = list(chains_of("python", python.skeleton, python))
    left: dict[int, tuple[int, int]] = {}
    for chain in chains:
        values = [conditions.on_amd(branch.condition) for branch in chain.branches]
        yield from _of_branches(chain.branches, values)
        if values[0] and LEAVES.match(chain.branches[0].last):
            left[chain.end] = chain.indent, chain.branches[0].head
    yield from _behind(python, conditions, left)


def _of_branches(branches: Sequence[Branch], values: Sequence[bool | None]) -> Iterator[Part]:
    taken = -1
    for branch, value in zip(branches, values, strict=True):
        if taken >= 0:
            yield Part(branch.start, branch.end, taken)
        elif _TYPING.fullmatch(branch.condition):
            yield Part(branch.start, branch.end, branch.head, is_for_typing=True)
        elif value is False:
            yield Part(branch.start, branch.end, branch.head)
        elif value:
            taken = branch.head


def _behind(python: Python, conditions: _Conditions, left: Mapping[int, tuple[int, int]]) -> Iterator[Part]:
    """The rests of blocks that AMD leaves before: `if not is_cuda(): raise`."""
    waiting: list[tuple[int, int, int]] = []
    for line in python.lines:
        while waiting and line.indent < waiting[-1][0]:
            _indent, start, asked = waiting.pop()
            yield Part(start, line.start, asked)
        indent, asked = left.get(line.start, (-1, -1))
        if indent == line.indent:
            waiting.append((indent, line.start, asked))
        elif asserts := _ASSERTS.match(python.skeleton, line.head):
            end = line.comma if line.comma >= 0 else line.end
            if conditions.on_amd(python.skeleton[asserts.end() : end]) is False:
                waiting.append((line.indent, line.end, line.start))
    yield from (Part(start, len(python.data), asked) for _indent, start, asked in waiting)


def _of_choices(python: Python, conditions: _Conditions) -> Iterator[Part]:
    for choice in python.choices:
        value = conditions.on_amd(python.skeleton[slice(*choice.condition)])
        if value is not None:
            yield Part(*(choice.that if value else choice.this), choice.condition[0])
