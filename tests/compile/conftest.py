"""Where there is no compiler for HIP, the programs are not collected, and test_toolchain.py says how to get one."""

from __future__ import annotations

import pytest

from tests.cli.conftest import hipify, snapshot, state, tree, write
from tests.compile.judging import TOOLCHAIN
from tests.compiling import Compiler

__all__ = ("hipify", "snapshot", "state", "tree", "write")

collect_ignore = (
    []
    if TOOLCHAIN
    else [
        "test_headers_alone.py",
        "test_host_runs.py",
        "test_instrumented.py",
        "test_macros_of_hip.py",
        "test_pin_header.py",
        "test_programs.py",
        "test_shim_compiles.py",
        "test_typedefs.py",
    ]
)


@pytest.fixture(scope="session")
def compiler(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    assert TOOLCHAIN  # else what asks for it is not collected
    return Compiler(TOOLCHAIN, tmp_path_factory)
