"""Renames: every listed name that is looked up as a name becomes what the tables say, or is reported."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.api_overloads import is_at_global_scope
from hipify_py.file.facts import Facts
from hipify_py.file.listed import NULLS, Call, Decision, Listed
from hipify_py.file.once_per_file import once_per_file
from hipify_py.file.ownership import OwnName, statement_before
from hipify_py.file.proposals import caution, left, rename
from hipify_py.file.rewrites import LISTED
from hipify_py.file.surroundings import OwnElsewhere
from hipify_py.file.usage import qualifier
from hipify_py.findings import ARGUMENTS_DIFFER, LEGACY_API, OWN_NAME, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.scopes import Kind
from hipify_py.tables.model import TYPE_SECTIONS, Resolution
from hipify_py.texts import to_bytes, to_text

ANCHORS = LISTED
_COMPARES_TYPES = pattern(rb"\bis_same(?:_v)?\s*<[^<>;{}()]*$")
_REACH = 100
# `T f(…);`, one after the other.
_DECLARATIONS = pattern(rb"(?:\s*[A-Za-z_][\w:<>,*&\s]*[\s*&][A-Za-z_]\w*\([^(){};]*\)\s*;)+\s*")
_LONGEST = 4_000

_TAG_KEYS = (b"class", b"struct", b"enum", b"union")
# Structures that C code cannot name without their tags in HIP either.
_TAGS = frozenset(("hipArray",))


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    reported = set(facts.quoted_members.values())  # which pastes.py reports
    ambiguous: set[bytes] = set()
    for item, decision in facts.decisions:
        if decision is Decision.CONVERTED:
            yield from _convert(facts, item)
            if item.name.text in facts.maybe_own.keys() - reported:
                reported.add(item.name.text)
                yield _maybe_own(facts.maybe_own[item.name.text], item)
            elif item.name.text not in ambiguous and (own := facts.found_by_arguments(item)) is not None:
                ambiguous.add(item.name.text)
                yield _found_by_arguments(own, item)
        elif decision is Decision.LEFT:
            if not facts.declares(item.name, item.around):  # what is declared and not used is no loss
                yield left(item.resolution, item.name.start, item.name.end)
        elif decision is Decision.LEGACY:
            yield _legacy_name(item)
        elif item.resolution.is_in_compat:
            continue  # it would have kept its name: whatever is called is the file's own
        elif decision is not Decision.NO_NAME and item.name.text not in reported:
            reported.add(item.name.text)
            yield _belongs_to_user(facts, item, decision)


def _convert(facts: Facts, item: Listed) -> Iterator[Edit | Finding]:
    call = facts.call(item)
    if (newer := _newer_form(facts, call)) is not None:
        yield left(newer, item.name.start, item.name.end)
        return
    is_own = facts.declares(item.name, item.around) or facts.may_mean_overload(item)
    if (wanted := call.wrong_count) and not is_own:
        message = f"'{call.target}' takes {wanted} arguments; this call passes {call.count}"
        subject, severity = item.resolution.entry.name, Severity.ERROR
        yield Finding(ARGUMENTS_DIFFER, *item.name[:2], message, subject=subject, severity=severity)
    if facts.policy.caution(item.resolution.entry) and not _needs_no_care(facts, item):
        yield from caution(facts.policy, item.resolution, item.name.start, item.name.end)
    if item.resolution.expression is None and call.target != item.resolution.entry.name:
        tag = item.resolution.entry.get("tag")
        tag = tag if tag is not None and item.name.text in _used_as_tags(facts) else None
        yield rename(facts, item, tag or call.target)
        yield from _without_tag(facts, item) if tag is None else ()


@once_per_file
def _used_as_tags(facts: Facts) -> frozenset[bytes]:
    """`struct name;` or `typedef struct name *alias;`, before which the headers of HIP may not be included."""
    names = {item.name.text for item in facts.listed if item.resolution.entry.get("tag")}
    uses = ((name.text, facts.reading.neighbours(name)) for name in facts.reading.names(names))
    tagged = ((name, use) for name, use in uses if use.word_before in _TAG_KEYS)
    return frozenset(name for name, use in tagged if use.sign_after == b";" or _precedes(use, b"typedef"))


def _newer_form(facts: Facts, call: Call) -> Resolution | None:
    """What a call of so many arguments becomes, if the release has no such function."""
    if call.target == call.item.resolution.target or not call.target.endswith("_v2"):
        return None
    newer = facts.policy.name(f"{call.item.resolution.entry.name}_v2")
    return newer if newer is not None and newer.target is None else None


def _needs_no_care(facts: Facts, item: Listed) -> bool:
    checks = (_guards_error, _is_compared, _has_header, _only_declares, _drops_null)
    return any(check(facts, item) for check in checks)


def _guards_error(facts: Facts, item: Listed) -> bool:
    """Whether a name stands in a condition with nothing but `#error` behind it, which needs no word of ours."""
    line = facts.reading.directive_at(item.name.start) if item.resolution.entry.section == "macros" else None
    branch = facts.reading.conditionals.opened_by(line) if line is not None else None
    return branch is not None and facts.reading.only_keywords(branch) == {b"error"}


def _drops_null(facts: Facts, item: Listed) -> bool:
    """Whether all arguments that a call loses are null pointers, so that it loses nothing."""
    call = facts.call(item)
    dropped = [int(change["remove"]) for change in call.changes if "remove" in change]
    texts = [facts.reading.code[start:end].strip() for start, end in call.arguments] if dropped else []
    return bool(dropped) and all(place < len(texts) and texts[place] in NULLS for place in dropped)


def _is_compared(facts: Facts, item: Listed) -> bool:
    """Whether a type is only compared with another one: `std::is_same<T, __nv_fp8_e4m3>`."""
    if item.resolution.entry.section not in TYPE_SECTIONS:
        return False
    return _COMPARES_TYPES.search(facts.reading.code, max(0, item.name.start - _REACH), item.name.start) is not None


def _only_declares(facts: Facts, item: Listed) -> bool:
    """Whether a question for an include guard decides about nothing but declarations of functions: one more harms
    nobody."""
    line = facts.reading.directive_at(item.name.start) if item.resolution.entry.get("guards") else None
    branch = facts.reading.conditionals.opened_by(line) if line is not None else None
    if branch is None or len(branch.chain.branches) > 1 or branch.end - branch.start > _LONGEST:
        return False
    is_outside = facts.reading.scopes.kind_at(branch.start) in (Kind.FILE, Kind.NAMESPACE, Kind.CLASS)
    return is_outside and _DECLARATIONS.fullmatch(facts.reading.plain[branch.start : branch.end]) is not None


def _has_header(facts: Facts, item: Listed) -> bool:
    """Whether a question for the include guard of a header is answered as in CUDA: the file itself includes the header
    above, or does so where it is missing."""
    wanted = to_bytes(item.resolution.entry.get("guards") or "")
    line = facts.reading.directive_at(item.name.start) if wanted else None
    if line is None:
        return False
    branch = facts.reading.conditionals.opened_by(line) if line.keyword == b"ifndef" else None
    end = branch.end if branch is not None and _is_alone(facts, branch) else line.start
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    return any(
        header.name == wanted and directive.start < end and not amd.is_dead(directive.start)
        for directive, header in facts.reading.headers
    )


def _is_alone(facts: Facts, branch: Branch) -> bool:
    """Whether a branch of its own holds one directive and nothing else."""
    lines = facts.reading.directives_between(branch.start, branch.end)
    return len(branch.chain.branches) == len(lines) == 1 and not facts.reading.plain[branch.start : branch.end].strip()


def _without_tag(facts: Facts, item: Listed) -> Iterator[Edit]:
    """`struct cudaExtent e`: what is a structure in CUDA may be the name of one without a tag in HIP."""
    around = item.around
    is_type = item.resolution.entry.section == "types" and around.code is facts.reading.plain
    if (
        not is_type
        or item.resolution.target in _TAGS
        or around.word_before not in _TAG_KEYS
        or around.sign_after in (b"{", b";", b":")
    ):
        return
    if item.name.text.endswith(b"_st") or _precedes(around, b"typedef"):
        return
    start, _word = around.token_before(around.before)
    between = facts.reading.source.text[start : item.name.start]
    if between.split() == [around.word_before]:
        yield Edit(
            start,
            item.name.start,
            b"",
            f"{to_text(around.word_before)} {to_text(item.name.text)}",
            item.library,
            (around.word_before,),
        )


def _precedes(around: Neighbours, word: bytes) -> bool:
    start, _tag = around.token_before(around.before)
    return around.token_before(start)[1] == word


def _belongs_to_user(facts: Facts, item: Listed, decision: Decision) -> Finding:
    """Why the name, or the HIP name that it would become, is the file's own."""
    if decision is Decision.OWN and (own := facts.owner(item)) is not None:
        is_known_to_tree = item.resolution.entry.section == "device_functions"
        is_beside = not is_known_to_tree and _is_beside_cudas(facts, own)
        return _maybe_overload(own, item) if is_beside else _own_name(own, item)
    own = facts.target_owner(item) if decision is Decision.OWN_TARGET else None
    return _own_target(facts, item, own) if own is not None else _qualified_name(item)


