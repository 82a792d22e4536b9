"""`typedef unsigned long long uint64_t;` in device code: the headers of HIP bring a type of that name, those of CUDA do
not. It is kept for other compilers, as is `typedef unsigned long long CUtexObject;`, which HIP has a pointer for."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.proposals import extent, for_others_only, neighbours, stands_alone
from hipify_py.file.rewrites import Anchors
from hipify_py.file.typedefs import HANDLES, INTEGERS, OF_GROUPS, Typedef, typedefs
from hipify_py.findings import MERGED_OVERLOAD, Finding, Severity
from hipify_py.texts import to_text

ANCHORS = Anchors(HANDLES | INTEGERS | OF_GROUPS, tells=False)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.is_ported or not (facts.sees_cuda or facts.surroundings.is_cuda):
        return
    spare = []
    for each in typedefs(facts.reading):
        if not (each.clashes and _is_for_all(facts, each)):
            continue
        if stands_alone(facts.reading, each) and (each.name.text in HANDLES or each.is_of_the_size):
            spare.append(each)
        else:
            yield _left(each)
    for group in neighbours(facts.reading.code, spare):
        yield for_others_only(facts, extent(group), to_text(group[0].name.text), "HIP brings this type")


def _is_for_all(facts: Facts, found: Typedef) -> bool:
    """Whether a typedef is one outside of all namespaces and classes, that compilers for AMD may read."""
    place = found.start
    is_read = not AmdBranches(facts.reading, (), facts.on_amd).is_dead(place)
    is_kept = facts.is_left_alone(place) or facts.is_without_cuda(place) or found.name.text in facts.own
    return facts.reading.scopes.is_global(place) and is_read and not is_kept


def _left(found: Typedef) -> Finding:
    name = to_text(found.name.text)
    is_integer = found.name.text in INTEGERS or found.name.text in OF_GROUPS
    theirs = f"'{to_text(found.type_of_library)}'" if is_integer else "a pointer"
    message = f"'{name}' is {theirs} in the headers of HIP"
    help = "remove this typedef" if found.is_of_the_size or not is_integer else "name this type otherwise"
    return Finding(MERGED_OVERLOAD, found.start, found.end, message, help=help, subject=name, severity=Severity.ERROR)
