"""Warp builtins: each keeps CUDA's meaning for its group of 32 lanes, also where a wave has 64.

A CUDA warp of 32 threads is one half of a 64-lane wave, and the wave itself where that has 32. So a shuffle says its
width, `warpSize` is the 32 that it is in CUDA, and votes, matches and reductions become functions of hipify_compat.hpp,
with the arguments that they have. The mask of a shuffle goes: the lanes of a wave run in step, and HIP traps unless the
mask equals the active lanes. The maskless builtins exist in every ROCm release.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hipify_py.edits import Edit, Span
from hipify_py.file.amd_branches import AmdBranches, on_newest
from hipify_py.file.arithmetic import Typed, promoted
from hipify_py.file.effects import acts_beyond_lanes
from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.lane_builtins import BUILTINS, HEADER_NAMESPACE, IN_HEADER, OF_LANES, REDUCES, SHUFFLES, in_header
from hipify_py.file.ownership import statement_before
from hipify_py.file.rewrites import Anchors
from hipify_py.file.usage import Usage, only_scope, qualifier, usage
from hipify_py.findings import WARP_BUILTIN, Finding
from hipify_py.patterns import pattern
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import WORD_BYTES, Name, words
from hipify_py.records import dataclass
from hipify_py.subjects.warps.warp_size import warp_sizes
from hipify_py.tables.model import Version
from hipify_py.texts import to_bytes, to_text

# CUB's collectives of warps: how many template arguments say the width, and what stands before it by default.
_COLLECTIVES = {
    b"WarpReduce": (2, ()),
    b"WarpScan": (2, ()),
    b"WarpExchange": (3, ()),
    b"WarpMergeSort": (3, ()),
    b"WarpLoad": (4, (b"WARP_LOAD_DIRECT",)),
    b"WarpStore": (4, (b"WARP_STORE_DIRECT",)),
}
# What CUB asks of the hardware: hipCUB asks the wave.
_LANE = b"(__lane_id() & 31)"
_LANE_QUESTIONS = {
    b"LaneId": _LANE,
    b"LaneMaskLt": b"((1u << " + _LANE + b") - 1)",
    b"LaneMaskLe": b"((2u << " + _LANE + b") - 1)",
    b"LaneMaskGt": b"(~1u << " + _LANE + b")",
    b"LaneMaskGe": b"(~0u << " + _LANE + b")",
}
# Votes of CUB, with the mask behind the predicate, which hipCUB ignores.
_VOTES = {b"WARP_ANY": b"any_sync", b"WARP_ALL": b"all_sync", b"WARP_BALLOT": b"ballot_sync"}
ANCHORS = Anchors(OF_LANES | _COLLECTIVES.keys() | _LANE_QUESTIONS.keys() | _VOTES.keys())
_WIDE_MASK = pattern(rb"0[xX][0-9a-fA-F]{9,}|~\s*0[uU]?[lL]{1,2}[uU]?\b|\d[uU]?[lL]{2}\b|\blong\b|64_t|\bu?int64")
_LONGEST_MASK = 500
_ONE_TYPE = pattern(rb"\s{0,9}(?:const\s{1,9})?([A-Za-z_]\w*)(?:\s{1,9}const)?(?:[\s&]{1,9}(?:[A-Za-z_]\w*)?)?\s{0,9}")
_FLOATING = (b"float", b"double")
_SYNCWARP_SINCE = Version(7, 0)


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if not facts.is_surely_cuda:
        return
    yield from warp_sizes(facts)
    yield from _collectives(facts)
    yield from _lane_questions(facts)
    elsewhere = {to_bytes(each.name): each for each in facts.surroundings.own}
    defined = {macro.name_start for macro in facts.reading.macros}
    names = (name for name in facts.names(BUILTINS) if name.start not in defined)
    places = [(name, facts.reading.neighbours(name)) for name in names]
    declarations = (name for name, around in places if facts.declares(name, around))
    newest, types = AmdBranches(facts.reading, (), on_newest), expression_types(facts)
    overloads = [name for name in declarations if not newest.is_dead(name.start)]
    own = {name.text for name in overloads}
    in_file = {name.text for name in overloads if not facts.reading.scopes.path_at(name.start).names}
    gone = 0  # the end of the last mask that goes, with what it calls
    for name, around in places:
        use = usage(around, is_scope=False)
        if use not in (Usage.PLAIN, Usage.GLOBAL) or name.start < gone or facts.is_own(name, around):
            continue
        is_free = name.text not in (in_file if use is Usage.GLOBAL else own) and name.text not in elsewhere
        if around.sign_after != b"(":
            yield from _not_called(facts, name, around) if is_free else ()
            continue
        call = _builtin(facts, name, around)
        value = types.of(*call.rest[0]) if not is_free and call.mask and call.rest else None
        is_cudas = value is not None and _is_cudas(facts, overloads, name, value)
        if is_free or (is_cudas and not _is_maybe_macro(facts, name)):
            said = list(_converted(facts, call))
            yield from said
            if call.mask is not None and not call.is_in_header and any(isinstance(each, Edit) for each in said):
                gone = call.mask.end
        elif value is not None and not _is_maybe_macro(facts, name) and _is_for(facts, overloads, name, value):
            continue  # the file's own
        elif name.text.endswith(b"_sync") or _is_maybe_macro(facts, name):
            other = None if name.text in own else elsewhere[name.text]
            yield _own(name, f"{other.file}, {other.relation}," if other is not None else "this file")


def _is_maybe_macro(facts: Facts, name: Name) -> bool:
    return name.text in facts.maybe_own


def _of_cub(facts: Facts, names: Iterable[bytes]) -> Iterator[Name]:
    """Names behind `cub::` that may be those of the library."""
    if b"cub" not in facts.own_namespaces:
        yield from (name for name in facts.names(names) if not facts.is_in_nested_namespace(name))


def _collectives(facts: Facts) -> Iterator[Edit]:
    """`cub::WarpReduce<T>` works on 32 lanes in CUDA and on the wave in HIP, unless told."""
    for name in _of_cub(facts, _COLLECTIVES.keys()):
        around = facts.reading.neighbours(name)
        is_cub = around.preceded_by(b"::") and qualifier(around) in facts.cub_names
        closing = facts.reading.closing_angle(around.after) if is_cub and around.sign_after == b"<" else None
        if closing is None:
            continue
        needed, defaults = _COLLECTIVES[name.text]
        missing = needed - len(facts.reading.split(around.after + 1, closing))
        if 0 < missing <= 1 + len(defaults):
            said = [b"hipcub::" + each for each in defaults[len(defaults) + 1 - missing :]]
            new = b"".join(b", " + each for each in (*said, b"32"))
            yield Edit(closing, closing, new, f"width of {to_text(name.text)}", "warps")


def _lane_questions(facts: Facts) -> Iterator[Edit]:
    """`cub::LaneId()` and the masks of lanes: those of 32 lanes. `cub::WARP_ANY(p, mask)`: the vote of such lanes."""
    for name in _of_cub(facts, _LANE_QUESTIONS.keys() | _VOTES.keys()):
        around = facts.reading.neighbours(name)
        scope = only_scope(around) if around.sign_after == b"(" and qualifier(around) in facts.cub_names else None
        closing = facts.reading.closers.get(around.after) if scope is not None else None
        if scope is None or closing is None:
            continue
        passed = [Span(*facts.reading.stripped(*each)) for each in facts.reading.arguments(around.after) or ()]
        new: tuple[bytes | Span, ...] = ()
        if name.text in _VOTES and len(passed) == 2:
            new = (HEADER_NAMESPACE + b"::" + _VOTES[name.text] + b"(", passed[1], b", ", passed[0], b")")
        elif name.text in _LANE_QUESTIONS and not around.code[around.after + 1 : closing].strip():
            new = (_LANE_QUESTIONS[name.text],)  # in parts, as the scope is renamed in what goes
        if new:
            takes = (scope.text, name.text, b"(", b",", b")") if passed else (scope.text, name.text, b"(", b")")
            yield Edit(scope.start, closing + 1, new, to_text(name.text), "warps", takes)


def _own(name: Name, whose: str) -> Finding:
    """Calls of a builtin's name stay where there is a function of that name too."""
    text = to_text(name.text)
    message = f"'{text}' was not converted: {whose} has its own function of that name, and this call may mean either"
    help = "rename your function, and convert again"
    return Finding(WARP_BUILTIN, name.start, name.end, message, help=help, subject=text)


