"""CUDA programs, one corner of CUDA each, converted and compiled for AMD GPUs: what we write has to be HIP.

`expected_failures.toml` names those that cannot compile, with the reason; one that does so all the same fails, so that
the list stays true. Programs that start with `refuse_` use what HIP lacks: the converter has to say so.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.findings import Severity
from tests.compile.judging import (
    ARCHS,
    Converted,
    compile_program,
    convert_programs,
    expected_failures,
    program_names,
)
from tests.compiling import Compiler

pytestmark = pytest.mark.slow

# A program or two of each subject that a compiler reads in seconds: CI compiles these, and all before a release.
_OFTEN = """\
adam_fused_multi_tensor atomic_double_guarded atomic_polyfills atomic_spinlock_hash bf16_gemv_vec
black_scholes cg_partition_generic class_static_kernels constant_symbols cub_block_primitives
cub_dispatch cufft_poisson device_query double2_complex_ops driver_context_events error_handling
fdtd2d fp8_quantize function_pointers graph_capture graph_explicit_nodes
guards_dual_platform half_math_functions histogram_shared include_guards inline_ptx
launch_attributes launch_shapes lbm_d2q9 libcu_variant libcuxx_std math_rounding_intrinsics
memory_async_pools min_max_of_types nvrtc_driver_module nvtx_profiler_ranges
ptx_matrices result_types scan_blelloch sha256_search sides_by_pass
streams_overlap surface_life warp_reduce_sum warp_scan_width
"""
OFTEN = frozenset(_OFTEN.split())
REFUSED = [name for name in program_names() if name.startswith("refuse_")]
COMPILED = [name for name in program_names() if name not in REFUSED]


@pytest.fixture(scope="session")
def converted(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Converted:
    return convert_programs(compiler.toolchain.rocm, tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize(
    "program",
    [name if Path(name).stem in OFTEN else pytest.param(name, marks=pytest.mark.thorough) for name in COMPILED],
)
def test_compiles(program: str, arch: str, compiler: Compiler, converted: Converted) -> None:
    complaint = compile_program(compiler, converted, program, arch)
    expected = expected_failures(compiler.toolchain.rocm)
    if program not in expected:
        if complaint:
            pytest.fail(complaint, pytrace=False)
    elif complaint:
        pytest.xfail(expected[program])
    else:
        pytest.fail(f"{program} compiles: take it out of expected_failures.toml")


@pytest.mark.parametrize("program", REFUSED)
def test_is_refused(program: str, converted: Converted) -> None:
    assert Severity.ERROR in {remark.severity for remark in converted.remarks_on(program)}


def test_those_compiled_often_exist() -> None:
    assert {Path(name).stem for name in COMPILED} > OFTEN


def test_expected_failures_exist(compiler: Compiler) -> None:
    assert expected_failures(compiler.toolchain.rocm).keys() <= set(COMPILED)
