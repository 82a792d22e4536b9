"""How the lanes of a warp speak with each other in a file: where they do not, groups of 32 threads are no warps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import NamedTuple

from hipify_py.file import lane_builtins as lanes
from hipify_py.file.assembler import HOLE, KEYWORDS, Statement
from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Kernel, Side
from hipify_py.file.local_uses import UNITS
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.warps.kept_groups import HIPCUB, IN_HEADER, OF_CUB, keeps_groups
from hipify_py.texts import to_text

# What conversion keeps to groups of 32 lanes, and what of CUB it does: block-wide functions fit waves of any size.
_KEPT = frozenset((*lanes.OF_LANES, b"cub"))
# What is the same in each group of 32 lanes of a wave, whichever group it is.
_RELATIVE = frozenset((b"__shfl_down", b"__shfl_xor", b"__shfl_down_sync", b"__shfl_xor_sync", b"__syncwarp"))
_SWAPS = b"atomicCAS"
# What else conversion may have kept to groups in a file that is HIP.
_MAYBE_KEPT = frozenset((lanes.HEADER_NAMESPACE, HIPCUB))
# By what else the size of a warp may matter: operations of whole warps, and locks or flags between two of them.
_OTHERS = frozenset(
    (
        *b"__lane_id wmma atomicCAS atomicExch atomic_ref atomic_flag".split(),
        *b"tiled_partition thread_block_tile coalesced_threads coalesced_group thread_rank".split(),
        *b"LaneId WarpId LaneMaskLt LaneMaskLe LaneMaskGt LaneMaskGe".split(),
    )
)
# Instructions of one thread alone, unless a modifier or a special register says more.
_OF_THREADS = pattern(
    r"ldu?|st|mov|cvta?|prefetchu?|createpolicy|applypriority|discard|isspacep|setp?|selp|slct|"
    r"addc?|subc?|mul|mul24|madc?|mad24|fma|div|rem|abs|neg|min|max|sad|dp2a|dp4a|copysign|testp|"
    r"and|or|xor|c?not|lop3|sh[lrf]|bfe|bfi|bfind|brev|prmt|popc|clz|rcp|r?sqrt|ex2|lg2|sin|cos|tanh|"
    r"atom|red"
)
_OF_MORE_THREADS = pattern(r"\.(?:volatile|acquire|release|relaxed|mmio|sync|aligned|warp|cas|exch)\b|%smid")
# Instructions of warps that conversion keeps to groups of 32 lanes.
_IN_GROUPS = pattern(r"activemask|vote|match|shfl|redux")
_OF_WARPS = pattern(rb"(?i)\w{0,60}(?:warp|shfl|shuffl|ballot|wavefront|lane)\w{0,60}")
# Tensor cores, and what lanes hold for them; no gamma, comma or summary.
_OF_MATRICES = pattern(rb"(?i)(?<![aeiou])mma|ldsm|ldmatrix|frag(?:s|ment|_|$)")
_HEADER_OF_WARPS = pattern(r"(?i)\A(?!(?:hip)?cub/).*(?:warp|shfl|shuffl|lane|reduce|cub\b)")
_WORD = pattern(rb"\w+")


class Other(NamedTuple):
    """A word by which lanes may speak, or a header that is about warps, and where it stands."""

    word: str
    place: int


@dataclass(frozen=True)
class Speech:
    facts: Facts

    def is_missing_at(self, offset: int) -> bool:
        """Whether a place is in code whose threads speak with each other through memory and barriers of the block
        alone. Functions of headers may be called by others whose threads do not."""
        words = self.facts.reading.words
        if not self._has_kernels or not (_KEPT | _MAYBE_KEPT).isdisjoint(words) or self.other_at(offset):
            return False
        is_unit = self.facts.reading.source.path.lower().endswith(UNITS)
        return is_unit or self.facts.functions.side_at(offset) is Side.KERNEL

    def is_kept_at(self, offset: int) -> bool:
        """Whether lanes speak by nothing but what conversion keeps to groups, in code that it changes."""
        is_converted = self.facts.is_surely_cuda and not _KEPT.isdisjoint(self.facts.reading.words)
        return (is_converted or keeps_groups(self.facts)) and not self.other_at(offset)

    @cached_property
    def is_ported(self) -> bool:
        """Whether the authors have branches for HIP around what lanes say, and lanes listen only to those that are some
        number away, in whatever group of 32."""
        names = self.facts.reading.names(lanes.BUILTINS) if self.facts.asks_for_hip else []
        is_relative = all(name.text in _RELATIVE for name in names)
        return is_relative and any(self.facts.is_for_one_platform(name.start) for name in names)

    def other_at(self, offset: int) -> Other | None:
        """By what else lanes may speak where a place is: in its kernel, or in no kernel. What another kernel does is
        not its own; of what stands in no kernel itself, nobody knows by whom it is used."""
        own, others = self._kernel_at(offset), self._others
        place = min(others.values(), default=None) if own is None else others.get(own, others.get(None))
        if place is not None:
            word = _WORD.match(self.facts.reading.code, place)
            return Other(to_text(word[0]) if word is not None else "", place)
        return self._header

    @cached_property
    def _header(self) -> Other | None:
        """An include of a header that is about warps."""
        if not any(map(_HEADER_OF_WARPS.match, self.facts.included)):
            return None
        headers = ((to_text(header.name), line.start) for line, header in self.facts.reading.headers)
        return next((Other(*each) for each in headers if _HEADER_OF_WARPS.match(each[0])), None)

    @cached_property
    def _others(self) -> Mapping[Kernel | None, int]:
        """The kernels with other ways in which lanes may speak, and the first place of each; None for the code outside
        of kernels."""
        words = self.facts.reading.words
        wanted = (words & _OTHERS) | {word for word in words if _OF_MATRICES.search(word)}
        places = [name.start for name in self.facts.reading.names(wanted)] if wanted else []
        if _SWAPS in wanted:
            places = [*(place for place in places if not self._is_swap(place)), *self._tried_again]
        found: dict[Kernel | None, int] = {}
        for place in sorted((*places, *self._volatile, *self._assembler, *self._calls)):
            found.setdefault(self._kernel_at(place), place)
        return found

    @property
    def _tried_again(self) -> Iterator[int]:
        """Where a swap, or a function with one, may be tried until it succeeds. Most swaps put in what they have found
        with a change, and wait for nobody."""
        from hipify_py.subjects.warps.spins import may_be_in_loop  # few files have any
        from hipify_py.subjects.warps.tries import tries

        for tried in tries(self.facts):
            is_atomic = self.facts.reading.code.startswith(b"atomic", tried.start) and not self._is_swap(tried.start)
            if tried.takes and not is_atomic and may_be_in_loop(self.facts, tried):
                yield tried.start

    def _is_swap(self, offset: int) -> bool:
        return self.facts.reading.code.startswith(_SWAPS, offset)

    def _kernel_at(self, offset: int) -> Kernel | None:
        kernels = self.facts.functions.kernels
        index = bisect_right(kernels, offset, key=attrgetter("start")) - 1
        return kernels[index] if index >= 0 and offset < kernels[index].end else None

    @property
    def _volatile(self) -> Iterator[int]:
        """Where memory is volatile, not just statements of assembler."""
        reading = self.facts.reading
        names = reading.names([b"volatile"])
        return (name.start for name in names if reading.neighbours(name).word_before not in KEYWORDS)

    @property
    def _assembler(self) -> Iterator[int]:
        """Where assembler may do more than what one thread does, or what conversion keeps to groups."""
        known = {each.start for each in self.facts.assembler if _is_kept(each)}
        names = self.facts.reading.names(self.facts.assembler_keywords)
        return (name.start for name in names if name.start not in known)

    @property
    def _has_kernels(self) -> bool:
        return b"__global__" in self.facts.reading.words

    @property
    def _calls(self) -> Iterator[int]:
        """Where functions about warps are called, or types named, that the file does not define itself."""
        reading = self.facts.reading
        kept = lanes.BUILTINS | (frozenset() if reading.words.isdisjoint((b"cub", HIPCUB)) else OF_CUB)
        kept |= IN_HEADER if lanes.HEADER_NAMESPACE in reading.words else frozenset()
        strange = {word for word in reading.words - kept if _OF_WARPS.fullmatch(word)} - self.facts.own_macros
        own = Own(self.facts)
        for name in reading.names(strange) if strange else ():
            around = reading.neighbours(name)
            is_template = around.sign_after == b"<" and reading.closing_angle(around.after) is not None
            if (is_template or around.sign_after == b"(" or around.followed_by(b"::")) and name.text not in own:
                yield name.start


def _is_kept(statement: Statement) -> bool:
    return (
        not statement.splices
        and HOLE not in statement.template
        and all(
            _IN_GROUPS.fullmatch(opcode) or (_OF_THREADS.fullmatch(opcode) and not _OF_MORE_THREADS.search(each.text))
            for each in statement.instructions
            for opcode in (each.opcode.partition(".")[0],)
        )
    )
