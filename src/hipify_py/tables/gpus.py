"""The GPUs of AMD that compilers for HIP know, by their names as targets (LLVM's list for AMDGPU)."""

from __future__ import annotations

import re

# What is newer than the list is taken as it is.
LATER = re.compile(r"gfx(?:1[2-9]|2\d)[0-9a-f]{2}")
GPUS = frozenset(
    [
        "gfx600",
        "gfx601",
        "gfx602",
        "gfx700",
        "gfx701",
        "gfx702",
        "gfx703",
        "gfx704",
        "gfx705",
        "gfx801",
        "gfx802",
        "gfx803",
        "gfx805",
        "gfx810",
        "gfx900",
        "gfx902",
        "gfx904",
        "gfx906",
        "gfx908",
        "gfx909",
        "gfx90a",
        "gfx90c",
        "gfx940",
        "gfx941",
        "gfx942",
        "gfx950",
        "gfx1010",
        "gfx1011",
        "gfx1012",
        "gfx1013",
        "gfx1030",
        "gfx1031",
        "gfx1032",
        "gfx1033",
        "gfx1034",
        "gfx1035",
        "gfx1036",
        "gfx1100",
        "gfx1101",
        "gfx1102",
        "gfx1103",
        "gfx1150",
        "gfx1151",
        "gfx1152",
        "gfx1153",
        "gfx1170",
        "gfx1200",
        "gfx1201",
        "gfx1250",
        "gfx1251",
    ]
)


def is_gpu(name: str) -> bool:
    return name in GPUS or LATER.fullmatch(name) is not None
