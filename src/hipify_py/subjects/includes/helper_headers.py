"""The includes of our headers, where new text calls hipify_ptx.hpp, or a file a function that hipify_compat.hpp has."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator

from hipify_py import helpers
from hipify_py.edits import INCLUDES, Edit, in_order
from hipify_py.file import wmma
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.argument_lookup import NO_OWN_TYPES
from hipify_py.file.bfloat_overloads import bfloat_overloads
from hipify_py.file.class_atomics import class_atomics
from hipify_py.file.expression_types import ExpressionTypes, expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.float_calls import Kind, float_calls
from hipify_py.file.groups import groups_of
from hipify_py.file.half_overloads import half_overloads
from hipify_py.file.host_math import host_math
from hipify_py.file.listed import Decision, Listed
from hipify_py.file.marks import COMPAT_HEADER, PTX_HEADER, calls_of_compat_header, uses_ptx_header
from hipify_py.file.min_max_calls import min_max_calls
from hipify_py.file.ownership import OwnName
from hipify_py.file.rewrites import EVERYWHERE, Judged
from hipify_py.file.sincos_calls import sincos_calls
from hipify_py.file.surface_values import surface_values
from hipify_py.findings import Called
from hipify_py.reading.tokens import Name, words
from hipify_py.subjects.includes.helper_places import place_of
from hipify_py.texts import to_bytes, to_text

ANCHORS = EVERYWHERE
RANK = 1  # new text of all others counts
_OF_GROUPS = frozenset(to_bytes(name) for name in helpers.OF_GROUPS)
_OF_WMMA = frozenset(to_bytes(name) for name in helpers.OF_WMMA)


def judge(facts: Facts, edits: tuple[Edit, ...]) -> Judged:
    """An include is added unless the file has this very one; another of its name may lack what is called."""
    new = b"\n".join(map(_text, edits))
    called = {header: frozenset[str]() for header in facts.surroundings.of_fragments}
    if uses_ptx_header(new):
        called[PTX_HEADER] = frozenset()  # what is called stands in the text
    if names := calls_of_compat_header(new).union(_called(facts, edits)):
        called[COMPAT_HEADER] = names
    for header in called if not facts.surroundings.is_fragment else ():
        if not _is_included(facts, header):
            edits = _with_include(facts, edits, header)
    return Judged(edits, [Called(header, tuple(sorted(names))) for header, names in called.items()])


def _called(facts: Facts, edits: tuple[Edit, ...]) -> Iterator[str]:
    """The functions of CUDA that the file calls and hipify_compat.hpp defines. HIP code has its own way with them,
    though not with nvcuda::wmma."""
    if facts.is_ported and not _is_included(facts, COMPAT_HEADER) and not _converts_header(facts):
        yield from _of_wmma(facts)
        return
    converted = {item.name.text: item for item, decision in facts.decisions if decision is Decision.CONVERTED}
    yield from (to_text(name) for name, item in converted.items() if item.resolution.is_in_compat)
    yield from (to_text(name) for name in _beside_own(facts, edits))
    yield from _of_wmma(facts)
    found = (name for name in _by_their_arguments(facts, edits) if not facts.is_left_alone(name.start))
    yield from (to_text(name.text).removesuffix("_sync") for name in found)  # as shuffles are called in HIP


def _of_wmma(facts: Facts) -> Iterable[str]:
    """The functions of nvcuda::wmma that the file says, whatever namespace it finds them in; all where it says none and
    opens the namespace for others. A file that only includes CUDA's header brings nothing: who calls them includes
    ours."""
    said = _OF_WMMA & facts.reading.words
    may_speak = said or b"nvcuda" in facts.reading.words
    if not may_speak or not facts.style.translates_matrices or not wmma.is_used(facts):
        return ()
    return {to_text(name) for name in said} or helpers.OF_WMMA


def _converts_header(facts: Facts) -> bool:
    """Whether an include of CUDA's becomes one of HIP's: half of the file is no HIP code yet."""
    headers = ((line, to_text(header.name)) for line, header in facts.reading.headers)
    found = ((line, name, facts.policy.header(name)) for line, name in headers)
    return any(
        each is not None and each.target not in (None, name) and not facts.is_left_alone(line.start)
        for line, name, each in found
    )


def _beside_own(facts: Facts, edits: tuple[Edit, ...]) -> frozenset[bytes]:
    """The functions that the file calls although it has own ones by their names: these are for types of its own, or
    stand under conditions. CUDA has the functions too, so that no build reads another one for the same types."""
    calls = defaultdict[bytes, list[Listed]](list)
    for item, decision in facts.decisions:
        if decision in (Decision.OWN, Decision.OWN_TARGET) and item.resolution.is_in_compat:
            calls[item.name.text].append(item)
    if not calls:
        return frozenset()
    amd, types = AmdBranches(facts.reading, edits, facts.on_amd), expression_types(facts)
    return frozenset(name for name, items in calls.items() if _needs_both(facts, amd, types, name, items))


def _needs_both(facts: Facts, amd: AmdBranches, types: ExpressionTypes, name: bytes, items: Iterable[Listed]) -> bool:
    definitions = facts.own_called(name)
    overloads = {own.name: _own_type(facts, own) for own in definitions}
    is_ruled_out = any(own.file or own.what != "function" or own.scope.names for own in definitions)
    if is_ruled_out or any(not kind and amd.is_sure(own.start) for own, kind in overloads.items()):
        return False
    for item in items:
        is_call = item.name not in overloads and item.around.sign_after == b"(" and not amd.is_dead(item.name.start)
        spans = facts.reading.arguments(item.around.after) if is_call else None
        value = types.of(*spans[0]) if spans else None
        if spans and (value is None or value.type.partition(b"<")[0] not in overloads.values()):
            return True
    return False


def _own_type(facts: Facts, own: OwnName) -> bytes:
    """The type of the project's own that the first parameter of a function has, if it is one."""
    spans = facts.reading.arguments(facts.reading.neighbours(own.name).after)
    of_parameter = words(facts.reading.code[slice(*spans[0])])[:-1] if spans else []
    found = (word for word in of_parameter if word not in NO_OWN_TYPES and not facts.policy.is_type(word))
    return next(found, b"")


