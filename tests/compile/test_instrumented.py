"""Converted programs compile as well with what `hipify-py pin` puts around their calls. Device code stays as it is, so
that the host's side is all that is compiled."""

from __future__ import annotations

import pytest

from hipify_py import helpers
from hipify_py.file.marks import PIN_HEADER
from hipify_py.run.pin.instrument import instrument
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

# Launches and calls of all kinds: in expressions, macros and lambdas, of libraries, of the driver, with classes.
ALWAYS = ("launch_shapes.cu", "dispatch_macros.cu", "cg_grid_sync.cu", "memory_peer_multi_gpu.cu")
OTHERS = [name for name in program_names() if not name.startswith("refuse_") and name not in ALWAYS]


@pytest.fixture(scope="session")
def instrumented(compiler: Compiler, tmp_path_factory: pytest.TempPathFactory) -> Converted:
    converted = convert_programs(compiler.toolchain.rocm, tmp_path_factory.mktemp("instrumented"))
    sources = [path for path in converted.folder.rglob("*") if path.suffix in (".cu", ".cuh", ".h", ".hpp")]
    for path in sources:
        done = instrument(path.read_bytes(), path.name, PIN_HEADER, is_cuda=True)
        if done.recorded:
            path.write_bytes(done.data)
            (path.parent / PIN_HEADER).write_text(helpers.pin_header(), encoding="utf-8")
    return converted


@pytest.mark.parametrize("program", [*ALWAYS, *(pytest.param(name, marks=pytest.mark.thorough) for name in OTHERS)])
def test_compiles(program: str, compiler: Compiler, instrumented: Converted) -> None:
    if program in ALWAYS:
        text = "".join((instrumented.folder / unit).read_text("utf-8") for unit in instrumented.units(program))
        assert "hipify_pin_begin(" in text
    if program in expected_failures(compiler.toolchain.rocm):
        pytest.skip("does not compile before, either")
    assert compile_program(compiler, instrumented, program, ARCHS[0], sides=["--cuda-host-only"]) == ""
