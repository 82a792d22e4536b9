"""PRP010: members of CUDA's structures that HIP's lack, but for the properties of devices."""

from __future__ import annotations

from collections.abc import Iterator

from hipify_py.file.expression_types import expression_types
from hipify_py.file.facts import Facts
from hipify_py.file.usage import Usage, usage
from hipify_py.rules.detect import Hit
from hipify_py.tables.model import Version
from hipify_py.texts import to_text

_ATTRIBUTE = (
    *(b"cudaLaunchAttributeValue", b"cudaStreamAttrValue", b"cudaKernelNodeAttrValue", b"CUlaunchAttributeValue"),
    *(b"CUlaunchAttributeValue_union", b"CUkernelNodeAttrValue", b"CUkernelNodeAttrValue_v1"),
    *(b"CUstreamAttrValue", b"CUstreamAttrValue_v1"),
)
_DESCRIPTOR = (b"cudaXtDesc", b"cudaXtDesc_t")
_FUNCTION = (b"cudaFuncAttributes",)
_HALF = (b"__half", b"half", b"__nv_half", b"nv_half", b"__nv_bfloat16", b"nv_bfloat16")
_INSTANTIATE = (
    *(b"CUDA_GRAPH_INSTANTIATE_PARAMS", b"CUDA_GRAPH_INSTANTIATE_PARAMS_st"),
    *(b"cudaGraphInstantiateParams", b"cudaGraphInstantiateParams_st"),
)
_KERNEL = (
    *(b"CUDA_KERNEL_NODE_PARAMS", b"CUDA_KERNEL_NODE_PARAMS_st"),
    *(b"CUDA_KERNEL_NODE_PARAMS_v1", b"CUDA_KERNEL_NODE_PARAMS_v2"),
)
_MIPMAPPED = (b"CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC", b"CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st")
_NODE = (b"cudaGraphNodeParams", b"CUgraphNodeParams", b"CUgraphNodeParams_st")
_POOL = (b"cudaMemPoolProps", b"CUmemPoolProps", b"CUmemPoolProps_st", b"CUmemPoolProps_v1")
_PROPERTIES = (b"CUmemAllocationProp", b"CUmemAllocationProp_st", b"CUmemAllocationProp_v1")
_SEMAPHORE = (
    *(b"cudaExternalSemaphoreHandleDesc", b"CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC"),
    *(b"CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st", b"CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1"),
)
_TEXTURE = (b"cudaTextureDesc", b"textureReference")
_PLAIN_GENERATORS = (b"curandState", b"curandState_t", b"curandStateXORWOW", b"curandStateXORWOW_t")
_SOBOL = tuple(
    b"curandState%sSobol%d%s" % (scrambled, bits, tail)
    for scrambled in (b"", b"Scrambled")
    for bits in (32, 64)
    for tail in (b"", b"_t")
)
_MRG = (b"curandStateMRG32k3a", b"curandStateMRG32k3a_t")
_MTGP = (b"curandStateMtgp32", b"curandStateMtgp32_t")
_PHILOX = (b"curandStatePhilox4_32_10", b"curandStatePhilox4_32_10_t")
_GENERATORS = (*_PLAIN_GENERATORS, *_MRG, *_PHILOX)
# By member: the structures of CUDA that have it, whose counterparts in the headers of ROCm 6.4 and 7.2 do not.
_OF = {
    b"__x": _HALF,
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
    b"copyCtx": (b"CUDA_MEMCPY_NODE_PARAMS", b"CUDA_MEMCPY_NODE_PARAMS_st"),
    b"ownership": (b"cudaChildGraphNodeParams", b"CUDA_CHILD_GRAPH_NODE_PARAMS"),
    b"conditional": _NODE,
    b"memOp": _NODE,
    b"arrayDesc": _MIPMAPPED,
    b"cudaXtState": _DESCRIPTOR,
    b"nvSciSyncObj": _SEMAPHORE,
    b"requestedHandleTypes": _PROPERTIES,
    b"direction_vectors": _SOBOL,
    **dict.fromkeys((b"clusterDim", b"preferredClusterDim", b"launchCompletionEvent"), _ATTRIBUTE),
    **dict.fromkeys((b"deviceUpdatableKernelNode", b"sharedMemCarveout"), _ATTRIBUTE),
    b"nvlinkUtilCentricScheduling": _ATTRIBUTE,
    **dict.fromkeys((b"gridDimX", b"gridDimY", b"gridDimZ", b"blockDimX", b"blockDimY", b"blockDimZ"), _KERNEL),
    **dict.fromkeys((b"kern", b"ctx"), _KERNEL),
    **dict.fromkeys((b"boxmuller_flag", b"boxmuller_flag_double", b"boxmuller_extra"), _GENERATORS),
    b"boxmuller_extra_double": _GENERATORS,
    **dict.fromkeys((b"d", b"v"), _PLAIN_GENERATORS),
    **dict.fromkeys((b"ctr", b"output", b"key", b"STATE"), _PHILOX),
    **dict.fromkeys((b"s1", b"s2"), _MRG),
    **dict.fromkeys((b"i", b"x", b"c"), _SOBOL),
    **dict.fromkeys((b"s", b"offset", b"pIdx", b"k"), _MTGP),
}
# What nobody else calls so, whatever stands before it.
_TELLING = frozenset(
    b"seamlessCubemap disableTrilinearOptimization clusterDimMustBeSet requiredClusterWidth requiredClusterHeight "
    b"requiredClusterDepth nonPortableClusterSizeAllowed hUploadStream hErrNode_out nvSciSyncObj requestedHandleTypes "
    b"preferredClusterDim launchCompletionEvent deviceUpdatableKernelNode nvlinkUtilCentricScheduling".split()
)
# Since when HIP has what it lacked before.
_SINCE = {b"requestedHandleTypes": Version(7, 0)}
_SPELLED = {
    b"hUploadStream": "uploadStream",
    b"hErrNode_out": "errNode_out",
    b"nvSciSyncObj": "NvSciSyncObj",
    b"requestedHandleTypes": "requestedHandleType",
}
WORDS = frozenset(_OF)


def find(facts: Facts, words: frozenset[bytes]) -> Iterator[Hit]:
    rocm = facts.policy.rocm
    missing = frozenset(
        word
        for word in words
        if (word not in _SINCE or rocm < _SINCE[word])
        and (word in _TELLING or facts.reading.cuts_names or not facts.reading.words.isdisjoint(_OF[word]))
    )
    types = expression_types(facts)
    for name in facts.reading.names(missing):
        if usage(facts.reading.neighbours(name), is_scope=False) is not Usage.MEMBER:
            continue
        known = types.of_object(name)
        is_theirs = known.type in _OF[name.text] if known is not None else name.text in _TELLING
        if is_theirs and facts.is_about_cuda:
            yield Hit(name.start, name.end, help=_help(name.text))


def _help(member: bytes) -> str:
    if member in _SPELLED:
        return f"HIP calls it '{_SPELLED[member]}'"
    if member == b"__x":
        return "copy the bits with '__half_as_ushort' or '__bfloat16_as_ushort'"
    if member.startswith((b"gridDim", b"blockDim")):
        return f"HIP has a dim3: write '{to_text(member[:-1])}.{to_text(member[-1:]).lower()}'"
    return ""
