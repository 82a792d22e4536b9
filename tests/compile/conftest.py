"""Where there is no compiler for HIP, the programs are not collected, and test_toolchain.py says how to get one."""

from __future__ import annotations

from tests.compile.judging import TOOLCHAIN

collect_ignore = (
    []
    if TOOLCHAIN
    else [
        "test_headers_alone.py",
        "test_host_runs.py",
        "test_instrumented.py",
        "test_pin_header.py",
        "test_programs.py",
        "test_shim_compiles.py",
    ]
)
