"""Functions of the file's own that HIP makes a second one of.

`atomicMax(float*, float)` is missing in CUDA and many write it themselves; HIP has it. And two overloads become one
where their types do: `report(cudaError_t)` and `report(CUresult)`. The spare definition is kept for other compilers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.analysis.facts import Facts
from hipify_py.edits import Edit
from hipify_py.findings import MERGED_OVERLOAD, Finding
from hipify_py.rewrite.proposals import Definition, for_others_only, stands_alone
from hipify_py.syntax.scopes import Kind
from hipify_py.syntax.tokens import Name

_WIDE = (b"float", b"double", b"unsigned long")
# The atomics that HIP has and CUDA lacks, or lacks on old GPUs, by the type that they work on.
_ATOMICS: dict[bytes, frozenset[bytes]] = {
    b"atomicAdd": frozenset((b"double", b"unsigned long")),
    b"atomicSub": frozenset((*_WIDE, b"unsigned long long")),
    b"atomicMin": frozenset((*_WIDE, b"long long", b"unsigned long long")),
    b"atomicMax": frozenset((*_WIDE, b"long long", b"unsigned long long")),
    b"atomicExch": frozenset((b"double", b"unsigned long")),
    b"atomicCAS": frozenset((*_WIDE,)),
}
WORDS = frozenset(_ATOMICS)

_PARAMETER = re.compile(rb"\s*((?:\w+\s+)*?\w+)\s*(\*?)\s*(?:__restrict__\s+|const\s+)?(\w*)\s*")
_BEFORE_PARAMETERS = re.compile(rb"([A-Za-z_]\w*)\s*$")
_SPELLINGS = {
    b"unsigned long int": b"unsigned long",
    b"unsigned long long int": b"unsigned long long",
    b"long long int": b"long long",
    b"uint64_t": b"unsigned long",
    b"size_t": b"unsigned long",
}


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    for name in facts.reading.names(WORDS):
        definition = _function(facts, name)
        if definition is not None and _is_hips(facts, definition):
            yield from for_others_only(facts, [definition], name.text.decode(), "HIP brings this function")
    yield from _merged(facts)


def _function(facts: Facts, name: Name) -> Definition | None:
    """The definition whose name this is, at file scope."""
    reading = facts.reading
    if facts.is_left_alone(name.start) or reading.directive_at(name.start):
        return None
    opening = reading.skip_blank(name.end)
    closing = reading.closers.get(opening)
    if reading.plain[opening : opening + 1] != b"(" or closing is None:
        return None
    body = reading.skip_blank(closing + 1)
    if (
        reading.plain[body : body + 1] != b"{"
        or body not in reading.closers
        or not facts.declares(name, reading.neighbours(name))
    ):
        return None
    start = _head(reading.plain, name.start)
    definition = Definition(name, start, opening, body, reading.closers[body] + 1)
    is_plain = reading.scopes.kind_at(name.start) is Kind.FILE and b"template" not in reading.plain[start : name.start]
    return definition if is_plain and stands_alone(reading.source.text, definition) else None


def _head(code: bytes, offset: int) -> int:
    """Where the declaration that an offset stands in begins."""
    start = max(code.rfind(sign, 0, offset) for sign in (b";", b"{", b"}")) + 1
    return start + len(code[start:offset]) - len(code[start:offset].lstrip())


def _is_hips(facts: Facts, definition: Definition) -> bool:
    """Whether the parameters are a pointer to one of the types and values of it."""
    parameters = [_PARAMETER.fullmatch(facts.reading.plain, *span) for span in _parameters(facts, definition)]
    types = {_spelled(found[1]) for found in parameters if found is not None}
    wanted = 3 if definition.name.text == b"atomicCAS" else 2
    is_shape = len(parameters) == wanted and parameters[0] is not None and parameters[0][2] == b"*"
    return is_shape and None not in parameters and len(types) == 1 and types.pop() in _ATOMICS[definition.name.text]


def _spelled(text: bytes) -> bytes:
    words = [word for word in text.split() if word not in (b"volatile", b"const")]
    return _SPELLINGS.get(b" ".join(words), b" ".join(words))


def _parameters(facts: Facts, definition: Definition) -> list[tuple[int, int]]:
    return facts.reading.arguments(definition.opening) or []


def _merged(facts: Facts) -> Iterator[Edit | Finding]:
    """Overloads that take types of one new name: all but the first."""
    seen: dict[tuple[bytes, ...], bytes] = {}
    for name in _with_merging_types(facts):
        definition = _function(facts, name)
        if definition is None:
            continue
        spans = _parameters(facts, definition)
        old = b",".join(_type_of(facts.reading.plain[slice(*span)]) for span in spans)
        new = b",".join(_converted(facts, _type_of(facts.reading.plain[slice(*span)])) for span in spans)
        first = seen.setdefault((name.text, new), old)
        if first != old:
            text = name.text.decode()
            message = f"'{text}({old.decode()})' becomes the same function as '{text}({first.decode()})', which is used"
            help = "drop it, or merge what it does into the other"
            yield Finding(MERGED_OVERLOAD, name.start, name.end, message, help=help, subject=text)
            yield from for_others_only(facts, [definition], text, "the same function as another one in HIP")


def _with_merging_types(facts: Facts) -> list[Name]:
    """The functions with a parameter of a type that shares its new name with another type of this file."""
    types = [item for item in facts.listed if item.resolution.entry.section == "types" and item.resolution.target]
    sources: dict[str, set[bytes]] = {}
    for item in types:
        sources.setdefault(item.resolution.target or "", set()).add(item.name.text)
    found: dict[int, Name] = {}
    for item in types:
        if len(sources[item.resolution.target or ""]) > 1:
            scope = facts.reading.scopes.at(item.name.start)
            before = (
                _BEFORE_PARAMETERS.search(facts.reading.plain, max(0, scope.start - 200), scope.start)
                if scope
                else None
            )
            if scope is not None and before is not None and facts.reading.plain[scope.start : scope.start + 1] == b"(":
                found[before.start(1)] = Name(before.start(1), before.end(1), before[1])
    return [found[start] for start in sorted(found)]


def _type_of(parameter: bytes) -> bytes:
    """A parameter without its name and its default."""
    words = parameter.split(b"=")[0].replace(b"&", b" & ").replace(b"*", b" * ").split()
    return b" ".join(words[:-1] if len(words) > 1 and re.fullmatch(rb"\w+", words[-1]) else words)


def _converted(facts: Facts, text: bytes) -> bytes:
    resolutions = ((word, facts.policy.name(word.decode("latin-1"))) for word in text.split())
    return b" ".join(found.target.encode() if found and found.target else word for word, found in resolutions)
