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


RUNTIME = "#include <hip/hip_runtime.h>\n"
LARGEST = "inline __device__ float largest() { return FLT_MAX; }\n"
FLOAT = "#include <float.h>\n"
STRING = "#include <string.h>\n"
COPIES = "inline void copy(void *to, const void *from) { memcpy(to, from, 4); }\n"
KERNEL = "static inline __global__ void k(float *p) { p[threadIdx.x] = 0; }\n"


@pytest.mark.parametrize(
    ("files", "added"),
    [
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": KERNEL}, RUNTIME),
        ({"use.cu": '#include "a.h"\n', "a.h": '#include "k.cuh"\n', "k.cuh": KERNEL}, RUNTIME),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": "#include <cuda_runtime.h>\n" + KERNEL}, ""),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": '#include "a.h"\n' + KERNEL, "a.h": "#include <cuda.h>\n"}, ""),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": KERNEL, "a.h": "#include <cuda_runtime.h>\n"}, RUNTIME),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": "inline __device__ int f() { return 1; }\n"}, ""),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": "#ifdef __CUDACC__\n#endif\nint f(/* dim3 */);\n"}, ""),
        ({"use.cu": '#include "k.cuh"\n', "k.cuh": "void g(dim3 d, char *p) { memset(p, 0, d.x); }\n"}, "string"),
        ({"use.cu": '#include "a.h"\n', "a.h": COPIES}, STRING),
        ({"use.cu": '#include <cstring>\n#include "a.h"\n', "a.h": COPIES}, ""),
        ({"use.cu": '#include "a.h"\n', "a.h": "#include <string.h>\n" + COPIES}, ""),
        ({"use.cu": '#include "a.h"\n', "a.h": "struct A { void memcpy(int); };\n"}, ""),
        (
            {"use.cu": '#include "a.h"\n#include "k.cuh"\n', "a.h": '#include "k.cuh"\n', "k.cuh": '#include "a.h"\n'},
            "",
        ),
        ({"use.cpp": '#include "k.cuh"\n', "k.cuh": KERNEL}, ""),
        ({"use.cu": '#include "k.cuh"\n#include <cfloat>\n', "k.cuh": KERNEL + LARGEST}, "float"),
        ({"use.cu": '#include <cfloat>\n#include "k.cuh"\n', "k.cuh": KERNEL + LARGEST}, RUNTIME),
        (
            {"use.cu": '#include "k.cuh"\n', "k.cuh": "#ifndef __NVCC__\n#include <float.h>\n#endif\n" + LARGEST},
            FLOAT,
        ),
    ],
)
def test_runtime_for_headers_that_rely_on_nvcc(
    hipify: Hipify, write: Write, files: Mapping[str, str], added: str
) -> None:
    paths = {name: write(f"tree/{name}", text.encode()) for name, text in files.items()}
    unit = next(path for name, path in paths.items() if name.startswith("use"))
    added = RUNTIME + f"#include <{added}.h>\n" if added in ("string", "float") else added
    hipify("convert", str(unit.parent), "--no-cache")
    once = unit.read_text()
    assert once == added + files[unit.name]
    hipify("convert", str(unit.parent), "--no-cache")
    assert unit.read_text() == once


ITERATOR = "#include <thrust/iterator/constant_iterator.h>\n"
WOKEN = "#ifdef __CUDA_ARCH__\ninline float f(int i) { return thrust::constant_iterator<float>(1)[i]; }\n#endif\n"


@pytest.mark.parametrize(
    ("files", "is_added"),
    [
        ({"use.cu": '#include <thrust/reduce.h>\n#include "a.h"\n', "a.h": WOKEN}, True),
        ({"use.cu": '#include <thrust/copy.h>\n#include "a.h"\n', "a.h": WOKEN}, False),
        ({"use.cu": ITERATOR + '#include "a.h"\n', "a.h": WOKEN}, False),
        ({"use.cu": '#include "a.h"\n', "a.h": '#include "b.h"\n' + WOKEN, "b.h": ITERATOR}, False),
        ({"use.cu": '#include "a.h"\n', "a.h": WOKEN.replace("thrust::", "mine::")}, False),
        ({"use.cpp": '#include "a.h"\n', "a.h": WOKEN}, False),
    ],
)
def test_iterators_of_headers_that_rely_on_others(
    hipify: Hipify, write: Write, files: Mapping[str, str], is_added: bool
) -> None:
    paths = {name: write(f"tree/{name}", text.encode()) for name, text in files.items()}
    unit = next(path for name, path in paths.items() if name.startswith("use"))
    hipify("convert", str(unit.parent), "--no-cache")
    assert (unit.read_text().count(ITERATOR) == 1) == (is_added or ITERATOR in files[unit.name])
    once = unit.read_bytes()
    hipify("convert", str(unit.parent), "--no-cache")
    assert unit.read_bytes() == once


def test_headers_with_code_for_gpus_alone_are_cuda_by_who_includes_them(hipify: Hipify, write: Write) -> None:
    header = write("tree/a.h", b"#ifdef __CUDA_ARCH__\nMINE int f(int a, unsigned b) { return min(a, b); }\n#endif\n")
    write("tree/use.cu", b'#include "a.h"\n__global__ void k() {}\n')
    hipify("convert", str(header.parent), "--no-cache")
    assert b"hipify_compat.hpp" in header.read_bytes()


def test_helper_headers_include_what_they_use(hipify: Hipify, write: Write) -> None:
    """A unit that includes one gets no header for it, in a second run either."""
    write("a.cu", b"#include <cuda/std/variant>\nvoid f(cuda::std::variant<int, float> v) {}\n")
    write("b.cu", b"__global__ void k(unsigned *p) { *p = __reduce_or_sync(~0u, *p); }\n")
    hipify(".")
    assert hipify("--diff", ".", "-q").data == b""


OWN = b"#include <cuda_runtime_api.h>\nint own_init(cudaStream_t stream);\n"
IN_C = b'extern "C" {\n#include "middle.h"\n}\n'


@pytest.mark.parametrize(
    ("name", "unit", "is_wrapped"),
    [
        ("a.cpp", IN_C, True),
        ("a.cpp", b"#include <cuda_runtime.h>\n" + IN_C, False),
        ("a.cu", IN_C, False),
        ("a.cpp", b'#include "middle.h"\n', False),
    ],
)
def test_headers_in_c_linkage_by_a_header_of_the_tree(
    hipify: Hipify, write: Write, name: str, unit: bytes, is_wrapped: bool
) -> None:
    write(f"src/{name}", unit)
    write("src/middle.h", b'#include "own.h"\n')
    own = write("src/own.h", OWN)
    assert hipify("src").code == 0
    assert (b'extern "C++" {' in own.read_bytes()) is is_wrapped
