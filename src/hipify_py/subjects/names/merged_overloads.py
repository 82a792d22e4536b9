"""Overloads that become one function where their types become one: `report(cudaError_t)` and `report(CUresult)`.

All but the first are kept for other compilers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import Definition, extent, for_others_only, own_function, parameters
from hipify_py.file.rewrites import LISTED
from hipify_py.findings import MERGED_OVERLOAD, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Reading
from hipify_py.reading.tokens import Name

ANCHORS = LISTED
_BEFORE_PARAMETERS = pattern(rb"\b([A-Za-z_]\w*)\s*$")


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    seen: dict[tuple[bytes, bytes, int], tuple[bytes, Definition]] = {}
    for name in _with_merging_types(facts):
        definition = own_function(facts, name)
        if definition is None:
            continue
        types = [_type_of(facts.reading.plain[slice(*span)]) for span in parameters(facts, definition)]
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
    message = f"'{text}({second})' and '{text}({first})' become the same function in HIP; the latter is kept"
    help = "remove it, or merge its body into the other"
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
