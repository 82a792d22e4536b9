"""Atomics and shuffles of the file's own that HIP brings too: `atomicMax(float*, float)` is missing in CUDA and many
write it themselves, as they wrote `__shfl_down(double, …)` before CUDA 6.5. The spare definition of an atomic is kept
for other compilers."""

from __future__ import annotations

import re
from collections.abc import Set

from hipify_py.edits import Edit, in_order
from hipify_py.file.amd_branches import AmdBranches, on_newest
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import Definition, extent, for_others_only, neighbours, own_function, parameters
from hipify_py.file.rewrites import Anchors, Judged
from hipify_py.findings import MERGED_OVERLOAD, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.scopes import Kind
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

_WIDE = (b"float", b"double", b"unsigned long")
# The atomics that HIP has and CUDA lacks, or lacks on old GPUs, by the type that they work on.
_ATOMICS: dict[bytes, frozenset[bytes]] = {
    b"atomicAdd": frozenset((b"double", b"unsigned long")),
    b"atomicSub": frozenset((*_WIDE, b"unsigned long long")),
    b"atomicMin": frozenset((*_WIDE, b"long long", b"unsigned long long")),
    b"atomicMax": frozenset((*_WIDE, b"long long", b"unsigned long long")),
    b"atomicExch": frozenset((b"double", b"unsigned long")),
    b"atomicCAS": frozenset((*_WIDE,)),
    **dict.fromkeys((b"atomicAnd", b"atomicOr", b"atomicXor"), frozenset((b"unsigned long",))),
}
_SHUFFLES = frozenset((b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor"))
_HALVES = (b"half", b"__half", b"half2", b"__half2")
_SHUFFLED = frozenset(
    (b"int", b"unsigned", b"unsigned int", b"long long", b"unsigned long long", *_WIDE, b"long", *_HALVES)
)
ANCHORS = Anchors(_SHUFFLES | frozenset(_ATOMICS))
# How such functions are written: a loop of compare-and-swap, or the integer atomic on the bits.
_IN_ITS_WAY = pattern(rb"\batomic(?:CAS|Max|Min|Exch|Add|And|Or|Xor)\w*\s*\(")

# What else their bodies call: the same operation on values, and the bits of these.
_CALLED = pattern(rb"(?:::\s{0,9})?\b([A-Za-z_]\w*)\s*\(")
_HARMLESS = pattern(
    rb"atomic\w+|(?:f?min|f?max)f?|isnan|(?:reinterpret|static|const)_cast|if|while|for|return|sizeof|"
    rb"__[a-z0-9]+_as_[a-z0-9]+|__hiloint2double|unsigned|int|float|double|long"
)
_ANOTHER_NUMBER = pattern(rb"(?<![\w.])(?!0[\s;),.fFuUlL:?=])\.?\d|(?<![\w.])0?\.0*[1-9]")
_RETURNED = pattern(rb"\breturn\b([^;{}]{0,400});")
_ASSIGNED = pattern(rb"\b([A-Za-z_]\w*)\s*=(?!=)\s*([^;{}]{1,400}?)(?=;|,\s*\w+\s*[;=])")
_NAME = pattern(rb"\b[A-Za-z_]\w*")
_OLD = pattern(rb"\batomic\w+\s*\(|^[^?+]{0,80}\*")
_SIGNS = {
    b"atomicAdd": pattern(rb"[\w)]\s*(?:[/%^]|<<|>>|-(?![-=>]))"),
    b"atomicSub": pattern(rb"[\w)]\s*(?:[/%^]|<<|>>)"),
}
_PRODUCT = pattern(rb"\b([A-Za-z_]\w*)\s*\*\s*[\w(]")
_COMPUTES = pattern(rb"[\w)]\s*(?:[/%^]|<<|>>|\+(?![+=])|-(?![-=>]))")

_PARAMETER = pattern(rb"\s*(\w+(?:\s+\w+)*)\s*(?:(\*)\s*(?:(?:__restrict__|const)\s+)?(?:\w+\s*)?)?")
_SPELLINGS = {
    b"unsigned long int": b"unsigned long",
    b"unsigned long long int": b"unsigned long long",
    b"long long int": b"long long",
    b"uint64_t": b"unsigned long",
    b"size_t": b"unsigned long",
}


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    """What AMD does not read, once its conditions are converted, needs none of its own."""
    amd = AmdBranches(facts.reading, edits, facts.on_amd)
    functions = (own_function(facts, name) for name in facts.names(ANCHORS.words) if _is_read(facts, name.start))
    ours = [found for found in functions if found and _is_at_file_scope(facts, found) and _is_hips(facts, found)]
    alike = [found for found in ours if _does_the_same(facts, found)]
    kept = [found for found in alike if not amd.is_dead(found.start)]
    guarded = (
        for_others_only(facts, extent(group), to_text(group[0].name.text), "HIP brings this function")
        for group in neighbours(facts.reading.code, kept)
    )
    return Judged(in_order((*edits, *guarded)), [_redefined(odd.name) for odd in ours if odd not in alike])


def _is_read(facts: Facts, place: int) -> bool:
    """Whether AMD may read a place, be its conditions converted or not: `#if __CUDA_ARCH__ < 600` holds there."""
    answers = (facts.on_amd, on_newest)
    return not all(AmdBranches(facts.reading, (), each).is_dead(place) for each in answers)


def _does_the_same(facts: Facts, definition: Definition) -> bool:
    """Whether a function is written as all are that do what HIP's does: what it computes otherwise, or returns apart
    from the old value, is something of its own."""
    if definition.name.text in _SHUFFLES:
        return False
    body = facts.reading.plain[definition.body : definition.end]
    if not _IN_ITS_WAY.search(body) or _ANOTHER_NUMBER.search(body):
        return False
    if not all(_HARMLESS.fullmatch(found[1]) for found in _CALLED.finditer(body)):
        return False
    if b"~" in body or _SIGNS.get(definition.name.text, _COMPUTES).search(body):
        return False
    assigned = _ASSIGNED.findall(body)
    values = {name for name, _value in assigned}
    values.update(_NAME.findall(facts.reading.plain, start, end)[-1] for start, end in parameters(facts, definition))
    if any(found[1] in values for found in _PRODUCT.finditer(body)):
        return False
    old = {name for name, value in assigned if _OLD.search(value)}
    old |= {name for name, value in assigned if old.intersection(_NAME.findall(value)) and b"(" not in value}
    return all(_is_old_value(found[1], old) for found in _RETURNED.finditer(body))


def _is_old_value(returned: bytes, old: Set[bytes]) -> bool:
    """Whether what is returned is the result of an atomic, or one of the variables that got one, or were loaded."""
    if not returned.strip() or _OLD.search(returned):
        return True
    names = [name for name in _NAME.findall(returned) if not _HARMLESS.fullmatch(name)]
    return bool(names) and old >= set(names)


def _redefined(name: Name) -> Finding:
    text, help = to_text(name.text), "rename it, or use the HIP function"
    message = f"'{text}' is also a HIP function, and hipify-py does not know what this one does"
    return Finding(MERGED_OVERLOAD, name.start, name.end, message, severity=Severity.ERROR, help=help, subject=text)


def _is_at_file_scope(facts: Facts, definition: Definition) -> bool:
    head = facts.reading.plain[definition.start : definition.name.start]
    return facts.reading.scopes.kind_at(definition.name.start) is Kind.FILE and b"template" not in head


def _is_hips(facts: Facts, definition: Definition) -> bool:
    """Whether the parameters are a pointer to one of the types and values of it; a value, where it is shuffled."""
    taken = [_PARAMETER.fullmatch(facts.reading.plain, *span) for span in parameters(facts, definition)]
    types = {_spelled(_type(found)) for found in taken if found is not None}
    if definition.name.text in _SHUFFLES:
        return bool(taken) and taken[0] is not None and not taken[0][2] and _spelled(_type(taken[0])) in _SHUFFLED
    wanted = 3 if definition.name.text == b"atomicCAS" else 2
    is_shape = len(taken) == wanted and taken[0] is not None and taken[0][2] == b"*"
    return is_shape and None not in taken and len(types) == 1 and types.pop() in _ATOMICS[definition.name.text]


def _type(parameter: re.Match[bytes]) -> bytes:
    """What a parameter is of, without its star; the last word of a value is its name."""
    words: list[bytes] = parameter[1].split()
    if parameter[2] is None and len(words) > 1:
        words.pop()
        if len(words) > 1 and words[-1] in (b"__restrict__", b"const"):
            words.pop()
    return b" ".join(words)


def _spelled(text: bytes) -> bytes:
    words = [word for word in text.split() if word not in (b"volatile", b"const", b"register")]
    return _SPELLINGS.get(b" ".join(words), b" ".join(words))
