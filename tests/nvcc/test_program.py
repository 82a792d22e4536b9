"""hipify-nvcc with a compiler that only says how it was called."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.nvcc.conftest import Nvcc

KERNEL = "__global__ void k(float *a) { a[0] = 1; }\nvoid run(float *p) { k<<<1, 1>>>(p); cudaDeviceSynchronize(); }\n"


def test_version_is_what_builds_look_for(nvcc: Nvcc) -> None:
    said = nvcc.run("--version").stdout
    assert re.search(r"nvcc: NVIDIA \(R\) Cuda compiler driver", said)  # CMake
    assert re.search(r"release (\d+\.\d+), V(\d+\.\d+\.\d+)", said)  # CMake, PyTorch
    assert "hipify-nvcc" in said
    assert nvcc.run("-V").stdout == said


def test_no_input(nvcc: Nvcc) -> None:
    assert "no input files" in nvcc.run().stderr
    done = nvcc.run("-c")
    assert (done.returncode, done.stderr) == (1, "hipify-nvcc: error: no input files\n")
    done = nvcc.run("-c", "absent.cu")
    assert (done.returncode, done.stderr) == (1, "hipify-nvcc: error: absent.cu: no such file\n")


def test_compiles_the_converted_source_in_the_place_of_the_original(nvcc: Nvcc) -> None:
    source = nvcc.write("a.cu", KERNEL)
    assert nvcc.run("-arch=sm_80", "-O2", "-rdc=true", "-c", "a.cu", "-o", "a.o").returncode == 0
    (call,) = nvcc.log
    assert "--offload-arch=gfx90a" in call
    assert "-O2 -fgpu-rdc -c -x hip a.cu -o a.o" in call
    (overlay,) = re.findall(r"-ivfsoverlay(\S+)", call)
    shown = Path(overlay).read_text()
    assert str(source) in shown
    (contents,) = set(re.findall(r'"external-contents": "([^"]+)"', shown))
    assert "hipDeviceSynchronize" in Path(contents).read_text()
    assert source.read_text() == KERNEL
    assert sorted(path.name for path in nvcc.folder.iterdir()) == ["a.cu", "a.o"]


@pytest.mark.parametrize("words", ["-x cu -c - -o a.o", "-x cu -E -", "-x c++ -c -", "-x=cu - -o app"])
def test_standard_input_is_converted(nvcc: Nvcc, words: str) -> None:
    nvcc.write("inc/b.h", "inline void b() { cudaDeviceReset(); }\n")
    for number in (1, 2):
        nvcc.write("a", f'#include "b.h"\n{KERNEL}int number = {number};\n')
        done = nvcc.call(["sh", "-c", f"exec {nvcc.program} -Iinc -MD {words} < a"])
        assert (done.returncode, done.stderr) == (0, "")
        call = nvcc.log[-1]
        (compiled,) = re.findall(r" -x \S+ (\S+)", call)
        (overlay,) = re.findall(r"-ivfsoverlay(\S+)", call)
        shown = {each["name"]: each["external-contents"] for each in json.loads(Path(overlay).read_text())["roots"]}
        converted = Path(shown[compiled]).read_text()
        assert "hipDeviceSynchronize" in converted
        assert f"number = {number};" in converted
        assert "hipDeviceReset" in Path(shown[str(nvcc.folder / "inc/b.h")]).read_text()


def test_standard_input_that_cannot_be_read_is_refused(nvcc: Nvcc) -> None:
    done = nvcc.call(["sh", "-c", f"head -c 16000001 /dev/zero | {nvcc.program} -x cu -c -"])
    assert (done.returncode, done.stderr) == (1, "hipify-nvcc: error: standard input is larger than 16 MB\n")
    assert nvcc.log == []
    done = nvcc.call(["sh", "-c", f"exec {nvcc.program} -x cu -c - <&-"])
    assert (done.returncode, done.stderr) == (1, "hipify-nvcc: error: standard input is closed\n")


def test_what_is_known_is_not_converted_again(nvcc: Nvcc) -> None:
    nvcc.write("inc/b.h", "inline void b() { cudaDeviceSynchronize(); }\n")
    nvcc.write("a.cu", "#include <b.h>\n" + KERNEL)
    plans = nvcc.folder.parent / "cache/hipify-py/nvcc/plans"

    def overlay() -> str:
        assert nvcc.run("-Iinc", "-c", "a.cu").returncode == 0
        (found,) = re.findall(r"-ivfsoverlay(\S+)", nvcc.log[-1])
        return str(found)

    first = overlay()
    written = {path: path.stat().st_mtime_ns for path in plans.iterdir()}
    assert overlay() == first
    assert {path: path.stat().st_mtime_ns for path in plans.iterdir()} == written
    nvcc.write("inc/b.h", "inline void b() { cudaDeviceReset(); }\n")
    second = overlay()
    assert second != first
    nvcc.write("b.h", "inline void b() { cudaGetLastError(); }\n")  # beside the source, but that asks for <b.h>
    assert overlay() != second
    for path in plans.parent.glob("files/*"):
        path.unlink()  # somebody empties the cache
    assert Path(overlay()).exists()


def test_findings_read_as_a_compilers_errors_do(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL + '__device__ void f() {\n  asm volatile("barrier.cluster.arrive;");\n}\n')
    done = nvcc.run("-c", "a.cu")
    assert done.returncode == 1
    assert re.search(r"^a\.cu:4:\d+: error: .* \[PTX008\]$", done.stderr, re.M)
    assert nvcc.log == []
    again = nvcc.run("-c", "a.cu")
    assert (again.returncode, again.stderr) == (1, done.stderr)
    tried = nvcc.run("-c", "a.cu", HIPIFY_NVCC_FINDINGS="warn")
    assert tried.returncode == 0
    assert re.search(r"^a\.cu:4:\d+: warning: .* \[PTX008\]$", tried.stderr, re.M)


def test_a_library_behind_a_macro_that_nobody_defines_is_a_warning(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", "#ifdef CUDNN\n#include <cudnn.h>\ncudnnHandle_t handle;\n#endif\n" + KERNEL)
    left_out = nvcc.run("-c", "a.cu")
    assert (left_out.returncode, "a.cu:2:11: warning: " in left_out.stderr) == (0, True)
    read = nvcc.run("-DCUDNN", "-c", "a.cu")
    assert (read.returncode, "a.cu:2:11: error: " in read.stderr) == (1, True)
    assert "with HIPIFY_NVCC_FINDINGS=warn the compiler tries it all the same" in read.stderr


def test_warnings_are_shown_unless_nobody_wants_them(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", "__global__ void __launch_bounds__(256, 2) k(int *a) {\n  a[threadIdx.x] = 1;\n}\n")
    assert "warning: " in nvcc.run("-c", "a.cu").stderr
    assert nvcc.run("-w", "-c", "a.cu").stderr == ""


def test_relocatable_code_is_not_asked_for_twice(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", "extern __device__ int f();\n__global__ void k(int *a) { a[0] = f(); }\n")
    assert "[DEV027]" in nvcc.run("-c", "a.cu").stderr
    assert "[DEV027]" not in nvcc.run("-dc", "a.cu").stderr


def test_host_sources_are_converted_and_compiled_as_they_are(nvcc: Nvcc) -> None:
    nvcc.write("a.cpp", "#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n")
    assert nvcc.run("-c", "a.cpp").returncode == 0
    assert "-x c++ a.cpp" in nvcc.log[-1]
    assert "-D__HIP_PLATFORM_AMD__=1" in nvcc.log[-1]
    assert "-ivfsoverlay" in nvcc.log[-1]
    assert "--offload-arch" not in nvcc.log[-1]


def test_what_pytorch_for_rocm_passes_stays(nvcc: Nvcc) -> None:
    """Sources and options are HIP's already."""
    nvcc.write("k.hip", "__global__ void k() {}\n")
    words = "-DWITH_HIP -Iinc -D__HIP_PLATFORM_AMD__=1 -DUSE_ROCM=1 -fPIC -std=c++17 --offload-arch=gfx942 -fno-gpu-rdc"
    assert nvcc.run("-c", "k.hip", "-o", "k.o", *words.split()).returncode == 0
    assert f"-c -x hip k.hip -o k.o {words}" in nvcc.log[-1]
    assert "gfx90a" not in nvcc.log[-1]
    assert "-ivfsoverlay" not in nvcc.log[-1]


