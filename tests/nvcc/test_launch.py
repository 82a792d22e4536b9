"""`hipify-nvcc --launch`: a command of clang's, as CMake has it for the language HIP, is shown converted sources."""

from __future__ import annotations

import re
from pathlib import Path

from tests.nvcc.conftest import Nvcc

KERNEL = "__global__ void k(float *a) { a[0] = 1; }\nvoid run(float *p) { k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n"
OPTIONS = (
    "-DMINE=1 -Iinc --offload-arch=gfx942 -fgpu-rdc -std=gnu++17 -Xarch_host -O1 -MD -MT a.o -MF a.d -o a.o -x hip"
)


def _shown(call: str) -> str:
    """All converted text that a compiler is shown."""
    (overlay,) = re.findall(r"-ivfsoverlay(\S+)", call)
    contents = re.findall(r'"external-contents": "([^"]+)"', Path(overlay).read_text())
    return "".join(Path(path).read_text() for path in sorted(set(contents)))


def test_the_command_stays_and_sees_converted_files(nvcc: Nvcc) -> None:
    source = nvcc.write("a.cu", '#include "b.h"\n' + KERNEL)
    nvcc.write("inc/b.h", "inline void b() { cudaGetLastError(); }\n")
    done = nvcc.run("--launch", "clang++", *OPTIONS.split(), "-c", str(source))
    assert (done.returncode, done.stderr) == (0, "")
    (call,) = nvcc.log
    assert call.startswith(f"{OPTIONS} -c {source} ")
    assert "gfx90a" not in call  # the environment is hipify-nvcc's own
    assert {"hipDeviceSynchronize", "hipGetLastError"} <= set(re.findall(r"\w+", _shown(call)))


def test_other_launchers_stand_behind(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    assert nvcc.run("--launch", "env", "-u", "HOME", "clang++", "-x", "hip", "-c", "a.cu").returncode == 0
    assert nvcc.log[-1].startswith("-x hip -c a.cu -ivfsoverlay")
    assert "hipDeviceSynchronize" in _shown(nvcc.log[-1])


def test_nothing_to_convert(nvcc: Nvcc) -> None:
    nvcc.write("a.hip", "__global__ void k() {}\n")
    nvcc.write("a.cu", KERNEL)
    for words in ("-x hip -c a.hip -o a.o", "--version", "a.o -o a", "-Xclang a.cu -c b.o"):
        assert nvcc.run("--launch", "clang++", *words.split()).returncode == 0
        assert nvcc.log[-1] == words


def test_host_code_becomes_hip_as_well(nvcc: Nvcc) -> None:
    """Kernels in a file of any name get what nvcc would include; host code gets nothing that it does not ask for."""
    nvcc.write("a.cpp", KERNEL)
    nvcc.write(
        "b.cpp", "#include <cuda_runtime_api.h>\nstruct float4 { int mine; };\nint f() { return cudaFree(0); }\n"
    )
    assert nvcc.run("--launch", "clang++", "-x", "hip", "-c", "a.cpp").returncode == 0
    assert "hipDeviceSynchronize" in _shown(nvcc.log[-1])
    assert nvcc.log[-1].endswith(" -include hip/hip_runtime.h")
    assert nvcc.run("--launch", "clang++", "-x", "hip", "-c", "b.cpp").returncode == 0
    assert "hip/hip_runtime_api.h" in _shown(nvcc.log[-1])
    assert "-include" not in nvcc.log[-1]


def test_findings_end_it(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL + '__device__ void f() {\n  asm volatile("barrier.cluster.arrive;");\n}\n')
    command = ("--launch", "clang++", "-x", "hip", "-c", "a.cu")
    done = nvcc.run(*command)
    assert done.returncode == 1
    assert re.search(r"^a\.cu:4:\d+: error: .* \[PTX008\]$", done.stderr, re.M)
    assert nvcc.log == []
    assert nvcc.run(*command, HIPIFY_NVCC_FINDINGS="warn").returncode == 0


def test_no_compiler(nvcc: Nvcc) -> None:
    assert nvcc.run("--launch").stderr == "hipify-nvcc: error: --launch: a compiler: program not found\n"
    assert "absent++: program not found" in nvcc.run("--launch", "absent++", "-c", "a.cu").stderr


def test_own_tables_and_a_cache_of_its_own(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", "#include <mine.h>\nvoid f() { mineInit(); }\n" + KERNEL)
    nvcc.write("names.yaml", "functions:\n  mineInit: {hip: theirsInit}\n")
    settings = {"HIPIFY_NVCC_MAPPING": "names.yaml", "HIPIFY_NVCC_CACHE": str(nvcc.folder.parent / "here")}
    for start in ((), ("--launch", "clang++", "-x", "hip")):
        done = nvcc.run(*start, "-c", "a.cu", **settings)
        assert done.returncode == 0, done.stderr
        assert "theirsInit" in _shown(nvcc.log[-1])
        assert f"-ivfsoverlay{settings['HIPIFY_NVCC_CACHE']}/" in nvcc.log[-1]
    nvcc.write("names.yaml", "functions: 1\n")
    done = nvcc.run("-c", "a.cu", **settings)
    assert done.returncode == 1
    assert done.stderr.startswith("hipify-nvcc: error: names.yaml:")
