"""Addresses of the driver's that headers declare as members: sources compute with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

HEADER = b"""#include <cuda.h>
namespace mem {
struct Buffer {
  void copy(size_t at);
  CUdeviceptr base;
  std::vector<CUdeviceptr> parts;
  CUdeviceptr end() const;
};
typedef CUdeviceptr devptr;
CUdeviceptr take(size_t n);
struct Other { size_t base; };
}
"""
SOURCE = """#include "buffer.h"
void mem::Buffer::copy(size_t at) {{ {} }}
void f(mem::Buffer& b, mem::Buffer* q, const mem::Other& o, size_t n) {{ {} }}
"""


def _converted(hipify: Hipify, write: Write, method: str, function: str) -> str:
    write("include/buffer.h", HEADER)
    path = write("buffer.cpp", SOURCE.format(method, function).encode())
    hipify(".")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("cuMemFree(base + at);", "hipFree(static_cast<char*>(base) + at);"),
        ("cuMemFree(this->base + at);", "hipFree(static_cast<char*>(this->base) + at);"),
        ("cuMemFree(parts[at] + at);", "hipFree(static_cast<char*>(parts[at]) + at);"),
        ("for (auto p : parts) cuMemFree(p + at);", "for (auto p : parts) hipFree(static_cast<char*>(p) + at);"),
        ("auto [base, n] = pair(); cuMemFree(base + at);", "auto [base, n] = pair(); hipFree(base + at);"),
        ("size_t base = 1; cuMemFree(base + at);", "size_t base = 1; hipFree(base + at);"),
    ],
)
def test_in_methods(hipify: Hipify, write: Write, said: str, becomes: str) -> None:
    assert _converted(hipify, write, said, "") == SOURCE.format(becomes, "")


@pytest.mark.parametrize(
    ("said", "becomes"),
    [
        ("cuMemFree(b.base + n);", "hipFree(static_cast<char*>(b.base) + n);"),
        ("q->base += n; cuMemFree(0);", "q->base = static_cast<char*>(q->base) + n; hipFree(0);"),
        ("auto p = q->base; cuMemFree(p + n);", "auto p = q->base; hipFree(static_cast<char*>(p) + n);"),
        ("cuMemFree(b.end() + n);", "hipFree(static_cast<char*>(b.end()) + n);"),
        ("cuMemFree(take(n) + n);", "hipFree(static_cast<char*>(take(n)) + n);"),
        ("devptr p = 0; cuMemFree(p + n);", "devptr p = 0; hipFree(static_cast<char*>(p) + n);"),
        ("cuMemFree(o.base + n);", "hipFree(o.base + n);"),
        ("cuMemFree(unknown().base + n);", "hipFree(unknown().base + n);"),
        ("cuMemFree(base + n);", "hipFree(base + n);"),
    ],
)
def test_of_objects(hipify: Hipify, write: Write, said: str, becomes: str) -> None:
    assert _converted(hipify, write, "", said) == SOURCE.format("", becomes)


def test_other_uses_are_reported(hipify: Hipify, write: Write) -> None:
    write("buffer.h", HEADER)
    write("buffer.cpp", SOURCE.format("cuMemFree(base); use(base % 256);", "").encode())
    found = hipify("scan", ".", "--format", "concise", "--select", "API007").out
    assert "buffer.cpp:2:63: error API007" in found
