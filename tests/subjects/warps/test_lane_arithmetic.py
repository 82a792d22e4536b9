"""How bad arithmetic with 32 is: it stays right for groups of 32 lanes, to which conversion limits shuffles."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Severity
from hipify_py.rules.run import severity

KERNEL = "__global__ void k(float v, int *locks) {{ int lane = threadIdx.x & 31; {} }}\n"
PORTED = """#ifdef __HIP_PLATFORM_AMD__
#define DOWN(a, b) __shfl_down(a, b)
#else
#define DOWN(a, b) __shfl_down_sync(~0u, a, b)
#endif
"""
SHUFFLE = "v += __shfl_down_sync(~0u, v, 16); "
SWAPS = """__device__ void twice(unsigned *p) {
  unsigned old = *p, seen;
  do { seen = old; old = atomicCAS(p, seen, seen * 2); } while (old != seen);
}
"""
LOCKS = "__device__ bool try_lock(int *p) { return atomicCAS(p, 0, 1) == 0; }\n"
CUDA = "#include <cuda_runtime.h>\n"
CUB = "#include <cub/cub.cuh>\n"
OF_CUB = "using W = cub::WarpReduce<int, 32>; __shared__ W::TempStorage t[4]; "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CUDA + KERNEL.format("v += __shfl_down_sync(~0u, v, 16); __syncwarp();"), ["info"]),
        (CUDA + KERNEL.format("v += __shfl_down_sync(~0u, v, 16); if (__any_sync(~0u, lane)) v = 0;"), ["info"]),
        (CUDA + KERNEL.format("int n = __popc(__ballot_sync(~0u, v > 0) & ((1u << lane) - 1)) / warpSize;"), ["info"]),
        (CUDA + KERNEL.format(SHUFFLE) + "__global__ void other(volatile float *s) { s[0] += s[1]; }\n", ["info"]),
        (CUDA + KERNEL.format(SHUFFLE) + "__device__ void other(volatile float *s) { s[0] += s[1]; }\n", ["warning"]),
        (CUDA + "__device__ volatile int seen;\n" + KERNEL.format(SHUFFLE), ["warning"]),
        (CUDA + KERNEL.format("v *= 2;") + "__global__ void other(int *p) { atomicCAS(p, 0, 1); }\n", []),
        (CUB + KERNEL.format(OF_CUB + "W(t[threadIdx.x / 32]).Sum(v);"), ["info", "info"]),
        (CUB + KERNEL.format(OF_CUB + "cub::WarpExchange<int, 4> e;"), ["warning"]),
        (CUB + KERNEL.format(OF_CUB + "v += 1u << cub::LaneId();"), ["warning"]),
        (CUDA + KERNEL.format("v += __shfl_down_sync(~0u, v, 16); while (atomicCAS(locks, 0, 1)) {}"), ["warning"]),
        (CUDA + KERNEL.format(SHUFFLE + "if (lane == 0) *locks = atomicCAS(locks, 0, 1);"), ["info"]),
        (CUDA + LOCKS + KERNEL.format(SHUFFLE + "while (!try_lock(locks)) {}"), ["warning"]),
        (CUDA + KERNEL.format("v += __shfl_down_sync(~0u, v, 16); load_ldsm(lane);"), ["warning"]),
        (CUDA + KERNEL.format(SHUFFLE + 'asm volatile("ld.cg.global.u32 %0, [%1];" : "=r"(i) : "l"(p));'), ["info"]),
        (CUDA + KERNEL.format('asm volatile("add.s32 %0, %0, 1;" : "+r"(i));'), []),
        (CUDA + KERNEL.format(SHUFFLE + 'asm volatile("mov.u32 %0, %%laneid;" : "=r"(i));'), ["info"]),
        (CUDA + KERNEL.format('asm volatile("activemask.b32 %0;" : "=r"(m));'), []),
        (
            CUDA + KERNEL.format(SHUFFLE + 'asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(i) : "l"(p));'),
            ["warning"],
        ),
        (CUDA + KERNEL.format(SHUFFLE + "asm volatile(ELSEWHERE : : : );"), ["warning"]),
        (CUDA + KERNEL.format(SHUFFLE) + SWAPS, ["info"]),
        (CUDA + KERNEL.format(SHUFFLE + 'asm volatile("red.global.add.u32 [%0], 1;" : : "l"(p));'), ["info"]),
        (
            CUDA + KERNEL.format(SHUFFLE + 'asm volatile("atom.cas.b32 %0, [%1], 0, 1;" : "=r"(i) : "l"(p));'),
            ["warning"],
        ),
        (CUDA + KERNEL.format(SHUFFLE + "volatile float *s = shared;"), ["warning"]),
        (KERNEL.format("v = shuffle_down(v, 16);"), ["warning"]),
        (KERNEL.format("v += lane; __syncthreads();"), []),
        (PORTED + KERNEL.format("v += DOWN(v, 16);"), ["info"]),
        (PORTED + KERNEL.format("v += DOWN(v, 16); if (__ballot_sync(~0u, v > 0) >> lane) v = 0;"), ["warning"]),
        (PORTED.replace("_down", "") + KERNEL.format("v += DOWN(v, lane + 1);"), ["warning"]),
    ],
    ids=[
        "shuffle",
        "vote",
        "ballot",
        "volatile_in_another_kernel",
        "volatile_in_a_function",
        "volatile_variable",
        "swap_in_another_kernel",
        "cub",
        "cub_exchange",
        "cub_lane",
        "lock",
        "swap_in_no_loop",
        "lock_by_a_function",
        "matrix",
        "loads",
        "computes",
        "laneid",
        "active",
        "acquires",
        "hole",
        "swaps",
        "adds",
        "swaps_in_assembler",
        "volatile",
        "elsewhere",
        "none",
        "ported",
        "ported_ballot",
        "ported_lane",
    ],
)
def test_arithmetic_is_as_bad_as_how_lanes_speak(text: str, said: list[str]) -> None:
    found = convert(text.encode(), Context(api.policy(), "a.cu")).findings
    assert [severity(each, ()).name.lower() for each in found if each.rule == "WRP002"] == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (KERNEL.format(SHUFFLE + "\nwhile (atomicCAS(locks, 0, 1)) {}"), "; see 'atomicCAS' in line 3"),
        (LOCKS + KERNEL.format(SHUFFLE + "\nwhile (!try_lock(locks)) {}"), "; see 'try_lock' in line 4"),
        ('#include "warp_sums.cuh"\n' + KERNEL.format(SHUFFLE), "; see 'warp_sums.cuh' in line 2"),
        ("__device__ volatile int n;\n" + KERNEL.format("\nload_ldsm(lane);"), "; see 'load_ldsm' in line 4"),
        (KERNEL.format(SHUFFLE), ""),
    ],
    ids=["lock", "lock_by_a_function", "header", "own_first", "shuffle"],
)
def test_what_makes_arithmetic_worth_a_review_is_named(text: str, said: str) -> None:
    found = convert((CUDA + text).encode(), Context(api.policy(), "a.cu")).findings
    messages = [each.message for each in found if each.rule == "WRP002"]
    assert [message.partition(")")[2] for message in messages] == [said]


PROGRAMS = Path(__file__).parents[2] / "compile" / "programs"


@pytest.mark.parametrize("path", sorted((*PROGRAMS.glob("warp*.cu"), *PROGRAMS.glob("cub*.cu"))), ids=lambda p: p.stem)
def test_a_second_run_is_no_louder(path: Path) -> None:
    first = convert(path.read_bytes(), Context(api.policy(), path.name))
    second = convert(first.output, Context(api.policy(), path.name))
    loud = [sum(severity(each, ()) > Severity.INFO for each in run.findings) for run in (first, second)]
    assert loud[1] <= loud[0]


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ("v += __shfl_down(v, 16, 32);", "info"),
        ("v += __shfl_down(v, 16, WIDTH);", "info"),
        ("v += __shfl_down(v, 16, GROUP);", "info"),
        ("v += hipify_compat::any_sync(~0u, lane); __syncwarp();", "info"),
        ("hipcub::WarpReduce<int, 0x20>(t[0]).Sum(lane);", "info"),
        ("v += __shfl_down(v, 16);", "warning"),
        ("v += __shfl_down(v, 16, 64);", "warning"),
        ("v += __shfl_down(v, 16, WAVE);", "warning"),
        ("v += __shfl_down(v, 16, WIDE);", "warning"),
        ("v += __shfl_down(v, 16, 32) / warpSize;", "warning"),
        ("v += __shfl_down(v, 16, 32); if (__any(v > 0)) v = 0;", "warning"),
        ("v += __shfl_down_sync(~0ull, v, 16, 32);", "warning"),
        ("hipcub::WarpReduce<int>(t[0]).Sum(lane);", "warning"),
        ("v += __shfl_down(v, 16, 32); while (atomicCAS(locks, 0, 1)) {}", "warning"),
    ],
)
def test_in_hip_a_width_keeps_groups(said: str, level: str) -> None:
    text = f"#include <hip/hip_runtime.h>\n#define WIDTH 16u\nconst int WIDE = 64;\n{KERNEL.format(said)}"
    found = convert(text.encode(), Context(api.policy(), "a.cu")).findings
    assert [severity(each, ()).name.lower() for each in found if each.rule == "WRP002"] == [level]


def test_rows_of_blocks_are_no_blocks() -> None:
    """A block of 32 by 32 threads has 16 whole wavefronts."""
    code = "void f() { k<<<1, dim3(32, 32)>>>(); k<<<1, dim3(32, 1)>>>(); k<<<1, 32>>>(); }\n"
    found = [each.message for each in convert(code.encode(), Context(api.policy())).findings if each.rule == "WRP018"]
    assert [text.partition(" threads")[0] for text in found] == [
        "'dim3(32, 32)' makes rows of 32",
        "block of dim3(32, 1)",
        "block of 32",
    ]
