"""Templates of sources are converted as the sources that they make, and what is filled in stays."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

CONFIGURED = b"""\
@WARNING@
#include <cufft.h>
#cmakedefine cudaFree
void f_@N@(@T@ *p, cudaStream_t s) { cudaMallocAsync(&p, ${SIZE}, s); }  // don't
"""
JINJA = b"""\
{# cudaFree isn't converted #}
{% macro f(T) %}
#include <cuda_runtime.h>
__global__ void {{ name }}_k({{ T }} *x) { *x = __shfl_down_sync(0xffffffff, *x, {{ by }}); }
void f(cudaStream_t s) { {{ name }}_k<<<{{ grid }}, 1, 0, s>>>({{ args }}{% if x %}, cudaSuccess{% endif %}); }
void g(float a) { a = __shfl_down_sync(0xffffffff, a, 1); cuda{{ what }}(a); {{ prefix }}cudaFree(p); }
{% endmacro %}
"""


@pytest.mark.parametrize("name", ["a.cu.in", "config.hpp.cmake", "a.CUH.IN"])
def test_what_cmake_configures(hipify: Hipify, write: Write, tree: Path, name: str) -> None:
    write(name, CONFIGURED)
    ran = hipify(".", "-v")
    wanted = CONFIGURED.replace(b"cufft.h", b"hipfft/hipfft.h").replace(b"cudaStream_t", b"hipStream_t")
    wanted = wanted.replace(b"cudaMallocAsync", b"hipMallocAsync")
    assert (tree / name).read_bytes().removeprefix(b"#include <hip/hip_runtime.h>\n") == wanted
    assert f"{name}:3:14: warning TOOL014 'cudaFree' was not converted" in ran.out
    assert hipify("--check", ".").code == 0
    hipify("undo")
    assert (tree / name).read_bytes() == CONFIGURED


def test_what_jinja_fills_in(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu.j2", JINJA)
    ran = hipify(".", "-v")
    wanted = JINJA.replace(b"cuda_runtime.h", b"hip/hip_runtime.h").replace(b"cudaStream_t", b"hipStream_t")
    wanted = wanted.replace(b"cudaSuccess", b"hipSuccess")
    wanted = wanted.replace(b"__shfl_down_sync(0xffffffff, a, 1)", b"__shfl_down(a, 1, 32)")
    assert (tree / "a.cu.j2").read_bytes() == wanted
    assert "TOOL014 '__shfl_down_sync' was not converted: the right text depends on" in ran.out
    assert "API034 'cuda{{ what }}' was not converted: the template composes the name" in ran.out
    hipify(".")
    assert (tree / "a.cu.j2").read_bytes() == wanted


def test_assembler_that_stays_is_an_error_and_needs_no_helpers(hipify: Hipify, write: Write, tree: Path) -> None:
    code = b'#if defined(__CUDA_ARCH__)\n#define @PREFIX@_TRAP() asm("trap;")\n#endif\n'
    write("cfg.h.in", code)
    ran = hipify(".")
    assert (tree / "cfg.h.in").read_bytes() == code.replace(b"__CUDA_ARCH__", b"__HIP_DEVICE_COMPILE__")
    assert "cfg.h.in:2:25: error TOOL014 'asm' was not converted" in ran.out
    assert "equivalent" not in ran.err
    assert not (tree / "hipify_ptx.hpp").exists()


def test_crlf_and_bytes_that_are_no_text_stay(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh.mako", b"// caf\xe9 ${x}\r\n% if y:\r\nvoid f(${T} s) { cudaFree(s); }\r\n% endif\r\n")
    hipify(".")
    wanted = b"// caf\xe9 ${x}\r\n% if y:\r\nvoid f(${T} s) { hipFree(s); }\r\n% endif\r\n"
    assert (tree / "a.cuh.mako").read_bytes() == wanted


def test_templates_with_placeholders_that_cannot_be_told_are_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu.j2", b"{%\n%}void f() { cudaFree(0); }\n")
    ran = hipify(".")
    assert "a.cu.j2:1:1: warning TOOL014 template not converted" in ran.out
    assert b"cudaFree" in (tree / "a.cu.j2").read_bytes()


def test_templates_whose_parts_belong_together_are_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    """Of two overloads that become one, the second is left out."""
    overloads = b"void check(cudaError_t error) { fail(); }\nvoid check(CUresult error) { @FAIL@(); }\n"
    write("a.cuh.in", overloads)
    ran = hipify(".")
    assert (tree / "a.cuh.in").read_bytes() == overloads
    assert "TOOL014" in ran.out


def test_templates_that_do_not_say_what_they_make_are_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    write("kernel.jinja", b"void f() { cudaFree(0); }\n")
    write("page.jinja", b"cuda: {{ version }}\n")
    write("conf.yml.j2", b"cudaFree(0)\n")
    write("a.cu", b"int i;\n")
    ran = hipify(".")
    assert ran.out.count("TOOL014") == 1
    assert "kernel.jinja:1:1: warning TOOL014 'kernel.jinja' is a template with CUDA code" in ran.out
    assert (tree / "kernel.jinja").read_bytes() == b"void f() { cudaFree(0); }\n"


def test_templates_in_portable_trees_are_left(hipify: Hipify, write: Write, tree: Path) -> None:
    write("CMakeLists.txt", b"if(USE_HIP)\nenable_language(HIP)\nelse()\nenable_language(CUDA)\nendif()\n")
    write("a.cu", b"void f() { cudaFree(0); }\n")
    write("b.cu.in", b"void @f@() { cudaFree(0); }\n")
    hipify(".")
    assert b"cudaFree" in (tree / "a.cu").read_bytes()
    assert b"cudaFree" in (tree / "b.cu.in").read_bytes()


def test_placeholders_anywhere_stay_and_a_second_run_changes_nothing() -> None:
    marks = {
        "in": [b"@A@", b"${x}"],
        "j2": [b"{{ a }}", b"{% if x %}", b"{# it's #}"],
        "mako": [b"${a}", b"\n% if x:\n"],
    }
    cases = sorted((Path(__file__).parent.parent / "subjects").glob("*/*/*.cu"))
    chance, policy = random.Random(1), api.policy()
    for _ in range(150):
        data, ending = chance.choice(cases).read_bytes()[:2_000], chance.choice([*marks])
        for place in sorted(chance.sample(range(len(data) + 1), 4), reverse=True):
            data = data[:place] + chance.choice(marks[ending]) + data[place:]
        context = Context(policy, f"a.cu.{ending}")
        output = convert(data, context).output
        assert [output.count(mark) for mark in marks[ending]] == [data.count(mark) for mark in marks[ending]]
        assert convert(output, context).output == output


def test_a_template_with_our_header_is_of_hip() -> None:
    """Where a placeholder hides the runtime's header, the header of ours tells that AMD's votes are meant."""
    context = Context(api.policy(), "a.cu.mako")
    of_hip = b'#include "hipify_compat.hpp"\n__global__ void k(int* w, bool done) { if (__any(!done)) __syncwarp(); }\n'
    assert b"hipify_compat::any" not in convert(of_hip, context).output


def test_what_cmake_fills_in_is_looked_at_without_any_cuda_beside_it(hipify: Hipify, write: Write) -> None:
    write("src/config.h.in", b'#define ARCHS "@CMAKE_CUDA_ARCHITECTURES@"\n')
    assert "BLD004" in hipify("scan", "src").out + hipify("scan", "src").err
