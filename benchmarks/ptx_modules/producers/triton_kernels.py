"""Kernels of Triton, compiled to PTX without a GPU.

python triton_kernels.py FOLDER          with triton installed
"""
# mypy: ignore-errors
# ruff: noqa

import sys
from pathlib import Path

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    tl.store(out + at, tl.load(x + at, mask=mask) + tl.load(y + at, mask=mask), mask=mask)


@triton.jit
def softmax(x, out, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * stride + at, mask=at < n, other=-float("inf"))
    value = tl.exp(value - tl.max(value, axis=0))
    tl.store(out + row * stride + at, value / tl.sum(value, axis=0), mask=at < n)


@triton.jit
def layer_norm(x, weight, bias, out, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    at = tl.arange(0, BLOCK)
    value = tl.load(x + row * stride + at, mask=at < n, other=0.0).to(tl.float32)
    mean = tl.sum(value, axis=0) / n
    centered = tl.where(at < n, value - mean, 0.0)
    scale = 1 / tl.sqrt(tl.sum(centered * centered, axis=0) / n + eps)
    result = centered * scale * tl.load(weight + at, mask=at < n) + tl.load(bias + at, mask=at < n)
    tl.store(out + row * stride + at, result, mask=at < n)


@triton.jit
def total(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + tl.program_id(0), tl.sum(tl.load(x + at, mask=at < n, other=0), axis=0))


@triton.jit
def running(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.cumsum(tl.load(x + at, mask=at < n, other=0), axis=0), mask=at < n)


@triton.jit
def ordered(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.sort(tl.load(x + at)))


@triton.jit
def counted(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out + (tl.load(x + at, mask=at < n, other=0) & 63), 1, mask=at < n)


@triton.jit
def dropped(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, at) > p
    tl.store(out + at, tl.where(kept, tl.load(x + at, mask=at < n) / (1 - p), 0.0), mask=at < n)


@triton.jit
def transposed(x, out, rows, columns, BLOCK: tl.constexpr):
    i = tl.program_id(0) * 16 + tl.arange(0, 16)
    j = tl.program_id(1) * 16 + tl.arange(0, 16)
    mask = (i[:, None] < rows) & (j[None, :] < columns)
    value = tl.load(x + i[:, None] * columns + j[None, :], mask=mask)
    tl.store(out + j[:, None] * rows + i[None, :], tl.trans(value), mask=tl.trans(mask))


@triton.jit
def matmul(a, b, c, m, n, k, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inner = tl.arange(0, 32)
    total = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, k, 32):
        left = tl.load(a + i[:, None] * k + start + inner[None, :], mask=i[:, None] < m, other=0.0)
        right = tl.load(b + (start + inner[:, None]) * n + j[None, :], mask=j[None, :] < n, other=0.0)
        total += tl.dot(left, right)
    tl.store(c + i[:, None] * n + j[None, :], total, mask=(i[:, None] < m) & (j[None, :] < n))


def pointers(type_, count, *others):
    return [f"*{type_}"] * count + list(others)


KERNELS = [
    *(
        (add, pointers(t, 3, "i32"), block)
        for t in ("fp32", "fp16", "bf16", "fp64", "i32", "i8", "i64")
        for block in (128, 1024)
    ),
    *((softmax, pointers(t, 2, "i32", "i32"), block) for t in ("fp32",) for block in (64, 256, 1024)),
    *((layer_norm, pointers(t, 4, "i32", "i32", "fp32"), 256) for t in ("fp32", "fp16", "bf16")),
    *((total, pointers(t, 2, "i32"), 512) for t in ("fp32", "i32", "fp64")),
    *((running, pointers(t, 2, "i32"), 256) for t in ("fp32", "i32")),
    *((ordered, pointers(t, 2), 128) for t in ("fp32", "i32")),
    (counted, pointers("i32", 2, "i32"), 256),
    (dropped, pointers("fp32", 2, "i32", "fp32", "i32"), 256),
    *((transposed, pointers(t, 2, "i32", "i32"), 16) for t in ("fp32", "fp16")),
    *((matmul, pointers(t, 2) + ["*fp32", "i32", "i32", "i32"], block) for t in ("fp16", "fp32") for block in (32, 64)),
]


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for function, types, block in KERNELS:
        names = [name for name in function.arg_names if name != "BLOCK"]
        for cc in (80, 90):
            name = f"{function.__name__}-{types[0].strip('*')}-{block}-sm{cc}"
            try:
                source = ASTSource(
                    fn=function, signature=dict(zip(names, types)) | {"BLOCK": "constexpr"}, constexprs={"BLOCK": block}
                )
                made = triton.compile(source, target=GPUTarget("cuda", cc, 32))
            except Exception as error:
                print(name, repr(error)[:300])
                continue
            (folder / f"{name}.ptx").write_text(made.asm["ptx"])


if __name__ == "__main__":
    main()
