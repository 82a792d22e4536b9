"""LIB033 names the headers of HIP's C libraries that a C compiler does not accept, and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hipify_py.subjects.libraries.cpp_headers import OF_CPP
from hipify_py.tables.load import load
from tests.compile.judging import TOOLCHAIN

pytestmark = pytest.mark.slow

# What is C++ in CUDA as well.
_OF_TEMPLATES = ("hipcub/", "rocprim/", "thrust/", "hip/std/", "cuda/")


def _headers() -> list[str]:
    """Those that an include of CUDA's becomes, as far as they are there."""
    tables = load()
    entries = (tables.header(name) for name in tables.headers)
    targets = {entry.get("hip") or "" for entry in entries if entry is not None}
    of_c = {name for name in targets if name.endswith(".h") and not name.startswith(_OF_TEMPLATES)}
    assert TOOLCHAIN
    return sorted(name for name in of_c if (TOOLCHAIN.root / "include" / name).is_file())


def test_the_list_is_what_the_compiler_says(tmp_path: Path) -> None:
    assert TOOLCHAIN
    refused = set()
    headers = _headers()
    for header in headers:
        unit = tmp_path / "unit.c"
        unit.write_text(f"#include <hip/hip_runtime.h>\n#include <{header}>\n", encoding="utf-8")
        command = [TOOLCHAIN.compiler, "-x", "c", "-w", "-D__HIP_PLATFORM_AMD__", f"-I{TOOLCHAIN.root / 'include'}"]
        if subprocess.run([*command, "-fsyntax-only", unit], capture_output=True, check=False).returncode:
            refused.add(header)
    assert refused == OF_CPP & set(headers)
    assert len(headers) > len(refused) > 3