def _by_their_arguments(facts: Facts, edits: tuple[Edit, ...]) -> Iterator[Name]:
    """Where functions are called that HIP has by the same name, for other arguments or in other releases."""

    def is_unread(place: int) -> bool:
        return bool(AmdBranches(facts.reading, edits, facts.on_amd).guard(place))

    yield from (found.name for found in class_atomics(facts, is_unread) if found.is_defined)
    yield from half_overloads(facts)
    yield from bfloat_overloads(facts)
    yield from (found.name for found in surface_values(facts) if found.is_defined)
    renamed = {call.item.name for call in facts.typed_calls if call.target != call.item.resolution.target}
    yield from (name for name in sincos_calls(facts) if name not in renamed)
    yield from min_max_calls(facts)
    if facts.is_surely_cuda:
        yield from (name for name, kind in float_calls(facts) if kind is Kind.MAYBE_FLOAT)
    yield from host_math(facts) if facts.is_surely_cuda else ()
    if not _OF_GROUPS.isdisjoint(facts.reading.words):
        yield from groups_of(facts).of(_OF_GROUPS)


def _with_include(facts: Facts, edits: tuple[Edit, ...], header: str) -> tuple[Edit, ...]:
    place = place_of(facts, edits, header)
    line = to_bytes(f'#include "{_spelled(facts, header)}"') + facts.reading.line_end
    # The includes that another pass adds at that very place come first.
    added = [edit for edit in edits if edit.start == edit.end == place and edit.group == INCLUDES]
    before = b"".join(_text(edit) for edit in added)
    rest = (edit for edit in edits if edit not in added)
    return in_order((*rest, Edit(place, place, before + line, header, INCLUDES)))


def _spelled(facts: Facts, header: str) -> str:
    """All our headers lie beside the first one."""
    first = facts.ptx_header
    return first if header == PTX_HEADER else posixpath.join(posixpath.dirname(first), header)


def _is_included(facts: Facts, header: str) -> bool:
    name = to_bytes(_spelled(facts, header))
    return any(included.quoted and included.name == name for _directive, included in facts.reading.headers)


def _text(edit: Edit) -> bytes:
    """The new text of an edit, without what it takes over from elsewhere."""
    return b"".join([piece for piece in edit.parts if isinstance(piece, bytes)])