def test_links(nvcc: Nvcc) -> None:
    nvcc.write("a.o", "")
    assert nvcc.run("a.o", "-o", "a", "-lcublas", "-lcudart", "-L/usr/local/cuda/lib64").returncode == 0
    assert "--hip-link" in nvcc.log[-1]
    assert "-x none" not in nvcc.log[-1]
    assert "a.o -o a -lhipblas -lamdhip64 -L/usr/local/cuda/lib64" in nvcc.log[-1]


def test_gpus_are_those_of_the_environment(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    for words in ("-arch=native", "-gencode=arch=compute_80,code=sm_80", ""):
        assert nvcc.run("-c", "a.cu", *words.split(), HIPIFY_NVCC_ARCH="gfx942,gfx1100").returncode == 0
        assert re.findall(r"--offload-arch=\S+", nvcc.log[-1]) == ["--offload-arch=gfx942", "--offload-arch=gfx1100"]
        done = nvcc.run("-c", "a.cu", *words.split(), HIPIFY_NVCC_ARCH="")
        if Path("/dev/kfd").exists():
            assert re.findall(r"--offload-arch=\S+", nvcc.log[-1]) == ["--offload-arch=native"]
        else:
            assert (done.returncode, "name one, such as HIPIFY_NVCC_ARCH=gfx90a" in done.stderr) == (1, True)


def test_a_changed_response_file_is_read_again(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    nvcc.write("outer", "--options-file inner")
    nvcc.write("inner", "-DX=1")
    assert nvcc.run("@outer", "-c", "a.cu").returncode == 0
    nvcc.write("inner", "-DX=23")
    assert nvcc.run("@outer", "-c", "a.cu").returncode == 0
    assert ["-DX=1" in call for call in nvcc.log] == [True, False]


def test_inputs_of_several_languages(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    nvcc.write("b.c", "int b;\n")
    nvcc.write("c.o", "")
    assert nvcc.run("a.cu", "b.c", "c.o", "-o", "a").returncode == 0
    assert "-x hip a.cu -x c b.c -x none c.o -o a" in nvcc.log[-1]


@pytest.mark.parametrize(
    ("words", "why"),
    [("-ptx a.cu", "AMD GPUs run no PTX"), ("a.cu -lnvjpeg", "use rocJPEG"), ("--run a.cu", "clang runs no programs")],
)
def test_what_cannot_work_says_so(nvcc: Nvcc, words: str, why: str) -> None:
    nvcc.write("a.cu", KERNEL)
    done = nvcc.run(*words.split())
    assert done.returncode == 1
    assert done.stderr.startswith("hipify-nvcc: error: ")
    assert why in done.stderr
    assert nvcc.log == []


def test_dryrun_shows_the_command(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    done = nvcc.run("--dryrun", "-c", "a.cu")
    assert done.returncode == 0
    shown = [line for line in done.stderr.splitlines() if line.startswith("#$ /")]
    assert "-x hip a.cu" in shown[0]
    assert nvcc.log == []


def test_exit_code_is_the_compilers(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    failing = nvcc.folder.parent / "failing"
    failing.write_text("#!/bin/sh\nexit 3\n")
    failing.chmod(0o755)
    assert nvcc.run("-c", "a.cu", HIPIFY_NVCC_COMPILER=str(failing)).returncode == 3
    absent = nvcc.run("-c", "a.cu", HIPIFY_NVCC_COMPILER="no-such-compiler")
    assert (absent.returncode, absent.stderr) == (
        1,
        "hipify-nvcc: error: HIPIFY_NVCC_COMPILER: no-such-compiler: program not found\n",
    )


@pytest.mark.parametrize(
    ("words", "environment", "why"),
    [
        ("a.cu -x", {}, "-x: its value is missing"),
        ("-c a.cu", {"HIPIFY_NVCC_COMPILER": "'"}, "HIPIFY_NVCC_COMPILER: No closing quotation"),
        ("-c a.cu", {"HIPIFY_NVCC_ROCM": "new"}, "HIPIFY_NVCC_ROCM: 'new' is not a version like 6.3"),
        ("-c a.cu", {"HIPIFY_NVCC_MAPPING": "/dev/zero"}, "/dev/zero: not a regular file"),
        ("@/dev/zero", {}, "/dev/zero: not a regular file"),
        ("-x cu -c .", {}, ".: is a directory"),
        ("-c \x1b[2J::error::\n##vso[x].cu", {}, r"\x1b[2J::error::\n##vso\x5bx].cu: no such file"),
    ],
)
def test_what_is_wrong_is_one_line(nvcc: Nvcc, words: str, environment: dict[str, str], why: str) -> None:
    nvcc.write("a.cu", KERNEL)
    done = nvcc.run(*words.split(" "), **environment)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"hipify-nvcc: error: {why}\n")


def test_a_name_that_is_no_text_is_refused(nvcc: Nvcc) -> None:
    """The compiler's list of converted files is UTF-8."""
    source = nvcc.write("gr\udcf6\udcdfe.cu", KERNEL)
    done = nvcc.run("-c", source.name)
    assert done.returncode == 1
    assert "the name is not UTF-8" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert nvcc.log == []


def test_names_command_no_terminal(nvcc: Nvcc) -> None:
    """Nor whatever reads a log; what shows the command is still what a shell takes."""
    name = "::error::\x1b[2J'\\\n.cu"
    nvcc.write(name, KERNEL + '__device__ void f() {\n  asm volatile("barrier.cluster.arrive;");\n}\n')
    done = nvcc.run("-c", name)
    assert done.returncode == 1
    assert all(line.startswith(r"\x3a:error::\x1b[2J'" "\\\\n.cu:4:17: ") for line in done.stderr.splitlines())
    *said, shown = nvcc.run("--dryrun", "-c", name, HIPIFY_NVCC_FINDINGS="warn").stderr.splitlines()
    assert all(line.isprintable() for line in (*said, shown))
    assert nvcc.run("-c", name, HIPIFY_NVCC_FINDINGS="warn").returncode == 0
    called = nvcc.log
    assert nvcc.call(["bash", "-c", shown.removeprefix("#$ ")]).returncode == 0
    assert nvcc.log == called * 2


def test_builds_at_the_same_time_share_a_cache(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    command = [str(nvcc.program), "-c", "a.cu"]
    running = [
        subprocess.Popen(command, cwd=nvcc.folder, env=dict(nvcc.environment), stderr=subprocess.PIPE) for _ in range(4)
    ]
    assert [(each.communicate(timeout=120)[1], each.returncode) for each in running] == [(b"", 0)] * 4
    assert len(set(nvcc.log)) == 1
    assert not list((nvcc.folder.parent / "cache").rglob("*.tmp"))


def test_toolkit_has_what_builds_look_for(nvcc: Nvcc) -> None:
    (folder,) = nvcc.run("--print-toolkit").stdout.split()
    toolkit = Path(folder)
    assert (toolkit / "include/cuda_runtime.h").read_text().startswith("#error")
    assert "amdhip64" in (toolkit / "lib64/libcudart.so").read_text()
    assert "hipblas" in (toolkit / "lib64/libcublas.so").read_text()
    assert (toolkit / "lib64/libcudadevrt.a").read_bytes() == b"!<arch>\n"
    assert nvcc.call([str(toolkit / "bin/nvcc"), "--version"]).stdout == nvcc.run("--version").stdout
    nvcc.write("a.cu", KERNEL)
    assert nvcc.run(f"-I{folder}/include", "-c", "a.cu").returncode == 0
    assert f"{folder}/include" not in nvcc.log[-1]


def test_cache_of_others_is_not_used(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    cache = nvcc.folder.parent / "cache/hipify-py/nvcc"
    cache.mkdir(parents=True)
    cache.chmod(0o777)
    done = nvcc.run("-c", "a.cu")
    assert done.returncode == 1
    assert "others can write there" in done.stderr
    assert nvcc.log == []


def test_what_is_unused_for_a_month_leaves_the_cache(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    nvcc.write("b.cu", KERNEL)
    nvcc.run("-c", "a.cu")
    cache = nvcc.folder.parent / "cache/hipify-py/nvcc"
    for path in cache.rglob("*"):
        os.utime(path, (1, 1))
    nvcc.run("-c", "a.cu")  # it is still valid, and so used now
    used = {path.name for path in cache.glob("files/*")}
    os.utime(cache / "cleaned", (1, 1))
    for path in cache.glob("plans/*"):
        assert path.stat().st_mtime > 1
    stale = cache / "files" / "stale"
    stale.write_text("")
    os.utime(stale, (1, 1))
    nvcc.run("-c", "b.cu")
    assert not stale.exists()
    assert used <= {path.name for path in cache.glob("files/*")}


def test_shown_command_can_be_run(nvcc: Nvcc) -> None:
    nvcc.write("a b.cu", KERNEL)
    shown = nvcc.run("--dryrun", "-c", "a b.cu").stderr.splitlines()
    command = next(line.removeprefix("#$ ") for line in shown if line.startswith("#$ /"))
    assert nvcc.call(shlex.split(command)).returncode == 0
    assert nvcc.log[-1].endswith("a b.cu -Wno-unused-result")


@pytest.mark.parametrize(
    ("words", "gpus"),
    [
        ("-arch=gfx1100", ["gfx1100"]),
        ("-arch gfx90a:xnack-", ["gfx90a:xnack-"]),
        ("-gencode arch=compute_80,code=gfx942", ["gfx942"]),
        ("-gencode=arch=gfx942,code=gfx942 -gencode=arch=gfx1100,code=gfx1100", ["gfx942", "gfx1100"]),
        ("--offload-arch=gfx1201", ["gfx1201"]),
        ("-arch=gfx9-4-generic", ["gfx9-4-generic"]),
        ("-arch=sm_80", ["gfx90a"]),
    ],
)
def test_gpus_of_the_command_line_come_before_the_environment(nvcc: Nvcc, words: str, gpus: list[str]) -> None:
    nvcc.write("a.cu", KERNEL)
    assert nvcc.run(*words.split(), "-c", "a.cu").returncode == 0
    assert re.findall(r"--offload-arch=(\S+)", nvcc.log[-1]) == gpus


@pytest.mark.parametrize(
    ("words", "level"), [("-O0", "-O3"), ("", "-O3"), ("-O2", "-O3"), ("-G -O2", "-O0"), ("-Xarch_device -O1", "-O1")]
)
def test_device_code_is_optimized_unless_it_is_to_be_debugged(nvcc: Nvcc, words: str, level: str) -> None:
    nvcc.write("a.cu", KERNEL)
    assert nvcc.run(*words.split(), "-c", "a.cu").returncode == 0
    assert re.findall(r"(?:-Xarch_device )?-O\d", nvcc.log[-1])[-1] == f"-Xarch_device {level}"  # the last one counts


def test_words_that_variables_of_nvcc_add(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    added = {"NVCC_PREPEND_FLAGS": "-DFIRST='a b'", "NVCC_APPEND_FLAGS": "-DLAST -O1"}
    assert nvcc.run("-DMINE", "-c", "a.cu", **added).returncode == 0
    assert re.search("-DFIRST=a b -DMINE .*-DLAST -O1", nvcc.log[-1])
    assert nvcc.run("-DMINE", "-c", "a.cu").returncode == 0
    assert "FIRST" not in nvcc.log[-1]
    done = nvcc.run("-c", "a.cu", NVCC_APPEND_FLAGS="'")
    assert (done.returncode, done.stderr) == (1, "hipify-nvcc: error: NVCC_APPEND_FLAGS: No closing quotation\n")


@pytest.mark.parametrize("variable", ["CPATH", "CPLUS_INCLUDE_PATH"])
def test_headers_in_folders_of_the_environment_are_converted(nvcc: Nvcc, variable: str) -> None:
    nvcc.write("inc/b.h", "inline void b() { cudaDeviceReset(); }\n")
    nvcc.write("a.cu", "#include <b.h>\n" + KERNEL)
    assert nvcc.run("-c", "a.cu", **{variable: f"/absent:{nvcc.folder / 'inc'}"}).returncode == 0
    (overlay,) = re.findall(r"-ivfsoverlay(\S+)", nvcc.log[-1])
    assert str(nvcc.folder / "inc/b.h") in Path(overlay).read_text()


@pytest.mark.parametrize(
    ("words", "output"), [("-cubin", "a.cubin"), ("-fatbin", "a.fatbin"), ("-cubin -o b.bin", "b.bin")]
)
def test_code_for_gpus_alone_is_named_as_by_nvcc(nvcc: Nvcc, words: str, output: str) -> None:
    nvcc.write("sub/a.cu", KERNEL)
    assert nvcc.run(*words.split(), "sub/a.cu").returncode == 0
    assert (nvcc.folder / output).exists()


def test_options_that_are_dropped_are_named_with_the_reason(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    words = ("-maxrregcount=32", "--time", "t.csv", "-arch=sm_80", "-c", "a.cu")
    shown = nvcc.run("-v", *words).stderr
    dropped = re.findall(r"^hipify-nvcc: note: dropped (.*?): \w", shown, re.M)
    assert dropped == ["-maxrregcount=32", "--time t.csv", "-arch=sm_80"]
    assert "dropped" not in nvcc.run(*words).stderr


def _object(nvcc: Nvcc, name: str, *gpus: str) -> None:
    bundle = b"".join(b"\x10\0hipv4-amdgcn-amd-amdhsa--" + gpu.encode() + b"\0" for gpu in gpus)
    (nvcc.folder / name).write_bytes(b"\x7fELF__CLANG_OFFLOAD_BUNDLE__" + bundle)


def test_objects_for_different_gpus_are_not_linked(nvcc: Nvcc) -> None:
    _object(nvcc, "a.o", "gfx90a")
    _object(nvcc, "b.o", "gfx1100", "gfx90a")
    _object(nvcc, "host.o")
    done = nvcc.run("host.o", "a.o", "b.o", "-o", "app")
    assert done.returncode == 1
    assert "objects for different GPUs: a.o for gfx90a, b.o for gfx1100 and gfx90a" in done.stderr
    assert nvcc.log == []
    _object(nvcc, "b.o", "gfx90a")
    assert nvcc.run("host.o", "a.o", "b.o", "-o", "app").returncode == 0
    nvcc.write("c.cu", KERNEL)
    assert "c.cu for gfx1100" in nvcc.run("-arch=gfx1100", "a.o", "c.cu", "-o", "app").stderr


def test_a_toolkit_for_a_gpu(nvcc: Nvcc) -> None:
    nvcc.write("a.cu", KERNEL)
    made = nvcc.run("--toolkit", "kit", "gfx1100")
    assert (made.returncode, made.stdout) == (0, f"{nvcc.folder / 'kit'}\n")
    compiler = nvcc.folder / "kit/bin/nvcc"
    assert (nvcc.folder / "kit/include/cuda_runtime.h").exists()
    assert nvcc.call([str(compiler), "-c", "a.cu"]).returncode == 0
    assert "--offload-arch=gfx1100" in nvcc.log[-1]
    first = compiler.read_text()
    assert nvcc.run("--toolkit", "kit", "gfx90a,gfx942").returncode == 0
    assert compiler.read_text() != first
    refused = nvcc.run("--toolkit", ".", "gfx90a")
    assert (refused.returncode, "exists, and hipify-nvcc has not made it" in refused.stderr) == (1, True)
    assert "is a GPU of NVIDIA" in nvcc.run("--toolkit", "other", "sm_80").stderr
    assert not (nvcc.folder / "other").exists()
    assert "takes a folder and GPUs" in nvcc.run("--toolkit", "other").stderr
