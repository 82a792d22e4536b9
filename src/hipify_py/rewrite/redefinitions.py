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
from hipify_py.rewrite.proposals import Definition, definition_at, extent, for_others_only, neighbours, stands_alone
from hipify_py.syntax.reading import Reading
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
# How such functions are written: a loop of compare-and-swap, or the integer atomic on the bits.
_IN_ITS_WAY = re.compile(rb"\batomic(?:CAS|Max|Min|Exch|Add)\w*\s*\(")

_PARAMETER = re.compile(rb"\s*(\w+(?:\s+\w+)*)\s*(?:(\*)\s*(?:(?:__restrict__|const)\s+)?(?:\w+\s*)?)?")
_BEFORE_PARAMETERS = re.compile(rb"\b([A-Za-z_]\w*)\s*$")
_SPELLINGS = {
    b"unsigned long int": b"unsigned long",
    b"unsigned long long int": b"unsigned long long",
    b"long long int": b"long long",
    b"uint64_t": b"unsigned long",
    b"size_t": b"unsigned long",
}


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    functions = (_function(facts, name) for name in facts.names(WORDS))
    ours = [found for found in functions if found and _is_at_file_scope(facts, found) and _is_hips(facts, found)]
    alike = [found for found in ours if _IN_ITS_WAY.search(facts.reading.code, found.body, found.end)]
    for odd in ours:
        if odd not in alike:
            yield _redefined(odd.name)
    for group in neighbours(facts.reading.code, alike):
        yield for_others_only(facts, extent(group), group[0].name.text.decode(), "HIP brings this function")
    yield from _merged(facts)


def _redefined(name: Name) -> Finding:
    text = name.text.decode()
    message = f"'{text}' is a function of HIP as well, and what this one does was not understood"
    help = "give it another name, or drop it for HIP's"
    return Finding(MERGED_OVERLOAD, name.start, name.end, message, help=help, subject=text)


def _is_at_file_scope(facts: Facts, definition: Definition) -> bool:
    head = facts.reading.plain[definition.start : definition.name.start]
    return facts.reading.scopes.kind_at(definition.name.start) is Kind.FILE and b"template" not in head


def _function(facts: Facts, name: Name) -> Definition | None:
    """The definition whose name this is, if directives can stand around it."""
    reading = facts.reading
    if reading.directive_at(name.start) or not facts.declares(name, reading.neighbours(name)):
        return None
    definition = definition_at(reading, name, reading.skip_blank(name.end))
    return definition if definition and stands_alone(reading, definition) else None


def _is_hips(facts: Facts, definition: Definition) -> bool:
    """Whether the parameters are a pointer to one of the types and values of it."""
    parameters = [_PARAMETER.fullmatch(facts.reading.plain, *span) for span in _parameters(facts, definition)]
    types = {_spelled(_type(found)) for found in parameters if found is not None}
    wanted = 3 if definition.name.text == b"atomicCAS" else 2
    is_shape = len(parameters) == wanted and parameters[0] is not None and parameters[0][2] == b"*"
    return is_shape and None not in parameters and len(types) == 1 and types.pop() in _ATOMICS[definition.name.text]


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


def _parameters(facts: Facts, definition: Definition) -> list[tuple[int, int]]:
    return facts.reading.arguments(definition.opening) or []


def _merged(facts: Facts) -> Iterator[Edit | Finding]:
    """Overloads that take types of one new name: all but the first."""
    seen: dict[tuple[bytes, bytes, int], tuple[bytes, Definition]] = {}
    for name in _with_merging_types(facts):
        definition = _function(facts, name)
        if definition is None:
            continue
        types = [_type_of(facts.reading.plain[slice(*span)]) for span in _parameters(facts, definition)]
        new = b",".join(_converted(facts, text) for text in types)
        scope = facts.reading.scopes.at(name.start)
        key = name.text, new, scope.start if scope else -1
        old, first = seen.setdefault(key, (b",".join(types), definition))
        if old != b",".join(types) and not _are_alternatives(facts, first, definition):
            yield _merge(name, old.decode(), b",".join(types).decode())
            yield for_others_only(
                facts,
                extent([definition]),
                name.text.decode(),
                "the same function as another one in HIP",
            )


def _merge(name: Name, first: str, second: str) -> Finding:
    text = name.text.decode()
    message = f"'{text}({second})' becomes the same function as '{text}({first})', which is used"
    help = "drop it, or merge what it does into the other"
    return Finding(MERGED_OVERLOAD, name.start, name.end, message, help=help, subject=text)


def _are_alternatives(facts: Facts, left: Definition, right: Definition) -> bool:
    """Whether two places stand in different branches of one `#if`."""
    branches = {branch.chain: branch for branch in facts.reading.conditionals.around(left.start)}
    others = facts.reading.conditionals.around(right.start)
    return any(branches.get(branch.chain, branch) is not branch for branch in others)


def _with_merging_types(facts: Facts) -> list[Name]:
    """The functions with a parameter of a type that shares its new name with another type of this file."""
    types = [item for item in facts.listed if item.resolution.entry.section == "types" and item.resolution.target]
    sources: dict[str | None, set[bytes]] = {}
    for item in types:
        sources.setdefault(item.resolution.target, set()).add(item.name.text)
    merging = (item.name for item in types if len(sources[item.resolution.target]) > 1)
    found = {name.start: name for item in merging if (name := _called_around(facts.reading, item.start))}
    return [name for start, name in sorted(found.items()) if not facts.is_left_alone(start)]


def _called_around(reading: Reading, offset: int) -> Name | None:
    """The name before the parentheses that a place stands in directly."""
    scope = reading.scopes.at(offset)
    if scope is None or reading.plain[scope.start : scope.start + 1] != b"(":
        return None
    found = _BEFORE_PARAMETERS.search(reading.plain, max(0, scope.start - 200), scope.start)
    return Name(found.start(1), found.end(1), found[1]) if found else None


def _type_of(parameter: bytes) -> bytes:
    """A parameter without its name and its default."""
    words = parameter.split(b"=")[0].replace(b"&", b" & ").replace(b"*", b" * ").split()
    return b" ".join(words[:-1] if len(words) > 1 and re.fullmatch(rb"\w+", words[-1]) else words)


def _converted(facts: Facts, text: bytes) -> bytes:
    resolutions = ((word, facts.policy.name(word.decode("latin-1"))) for word in text.split())
    return b" ".join(found.target.encode() if found and found.target else word for word, found in resolutions)
