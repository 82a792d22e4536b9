"""Which headers a file of a tree has to include itself, by what it includes through others."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

USE = "void f(const __half *p);\n"
ADDED = "#include <hip/hip_fp16.h>\n"


@pytest.mark.parametrize(
    ("files", "is_added"),
    [
        ({"use.cuh": "#include <vector>\n" + USE}, True),
        ({"use.cuh": '#include "blas.h"\n' + USE, "blas.h": "#include <cublas_v2.h>\n"}, True),
        ({"use.cuh": '#include "blas.h"\n' + USE, "blas.h": "#include <cublas_v2.h>\n#include <cuda_fp16.h>\n"}, False),
        ({"use.cuh": '#include "types.h"\n' + USE, "types.h": "#include <unknown/library.h>\n"}, False),
        ({"use.cuh": '#include "types.h"\n' + USE, "types.h": '#include "half.h"\n', "half.h": "\n"}, True),
        ({"use.cuh": "#include <not/in/the/tree.h>\n" + USE}, False),
        ({"use.cuh": USE}, False),
        ({"use.cuh": "#include <thrust/copy.h>\n" + USE}, False),
    ],
)
def test_half(hipify: Hipify, write: Write, files: Mapping[str, str], is_added: bool) -> None:
    paths = {name: write(f"tree/{name}", text.encode()) for name, text in files.items()}
    tree = paths["use.cuh"].parent
    hipify("convert", str(tree), "--no-cache")
    assert (ADDED in paths["use.cuh"].read_text()) == is_added
    once = paths["use.cuh"].read_bytes()
    hipify("convert", str(tree), "--no-cache")
    assert paths["use.cuh"].read_bytes() == once
