"""The example project, built for gfx90a in each of the ways that hipify-py offers, by CMake and ninja.

Compilers, CMake and its packages for ROCm are real. Libraries of ROCm are stubs, so that programs are linked and not
run: rocm_folder.py says of what. What is asked of the programs is that they have code for the GPU and call HIP.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.builds.conftest import LINK_STUBS, Project
from tests.builds.cuda_folder import find_nvcc, make_cuda_folder

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples/project"
PACKAGES = "find_package(hip REQUIRED)\nfind_package(hipblas REQUIRED)\nfind_package(hiprand REQUIRED)\n"
TARGETS = {"kernels": "kernels", "app": "wave", "tests": "test_step"}
SOURCES = {"kernels": "step.cu stencil.cu", "tests": "test_step.cu"}
FOR_CUDA_ONLY = (
    ("$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr", "$<COMPILE_LANGUAGE:HIP>:-fgpu-rdc"),
    ("CUDA_SEPARABLE_COMPILATION ON ", ""),
)


@pytest.fixture
def example(project: Project) -> Project:
    shutil.copytree(EXAMPLE, project.folder, dirs_exist_ok=True)
    return project


def _for_rocm(example: Project, packages: str = PACKAGES) -> None:
    """What a project's own CMake files say for AMD in place of CUDA's language, packages and libraries."""
    example.edit("CMakeLists.txt", ("VERSION 3.18", "VERSION 3.21"), ("LANGUAGES CXX CUDA", "LANGUAGES CXX HIP"))
    example.edit("CMakeLists.txt", ("find_package(CUDAToolkit REQUIRED)\n", packages))
    example.edit("kernels/CMakeLists.txt", ("CUDA::cudart", "hip::host"))
    example.edit("app/CMakeLists.txt", ("CUDA::cublas CUDA::curand", "roc::hipblas hip::hiprand"))


def _add(example: Project, name: str, line: str) -> None:
    example.write(name, (example.folder / name).read_text(encoding="utf-8") + line)


def _with_module(example: Project) -> None:
    _for_rocm(example, f"{PACKAGES}find_package(hipify_py REQUIRED CONFIG)\n")
    for folder, target in TARGETS.items():
        _add(example, f"{folder}/CMakeLists.txt", f"hipify_py_sources({target})\n")
    folder = example.must("hipify-py", "--cmake-dir").strip()
    example.must(*example.configuring(f"-Dhipify_py_DIR={folder}"))


def _built(example: Project) -> None:
    """Both programs have the kernel for the GPU and load HIP's libraries, all objects call HIP, and there is nothing
    left to build."""
    example.build()
    for name, library in (("app/wave", "hipblas"), ("tests/test_step", "amdhip64")):
        path = example.folder / "build" / name
        assert b"amdgcn-amd-amdhsa--gfx90a" in path.read_bytes()
        assert b"step_kernel" in path.read_bytes()
        assert f"lib{library}.so" in _read("readelf", "-d", path)
    called = set(_read("nm", "-u", *(example.folder / "build").glob("*/CMakeFiles/*/*.o")).split())
    assert {"hipMalloc", "hipLaunchKernel", "hipblasSnrm2", "hiprandGenerateNormal"} <= called
    assert [name for name in called if name.startswith(("cu", "__cuda"))] == []
    assert "no work to do" in example.build()


def _read(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def _unchanged(example: Project) -> None:
    for path in EXAMPLE.rglob("*"):
        if path.suffix in (".cu", ".cuh", ".h", ".cpp"):
            assert (example.folder / path.relative_to(EXAMPLE)).read_bytes() == path.read_bytes()
    ours = {path.name for path in example.folder.iterdir()} - {path.name for path in EXAMPLE.iterdir()}
    assert ours == {"build"}


@pytest.mark.thorough
def test_converted_in_place(example: Project) -> None:
    example.must("hipify-py", ".", "--rocm", "7.2")
    example.must(*example.configuring())
    _built(example)


@pytest.mark.thorough
def test_hipify_nvcc(example: Project) -> None:
    compilers = {"CXX": "hipify-nvcc", "CUDACXX": "hipify-nvcc"}
    example.must("cmake", "-S", ".", "-B", "build", "-G", "Ninja", LINK_STUBS, **compilers)
    _built(example)
    _unchanged(example)
    _add(example, "kernels/stencil.cuh", "\n")
    assert example.compiled_next() == {"step.cu", "stencil.cu"}
    _add(example, "include/wave.h", "\n")
    assert example.compiled_next() == {"step.cu", "stencil.cu", "test_step.cu", "main.cpp"}


@pytest.mark.thorough
def test_cmake_module(example: Project) -> None:
    _with_module(example)
    _built(example)
    _unchanged(example)
    _add(example, "kernels/stencil.cuh", "inline cudaError_t last() { return cudaGetLastError(); }\n")
    assert example.compiled_next() == {"step.cu", "stencil.cu"}
    example.build()
    assert example.compiled_next() == set()
    _add(example, "tests/test_step.cu", "\n")
    assert example.compiled_next() == {"test_step.cu"}
    _add(example, "include/check.h", "\n")
    assert example.compiled_next() == {"step.cu", "test_step.cu", "main.cpp"}


@pytest.mark.thorough
def test_shim(example: Project) -> None:
    """The sources stay CUDA, and CMake is told that they are HIP."""
    example.must("hipify-py", "shim", ".", "--fix-includes", "--rocm", "7.2")
    _for_rocm(example)
    example.edit("kernels/CMakeLists.txt", *FOR_CUDA_ONLY)
    _add(example, "kernels/CMakeLists.txt", 'target_link_options(kernels PUBLIC "-fgpu-rdc;--hip-link")\n')
    for folder, names in SOURCES.items():
        _add(example, f"{folder}/CMakeLists.txt", f"set_source_files_properties({names} PROPERTIES LANGUAGE HIP)\n")
    example.must(*example.configuring())
    _built(example)


def test_dual(example: Project) -> None:
    """One build for both: for CUDA what it was, to the letter, and for AMD with USE_HIP."""
    before = _build_for_cuda(example)
    example.must("hipify-py", ".", "--build-style", "dual", "--rocm", "7.2")
    assert _build_for_cuda(example) == before
    example.must(*example.configuring("-DUSE_HIP=ON"))
    _built(example)
    _unchanged(example)
    _add(example, "kernels/stencil.cuh", "\n")
    assert example.compiled_next() == {"step.cu", "stencil.cu"}
    shutil.rmtree(example.folder / "build")
    written = {path: path.read_bytes() for path in example.folder.rglob("*") if path.is_file()}
    for options in ("--build-style dual", "--build-style dual --ported convert", ""):
        example.must("hipify-py", ".", *options.split())
        assert written == {path: path.read_bytes() for path in written}


def test_single_source(example: Project) -> None:
    """Sources and builds for both: for CUDA what they were, and for AMD without hipify-py."""
    before = _build_for_cuda(example)
    example.must("hipify-py", "shim", ".", "--fix-sources", "--rocm", "7.2")
    example.must("hipify-py", ".", "--build-style", "single", "--ported", "convert", "--rocm", "7.2")
    assert _build_for_cuda(example) == before
    example.must(*example.configuring("-DUSE_HIP=ON"))
    assert "hipify" not in (example.folder / "build/build.ninja").read_text(encoding="utf-8")
    _built(example)


@pytest.mark.thorough
def test_dual_with_make(example: Project) -> None:
    before = example.must("make", "-n")
    example.must("hipify-py", ".", "--build-style", "dual", "--rocm", "7.2")
    assert example.must("make", "-n") == before
    compiler = f"{example.environment['HIPIFY_NVCC_COMPILER']} -Wl,--unresolved-symbols=ignore-all"
    example.must("make", "-j2", "USE_HIP=1", HIPIFY_NVCC_COMPILER=compiler)
    assert b"amdgcn-amd-amdhsa--gfx90a" in (example.folder / "wave").read_bytes()
    assert "libhipblas.so" in _read("readelf", "-d", example.folder / "wave")


def _build_for_cuda(example: Project) -> str:
    """All commands of the build for CUDA, as CMake gives them to ninja; hipify-nvcc stands for nvcc."""
    example.must("cmake", "-S", ".", "-B", "build", "-G", "Ninja", LINK_STUBS, CUDACXX="hipify-nvcc")
    text = (example.folder / "build/build.ninja").read_text(encoding="utf-8")
    shutil.rmtree(example.folder / "build")
    return text


# -- make --------------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_converted_in_place_with_make(example: Project) -> None:
    example.must("hipify-py", ".", "--rocm", "7.2")
    compiler = f"NVCC={_hipcc(example)}"
    example.must("make", "-j2", compiler, f"CXX={_hipcc(example)}", f"ROCM_PATH={example.rocm}")
    _built_by_make(example)
    assert "hipcc" in (example.folder / "Makefile").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_hipify_nvcc_with_make(example: Project) -> None:
    toolkit = example.must("hipify-nvcc", "--print-toolkit").strip()
    words = ("NVCC=hipify-nvcc", "CXX=hipify-nvcc", f"CUDA_HOME={toolkit}")
    linking = f"{example.environment['HIPIFY_NVCC_COMPILER']} -Wl,--unresolved-symbols=ignore-all"
    example.must("make", "-j2", *words, HIPIFY_NVCC_COMPILER=linking)
    _built_by_make(example)
    _add(example, "kernels/stencil.cuh", "\n")
    assert "-c kernels/step.cu" in example.must("make", "-n", *words)


@pytest.mark.thorough
def test_shim_with_make(example: Project) -> None:
    """The variables of the makefile are all that a build for AMD has to set."""
    example.must("hipify-py", "shim", ".", "--fix-includes", "--rocm", "7.2")
    flags = "-O2 -std=c++17 -Iinclude --offload-arch=gfx90a -fgpu-rdc"
    libraries = f"-L{example.rocm}/lib -lhipblas -lhiprand -lamdhip64"
    words = (f"NVCC={_hipcc(example)}", f"CXX={_hipcc(example)}", f"NVCCFLAGS={flags}", f"LDLIBS={libraries}")
    example.must("make", "-j2", *words, "CXXFLAGS=-O2 -std=c++17 -Iinclude")
    _built_by_make(example)


def _hipcc(example: Project) -> Path:
    """What hipcc does: all sources are HIP, and programs are linked as such."""
    path = example.folder.parent / "bin" / "hipcc"
    text = _HIPCC.format(compiler=example.environment["HIPIFY_NVCC_COMPILER"], rocm=example.rocm)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


_HIPCC = """\
#!/bin/sh
case " $* " in
*" -c "*) exec {compiler} -x hip "$@" ;;
*) exec {compiler} --hip-link -L{rocm}/lib -lamdhip64 -Wl,--unresolved-symbols=ignore-all "$@" ;;
esac
"""


def _built_by_make(example: Project) -> None:
    for name in ("wave", "test_step"):
        assert b"amdgcn-amd-amdhsa--gfx90a" in (example.folder / name).read_bytes()
    assert "libhipblas.so" in _read("readelf", "-d", example.folder / "wave")
    called = set(_read("nm", "-u", *example.folder.glob("*.o")).split())
    assert {"hipMalloc", "hipblasSnrm2", "hiprandGenerateNormal"} <= called
    assert [name for name in called if name.startswith(("cu", "__cuda"))] == []


# -- CUDA --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def cuda(tmp_path: Path) -> Path:
    """A toolkit with NVIDIA's own compiler."""
    nvcc = find_nvcc()
    if nvcc is None:
        pytest.skip("no project is built for CUDA, for want of nvcc")
    return make_cuda_folder(nvcc, tmp_path / "cuda")


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["dual", pytest.param("shim", marks=pytest.mark.thorough)])
def test_cuda_with_nvcc_and_cmake(example: Project, cuda: Path, way: str) -> None:
    """What builds for both still builds for CUDA, by its own compiler."""
    _prepared(example, way)
    compilers = {"CUDACXX": str(cuda / "bin/nvcc")}
    flags = (f"-DCMAKE_CUDA_FLAGS=-I{cuda}/include", f"-DCMAKE_CXX_FLAGS=-I{cuda}/include", LINK_STUBS)
    toolkit = (f"-DCUDAToolkit_ROOT={cuda}", "-DCMAKE_CUDA_ARCHITECTURES=80")
    example.must("cmake", "-S", ".", "-B", "build", "-G", "Ninja", *toolkit, *flags, **compilers)
    example.build()
    _is_for_cuda(example.folder / "build/app/wave", example.folder / "build/tests/test_step")


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["dual", pytest.param("shim", marks=pytest.mark.thorough)])
def test_cuda_with_nvcc_and_make(example: Project, cuda: Path, way: str) -> None:
    _prepared(example, way)
    gpu = "GENCODE=-gencode arch=compute_80,code=sm_80"
    libraries = f"LDLIBS=-L{cuda}/lib64 -lcublas -lcurand -lcudart -Xlinker --unresolved-symbols=ignore-all"
    example.must("make", "-j2", f"CUDA_HOME={cuda}", gpu, libraries)
    _is_for_cuda(example.folder / "wave", example.folder / "test_step")


def _prepared(example: Project, way: str) -> None:
    command = ("shim", ".", "--fix-includes") if way == "shim" else (".", "--build-style", "dual")
    example.must("hipify-py", *command, "--rocm", "7.2")


def _is_for_cuda(*programs: Path) -> None:
    for path in programs:
        held = path.read_bytes()
        assert b"step_kernel" in held
        assert b"amdgcn" not in held
    called = set(_read("nm", "-u", *programs[0].parents[1].rglob("main*.o")).split())
    assert {"cublasSnrm2", "curandGenerateNormal"} <= called
