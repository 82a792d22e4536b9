"""PRP010: members of CUDA's structures that HIP's lack, but for the properties of devices."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.rules.detect import Hit
from hipify_py.subjects.properties.properties import owner_of

_FUNCTION = (b"cudaFuncAttributes",)
_INSTANTIATE = (b"CUDA_GRAPH_INSTANTIATE_PARAMS", b"cudaGraphInstantiateParams")
_KERNEL = (b"CUDA_KERNEL_NODE_PARAMS", b"CUDA_KERNEL_NODE_PARAMS_v1", b"CUDA_KERNEL_NODE_PARAMS_v2")
_NODE = (b"cudaGraphNodeParams", b"CUgraphNodeParams")
_POOL = (b"cudaMemPoolProps", b"CUmemPoolProps")
_TEXTURE = (b"cudaTextureDesc",)
_GENERATORS = (b"curandState", b"curandState_t", b"curandStateXORWOW", b"curandStateXORWOW_t")
# By member: the structures of CUDA that have it, whose counterparts in the headers of ROCm 6.4 and 7.2 do not.
_OF = {
    b"seamlessCubemap": _TEXTURE,
    b"disableTrilinearOptimization": _TEXTURE,
    b"usage": _POOL,
    b"clusterDimMustBeSet": _FUNCTION,
    b"requiredClusterWidth": _FUNCTION,
    b"requiredClusterHeight": _FUNCTION,
    b"requiredClusterDepth": _FUNCTION,
    b"clusterSchedulingPolicyPreference": _FUNCTION,
    b"nonPortableClusterSizeAllowed": _FUNCTION,
    b"hUploadStream": _INSTANTIATE,
    b"hErrNode_out": _INSTANTIATE,
    b"copyCtx": (b"CUDA_MEMCPY_NODE_PARAMS",),
    b"ownership": (b"cudaChildGraphNodeParams", b"CUDA_CHILD_GRAPH_NODE_PARAMS"),
    b"conditional": _NODE,
    b"memOp": _NODE,
    b"arrayDesc": (b"CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC",),
    **dict.fromkeys((b"gridDimX", b"gridDimY", b"gridDimZ", b"blockDimX", b"blockDimY", b"blockDimZ"), _KERNEL),
    **dict.fromkeys((b"kern", b"ctx"), _KERNEL),
    **dict.fromkeys((b"boxmuller_flag", b"boxmuller_flag_double", b"boxmuller_extra"), _GENERATORS),
    **dict.fromkeys((b"boxmuller_extra_double", b"d", b"v"), _GENERATORS),
}
# What nobody else calls so, whatever stands before it.
_TELLING = frozenset(
    b"seamlessCubemap disableTrilinearOptimization clusterDimMustBeSet requiredClusterWidth requiredClusterHeight "
    b"requiredClusterDepth nonPortableClusterSizeAllowed hUploadStream hErrNode_out".split()
)
_SPELLED = {b"hUploadStream": "uploadStream", b"hErrNode_out": "errNode_out"}
WORDS = frozenset(_OF)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    for name in facts.reading.names(words):
        if usage(facts.reading.neighbours(name), is_scope=False) is not Usage.MEMBER:
            continue
        owner = owner_of(facts.reading, name.start)
        known = declared(facts.reading.plain, owner, name.start) if owner else None
        is_theirs = known.type in _OF[name.text] if known is not None else name.text in _TELLING
        if is_theirs and facts.is_about_cuda:
            yield Hit(name.start, name.end, help=_help(name.text))


def _help(member: bytes) -> str:
    if member in _SPELLED:
        return f"HIP calls it '{_SPELLED[member]}'"
    if member.startswith((b"gridDim", b"blockDim")):
        return f"HIP has a dim3: write '{member[:-1].decode()}.{member[-1:].decode().lower()}'"
    return ""
