"""CUDA programs, one corner of CUDA each, converted and compiled for AMD GPUs: what we write has to be HIP.

`expected_failures.toml` names those that cannot compile, with the reason; one that does so all the same fails, so that
the list stays true. Programs that start with `refuse_` use what HIP lacks: the converter has to say so.
"""

from __future__ import annotations

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

REFUSED = [name for name in program_names() if name.startswith("refuse_")]
COMPILED = [name for name in program_names() if name not in REFUSED]


@pytest.fixture(scope="session")
def converted(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Converted:
    return convert_programs(compiler.toolchain.rocm, tmp_path_factory.mktemp("programs"))


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("program", COMPILED)
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


def test_expected_failures_exist(compiler: Compiler) -> None:
    assert expected_failures(compiler.toolchain.rocm).keys() <= set(COMPILED)
