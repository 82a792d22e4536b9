"""Of which shape the blocks of a kernel are, as far as the launches of its file tell."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, Understood, understand
from hipify_py.file.block_shapes import ROW, ROWS_OF_WARPS, Shape, shapes_at

_KERNEL = b"__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"


@pytest.mark.parametrize(
    ("launches", "shapes"),
    [
        ("k<<<1, 64>>>(p);", [(64, 1, 1)]),
        ("k<<<n, dim3(32, 2)>>>(p);", [(32, 2, 1)]),
        ("dim3 block(32, 4); k<<<n, block>>>(p);", [(32, 4, 1)]),
        ("dim3 block = dim3(32, 4, 2), grid(1); k<<<grid, block>>>(p);", [(32, 4, 2)]),
        ("const int size = 128; k<<<n, size>>>(p); k<<<n, 64>>>(p);", [(128, 1, 1), (64, 1, 1)]),
        ("dim3 block(32, 4); { dim3 block(64, 2); k<<<n, block>>>(p); }", [(64, 2, 1)]),
        ("dim3 block(32, 4); { dim3 block(64, 2); } k<<<n, block>>>(p);", [(32, 4, 1)]),
        ("dim3 block(32, 4); block.y = n; k<<<n, block>>>(p);", [ROW]),
        ("int size = 64; size *= 2; k<<<n, size>>>(p);", [ROW]),
        ("k<<<1, n>>>(p); k<<<1, 64>>>(p);", [ROW]),
        ("k<<<1, 64>>>(p); auto other = k;", [ROW]),
        ("k<<<1, 2048>>>(p);", [ROW]),
        ("", [ROW]),
    ],
)
def test_shapes_are_those_of_all_launches(launches: str, shapes: list[Shape]) -> None:
    data = _KERNEL + b"void run(int *p, int n) { " + launches.encode() + b" }\n"
    found = understand(data, Context(api.policy(), path="a.cu"))
    assert isinstance(found, Understood)
    assert list(shapes_at(found.facts, data.index(b"threadIdx"))) == shapes


def test_code_that_tells_rows_apart_may_have_rows_of_one_warp() -> None:
    data = b"__device__ void f(int *p) { p[threadIdx.x] = threadIdx.y; }\n"
    found = understand(data, Context(api.policy(), path="a.cu"))
    assert isinstance(found, Understood)
    assert list(shapes_at(found.facts, data.index(b"threadIdx"))) == [ROW, ROWS_OF_WARPS]
