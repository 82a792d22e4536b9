"""LIB033: HIP headers that only C++ compiles, in a C source."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.rules.detect import Hit

# Found by compiling a C file that includes nothing else.
OF_CPP = frozenset(
    (
        "hip/hip_bf16.h",
        "hipblaslt/hipblaslt.h",
        "hiprand/hiprand.h",
        "hiprand/hiprand_kernel.h",
        "hipsparselt/hipsparselt.h",
        "miopen/miopen.h",
    )
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    """Also where the include is HIP's already."""
    if not facts.is_c:
        return
    for directive, header in facts.reading.headers:
        name = header.name.decode("latin-1")
        resolution = facts.policy.header(name)
        target = resolution.target if resolution is not None else name
        if target in OF_CPP and not facts.is_left_alone(directive.start):
            yield Hit(header.start, header.end, {"hip": target})