def _own_name(own: OwnName, item: Listed) -> Finding:
    place, name = item.name if own.file else own.name, to_text(own.name.text)
    whose = f"{own.file}, {own.relation}," if own.file else "this file"
    message = f"'{name}' was not converted: {whose} has its own {own.what} of that name"
    help = "rename it if it is not the CUDA name; if it replaces the CUDA name, write the HIP name"
    return Finding(OWN_NAME, place.start, place.end, message, help=help, subject=name)


def _is_beside_cudas(facts: Facts, own: OwnName) -> bool:
    """Whether a function is an overload of CUDA's, or a hook in place of it, which have the same looks. Other files do
    not call a static one of a source."""
    if own.file or own.what != "function" or facts.is_c or not is_at_global_scope(facts.reading, own):
        return False
    if facts.is_unit and b"static" in statement_before(facts.reading.neighbours(own.name)).split():
        return False
    names = (facts.policy.header(name) for name in facts.included)
    return any(found is not None and found.target != found.entry.name for found in names)


def _maybe_overload(own: OwnName, item: Listed) -> Finding:
    place, name, target = own.name, to_text(own.name.text), item.resolution.target
    message = f"'{name}' was not converted in this file, which has its own function of that name beside CUDA's"
    becomes = f"; calls in other files become '{target}'" if target else ""
    help = f"name an overload '{target}' here; a replacement of CUDA's function has to replace '{target}'"
    return Finding(
        OWN_NAME,
        place.start,
        place.end,
        message + becomes,
        help=help if target else "",
        subject=name,
        severity=Severity.ERROR,
    )


