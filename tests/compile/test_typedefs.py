"""The typedefs of CUDA's own headers, as code repeats them, compile for AMD beside the headers of HIP, and
what API006 reports as a name of HIP is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.file.typedefs import INTEGERS
from hipify_py.subjects.names.hip_definitions import ANCHORS, MACROS
from hipify_py.tables.model import TYPE_SECTIONS
from tests.compile.judging import ARCHS
from tests.compiling import SIDES, Compiler
from tests.test_toolkit_headers import folders

pytestmark = pytest.mark.slow

_HEADERS = ("cuda.h", "driver_types.h", "cuComplex.h", "texture_types.h", "surface_types.h", "cuda_runtime_api.h")
_TYPEDEF = re.compile(
    r"^typedef\s+((?:unsigned|signed|int|long|struct|enum)\b[^;{}()]*?)\b(\w+)(?:_v\d)?;", re.MULTILINE
)


def _typedefs(folder: Path) -> Iterator[str]:
    """Those of the names that HIP has too."""
    policy = api.policy()
    for path in (found for name in _HEADERS for found in (folder / name, folder / "crt" / name) if found.is_file()):
        for kind, name in _TYPEDEF.findall(path.read_text(errors="replace").replace("__device_builtin__ ", "")):
            found = policy.name(name)
            is_known = found is not None and found.target and found.entry.section in TYPE_SECTIONS
            # HIP lacks the tag of some structures, which is reported.
            tags = [policy.name(tag) for tag in re.findall(r"\b(?:struct|enum)\s+(\w+)", kind)]
            if is_known and "__int" not in kind and not any(tag is not None and tag.target is None for tag in tags):
                yield f"typedef {kind.strip()} {name};"


def test_typedefs_of_cuda_compile(compiler: Compiler, tmp_path: Path) -> None:
    lines = sorted({line for folder in folders() for line in _typedefs(folder)})
    if not lines:
        pytest.skip("no headers of CUDA here")
    assert len(lines) > 20
    integers = (f"typedef {'unsigned ' * name.startswith(b'u')}long long {name.decode()};" for name in INTEGERS)
    lines += [line for line in integers if re.search(r"64|max|ptr", line)]
    result = api.convert("\n".join([*lines, ""]).encode(), api.policy(rocm=compiler.toolchain.rocm), path="a.cu")
    (tmp_path / "a.hip").write_bytes(result.output)
    assert compiler.complaints("a.hip", tmp_path, ARCHS[0]) == []


def test_reported_names_are_names_of_hip(compiler: Compiler, tmp_path: Path) -> None:
    names = {name.decode() for name in ANCHORS.words - MACROS}
    unit = "#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n#include <hip/hip_bf16.h>\n"
    unit += "".join(f"namespace a {{ using ::{name}; }}\n" for name in sorted(names))
    unit += "".join(f"#ifndef {name.decode()}\n#error {name.decode()}\n#endif\n" for name in sorted(MACROS))
    (tmp_path / "a.hip").write_text(unit)
    assert compiler.complaints("a.hip", tmp_path, "gfx942", sides=SIDES[:1]) == []
