"""Macros that say `__device__` under `__CUDA_ARCH__` only.

nvcc needs that word of a function where it compiles device code. clang reads kernels where it compiles host code, too,
and may not call from them what is then a function of the host. So such a macro says `__host__ __device__` in both
passes: a condition for nothing but such macros asks for the compiler instead (conditions.py); of one for more, the
macro is defined again behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.patterns import pattern
from hipify_py.reading.conditionals import Branch, Chain
from hipify_py.reading.preprocessor import Macro

ANCHORS = Anchors(frozenset((b"__CUDA_ARCH__",)), tells=False)

_ASKED = rb"(?:defined\s{0,9}\(\s{0,9}__CUDA_ARCH__\s{0,9}\)|defined\s{1,9}__CUDA_ARCH__|__CUDA_ARCH__)"
FOR_DEVICES = pattern(_ASKED)
_FOR_HOSTS = pattern(rb"!\s{0,9}" + _ASKED)
_OF_FUNCTIONS = frozenset(b"__host__ __device__ __forceinline__ __inline__ __noinline__ inline static".split())
_BOTH = (b"__host__", b"__device__")
_OPEN_COMMENT = pattern(rb"/\*(?!.{0,400}\*/)")
# A function follows, and not a variable: what comes first of these is its list of parameters, or its operator.
_FUNCTION = pattern(rb"[^;={}(\[]{0,400}(?:\(|\boperator\b)")


def propose(facts: Facts) -> Iterator[Edit]:
    if facts.is_ported or facts.asks_for_hip:
        return
    for chain in facts.reading.conditionals.chains:
        macros = _qualifiers(facts, chain)
        if sets_qualifiers_alone(facts, chain):
            yield from (_with_host(facts, macro) for macro in macros if not _says_host(facts, macro))
        elif macros:
            yield from _defined_again(facts, chain, macros)


def sets_qualifiers_alone(facts: Facts, chain: Chain) -> bool:
    """Whether a chain asks for device code to define macros for the heads of functions, and for nothing else."""
    named = {macro.name for macro in _qualifiers(facts, chain)}
    return bool(named) and all(_defines_only(facts, branch, named) for branch in chain.branches)


def _qualifiers(facts: Facts, chain: Chain) -> list[Macro]:
    """The macros that are qualifiers of functions on devices in the branch for device code."""
    branch = _for_devices(facts, chain)
    return [macro for macro in _macros_in(facts, branch) if _qualifies(facts, macro)] if branch is not None else []


def _for_devices(facts: Facts, chain: Chain) -> Branch | None:
    """The branch that holds where device code is compiled, of a chain that asks first for nothing else."""
    first, *others = chain.branches
    asked = facts.reading.code[first.directive.body : first.directive.end].strip()
    if FOR_DEVICES.fullmatch(asked) and first.directive.keyword in (b"if", b"ifdef"):
        return first
    asks_unless = first.directive.keyword == b"ifndef"
    is_for_hosts = (FOR_DEVICES if asks_unless else _FOR_HOSTS).fullmatch(asked)
    is_pair = len(others) == 1 and others[0].directive.keyword == b"else"
    return others[0] if is_for_hosts and is_pair else None


def _macros_in(facts: Facts, branch: Branch) -> list[Macro]:
    return [macro for macro in facts.reading.macros if branch.start <= macro.name_start < branch.end]


def _qualifies(facts: Facts, macro: Macro) -> bool:
    words = _body(facts, macro).split()
    is_of_functions = b"__device__" in words and _OF_FUNCTIONS.issuperset(words) and macro.parameters is None
    return is_of_functions and all(
        _FUNCTION.match(facts.reading.plain, use.end) for use in facts.reading.names_in_code((macro.name,))
    )


def _body(facts: Facts, macro: Macro) -> bytes:
    return facts.reading.code[macro.body : macro.end]


def _defines_only(facts: Facts, branch: Branch, named: set[bytes]) -> bool:
    is_definitions = facts.reading.only_keywords(branch) == {b"define"}
    return is_definitions and all(macro.name in named for macro in _macros_in(facts, branch))


def _says_host(facts: Facts, macro: Macro) -> bool:
    return b"__host__" in _body(facts, macro)


def _with_host(facts: Facts, macro: Macro) -> Edit:
    start = facts.reading.code.index(b"__device__", macro.body)
    return Edit(start, start, b"__host__ ", "__CUDA_ARCH__", "guards")


def _defined_again(facts: Facts, chain: Chain, macros: list[Macro]) -> Iterator[Edit]:
    """The definitions for both passes, in the lines behind a chain."""
    lines = [b"#if defined(__HIPCC__)  // clang reads both sides twice"]
    for macro in macros:
        others = [word for word in _body(facts, macro).split() if word not in _BOTH]
        lines += [b"#undef " + macro.name, b" ".join((b"#define", macro.name, *others, *_BOTH))]
    end_of_chain = chain.branches[-1].end
    end = facts.reading.line_stop(end_of_chain)
    text = facts.reading.source.text
    if text[:end].endswith(b"\n") and not _OPEN_COMMENT.search(text, end_of_chain, end):
        new = b"".join(line + facts.reading.line_end for line in (*lines, b"#endif"))
        yield Edit(end, end, new, "__CUDA_ARCH__", "guards")
