"""HIP's headers as CUDA's: what is converted compiles with nvcc, and runs beside what it was.

Each header of HIP that the tables name includes the header of CUDA that it stands for, and each name of HIP is a macro
for the name of CUDA that becomes it. What HIP has by itself, as `__lane_id`, and shuffles and ballots without masks, is
written out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from hipify_py.tables.model import Policy

NAMES = "hip_names_as_cuda.h"
_OF_HIP = re.compile(r"hip|roc|HIP|ROC|rccl|miopen")
# Where several names of CUDA become one of HIP: those of the runtime, of the newer API, and without a suffix.
_LAST = ("driver", "caffe2")
_OLD = re.compile(r"_v\d$|_ptsz$|_ptds$|\d_st$|_st$|_enum$")
# The header of CUDA for what has several, or none that includes the rest.
_HEADERS = {
    "hip/hip_runtime.h": "cuda_runtime.h",
    "hip/hip_runtime_api.h": "cuda_runtime_api.h",
    "hip/hip_cooperative_groups.h": "cooperative_groups.h",
    "hip/hip_fp16.h": "cuda_fp16.h",
    "hipblas/hipblas.h": "cublas_v2.h",
    "hipcub/hipcub.hpp": "cub/cub.cuh",
    "roctracer/roctx.h": "nvtx3/nvToolsExt.h",
}
_EXTRA = {
    "hip/hip_runtime.h": '#include <cuda.h>\n#include <cuda_profiler_api.h>\n#include "hip_builtins_on_cuda.h"\n',
    "hipblas/hipblas.h": "#define hipblasHalf __half\n",
    "hip/hip_cooperative_groups.h": "#include <cooperative_groups/reduce.h>\n",
    "hipcub/hipcub.hpp": "#define hipcub cub\n",
}
# Headers of CUDA that speak of these names come before the macros.
BUILTINS = """#pragma once
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdlib>
#include <cuda/atomic>
#ifdef __CUDA_ARCH__
#define __HIP_DEVICE_COMPILE__ 1
#endif
__device__ inline unsigned __lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
template <class T> __device__ T __shfl(T value, int lane, int width = 32) {
  return __shfl_sync(__activemask(), value, lane, width);
}
template <class T> __device__ T __shfl_up(T value, unsigned by, int width = 32) {
  return __shfl_up_sync(__activemask(), value, by, width);
}
template <class T> __device__ T __shfl_down(T value, unsigned by, int width = 32) {
  return __shfl_down_sync(__activemask(), value, by, width);
}
template <class T> __device__ T __shfl_xor(T value, int by, int width = 32) {
  return __shfl_xor_sync(__activemask(), value, by, width);
}
namespace hip_on_cuda {
__host__ __device__ inline void trap() {
#ifdef __CUDA_ARCH__
  __trap();
#else
  std::abort();
#endif
}
template <class T> __device__ T nontemporal_load(const T* from) { return *from; }
template <class T, class Value> __device__ void nontemporal_store(Value stored, T* to) { *to = stored; }
__device__ inline unsigned long long ballot(int predicate) { return __ballot_sync(__activemask(), predicate); }
__device__ inline unsigned mbcnt_lo(unsigned mask, unsigned count) {
  return __popc(mask & ((1u << __lane_id()) - 1)) + count;
}
__device__ inline unsigned mbcnt_hi(unsigned, unsigned count) { return count; }
__device__ inline int bpermute(int place, int value) { return __shfl(value, place / 4); }
template <int Scope, class T> __device__ auto atomic(T *at) {
  using plain = std::remove_cv_t<T>;
  return cuda::atomic_ref<plain, static_cast<cuda::thread_scope>(Scope)>(*const_cast<plain *>(at));
}
__device__ constexpr cuda::std::memory_order order(int of_hip) { return static_cast<cuda::std::memory_order>(of_hip); }
}  // namespace hip_on_cuda
#define FOR(type) \\
  template <class V, std::enable_if_t<std::is_same_v<V, type>, int> = 0> \\
  __host__ __device__