@dataclass(frozen=True)
class _Builtin:
    """A call of a warp builtin; `mask` is empty for the old ones without a mask. Some become functions of
    hipify_compat.hpp (`is_in_header`)."""

    name: Name
    around: Neighbours
    closing: int
    mask: Span | None
    rest: list[Span]
    mask_text: bytes
    mask_value: bytes
    is_in_header: bool

    @property
    def start(self) -> int:
        """Where the call begins, `::` before it included."""
        colons = self.around.colons_before(self.around.before)
        return self.name.start if colons is None else colons

    @property
    def end(self) -> int:
        return self.closing + 1

    @property
    def has_wide_mask(self) -> bool:
        """Whether the call was written for 64 lanes."""
        return bool(_WIDE_MASK.search(self.mask_value))

    @property
    def has_its_arguments(self) -> bool:
        """Whether as many arguments as the builtin takes stand behind the mask, and none of them is empty."""
        if any(span.start == span.end for span in self.rest) or not (self.mask is None or self.mask_text):
            return False
        if self.plain in SHUFFLES:
            return len(self.rest) in (2, 3)
        without_any = (b"__syncwarp", b"__activemask")
        wanted = 0 if self.name.text in without_any else 2 if self.name.text == b"__match_all_sync" else 1
        return len(self.rest) == wanted

    @property
    def plain(self) -> bytes:
        return self.name.text.removesuffix(b"_sync")

    def edit(self, new: bytes) -> Edit:
        """Other text for the whole call."""
        mask = () if self.mask is None else (self.mask,)
        taken = (self._named + b"(", *mask, b")")
        return Edit(self.start, self.end, self._behind_word(new), to_text(self.name.text), "warps", taken)

    @property
    def _named(self) -> bytes:
        return b"::" * (self.start < self.name.start) + self.name.text

    def _behind_word(self, new: bytes) -> bytes:
        """New text, apart from a word that stands right before: `return::__any_sync(…)`."""
        return b" " + new if self.start and self.around.code[self.start - 1] in WORD_BYTES else new


