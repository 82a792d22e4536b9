"""The targets whose device code objects hold, for the link."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py.nvcc.objects import archs_of


@pytest.mark.parametrize(
    ("bundled", "arch"),
    [
        (b"hip-amdgcn-amd-amdhsa--gfx90a", "gfx90a"),
        (b"hipv4-amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-", "gfx942:sramecc+:xnack-"),
        (b"hip-amdgcn-amd-amdhsa--gfx9-4-generic", "gfx9-4-generic"),
        (b"hip-spirv64-amd-amdhsa--amdgcnspirv", "amdgcnspirv"),
    ],
)
def test_targets_of_device_code_that_is_to_be_linked(tmp_path: Path, bundled: bytes, arch: str) -> None:
    path = tmp_path / "a.o"
    path.write_bytes(b"\x7fELF\0__CLANG_OFFLOAD_BUNDLE__" + bundled + b"\0")
    assert archs_of([str(path)]) == (arch,)
