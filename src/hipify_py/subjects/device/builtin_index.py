"""`threadIdx` and its like as a whole: in CUDA they are a `uint3` or a `dim3`, HIP has types of their own, which become
a `dim3` only. So the type of CUDA is written: `make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)`. DEV021: the address
of one."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE, Side
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import BEFORE_VALUES, Usage, usage
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import Name
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_bytes, to_text

_SIZES = (b"blockDim", b"gridDim")
ANCHORS = Anchors(frozenset((b"threadIdx", b"blockIdx", *_SIZES)), tells=False)

_UINT3 = pattern(rb"\buint3\b")
_DIM3 = pattern(rb"\bdim3\b")
_AUTO = pattern(rb"\bauto\b")
_CHOSEN = pattern(rb"(?:\?|[^:]:)\s*\Z")
_ASSIGNED = pattern(rb"=\s*\Z")
_RETURNED = pattern(rb"\breturn\s*\Z")
# HIP's `uint3` cannot be decomposed in each release; its `dim3` can.
_DECOMPOSED = pattern(rb"\b(const\s+)?auto(\s+const\b)?(?:\s*(&&?))?\s*\[[\w\s,]{1,100}\]\s*[=({]\s*$")
_ADDRESS_OF = pattern(rb"(?<!&)&\s*\Z")
# Of a function, or of a lambda: `= [](dim3 size)`.
_HEAD = pattern(rb"[^;{}]{0,300}")
# The longest list of arguments, and of the initializers of a constructor.
_REACH = 1_000


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported:
        return
    for name, before in _wholes(facts, ANCHORS.words):
        if _ADDRESS_OF.search(before) or _side(facts, name) not in ON_DEVICE:
            continue
        low = max(0, name.start - _REACH)
        index, decomposed = to_text(name.text), _DECOMPOSED.search(facts.reading.code, low, name.start)
        if decomposed is not None:
            yield Edit(name.start, name.end, to_bytes(f"dim3({index})"), index, "dialect")
            if decomposed.groups() == (None, None, b"&"):  # as CUDA's variable is `const`
                yield Edit(decomposed.start(), decomposed.start(), b"const ", index, "dialect")
        elif new := _in_cuda(facts, name, before):
            yield Edit(name.start, name.end, to_bytes(new.format(index)), index, "dialect")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name, before in _wholes(facts, words):
        if _ADDRESS_OF.search(before) and _UINT3.search(before):
            yield Hit(name.start, name.end)


def _in_cuda(facts: Facts, name: Name, before: bytes) -> str:
    """The value with the type that it has in CUDA; nothing where it becomes a `dim3` by itself."""
    is_chosen = _CHOSEN.search(before) is not None
    if _UINT3.search(before) is None:
        if name.text in _SIZES:
            return "dim3({0})" if is_chosen or _AUTO.search(before) else ""
        if _may_become_dim3(facts, name, before):
            return "dim3({0})" if is_chosen else ""
    return "make_uint3({0}.x, {0}.y, {0}.z)"


def _may_become_dim3(facts: Facts, name: Name, before: bytes) -> bool:
    """Whether what the statement declares, assigns to or returns is a `dim3`, or a parameter of a function."""
    if _DIM3.search(before) or _may_be_assigned_to_dim3(facts, name, before):
        return True
    if _RETURNED.search(before):
        return _DIM3.search(facts.functions.head_at(name.start)) is not None
    passed = facts.reading.argument_at(name.start, _REACH)
    if passed is None:
        return False
    declared = (each for each in facts.reading.names((passed.callee.text,)) if facts.reading.declarations.at(each))
    heads = (_HEAD.match(facts.reading.plain, each.end) for each in declared)
    return any(head is not None and _DIM3.search(head[0]) for head in heads)


def _may_be_assigned_to_dim3(facts: Facts, name: Name, before: bytes) -> bool:
    """Whether a variable, an element or a member that is no `uint3`, as far as is known, gets the value."""
    assigned, start = _ASSIGNED.search(before), name.start - len(before)
    if assigned is None or _AUTO.search(before):
        return False
    return expression_types(facts).of(start, start + assigned.start()) != Typed(b"uint3")


def _wholes(facts: Facts, words: frozenset[bytes]) -> Iterator[tuple[Name, bytes]]:
    """The variables that are used as a whole, with what stands before them in their statement."""
    code = facts.reading.code
    for name in facts.reading.names(words):
        if code[name.end : name.end + 1] == b".":
            continue  # as nearly all: no more is asked of them
        if facts.is_left_alone(name.start):
            continue
        around = facts.reading.neighbours(name)
        is_whole = around.sign_after not in (b".", b"[", b"-", b"(") and not around.followed_by(b"::")
        if is_whole and usage(around, is_scope=False) is Usage.PLAIN and _is_cudas(facts, name):
            yield name, code[facts.reading.scopes.statement_at(name.start) : name.start]


def _is_cudas(facts: Facts, name: Name) -> bool:
    """Whether a name means the variable of CUDA; in a macro, nobody knows what it means where that is called."""
    before = facts.reading.neighbours(name)
    is_declared = (
        before.word_before not in (b"", *BEFORE_VALUES)
        or before.preceded_by(b"}")
        or facts.introduces(name)
        or facts.reading.declarations.nearest(name.text, name.start) is not None
    )
    return not is_declared and facts.reading.directive_at(name.start) is None


def _side(facts: Facts, name: Name) -> Side | None:
    """Where a variable is used; of a constructor's initializers, the head before them tells."""
    side, reading = facts.functions.side_at(name.start), facts.reading
    if side is not Side.FILE:
        return side
    opening = reading.bracket_around(reading.plain, name.start, max(0, name.start - _REACH))
    head = reading.plain[reading.statement_start(opening) : opening] if opening is not None else b""
    return facts.functions.side_of(head)