def _maybe_own(own: OwnElsewhere, item: Listed) -> Finding:
    message = (
        f"'{own.name}' was converted, but {own.file} has a macro of that name for some builds or places, which "
        "is bypassed now"
    )
    help = f"if a build for AMD needs that macro, name it '{item.resolution.target}'"
    return Finding(
        OWN_NAME, item.name.start, item.name.end, message, help=help, subject=own.name, severity=Severity.WARNING
    )


def _found_by_arguments(own: OwnName, item: Listed) -> Finding:
    name, namespace = to_text(item.name.text), to_text(b"::".join(own.scope.names))
    message = (
        f"'{name}' was converted, but this call may mean '{namespace}::{name}', which C++ finds by the types of the "
        "arguments"
    )
    help = f"if it does, write '{namespace}::{name}'"
    return Finding(
        OWN_NAME, item.name.start, item.name.end, message, help=help, subject=name, severity=Severity.WARNING
    )


def _own_target(facts: Facts, item: Listed, own: OwnName) -> Finding:
    name, target = to_text(item.name.text), item.resolution.target
    message = f"'{name}' was not converted: {own.file or 'this file'} has its own {own.what} named '{target}'"
    help = "remove or rename that definition, and convert again"
    around = facts.functions.around(item.name.start) if own.what == "function" else None
    is_wrapped = around is not None and to_text(around.name) == target  # a function of HIP made of CUDA's
    macro = facts.reading.macro_at(own.name.start) if own.what == "macro" and not own.file else None
    is_shim = macro is not None and facts.means_itself(macro)
    is_lost = own.what in ("variable", "function", "macro") and not (is_wrapped or is_shim)  # CUDA's name stays
    severity = Severity.ERROR if is_lost else None
    return Finding(OWN_NAME, item.name.start, item.name.end, message, help=help, subject=name, severity=severity)


def _qualified_name(item: Listed) -> Finding:
    name = to_text(item.name.text)
    message = f"'{qualifier(item.around).decode('utf-8', 'replace')}::{name}' is not the CUDA name"
    return Finding(OWN_NAME, item.name.start, item.name.end, message, subject=name)


def _legacy_name(item: Listed) -> Finding:
    name, required = item.resolution.entry.name, item.resolution.entry.get("requires")
    message = f"'{name}' is the legacy cuBLAS function (without a handle) here"
    help = f"use the API of {required} first (handle as first argument, scalars by pointer), then convert"
    return Finding(LEGACY_API, item.name.start, item.name.end, message, help=help, subject=name)
