"""`__CUDA_ARCH__` and `__NVCC__`: "is this device code?" and "is this GPU code?" are asked of HIP instead.

`__CUDA_ARCH__` as a number is 0 on AMD, so comparisons take the branch for the oldest GPUs. Where every GPU that CUDA
still supports gives one answer, the comparison is that question again; the rest stays and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import DEVICE_ARCHITECTURE, UNSUPPORTED, Finding
from hipify_py.reading.conditionals import CONDITIONS, Branch
from hipify_py.reading.numbers import whole
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.tokens import Name

ANCHORS = Anchors(frozenset((b"__CUDA_ARCH__", b"__NVCC__")))

# The oldest architecture that CUDA 12 compiles for: what asks for less asks for device code.
_OLDEST = 500
_DEFINED = re.compile(rb"defined\s*(?:\(\s*)?$")
_COMPARISON = re.compile(rb"__CUDA_ARCH__\s*(?:\)\s*)?(>=|>|<=|<|==|!=)\s*(\d+)([uUlL]*)(?![\w$.'\x80-\xff])")
# Anything but `defined`, `!`, a comparison with a number, `&&` and `||` around the name.
_CALCULATES = re.compile(
    rb"(?:[-+*/%<>=^~?:]|(?<!&)&(?!&)|(?<!\|)\|(?!\|))\s*(?:\(+\s*)?__CUDA_ARCH__"
    rb"|__CUDA_ARCH__\s*(?:\)+\s*)?(?:[-+*/%^?:]|<<|>>|(?:[<>]=?|[=!]=)(?!=)(?!\s*\d+[uUlL]*(?![\w$.'\x80-\xff])))"
)
_NVCC_ONLY = re.compile(
    rb"#\s*pragma\s+(?:nv_|diag_|push|pop|hd_warning|nv)|_Pragma|__nv|\bnvcc\b|\basm\b|__CUDACC_VER"
)
_HIP = re.compile(rb"\b__HIP(?:CC|_DEVICE_COMPILE)?__")
_NEGATIVE = (b"ifndef", b"elifndef")
_NOT = re.compile(rb"!\s*(?:defined\s*(?:\(\s*)?)?$")
_DEVICE = "__HIP_DEVICE_COMPILE__"
_HELP = "decide by AMD's own macros (__gfx90a__, __HIP_DEVICE_COMPILE__), or take the branch that suits AMD"


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_ported or facts.asks_for_hip:
        return
    for name in facts.names(ANCHORS.words):
        line = facts.reading.directive_at(name.start)
        is_asked_of_hip = line is not None and _HIP.search(facts.reading.code, line.body, line.end) is not None
        if is_asked_of_hip or name.text in facts.own_macros:
            continue
        if name.text == b"__NVCC__":
            yield from _compiler(facts, name, line)
        else:
            yield from _architecture(facts, name, line)


def _compiler(facts: Facts, name: Name, line: Directive | None) -> Iterator[Edit]:
    """`__NVCC__` stands for any GPU compiler, unless what it guards speaks to nvcc itself."""
    branch = facts.reading.conditionals.opened_by(line) if line else None
    if line is not None and (line.keyword in _NEGATIVE or _NOT.search(facts.reading.code, line.body, name.start)):
        branch = None  # it guards what is not for nvcc
    if branch is None or not _NVCC_ONLY.search(facts.reading.source.text, branch.start, branch.end):
        yield Edit(name.start, name.end, b"__HIPCC__", "__NVCC__", "guards")


def _architecture(facts: Facts, name: Name, line: Directive | None) -> Iterator[Edit | Finding]:
    code = facts.reading.code
    if line is None or line.keyword not in (*CONDITIONS, b"define"):
        yield _as_value(name)
        return
    condition = code[line.body : line.end]
    comparisons = list(_COMPARISON.finditer(condition))
    asks = all(_is_about_any_gpu(found) for found in comparisons) and not _CALCULATES.search(condition)
    if line.keyword in CONDITIONS and asks:
        if not _needs_number(facts, line):
            yield from _as_question(code, name, line, comparisons)
        elif _has_no_other_branch(facts, line):
            yield _vanishing(name)
    elif _DEFINED.search(code, line.body, name.start) is None:
        yield from _as_number(facts, name, line)


def _as_question(code: bytes, name: Name, line: Directive, comparisons: list[re.Match[bytes]]) -> Iterator[Edit]:
    """Every use in the condition asks whether this is device code."""
    for found in comparisons:
        start, end = line.body + found.start(), line.body + found.end()
        if start == name.start:
            is_device = found[1] in (b">=", b">", b"!=")
            closes = b")" if b")" in found[0] else b""
            new = b"" if is_device else b"!"
            takes = (name.text, closes, found[1], found[2] + found[3])
            yield Edit(start, end, new + f"defined({_DEVICE})".encode() + closes, "__CUDA_ARCH__", "guards", takes)
            return
    is_name_wanted = line.keyword not in (b"if", b"elif") or _DEFINED.search(code, line.body, name.start)
    question = _DEVICE if is_name_wanted else f"defined({_DEVICE})"
    yield Edit(name.start, name.end, question.encode(), "__CUDA_ARCH__", "guards")


def _needs_number(facts: Facts, line: Directive) -> bool:
    """Whether a branch of the chain computes with the number, in code or as a macro: it exists for NVIDIA only."""
    opened = facts.reading.conditionals.opened_by(line)
    # Between the branches stand nothing but their conditions, which do not count.
    return opened is not None and facts.computes_with_architecture(
        opened.chain.branches[0].start, opened.chain.branches[-1].end
    )


def _has_no_other_branch(facts: Facts, line: Directive) -> bool:
    opened = facts.reading.conditionals.opened_by(line)
    return opened is not None and line.keyword not in _NEGATIVE and opened.chain.branches[-1].directive is line


def _vanishing(name: Name) -> Finding:
    message = "what stands under this condition vanishes on AMD: it computes with '__CUDA_ARCH__'"
    return Finding(DEVICE_ARCHITECTURE, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__")


def _is_about_any_gpu(found: re.Match[bytes]) -> bool:
    """Whether each GPU gives the same answer: `>= 300`, `< 300`, `> 0`."""
    number = whole(found[2])
    if found[1] in (b">=", b"<"):
        return number <= _OLDEST
    return number == 0 or (number < _OLDEST and found[1] in (b">", b"<="))


def _as_number(facts: Facts, name: Name, line: Directive) -> Iterator[Edit | Finding]:
    branch = facts.reading.conditionals.opened_by(line)
    if branch is not None and _is_polyfill(facts, branch, line):
        yield Edit(line.body, line.body, b" defined(__CUDA_ARCH__) &&", "__CUDA_ARCH__", "guards")
        return
    message = "'__CUDA_ARCH__' is 0 on AMD, so this test is answered as for the oldest GPUs"
    yield Finding(DEVICE_ARCHITECTURE, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__")


def _is_polyfill(facts: Facts, branch: Branch, line: Directive) -> bool:
    """`#if __CUDA_ARCH__ < 600` around what old GPUs lack, and AMD has."""
    code = facts.reading.code
    condition = code[line.body : line.end].strip().strip(b"()").strip()
    found = _COMPARISON.fullmatch(condition)
    if line.keyword != b"if" or found is None or found[1] not in (b"<", b"<="):
        return False
    return facts.declares_builtin(branch.start, branch.end)


def _as_value(name: Name) -> Finding:
    message = "'__CUDA_ARCH__' is not defined on AMD"
    return Finding(UNSUPPORTED, name.start, name.end, message, help=_HELP, subject="__CUDA_ARCH__")
