"""Functions and constants of the file by names that only the headers of HIP define, `__smid()`: a redefinition, a call
that means the function of HIP, or what a macro of HIP replaces."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.amd_branches import AmdBranches
from hipify_py.file.facts import Facts
from hipify_py.file.functions import ON_DEVICE
from hipify_py.file.proposals import Definition, definition_at, parameters
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import MERGED_OVERLOAD, Finding, Severity
from hipify_py.patterns import pattern
from hipify_py.reading.declarators import BUILTIN
from hipify_py.reading.preprocessor import Directive
from hipify_py.reading.tokens import Name
from hipify_py.texts import to_text

# From hip_runtime.h of ROCm 6.4 and 7.2, and what clang 19 includes before it, without what CUDA has: the device
# functions by their number of parameters. Where overloads for other types are likely, the first types follow.
_FUNCTIONS: dict[bytes, tuple[int, frozenset[bytes]]] = {
    name: (count, frozenset(types.split()))
    for count, types, names in (
        (
            0,
            b"",
            b"__clock __clock64 __lane_id __lanemask_eq __lanemask_gt __lanemask_lt __named_sync __smid wall_clock64",
        ),
        (1, b"", b"__ballot64 __barrier __clamp_01 __hisinf2 __lastbit_u32_u64 __local_to_generic __match_any"),
        (2, b"", b"__match_all __mbcnt_hi __mbcnt_lo"),
        (2, b"double", b"powi"),
        (2, b"float", b"atomicAddNoRet powif"),
        (2, b"double float", b"safeAtomicAdd safeAtomicMax safeAtomicMin"),
        (2, b"double float", b"unsafeAtomicAdd unsafeAtomicMax unsafeAtomicMin"),
        (3, b"", b"__bitextract_u32 __bitextract_u64 __fns32 __fns64"),
        (4, b"", b"__bitinsert_u32 __bitinsert_u64"),
    )
    for name in names.split()
}
MACROS = frozenset((b"HW_ID", b"MASK1", b"MASK2", b"XCC_ID"))
# An int in errno.h, which the headers of HIP include, and those of CUDA do not.
_ERROR = b"error_t"
ANCHORS = Anchors(MACROS | _FUNCTIONS.keys() | {_ERROR}, tells=False)
_DEFINES_TYPE = (b"enum", b"struct", b"class", b"union")
_LAST_NAME = pattern(rb"\b([A-Za-z_]\w*)\s*(?:\[\w*\]\s*)?$")


def propose(facts: Facts) -> Iterator[Finding]:
    if facts.is_ported or not (facts.sees_cuda or facts.surroundings.is_cuda):
        return
    amd = AmdBranches(facts.reading, (), facts.on_amd)
    for name in facts.names(ANCHORS.words):
        line = facts.reading.directive_at(name.start)
        if amd.is_dead(name.start):
            continue
        if line is not None:
            yield from _of_default(facts, name, line)
        elif name.text == _ERROR:
            yield from _of_type(facts, name)
        else:
            yield from _of_macro(facts, name) if name.text in MACROS else _of_function(facts, name)


def _of_default(facts: Facts, name: Name, line: Directive) -> Iterator[Finding]:
    """`#ifndef MASK1`, `#define MASK1 0xff`: HIP has defined it before."""
    branch = facts.reading.conditionals.opened_by(line)
    own = facts.reading.macros_called.get(name.text, ()) if name.text in MACROS else ()
    is_default = branch is not None and any(branch.start <= macro.name_start < branch.end for macro in own)
    if is_default and line.keyword == b"ifndef":
        yield _finding(name, "a macro in the headers of HIP, and keeps their value", Severity.ERROR, "rename it")


def _of_macro(facts: Facts, name: Name) -> Iterator[Finding]:
    is_declared = facts.introduces(name) or facts.reading.declarations.at(name) is not None
    if is_declared and name.text not in facts.own_macros:
        yield _finding(name, "a macro in the headers of HIP", Severity.ERROR, "rename it")


def _of_type(facts: Facts, name: Name) -> Iterator[Finding]:
    """`enum error_t { … };`, `typedef enum { … } error_t;`"""
    around = facts.reading.neighbours(name)
    is_tag = around.word_before in _DEFINES_TYPE and around.sign_after in (b"{", b":")
    is_typedef = around.sign_before == b"}" and around.sign_after == b";"
    if (is_tag or is_typedef) and facts.reading.scopes.is_global(name.start):
        yield _finding(name, "an int in errno.h, which the headers of HIP include", Severity.ERROR, "rename it")


def _of_function(facts: Facts, name: Name) -> Iterator[Finding]:
    definition = definition_at(facts.reading, name, facts.reading.skip_blank(name.end))
    is_global = facts.reading.scopes.is_global(name.start)
    if definition is None or not is_global or facts.functions.side_at(definition.body + 1) not in ON_DEVICE:
        return
    count, types = _FUNCTIONS[name.text]
    taken = [each for each in parameters(facts, definition) if facts.reading.plain[slice(*each)].strip() != b"void"]
    first = _type(facts, definition) if types and taken else b""
    if len(taken) != count or (types and first not in types and first in BUILTIN):
        return
    severity = Severity.ERROR if (not types or first in types) else None
    why = ", which counts up to 63 on some GPUs" if name.text == b"__lane_id" else ""
    yield _finding(name, "a device function in the headers of HIP" + why, severity, "rename it, or use that of HIP")


def _type(facts: Facts, definition: Definition) -> bytes:
    """What the first parameter is of, or points to; nothing where nobody knows."""
    found = _LAST_NAME.search(facts.reading.plain, *parameters(facts, definition)[0])
    known = facts.reading.declarations.at(Name(*found.span(1), found[1])) if found is not None else None
    return known.type.rstrip(b" *") if known is not None else b""


def _finding(name: Name, what: str, severity: Severity | None, help: str) -> Finding:
    text = to_text(name.text)
    message = f"'{text}' is also {what}"
    return Finding(MERGED_OVERLOAD, name.start, name.end, message, severity=severity, help=help, subject=text)
