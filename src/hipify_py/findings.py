"""What the report is made of: one list for what was left, and why."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import IntEnum


class Severity(IntEnum):
    """How bad it is for a build on AMD: will fail (error), may be wrong (warning), good to know (info)."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    name: str
    severity: Severity
    summary: str


UNSUPPORTED = Rule("API001", "api-unsupported", Severity.ERROR, "the name has no HIP counterpart")
NEEDS_NEWER_ROCM = Rule("API002", "api-needs-other-rocm", Severity.ERROR, "HIP has the name, but not in this release")
ARGUMENTS_DIFFER = Rule(
    "API005", "api-arguments-differ", Severity.WARNING, "the HIP function takes other arguments than the call passes"
)
PASTED_NAME = Rule(
    "API034", "token-paste-names", Severity.WARNING, "a name made or quoted by the preprocessor was left as it is"
)
NEEDS_CARE = Rule("API036", "rename-needs-care", Severity.WARNING, "the name was converted and its meaning differs")
LEGACY_API = Rule(
    "API037", "legacy-cublas-api", Severity.ERROR, "the name belongs to the handle-less cuBLAS API, which HIP lacks"
)
DEVICE_ARCHITECTURE = Rule(
    "API038", "cuda-arch-number", Severity.WARNING, "a test of NVIDIA's architecture number, which is 0 on AMD"
)
INLINE_PTX = Rule("PTX001", "inline-ptx", Severity.ERROR, "an assembler statement for NVIDIA GPUs")
WARP_BUILTIN = Rule("WRP004", "warp-builtin-left", Severity.ERROR, "a warp builtin could not be converted")
VECTOR_OPERATOR = Rule(
    "MTH016", "vector-operator-redefinition", Severity.ERROR, "an operator on a vector type that HIP defines otherwise"
)
LAUNCH = Rule("TOOL011", "launch-not-rewritten", Severity.INFO, "a launch was kept in the form `<<<…>>>`")
GROUP_REDUCE = Rule(
    "CGP001", "cg-reduce", Severity.ERROR, "a reduction of cooperative groups that HIP lacks before ROCm 10.0"
)
MERGED_OVERLOAD = Rule(
    "API039", "merged-overload", Severity.WARNING, "two overloads became one, because their types did"
)
OWN_NAME = Rule(
    "TOOL006", "identifier-shadowed", Severity.WARNING, "the file defines this name itself, so it was not converted"
)
SKIPPED_FILE = Rule("TOOL008", "file-not-read", Severity.WARNING, "the file is not text that can be converted")
SHIM_HEADER = Rule("TOOL009", "shim-header", Severity.INFO, "the file maps CUDA names to HIP itself and was left alone")
UNTERMINATED = Rule(
    "TOOL010", "unterminated-literal", Severity.WARNING, "a comment or raw string never ends; what follows was not read"
)
DOES_NOT_COMPILE = Rule(
    "VFY001", "does-not-compile", Severity.ERROR, "a compiler rejects the converted file (`--verify`)"
)
NOT_VERIFIED = Rule("VFY002", "not-verified", Severity.WARNING, "a compiler could not check the file (`--verify`)")

RULES: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        UNSUPPORTED,
        NEEDS_NEWER_ROCM,
        ARGUMENTS_DIFFER,
        PASTED_NAME,
        NEEDS_CARE,
        LEGACY_API,
        DEVICE_ARCHITECTURE,
        MERGED_OVERLOAD,
        INLINE_PTX,
        WARP_BUILTIN,
        VECTOR_OPERATOR,
        GROUP_REDUCE,
        LAUNCH,
        OWN_NAME,
        SKIPPED_FILE,
        SHIM_HEADER,
        UNTERMINATED,
        DOES_NOT_COMPILE,
        NOT_VERIFIED,
    )
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A place, what is the matter there, and what to do about it."""

    rule: Rule
    start: int
    end: int
    message: str
    _: KW_ONLY
    help: str = ""
    subject: str = ""

    @property
    def severity(self) -> Severity:
        return self.rule.severity
