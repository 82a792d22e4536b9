"""Which builds read a place of a build file: those for CUDA, those for HIP, or some that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.run.project.builds.said import ALWAYS, MAYBE, Reach, Who
from hipify_py.run.project.entries import needs_cuda
from hipify_py.subjects.buildfiles.branches import Branch, For, chains_of
from hipify_py.subjects.buildfiles.python import Python

_AND, _OR = pattern(rb"(?i)\band\b"), pattern(rb"(?i)\bor\b")
_NAME = pattern(rb"\s*\"?(?:\$\{)?(\w{1,80})\}?\"?\s*")
# What asks for HIP, and for nothing else.
_ASKS_FOR_HIP = pattern(
    rb"(?i)\s{0,40}(?:\"?[\w${}]{1,60}\"?\s{1,40}STREQUAL\s{1,40})?\"?(?:\$\{)?(\w{0,60}(?:hip|rocm)\w{0,60})\}?\"?\s{0,40}"
)
_NOT_FOR_IT = pattern(rb"(?i)(?:\A|_)(?:no|not|non|without|disable\w{0,40}|skip|or|cuda|nvidia|version)(?:_|\Z)")


class _Span(NamedTuple):
    start: int
    end: int
    who: Who


@dataclass(frozen=True, eq=False)
class Conditions:
    """`code` is without comments. The variables `options` are set in builds for CUDA alone."""

    kind: str
    code: bytes
    options: Set[bytes] = frozenset()
    python: Python | None = None

    def around(self, place: int) -> Reach:
        asked = {span.who for span in self._spans if span.start <= place < span.end}
        if not asked:
            return ALWAYS
        known = asked - {Who.ANY}
        return Reach(known.pop(), is_sure=Who.ANY not in asked) if len(known) == 1 else MAYBE

    @cached_property
    def _spans(self) -> list[_Span]:
        return list(self._all_spans())

    def _all_spans(self) -> Iterator[_Span]:
        for chain in chains_of(self.kind, self.code, self.python):
            for number, branch in enumerate(chain.branches):
                who = self._who(branch)
                # What stands behind another question is not read by all for whom it is.
                is_first = number == 0 or who is Who.HIP
                yield _Span(branch.start, branch.end, who)
                if not is_first:
                    yield _Span(branch.start, branch.end, Who.ANY)

    def _who(self, branch: Branch) -> Who:
        condition = branch.condition
        if self.kind != "cmake":
            known = {For.CUDA: Who.CUDA, For.NVIDIA: Who.CUDA, For.HIP: Who.HIP}.get(branch.who, Who.ANY)
            return known if not _OR.search(condition) and b"||" not in condition else Who.ANY
        if needs_cuda(condition) or self._asks_for_option(condition):
            return Who.CUDA
        asked = _ASKS_FOR_HIP.fullmatch(condition)
        return Who.HIP if asked and not _NOT_FOR_IT.search(asked[1]) else Who.ANY

    def _asks_for_option(self, condition: bytes) -> bool:
        asked = _NAME.fullmatch(condition)
        return asked is not None and asked[1] in self.options