#define HIP_SYMBOL(name) name
#define __builtin_trap() hip_on_cuda::trap()
#define __builtin_amdgcn_wavefrontsize() 32
#define __HIP_MEMORY_SCOPE_WORKGROUP cuda::thread_scope_block
#define __HIP_MEMORY_SCOPE_AGENT cuda::thread_scope_device
#define __HIP_MEMORY_SCOPE_SYSTEM cuda::thread_scope_system
#define __builtin_amdgcn_fence(how, scope) __threadfence_system()
#define __builtin_amdgcn_ds_bpermute hip_on_cuda::bpermute
#define __builtin_amdgcn_mbcnt_lo hip_on_cuda::mbcnt_lo
#define __builtin_amdgcn_mbcnt_hi hip_on_cuda::mbcnt_hi
#define __builtin_nontemporal_load hip_on_cuda::nontemporal_load
#define __builtin_nontemporal_store hip_on_cuda::nontemporal_store
#define __ballot hip_on_cuda::ballot
"""
_ATOMIC = (
    "#define __hip_atomic_{name}(at, value, how, scope) "
    "hip_on_cuda::atomic<scope>(at).{name}(value, hip_on_cuda::order(how))\n"
)
_LOAD = "#define __hip_atomic_load(at, how, scope) hip_on_cuda::atomic<scope>(at).load(hip_on_cuda::order(how))\n"
_ATOMICS = ("store", "exchange", *(f"fetch_{name}" for name in ("add", "sub", "and", "or", "xor", "min", "max")))
_POLICIES = """#pragma once
#include_next <thrust/execution_policy.h>
THRUST_NAMESPACE_BEGIN
namespace hip = cuda;
THRUST_NAMESPACE_END
"""
# The operators that HIP has for its vector types, and CUDA leaves to programs: those of a program are better matches.
_OPERATOR = (
    "FOR({type}) V operator{sign}(V a, V b) {{ return make_{type}({both}); }}\n"
    "FOR({type}) V operator{sign}(V a, {element} b) {{ return make_{type}({right}); }}\n"
    "FOR({type}) V operator{sign}({element} a, V b) {{ return make_{type}({left}); }}\n"
    "FOR({type}) V &operator{sign}=(V &a, V b) {{ return a = a {sign} b; }}\n"
    "FOR({type}) V &operator{sign}=(V &a, {element} b) {{ return a = a {sign} b; }}\n"
)


def _atomics() -> Iterator[str]:
    yield _LOAD
    for name in _ATOMICS:
        yield _ATOMIC.format(name=name)


def _operators() -> Iterator[str]:
    for element in ("float", "double", "int"):
        for members in ("xy", "xyz", "xyzw"):
            for sign in "+-*/":
                yield _OPERATOR.format(
                    type=f"{element}{len(members)}",
                    element=element,
                    sign=sign,
                    both=", ".join(f"a.{member} {sign} b.{member}" for member in members),
                    right=", ".join(f"a.{member} {sign} b" for member in members),
                    left=", ".join(f"a {sign} b.{member}" for member in members),
                )


def write(policy: Policy, into: Path) -> None:
    """All headers, in a folder of their own."""
    for name, text in (
        *_headers(policy),
        (NAMES, _names(policy)),
        ("thrust/execution_policy.h", _POLICIES),
        ("hip_builtins_on_cuda.h", "".join((BUILTINS, *_atomics(), *_operators()))),
    ):
        path = into / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def _headers(policy: Policy) -> Iterator[tuple[str, str]]:
    sources: dict[str, list[str]] = defaultdict(list)
    for name in policy.tables.headers:
        found = policy.header(name)
        if found is not None and found.target and found.target != name and _OF_HIP.search(found.target):
            sources[found.target].append(name)
    for target, names in {**sources, **{name: [] for name in _HEADERS}}.items():
        header = _HEADERS.get(target) or min(names, key=_rank)
        extra = _EXTRA.get(target, "")
        yield target, f"#pragma once\n#include <{header}>\n{extra}#include <{NAMES}>\n"


def _rank(name: str) -> tuple[int, str]:
    return len(name), name


def _names(policy: Policy) -> str:
    back: dict[str, list[tuple[bool, bool, bool, int, str]]] = defaultdict(list)
    for name in policy.tables.rows:
        found = policy.name(name)
        if found is None or not found.target or found.target == name or "::" in name + found.target:
            continue
        if _OF_HIP.search(found.target) and found.target not in policy.tables.rows:
            is_other = found.target[len("hip") :] not in name  # `cudaThreadExit`, which CUDA 13 lacks
            order = found.entry.library in _LAST, bool(_OLD.search(name)), is_other, len(name), name
            back[found.target].append(order)
    lines = (f"#define {target} {_newest(target, min(found)[-1])}" for target, found in sorted(back.items()))
    return "\n".join(("#pragma once", *lines, ""))


def _newest(target: str, name: str) -> str:
    """CUDA 13 has the second version of a function by its plain name."""
    return name.removesuffix("_v2") if target.endswith("_v2") else name
