"""What no build for AMD reads, for whatever reason, and what none calls."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from operator import itemgetter

from hipify_py.edits import Edit
from hipify_py.file.amd_branches import AmdBranches, in_device_code
from hipify_py.file.facts import Facts
from hipify_py.file.functions import Side
from hipify_py.file.local_uses import Definition
from hipify_py.file.old_gpus import for_old_gpus
from hipify_py.file.proposals import NOT_FOR_AMD
from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.texts import to_text


@dataclass(frozen=True)
class Unread:
    """`edits` are all that will be applied."""

    facts: Facts
    edits: Sequence[Edit]

    def guard(self, offset: int) -> str:
        """The condition that keeps a place from every build for AMD, if there is one: it stands around the place, all
        uses of the macro that the place belongs to, or all includes of the file."""
        return self.amd.guard(offset) or self._around_macro(offset) or self.facts.surroundings.guard

    def uncalled(self, offset: int) -> str:
        """The condition that keeps every build for AMD from calling the function that a place stands in, or AMD GPUs
        from code for old ones of NVIDIA's: it is compiled all the same, and never run."""
        found = self._definition(offset)
        said = "" if found is None or found.is_macro else _said(self._uncalled, found)
        return said or self._in_code_for_old_gpus(offset) or self._off_device(offset)

    def _off_device(self, offset: int) -> str:
        """The condition in a device function whose code only the compiler for the host reads, which calls none."""
        if not any(True for _each in self.facts.reading.conditionals.around(offset)):
            return ""
        is_for_device = self.facts.functions.side_at(offset) in (Side.KERNEL, Side.DEVICE)
        return self.on_device.guard(offset) if is_for_device else ""

    @cached_property
    def on_device(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, self.edits, in_device_code(self.facts.on_amd))

    def kept_for_others(self, offset: int) -> str:
        """The condition that conversion puts around code which HIP has no use for."""
        number = bisect_right(self._for_others, offset, key=itemgetter(0)) - 1
        return NOT_FOR_AMD.decode() if number >= 0 and offset < self._for_others[number][1] else ""

    @cached_property
    def _for_others(self) -> Sequence[tuple[int, int]]:
        """What edits put such a condition around."""
        return [(each.start, each.end) for each in self.edits if _begins_for_others(each)]

    def _in_code_for_old_gpus(self, offset: int) -> str:
        number = bisect_right(self._for_old_gpus, offset, key=itemgetter(0)) - 1
        return self._for_old_gpus[number][2] if number >= 0 and offset < self._for_old_gpus[number][1] else ""

    @cached_property
    def _for_old_gpus(self) -> Sequence[tuple[int, int, str]]:
        return for_old_gpus(self.facts)

    @cached_property
    def amd(self) -> AmdBranches:
        return AmdBranches(self.facts.reading, self.edits, self.facts.on_amd)

    def _around_macro(self, offset: int) -> str:
        found = self._definition(offset) if self.facts.reading.macro_at(offset) is not None else None
        return _said(self._unread_macros, found) if found is not None and found.is_macro else ""

    def _definition(self, offset: int) -> Definition | None:
        return self.facts.local_uses.at(offset) if self.amd.guards_any else None

    @cached_property
    def _unread_macros(self) -> Mapping[bytes, str]:
        return self.facts.local_uses.unread(self.amd.guard, through_functions=False)

    @cached_property
    def _uncalled(self) -> Mapping[bytes, str]:
        return self.facts.local_uses.unread(self.amd.guard, through_functions=True)


def _begins_for_others(edit: Edit) -> bool:
    first = edit.new if isinstance(edit.new, bytes) else edit.new[0] if edit.new else b""
    return isinstance(first, bytes) and first.startswith(NOT_FOR_AMD)


def _said(reasons: Mapping[bytes, str], found: Definition) -> str:
    reason = reasons.get(found.name)
    return f"{reason} (around all uses of '{to_text(found.name)}')" if reason else ""
