"""Kernels of Numba, compiled to PTX without a GPU.

python numba_kernels.py FOLDER          with numba-cuda installed, and NVVM where CUDA_HOME says
"""
# mypy: ignore-errors
# ruff: noqa

import math
import sys
from pathlib import Path

import numba
from numba import cuda, float32, float64, int32, int64, uint8, uint32, uint64


def axpy(a, x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = a * x[i] + y[i]


def block_sum(x, out):
    shared = cuda.shared.array(128, float32)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    shared[t] = x[i] if i < x.size else 0
    cuda.syncthreads()
    step = 64
    while step > 0:
        if t < step:
            shared[t] += shared[t + step]
        cuda.syncthreads()
        step //= 2
    if t == 0:
        out[cuda.blockIdx.x] = shared[0]


def histogram(x, out):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(out, x[i] & 63, 1)


def matmul(a, b, c):
    i, j = cuda.grid(2)
    if i < c.shape[0] and j < c.shape[1]:
        total = 0.0
        for k in range(a.shape[1]):
            total += a[i, k] * b[k, j]
        c[i, j] = total


def mandel(out, most):
    i, j = cuda.grid(2)
    if i < out.shape[0] and j < out.shape[1]:
        c = complex(i / 32.0 - 1.5, j / 32.0 - 1.0)
        z = 0j
        for n in range(most):
            z = z * z + c
            if z.real * z.real + z.imag * z.imag >= 4:
                out[i, j] = n
                return
        out[i, j] = most


def functions(x, out):
    i = cuda.grid(1)
    if i < out.size:
        v = x[i]
        out[i] = math.sqrt(abs(v)) + math.exp(-v * v) + math.floor(v) + math.fmod(v, 0.7) + math.copysign(1.0, v)


def trigonometry(x, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = math.sin(x[i]) * math.cos(x[i]) + math.atan2(x[i], 1.5) + math.log(abs(x[i]) + 1) + math.pow(x[i], 3)


def integers(x, out):
    i = cuda.grid(1)
    if i < out.size:
        v = x[i]
        out[i] = (v << 3) ^ (v >> 2) ^ (v % 7) ^ (v // 5) ^ cuda.popc(v) ^ cuda.clz(v) ^ cuda.brev(v)


def lanes(x, out):
    i = cuda.grid(1)
    if i < out.size:
        v = x[i]
        v += cuda.shfl_xor_sync(0xFFFFFFFF, v, 1)
        v += cuda.shfl_down_sync(0xFFFFFFFF, v, 4)
        if cuda.all_sync(0xFFFFFFFF, v > 0):
            v += 100
        out[i] = v + cuda.ballot_sync(0xFFFFFFFF, v > 3) % 1000


def local_sort(x, out):
    i = cuda.grid(1)
    row = cuda.local.array(16, int32)
    if i * 16 + 15 < out.size:
        for k in range(16):
            row[k] = x[i * 16 + k]
        for k in range(1, 16):
            value, at = row[k], k - 1
            while at >= 0 and row[at] > value:
                row[at + 1] = row[at]
                at -= 1
            row[at + 1] = value
        for k in range(16):
            out[i * 16 + k] = row[k]


def exchange(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i] = cuda.atomic.max(out, 0, x[i]) * 0 + x[i]


def collatz(x, out):
    i = cuda.grid(1)
    if i < out.size:
        n, steps = x[i] & 1023, 0
        while n > 1 and steps < 500:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        out[i] = steps


f, d, i4, i8, u4, u8 = (kind[:] for kind in (float32, float64, int32, int64, uint32, uint64))
KERNELS = [
    (axpy, [(float32, f, f, f), (float64, d, d, d), (int32, i4, i4, i4), (int64, i8, i8, i8)]),
    (block_sum, [(f, f)]),
    (histogram, [(i4, i4), (u4, u4), (uint8[:], i4)]),
    (matmul, [(float32[:, :],) * 3, (float64[:, ::1],) * 3, (int32[:, ::1],) * 3]),
    (mandel, [(int32[:, :], int32), (uint8[:, ::1], int32)]),
    (functions, [(f, f), (d, d)]),
    (trigonometry, [(f, f), (d, d)]),
    (integers, [(i4, i4), (u4, u4)]),
    (lanes, [(i4, i4)]),
    (local_sort, [(i4, i4)]),
    (exchange, [(i4, i4), (f, f)]),
    (collatz, [(i4, i4), (i8, i8)]),
]


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for function, signatures in KERNELS:
        for number, signature in enumerate(signatures):
            for name, options in (("o3", {}), ("fast", {"fastmath": True}), ("debug", {"debug": True, "opt": False})):
                try:
                    text, _ = cuda.compile_ptx(function, signature, cc=(8, 0), **options)
                except Exception as error:
                    print(function.__name__, signature, name, repr(error)[:200])
                    continue
                (folder / f"{function.__name__}{number}-{name}.ptx").write_text(text)


if __name__ == "__main__":
    main()
