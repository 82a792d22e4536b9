"""The targets of compilers for HIP: AMD's GPUs, and those that stand for several of them (LLVM's list for AMDGPU).

The only place that knows the family of a GPU, how many lanes its wavefronts have, and how much LDS a block.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from hipify_py.patterns import pattern


class Gpu(NamedTuple):
    """`lanes` are those of a wavefront as HIP compiles for it; RDNA has wavefronts of 64 as well, which HIP does not
    use. `lds` is the shared memory of a block, in KiB."""

    family: str
    lanes: int
    lds: int


_ROWS = (
    (
        "GCN",
        64,
        64,
        "gfx600 gfx601 gfx602 gfx700 gfx701 gfx702 gfx703 gfx704 gfx705 gfx801 gfx802 gfx803 gfx805 gfx810",
    ),
    ("GCN", 64, 64, "gfx900 gfx902 gfx904 gfx906 gfx909 gfx90c"),
    ("CDNA", 64, 64, "gfx908 gfx90a gfx940 gfx941 gfx942"),
    ("CDNA", 64, 160, "gfx950"),
    ("CDNA", 32, 320, "gfx1250 gfx1251"),
    ("RDNA", 32, 64, "gfx1010 gfx1011 gfx1012 gfx1013 gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036"),
    ("RDNA", 32, 64, "gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153 gfx1170 gfx1200 gfx1201"),
)
_GPUS: Mapping[str, Gpu] = {
    name: Gpu(family, lanes, lds) for family, lanes, lds, names in _ROWS for name in names.split()
}
# The GPUs that one target stands for. SPIR-V becomes code for a GPU when the program starts.
_SEVERAL: Mapping[str, tuple[str, ...]] = {
    "gfx9-generic": ("gfx900", "gfx902", "gfx904", "gfx906", "gfx909", "gfx90c"),
    "gfx9-4-generic": ("gfx940", "gfx941", "gfx942", "gfx950"),
    "gfx10-1-generic": ("gfx1010", "gfx1011", "gfx1012", "gfx1013"),
    "gfx10-3-generic": ("gfx1030", "gfx1031", "gfx1032", "gfx1033", "gfx1034", "gfx1035", "gfx1036"),
    "gfx11-generic": ("gfx1100", "gfx1101", "gfx1102", "gfx1103", "gfx1150", "gfx1151", "gfx1152", "gfx1153"),
    "gfx12-generic": ("gfx1200", "gfx1201"),
    "amdgcnspirv": tuple(_GPUS),
}
TARGETS = frozenset((*_GPUS, *_SEVERAL))
# What is newer than the list is taken as it is.
_LATER = pattern(r"gfx(?:1[2-9]|2\d)(?:[0-9a-f]{2}|(?:-\d)?-generic)")
_LATER_GPU = Gpu("", 32, 64)
WAVE64, _WIDE = "wave64", 64


class Group(NamedTuple):
    """GPUs that rules name by what they have in common."""

    words: str
    holds: Callable[[Gpu], bool]


_GROUPS: Mapping[str, Group] = {
    WAVE64: Group("GPUs with wavefronts of 64 lanes (gfx9)", lambda gpu: gpu.lanes == _WIDE),
    "lds64": Group("GPUs with 64 KiB of LDS (all but gfx950 and gfx1250)", lambda gpu: gpu.lds == 64),
}
_USUAL_WAVE64 = "some GPUs (gfx90a, gfx942, gfx950)"


def is_target(name: str) -> bool:
    return name in TARGETS or _LATER.fullmatch(name) is not None


def lanes(target: str) -> frozenset[int]:
    """How many lanes a wavefront may have."""
    return frozenset(gpu.lanes for gpu in _members(target).values())


def lds(target: str) -> int:
    """The KiB of shared memory that a block has on all GPUs of a target."""
    return min(gpu.lds for gpu in _members(target).values())


def about(target: str) -> str:
    """The family and the lanes of a wavefront, in words."""
    families = sorted({gpu.family for gpu in _members(target).values()})
    return f"{', '.join(families)}; wavefronts of {' or '.join(map(str, sorted(lanes(target))))} lanes"


def concerns(wanted: str, target: str) -> bool:
    """Whether a pattern of GPUs, or the name of a group, fits one that code for a target may run on."""
    group = _GROUPS.get(wanted)
    return any(group.holds(gpu) if group else fnmatchcase(name, wanted) for name, gpu in _members(target).items())


def in_words(wanted: str) -> str:
    """A pattern of GPUs, or the name of a group, for people."""
    return _GROUPS[wanted].words if wanted in _GROUPS else wanted


def are_all(targets: Sequence[str], wanted: str) -> bool:
    """Whether code for these targets runs on no other GPUs than those of a pattern."""
    return bool(targets) and all(fnmatchcase(name, wanted) for target in targets for name in _members(target))


def with_64_lanes(targets: Sequence[str]) -> str:
    """Those of the targets whose wavefronts have 64 lanes, in words."""
    return ", ".join(target for target in targets if lanes(target) == {_WIDE}) or _USUAL_WAVE64


def _members(target: str) -> Mapping[str, Gpu]:
    """The GPUs that code for a target may run on."""
    return {name: _GPUS.get(name, _LATER_GPU) for name in _SEVERAL.get(target, (target,))}


# The names under which AMD sells its GPUs for servers, as in docs/glossary.md.
SOLD_AS = {
    "gfx908": ("mi100",),
    "gfx90a": ("mi210", "mi250", "mi250x"),
    "gfx942": ("mi300", "mi300a", "mi300x", "mi308x", "mi325x"),
    "gfx950": ("mi350", "mi350x", "mi355x"),
}


def why_no_gpu(name: str) -> str:
    """What is the matter with a name, and the GPU that is meant: it has features, or is sold under that name."""
    import difflib

    plain = name.lower().partition(":")[0]
    if product := next((gpu for gpu, names in SOLD_AS.items() if plain in names), ""):
        return f"is the name of a product; its GPU is {product}"
    if plain.startswith(("sm_", "compute_")):
        return "is a GPU of NVIDIA; write one of AMD, such as gfx90a or gfx1100"
    close = [plain] if plain in TARGETS else difflib.get_close_matches(plain, sorted(TARGETS), n=1)
    return f"is not the name of a GPU{f'; did you mean {close[0]}?' if close else ', such as gfx90a or gfx1100'}"
