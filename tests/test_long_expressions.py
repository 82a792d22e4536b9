"""Expressions and blocks of any depth and number are read in time that grows with their length."""

from __future__ import annotations

import time

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert

_HEAD = b"#include <cuda.h>\nvoid f(CUdeviceptr p, int n) {\n"
_TEXTS = {
    "sum": _HEAD + b"CUdeviceptr q = p" + b" + 1" * 6_000 + b";\n}\n",
    "brackets": _HEAD + b"CUdeviceptr q = " + b"(" * 3_000 + b"p" + b")" * 3_000 + b" + 1;\n}\n",
    "choices": _HEAD + b"q = " + b"p ? " * 2_000 + b"p" + b": p" * 2_000 + b";\n}\n",
    "calls": _HEAD + b"f" + b"(p, f" * 1_500 + b")" * 1_500 + b";\n}\n",
    "blocks": _HEAD + b"p += 1; { " * 900 + b"}" * 900 + b"\n}\n",
    "deduced types": _HEAD
    + b"auto a0 = p;\n"
    + b"".join(b"auto a%d = a%d;\n" % (i + 1, i) for i in range(2_000))
    + b"}",
    "functions": b"".join(b"void f%d(CUdeviceptr p) { g(p + 1, p->x, *p); }\n" % i for i in range(1_500)),
}
_SECONDS = 10


@pytest.mark.parametrize("what", _TEXTS)
def test_takes_no_long_time(what: str) -> None:
    start = time.monotonic()
    convert(_TEXTS[what], Context(api.policy(), path="a.cu"))
    assert time.monotonic() - start < _SECONDS
