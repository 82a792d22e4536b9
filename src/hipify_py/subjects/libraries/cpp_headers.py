"""LIB033: HIP headers that only C++ compiles, in a C source."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit
from hipify_py.texts import to_text

# Those that clang refuses as C behind the runtime's header.
OF_CPP = frozenset(
    (
        "hip/device_functions.h",
        "hip/hip_bf16.h",
        "hip/hip_fp8.h",
        "hip/math_functions.h",
        "hipblaslt/hipblaslt.h",
        "hip/hip_fp4.h",
        "hip/hip_fp6.h",
        "hipfft/hipfftXt.h",
        "hipfft/hipfftw.h",
        "hiprand/hiprand.h",
        "hiprand/hiprand_kernel.h",
        "hiprand/hiprand_mtgp32_host.h",
        "hipsparselt/hipsparselt.h",
        "miopen/miopen.h",
        "rocrand/rocrand_mtgp32_11213.h",
    )
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """Also where the include is HIP's already."""
    if not facts.is_c:
        return
    for directive, header in facts.reading.headers:
        name = to_text(header.name)
        resolution = facts.policy.header(name)
        target = resolution.target if resolution is not None else name
        if target in OF_CPP and not facts.is_left_alone(directive.start):
            yield Hit(header.start, header.end, {"hip": target})
