"""ARC015: conditions that keep code for CUDA from clang, which hipcc is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.expressions import UNDEFINED, Worth, defined_as
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

_CLANG = b"__clang__"
_NVCC = (b"__CUDACC__", b"__NVCC__")
_FOR_CUDA = pattern(rb"\b__(?:CUDACC|NVCC|CUDA_ARCH|CUDACC_VER_\w{1,20}|CUDA)__\b|\bCUDA(?:RT)?_VERSION\b")
_KERNEL = pattern(rb"\b__global__\b|<<<")


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    if not facts.is_about_cuda and not any(name in facts.reading.words for name in _NVCC):
        return
    names = [] if facts.is_ported else facts.reading.names(_NVCC)
    edits = [Edit(name.start, name.end, b"__HIPCC__", to_text(name.text), "guards") for name in names]
    by_clang, by_others = (
        AmdBranches(facts.reading, edits, partial(_answer, facts, is_clang)) for is_clang in (True, False)
    )
    for chain in facts.reading.conditionals.chains:
        if not any(_asks(facts, branch, _CLANG) for branch in chain.branches) or chain.is_guard:
            continue
        for branch in chain.branches:
            if _is_lost(by_clang, by_others, branch) and _is_for_cuda(facts, branch):
                yield Hit(branch.directive.start, branch.directive.end)
    for directive in facts.reading.directives:
        if directive.keyword == b"error" and by_clang.is_sure(directive.start) and by_others.is_dead(directive.start):
            yield Hit(directive.start, directive.end, message="this #error is reached on AMD: hipcc is clang")


def _answer(facts: Facts, is_clang: bool, name: bytes) -> Worth:
    if name == _CLANG:
        return defined_as(1) if is_clang else UNDEFINED
    return facts.on_amd(name)


def _is_lost(by_clang: AmdBranches, by_others: AmdBranches, branch: Branch) -> bool:
    """Whether clang alone never reads a branch, which others read for certain."""
    place = branch.start
    return by_clang.is_dead(place) and not by_others.is_dead(place) and by_others.taken([branch]) is branch


def _is_for_cuda(facts: Facts, branch: Branch) -> bool:
    code = facts.reading.code
    lines = (other.directive for other in branch.chain.branches[: branch.number + 1])
    return any(_FOR_CUDA.search(code, line.body, line.end) for line in lines) or (
        _KERNEL.search(facts.reading.plain, branch.start, branch.end) is not None
    )


def _asks(facts: Facts, branch: Branch, name: bytes) -> bool:
    line = branch.directive
    return name in facts.reading.code[line.body : line.end]
