"""PRP011: initializers without names, of structures whose members stand in another order in HIP."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.facts import Facts
from hipify_py.patterns import pattern
from hipify_py.rules.detect import Hit

# docs/tables/signatures.md lists them, as the headers of ROCm 6.4 and 7.2 have them.
WORDS = frozenset(
    b"CUDA_KERNEL_NODE_PARAMS CUDA_KERNEL_NODE_PARAMS_st CUDA_KERNEL_NODE_PARAMS_v1 CUDA_MEMSET_NODE_PARAMS "
    b"CUDA_MEMSET_NODE_PARAMS_st CUDA_MEMSET_NODE_PARAMS_v1 CUaccessPolicyWindow CUaccessPolicyWindow_st "
    b"CUaccessPolicyWindow_v1 cudaAccessPolicyWindow cudaFuncAttributes cudaGraphInstantiateParams "
    b"cudaGraphInstantiateParams_st cudaKernelNodeParams cudaMemsetParams".split()
)
_OPENS = pattern(rb"\s*(?:[A-Za-z_]\w*\s*(?:=\s*(?:[A-Za-z_]\w*\s*)?)?)?(?=\{)")
_NOTHING = (b"0", b"NULL", b"nullptr", b"{}")


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.names(words):
        opens = _OPENS.match(facts.reading.code, name.end)
        values = facts.reading.arguments(opens.end()) if opens else None
        if values and not _says_nothing([facts.reading.code[start:end].strip() for start, end in values]):
            yield Hit(name.start, name.end)


def _says_nothing(values: list[bytes]) -> bool:
    """Whether all members are zero, or named."""
    return values[0].startswith(b".") or all(value in _NOTHING for value in values if value)
