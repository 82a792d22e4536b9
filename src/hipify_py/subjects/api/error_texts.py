"""API033: code that goes by what an error of CUDA's reads like."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.comparisons import compared
from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

_TEXTS = pattern(
    rb"CUDA(?: driver)? error|CUDA_ERROR_|cudaError|no kernel image|CUDA out of memory|an illegal memory access|"
    rb"out of memory|invalid device (?:ordinal|function|symbol)|CUDA driver version|CUBLAS_STATUS_|CUDNN_STATUS_"
)


def find(facts: Facts, _words: frozenset[bytes]) -> Iterator[Hit]:
    return (Hit(start, end) for start, end in compared(facts, _TEXTS))
