"""What CMake fills templates in with that no build for AMD sets is said at the template, once for each variable."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert, convert_build


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (b"#cmakedefine CUDA_FOUND\n#  cmakedefine01 CUDA_FOUND\n", ["CUDA_FOUND"]),
        (b'#define LIBS "@CUDA_LIBRARIES@ ${CUDA_INCLUDE_DIRS}"\n', ["CUDA_LIBRARIES", "CUDA_INCLUDE_DIRS"]),
        (b'const char *release = "@CUDA_VERSION@";\n', ["CUDA_VERSION"]),
        (b"#cmakedefine USE_CUDA\n#cmakedefine CUDA_MINE @CUDA_MINE@\n#define CUDA_FOUND 1\n", []),
    ],
)
def test_templates_of_sources(text: bytes, names: list[str]) -> None:
    result = convert(text, Context(api.policy(), path="config.h.in"))
    assert result.output == text
    assert [(found.rule, found.subject) for found in result.findings] == [("BLD004", name) for name in names]


def test_templates_of_package_descriptions() -> None:
    text = b"Libs: -lsolver @CUDA_LIBRARIES@ -lcublas\n"
    result = convert_build(text, Context(api.policy(), path="solver.pc.in"))
    assert [(found.rule, found.subject) for found in result.findings] == [
        ("BLD004", "CUDA_LIBRARIES"),
        ("BLD006", "-lcublas"),
    ]