def _builtin(facts: Facts, name: Name, around: Neighbours) -> _Builtin:
    reading = facts.reading
    spans = reading.arguments(around.after)
    arguments = [Span(*reading.stripped(*span)) for span in spans or []]
    takes_mask = name.text.endswith(b"_sync") or (name.text == b"__syncwarp" and bool(arguments))
    mask = arguments.pop(0) if takes_mask and arguments else None
    text = reading.code[mask.start : mask.end] if mask else b""
    closing = reading.closers.get(around.after, -1) if spans is not None else -1
    is_in_header = _is_in_header(facts, name)
    return _Builtin(name, around, closing, mask, arguments, text, facts.constant(text, name.start), is_in_header)


def _is_in_header(facts: Facts, name: Name) -> bool:
    """Whether a builtin becomes a function of hipify_compat.hpp."""
    return name.text in IN_HEADER or (name.text == b"__syncwarp" and facts.policy.rocm < _SYNCWARP_SINCE)


def _is_cudas(facts: Facts, overloads: Iterable[Name], name: Name, value: Typed) -> bool:
    """Whether CUDA's function takes a value, which nobody can overload it for then but by a template."""
    if not value.is_number or (name.text in REDUCES and value.type in _FLOATING):
        return False
    return not any(_takes_anything(facts, own) for own in overloads if own.text == name.text)


def _takes_anything(facts: Facts, own: Name) -> bool:
    """`template <class T> T __shfl_sync(unsigned mask, T v, int lane)`"""
    around = facts.reading.neighbours(own)
    head, spans = statement_before(around), facts.reading.arguments(around.after) or []
    found = _ONE_TYPE.fullmatch(facts.reading.code, *spans[1]) if len(spans) > 1 else None
    return found is not None and b"template" in head and found[1] in words(head)


