"""The macros of HIP that names become are whole expressions, as calls of CUDA's functions are."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.tables.schema import stands_anywhere
from tests.compile.judging import ARCHS
from tests.compiling import Compiler

pytestmark = pytest.mark.slow

# CUDA's macros are none either.
_NO_EXPRESSIONS = {
    *("BEGIN_HIPCUB_NAMESPACE", "END_HIPCUB_NAMESPACE", "__HIPCUB_ALIGN_BYTES", "HIPFFT_FORWARD"),
    *("NCCL_CONFIG_INITIALIZER", "NCCL_SPLIT_NOCOLOR"),
}
_MACRO = re.compile(r"#define (\w+)(?:\([^)]*\))? ?(.*)")


def _headers(rocm: str) -> Iterator[str]:
    policy = api.policy(rocm=rocm)
    for name in policy.tables.headers:
        found = policy.header(name)
        if found is not None and found.target:
            yield found.target


def _macros(compiler: Compiler, folder: Path) -> dict[str, str]:
    """All that HIP's headers define, by name."""
    unit = folder / "all.hip"
    headers = dict.fromkeys(("hip/hip_runtime.h", *_headers(compiler.toolchain.rocm)))
    unit.write_text("".join(f"#if __has_include(<{name}>)\n#include <{name}>\n#endif\n" for name in headers))
    command = [word for word in compiler.toolchain.command(ARCHS[0]) if word != "-c"]
    done = subprocess.run(
        [*command, "--cuda-host-only", "-E", "-dM", "-o", "-", unit], capture_output=True, text=True, check=False
    )
    return dict(_MACRO.findall(done.stdout))


def _words(rocm: str) -> Iterator[str]:
    """The names that conversion writes."""
    policy = api.policy(rocm=rocm)
    for name in policy.tables.rows:
        found = policy.name(name)
        for text in (found.target, found.expression) if found else ():
            yield from re.findall(r"\w+", text or "")


def test_macros_are_whole_expressions(compiler: Compiler, tmp_path: Path) -> None:
    macros = _macros(compiler, tmp_path)
    used = macros.keys() & set(_words(compiler.toolchain.rocm))
    assert len(used) > 100
    texts = {name: re.sub(r'"[^"]*"', "0", macros[name].strip().removeprefix("::")) for name in used - _NO_EXPRESSIONS}
    assert {name: text for name, text in texts.items() if not stands_anywhere(text)} == {}
