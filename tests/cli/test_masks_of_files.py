"""Macros and constants that only held masks go where the tree shows that no other file sees them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Hipify, Write

HEAD = b"#include <cuda_runtime.h>\n#define FULL_MASK 0xffffffff  // all lanes\nstatic constexpr unsigned kAll = ~0u;\n"
KERNEL = b"__global__ void k(float *p) { p[0] = __shfl_sync(FULL_MASK, p[0], 0) + __shfl_sync(kAll, p[0], 1); }\n"
MASKS = (b"FULL_MASK", b"kAll")


def _left(tree: Path, name: str = "t/a.cu") -> list[bool]:
    return [mask in (tree / name).read_bytes() for mask in MASKS]


def test_they_go(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/a.cu", HEAD + KERNEL)
    hipify("t")
    assert _left(tree) == [False, False]
    assert (tree / "t/a.cu").read_bytes().startswith(b"#include <hip/hip_runtime.h>\n__global__ void k(")


@pytest.mark.parametrize(
    ("files", "left"),
    [
        ({"a.cu": HEAD + KERNEL, "b.cu": b'#include "a.cu"\n'}, [True, True]),
        ({"a.cuh": HEAD + KERNEL, "a.cu": HEAD + b'#include "b.cuh"\n' + KERNEL, "b.cuh": b""}, [True, True]),
        ({"a.cu": HEAD + KERNEL + b"unsigned f() { return FULL_MASK; }\n"}, [True, False]),
        ({"a.cu": HEAD + KERNEL + b"#ifdef FULL_MASK\nint i;\n#endif\n"}, [True, False]),
        ({"a.cu": b"#ifndef OTHER\n" + HEAD + b"#endif\n" + KERNEL}, [True, True]),
        ({"a.cu": HEAD.replace(b"static constexpr", b"extern const") + KERNEL}, [False, True]),
    ],
)
def test_they_stay(hipify: Hipify, write: Write, tree: Path, files: dict[str, bytes], left: list[bool]) -> None:
    for name, data in files.items():
        write(f"t/{name}", data)
    hipify("t")
    assert _left(tree) == left


def test_of_a_file_alone_nobody_knows_who_includes_it(hipify: Hipify, write: Write, tree: Path) -> None:
    write("t/a.cu", HEAD + KERNEL)
    hipify("t/a.cu")
    assert _left(tree) == [True, True]