def _not_called(facts: Facts, name: Name, around: Neighbours) -> Iterator[Edit | Finding]:
    """`#define ANY __any`, `call(__any, p)`: the functions of hipify_compat.hpp can be meant like that, too."""
    line = facts.reading.directive_at(name.start)
    is_hips = name.text == b"__syncwarp" and not _is_in_header(facts, name)
    if (line is not None and line.keyword != b"define") or is_hips:
        return
    is_pasted = around.sign_before == b"#" or around.sign_after == b"#"
    if not is_pasted and (line is not None or _is_in_header(facts, name)):  # shuffles are templates there: no values
        yield _renamed(name, around, _in_header(facts, name))
    else:
        text = to_text(name.text)
        message = f"'{text}' was not converted: it is named here, and not called"
        help = "write a macro or a function that calls it, and convert again: in HIP it works on 64 lanes"
        yield Finding(WARP_BUILTIN, name.start, name.end, message, help=help, subject=text)


def _in_header(facts: Facts, name: Name) -> bytes:
    """The function of hipify_compat.hpp; in parentheses where a macro by its name would take it for a call."""
    function = HEADER_NAMESPACE + b"::" + in_header(name.text)
    return b"(" + function + b")" if in_header(name.text) in facts.own_macros else function


def _renamed(name: Name, around: Neighbours, new: bytes) -> Edit:
    """Another name, with all that is behind it."""
    colons = around.colons_before(around.before)
    start = name.start if colons is None else colons
    is_behind_word = start > 0 and around.code[start - 1] in WORD_BYTES  # `return::__any_sync(…)`
    taken = b"::" * (start < name.start) + name.text
    return Edit(start, name.end, b" " * is_behind_word + new, to_text(name.text), "warps", (taken,))


def _is_for(facts: Facts, overloads: Iterable[Name], name: Name, value: Typed) -> bool:
    """Whether one of the file's functions by a name takes a value of a type of its own by name."""
    of_type = value.type.partition(b"<")[0]
    if value.stars or promoted(of_type) or facts.policy.is_type(of_type):
        return False
    for own in overloads:
        spans = facts.reading.arguments(facts.reading.neighbours(own).after) if own.text == name.text else None
        if spans and len(spans) > 1 and of_type in words(facts.reading.code[slice(*spans[1])])[:-1]:
            return True
    return False


def _converted(facts: Facts, call: _Builtin) -> Iterator[Edit | Finding]:
    is_interrupted = facts.reading.is_interrupted(call.start, call.around.after)
    is_too_long = not call.is_in_header and len(call.mask_text) > _LONGEST_MASK
    is_counted = facts.reading.argument_count(call.around.after) is not None
    if call.closing < 0 or is_interrupted or is_too_long:
        yield _finding(call, "its arguments cannot be determined", "move preprocessor directives out of the call")
    elif is_counted and not call.has_its_arguments:
        yield _finding(call, "its arguments cannot be counted", "pass them one by one")
    elif call.has_wide_mask:
        if facts.shows_cuda:
            yield _finding(
                call,
                "its mask has 64 bits",
                "keep it if it was written for HIP; else use the 32-bit mask of a warp",
            )
    elif call.is_in_header or not is_counted:
        yield _renamed(call.name, call.around, _in_header(facts, call.name))
    elif acts_beyond_lanes(call.mask_value if call.mask_text in facts.own_macros else call.mask_text):
        yield _finding(call, "its mask expression may have side effects", "compute the mask in a statement before")
    elif call.name.text == b"__syncwarp":
        yield from _barrier(call)
    else:
        yield from _shuffle(call)


def _barrier(call: _Builtin) -> Iterator[Edit]:
    """Every lane of a wave takes part in its barrier."""
    if call.mask:
        yield call.edit(b"__syncwarp()")


def _shuffle(call: _Builtin) -> Iterator[Edit]:
    name, rest = call.name, call.rest
    if call.mask is not None:
        yield Edit(name.start, name.end, call.plain, to_text(name.text), "warps")
        mask = f"mask of {to_text(name.text)}"
        yield Edit(call.mask.start, rest[0].start, (), mask, "warps", (call.mask, b","))
    if len(rest) == 2:
        yield Edit(rest[1].end, rest[1].end, b", 32", f"width of {to_text(name.text)}", "warps")


def _finding(call: _Builtin, why: str, help: str) -> Finding:
    name = to_text(call.name.text)
    message = f"'{name}' was not converted: {why}"
    return Finding(WARP_BUILTIN, call.name.start, call.name.end, message, help=help, subject=name)
