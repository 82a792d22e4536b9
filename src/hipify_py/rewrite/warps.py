"""Warp builtins: each keeps CUDA's meaning for its group of 32 lanes, also where a wave has 64.

A CUDA warp of 32 threads is one half of a 64-lane wave, and the wave itself where that has 32. So a shuffle says its
width, and what a vote or a ballot says of the whole wave is cut down to the half that asks. The mask of a shuffle goes:
the lanes of a wave run in step, and HIP traps unless the mask equals the active lanes. The maskless builtins exist in
every ROCm release.

Code that asks for `warpSize` and holds no lanes in 32 bits adapts itself to the wave: there only the masks go. Where it
does hold lanes in 32 bits it cannot adapt, and `warpSize` is the 32 that it is in CUDA.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hipify_py.analysis.facts import Facts
from hipify_py.analysis.usage import Usage, usage
from hipify_py.edits import Edit, Span
from hipify_py.findings import WARP_BUILTIN, Finding
from hipify_py.syntax.reading import Neighbours
from hipify_py.syntax.tokens import Name
from hipify_py.tables.model import Version

_SHUFFLES = frozenset((b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor"))
_VOTES = frozenset((b"__any", b"__all", b"__ballot"))
_REDUCES = frozenset(b"__reduce_%s_sync" % what for what in (b"add", b"min", b"max", b"and", b"or", b"xor"))
_MATCHES = frozenset((b"__match_any_sync", b"__match_all_sync"))
WORDS = frozenset(
    (
        *_SHUFFLES,
        *(name + b"_sync" for name in (*_SHUFFLES, *_VOTES)),
        *_VOTES,
        *_REDUCES,
        *_MATCHES,
        b"__activemask",
        b"__syncwarp",
    )
)
# What says which lanes there are, in 32 bits.
_LANES = _MATCHES | {b"__ballot", b"__ballot_sync", b"__activemask"}
_HALF = b" >> (__lane_id() & 32)"
_WHOLE = b"__activemask() & (0xffffffffull << (__lane_id() & 32))"
_FULL_MASK = re.compile(
    rb"(?:\(\s*)*(?:\(?\s*(?:unsigned(?:\s+int)?|uint32_t|int)\s*\)?\s*\(?\s*)?"
    rb"(?:0[xX][fF]{8}[uU]?[lL]{0,2}|~\s*0[uU]?|-\s*1|UINT32_MAX|UINT_MAX|__activemask\s*\(\s*\))\s*\)*"
)
# Names under which people keep the mask of all 32 lanes, most often in a header of their own.
_FULL_NAME = re.compile(rb"(?:\w*::)?(?:\w*_)?(?:FULL|ALL)_?(?:WARP|LANES?|THREADS?)?_?MASK\w*", re.IGNORECASE)
_WIDE_MASK = re.compile(rb"0[xX][0-9a-fA-F]{9,}|~\s*0[uU]?[lL]{1,2}[uU]?\b|\d[uU]?[lL]{2}\b|\blong\b|64_t|\bu?int64")
_WRITES = re.compile(rb"\+\+|--|<<=|>>=|(?<![=<>!])=(?!=)")
_LONGEST_MASK = 500
_SYNCWARP_SINCE = Version(7, 0)
_FENCED_BARRIER = (
    b'(__builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), __builtin_amdgcn_wave_barrier(), '
    b'__builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront"))'
)


def rewrite(facts: Facts) -> Iterator[Edit | Finding]:
    names = [name for name in facts.reading.names(WORDS) if not facts.is_left_alone(name.start)]
    if not names or facts.is_ported:
        return
    asked = [name for name in facts.reading.names((b"warpSize",)) if _is_builtin_variable(facts, name)]
    holds_lanes = any(_holds_lanes(facts, name) for name in names)
    adapts = bool(asked) and not holds_lanes
    places = [(name, facts.reading.neighbours(name)) for name in names]
    own = facts.own_macros.union(name.text for name, around in places if facts.declares(name, around))
    for name, around in places:
        is_builtin = usage(around, is_scope=False) in (Usage.PLAIN, Usage.GLOBAL) and around.sign_after == b"("
        if is_builtin and name.text not in own and (call := _builtin(facts, name, around)):
            yield from _converted(facts, call, adapts=adapts)
    if holds_lanes:
        for name in asked:
            yield Edit(name.start, name.end, b"32", "warpSize", "warps")


def _holds_lanes(facts: Facts, name: Name) -> bool:
    """Whether lanes come out in 32 bits here; `__activemask()` as the mask of another builtin is none of ours."""
    around = facts.reading.neighbours(name)
    _start, caller = around.token_before(around.before - 1)
    return name.text in _LANES and not (around.sign_before == b"(" and caller in WORDS)


def _is_builtin_variable(facts: Facts, name: Name) -> bool:
    return usage(facts.reading.neighbours(name), is_scope=False) is not Usage.MEMBER and not facts.is_left_alone(
        name.start
    )


@dataclass(frozen=True)
class _Builtin:
    """A call of a warp builtin; `mask` is empty for the old ones without a mask."""

    name: Name
    around: Neighbours
    closing: int
    mask: Span | None
    rest: list[Span]
    mask_text: bytes
    mask_value: bytes

    @property
    def start(self) -> int:
        """Where the call begins, `::` before it included."""
        is_global = self.around.preceded_by(b"::")
        return self.around.code.rfind(b"::", self.around.low, self.around.before) if is_global else self.name.start

    @property
    def end(self) -> int:
        return self.closing + 1

    @property
    def has_full_mask(self) -> bool:
        is_full = _FULL_MASK.fullmatch(self.mask_value) or _FULL_NAME.fullmatch(self.mask_text)
        return self.mask is None or bool(is_full)

    @property
    def has_wide_mask(self) -> bool:
        """Whether the call was written for 64 lanes."""
        return bool(_WIDE_MASK.search(self.mask_value))

    @property
    def plain(self) -> bytes:
        return self.name.text.removesuffix(b"_sync")

    def edit(self, *new: bytes | Span) -> Edit:
        return Edit(self.start, self.end, new, self.name.text.decode(), "warps")


def _builtin(facts: Facts, name: Name, around: Neighbours) -> _Builtin | None:
    """The call at a name, if its brackets close."""
    reading = facts.reading
    closing = reading.closers.get(around.after)
    spans = reading.arguments(around.after)
    if closing is None or spans is None:
        return None
    arguments = [Span(*reading.stripped(*span)) for span in spans]
    takes_mask = name.text.endswith(b"_sync") or (name.text == b"__syncwarp" and bool(arguments))
    mask = arguments.pop(0) if takes_mask and arguments else None
    text = reading.code[mask.start : mask.end] if mask else b""
    return _Builtin(name, around, closing, mask, arguments, text, facts.constant(text))


def _converted(facts: Facts, call: _Builtin, *, adapts: bool) -> Iterator[Edit | Finding]:
    if len(call.mask_text) <= _LONGEST_MASK and call.has_wide_mask:
        return
    if len(call.mask_text) > _LONGEST_MASK:
        yield _finding(call, "its mask is too long to be understood")
    elif _WRITES.search(call.mask_text):
        yield _finding(call, "the mask is computed by an expression that also changes something")
    elif call.name.text == b"__syncwarp":
        yield from _barrier(facts, call)
    elif call.plain in _SHUFFLES:
        yield from _shuffle(facts, call, adapts=adapts)
    elif call.plain in _VOTES:
        yield from _vote(call, adapts=adapts)
    elif call.name.text == b"__activemask":
        yield call.edit(b"static_cast<unsigned>(__activemask()" + _HALF + b")")
    elif call.name.text in _REDUCES:
        yield _reduction(call, adapts=adapts)
    else:
        yield _match(call)


def _barrier(facts: Facts, call: _Builtin) -> Iterator[Edit]:
    """Every lane of a wave takes part in its barrier."""
    if facts.policy.rocm < _SYNCWARP_SINCE:
        yield call.edit(_FENCED_BARRIER)
    elif call.mask:
        yield call.edit(b"__syncwarp()")


def _shuffle(facts: Facts, call: _Builtin, *, adapts: bool) -> Iterator[Edit | Finding]:
    name, rest = call.name, call.rest
    if facts.reading.argument_count(call.around.after) is None or len(rest) not in (2, 3):
        yield _finding(call, "its arguments cannot be counted")
        return
    if call.mask is not None:
        yield Edit(name.start, name.end, call.plain, name.text.decode(), "warps")
        yield Edit(call.mask.start, rest[0].start, (), f"mask of {name.text.decode()}", "warps")
    if len(rest) == 2 and not adapts:
        yield Edit(rest[1].end, rest[1].end, b", 32", f"width of {name.text.decode()}", "warps")


def _vote(call: _Builtin, *, adapts: bool) -> Iterator[Edit | Finding]:
    if len(call.rest) != 1:
        yield _finding(call, "its arguments cannot be counted")
        return
    predicate = call.rest[0]
    if adapts and call.has_full_mask:
        yield call.edit(call.plain + b"(", predicate, b")")
    elif adapts:
        yield _finding(call, "the mask names a part of the wave, and the code adapts to the size of waves")
    elif call.plain == b"__ballot":
        yield call.edit(*_lanes(call, b"__ballot(", predicate, b")"))
    elif call.plain == b"__any":
        yield call.edit(b"(", *_lanes(call, b"__ballot(", predicate, b")"), b" != 0)")
    else:
        yield call.edit(b"(", *_lanes(call, b"__ballot(!(", predicate, b"))"), b" == 0)")


def _lanes(call: _Builtin, opening: bytes, value: Span, closing: bytes) -> tuple[bytes | Span, ...]:
    """The 32 bits of the half that asks, as CUDA would have them."""
    bits = (b"static_cast<unsigned>(" + opening, value, closing + _HALF + b")")
    return bits if call.has_full_mask or call.mask is None else (b"(", *bits, b" & (", call.mask, b"))")


def _match(call: _Builtin) -> Edit:
    if call.name.text == b"__match_any_sync":
        return call.edit(*_lanes(call, b"__match_any_sync(__activemask(), ", _all_of(call), b")"))
    return call.edit(
        b"static_cast<unsigned>(__match_all_sync(", *_half_mask(call), b", ", _all_of(call), b")" + _HALF + b")"
    )


def _reduction(call: _Builtin, *, adapts: bool) -> Edit:
    """HIP has the reductions under their names, with a mask of 64 bits."""
    mask = (b"__activemask()",) if adapts else _half_mask(call)
    return call.edit(call.name.text + b"(", *mask, b", ", _all_of(call), b")")


def _half_mask(call: _Builtin) -> tuple[bytes | Span, ...]:
    if call.mask is None or call.has_full_mask:
        return (_WHOLE,)
    return b"static_cast<unsigned long long>(", call.mask, b") << (__lane_id() & 32)"


def _all_of(call: _Builtin) -> Span:
    return Span(call.rest[0].start, call.rest[-1].end) if call.rest else Span(call.closing, call.closing)


def _finding(call: _Builtin, why: str) -> Finding:
    name = call.name.text.decode()
    message = f"'{name}' was left: {why}"
    help = "HIP's lane masks have 64 bits, and must equal the active lanes of the wave"
    return Finding(WARP_BUILTIN, call.name.start, call.name.end, message, help=help, subject=name)
