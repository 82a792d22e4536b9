"""What the report is made of: one list for what was left, and why. The rules themselves are files of their subjects."""

from __future__ import annotations

from dataclasses import KW_ONLY
from enum import IntEnum
from typing import NamedTuple

from hipify_py.edits import Edit
from hipify_py.records import dataclass

# The rules that are found while converting or running; a rule's own file says all else about it.
UNSUPPORTED = "API001"
NEEDS_NEWER_ROCM = "API002"
UNKNOWN_NAME = "API003"
ARGUMENTS_DIFFER = "API005"
PASTED_NAME = "API034"
NEEDS_CARE = "API036"
LEGACY_API = "API037"
DEVICE_ARCHITECTURE = "ARC002"
MERGED_OVERLOAD = "API006"
WARP_BUILTIN = "WRP004"
VECTOR_OPERATOR = "MTH016"
UNUSED_SUPPRESSION = "TOOL005"
OWN_NAME = "TOOL006"
FILE_NOT_READ = "TOOL008"
SHIM_HEADER = "TOOL009"
UNTERMINATED = "TOOL010"
LAUNCH = "TOOL011"
BROKEN_EDIT = "TOOL012"
OVER_BUDGET = "TOOL013"
IN_TEMPLATE = "TOOL014"
HELPER_MISSING = "TOOL015"
DOES_NOT_COMPILE = "VFY001"
NOT_VERIFIED = "VFY002"
TRANSLATED = "CNV001"
NEARLY_TRANSLATED = "CNV002"
# What was made right and not left.
CONVERSIONS = frozenset((TRANSLATED, NEARLY_TRANSLATED))


class Tally(NamedTuple):
    """One more of something that reports count: a statement of inline PTX that became so."""

    of: str


class Called(NamedTuple):
    """What a converted file calls of a header of ours."""

    header: str
    names: tuple[str, ...]


class Severity(IntEnum):
    """How bad it is for a build on AMD: will fail (error), may be wrong (warning), good to know (info)."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


class Fix(NamedTuple):
    """The nearest HIP name; applied only with `--unsafe-fixes`, or in an editor."""

    edits: tuple[Edit, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A place, what is the matter there, and what to do about it. `guard` is the condition that keeps the place from
    every build for AMD, if there is one: the finding is then worth knowing, and no more. `severity` is that of the
    rule unless given; `extent` is all of the statement where that is more than the place. What `is_only_in_use`
    no compiler minds in a function that is never called. Those of one rule that are `joined` by one text are reported
    as one: it is the name of their function, an `@`, and where that begins. A finding that stands for other places of
    its file `also` has the first of these."""

    rule: str
    start: int
    end: int
    message: str
    _: KW_ONLY
    help: str = ""
    subject: str = ""
    guard: str = ""
    severity: Severity | None = None
    extent: tuple[int, int] | None = None
    fix: Fix | None = None
    is_only_in_use: bool = False
    joined: str = ""
    also: tuple[int, ...] = ()


Said = Finding | Tally | Called
"""What a rewrite says beside its edits."""


def as_phrase(text: str) -> str:
    """A sentence as messages and helps are worded: without a capital and a period."""
    text = text.removesuffix(".")
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
