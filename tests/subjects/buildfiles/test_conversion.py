"""Build files and what becomes of them: cases as in tests/test_cases.py, with `#` for comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, Result, convert_build
from hipify_py.run.discover import Selection
from hipify_py.subjects.buildfiles.kinds import is_of_service

CASES = sorted((Path(__file__).parent / "cases").iterdir())
_EXPECT = re.compile(r"# expect: ([A-Z0-9, ]+)")
_OUTPUT = b"# ==== output\n"


def _converted(path: Path, data: bytes) -> Result:
    return convert_build(data, Context(api.policy(), path=path.name.removesuffix(".case")))


def _expected(text: bytes) -> set[tuple[int, str]]:
    lines = enumerate(text.decode().split("\n"), 1)
    marked = ((number, found[1]) for number, line in lines if (found := _EXPECT.search(line)))
    return {(number, rule.strip()) for number, rules in marked for rule in rules.split(",")}


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
def test_cases(path: Path, line_end: bytes) -> None:
    source, _, output = path.read_bytes().partition(_OUTPUT)
    result = _converted(path, source.replace(b"\n", line_end))
    assert result.output.replace(line_end, b"\n").decode() == (output or source).decode()
    assert {(result.source.position(each.start).line, each.rule) for each in result.findings} == _expected(source)
    assert _converted(path, result.output).output == result.output


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        (
            "CMakeLists.txt",
            "find_package(CUDAToolkit REQUIRED)\ntarget_link_libraries(a CUDA::cublas CUDA::cublasLt CUDA::curand)\n",
            "find_package(hip REQUIRED)\nfind_package(rocblas REQUIRED)\nfind_package(hipblaslt REQUIRED)\n"
            "find_package(rocrand REQUIRED)\n"
            "target_link_libraries(a roc::rocblas roc::hipblaslt roc::rocrand)\n",
        ),
        (
            "CMakeLists.txt",
            "find_package(CUDA)\nif(NOT CUDA_CUBLAS_LIBRARIES)\nendif()\ncuda_add_cublas_to_target(app)\n",
            "find_package(hip)\nfind_package(rocblas)\nif(hip_FOUND)\n  enable_language(HIP)\nendif()\n"
            "if(NOT TARGET roc::rocblas)\nendif()\ntarget_link_libraries(app roc::rocblas)\n",
        ),
        (
            "Makefile",
            "a: a.o\n\tnvcc -o a a.o -lcublas -lcublasLt -lcusolver -lcusparse -lcufft\n",
            "a: a.o\n\thipcc -o a a.o -lrocblas -lhipblaslt -lrocsolver -lrocblas -lrocsparse -lhipfft\n",
        ),
        (
            "setup.py",
            'setup(ext_modules=[CUDAExtension("a", ["a.cu"], libraries=["cublas", "curand"])])\n',
            'setup(ext_modules=[CUDAExtension("a", ["a.cu"], libraries=["rocblas", "rocrand"])])\n',
        ),
    ],
    ids=["cmake", "findcuda", "make", "python"],
)
def test_builds_link_the_libraries_that_sources_call(name: str, source: str, expected: str) -> None:
    result = convert_build(source.encode(), Context(api.policy(target="roc"), path=name))
    assert result.output.decode() == expected


@pytest.mark.parametrize("option", ["-rdc=true --device-c", "-dc"])
def test_device_code_that_nothing_links_is_found_again(option: str) -> None:
    makefile = f"NVCC = nvcc\nNVCCFLAGS = {option}\nall: a.o\n\t$(NVCC) -o all a.o\n"
    first = _converted(Path("Makefile"), makefile.encode())
    second = _converted(Path("Makefile"), first.output)
    assert [each.rule for each in (*first.findings, *second.findings)] == ["BLD005", "BLD005"]
    assert second.output == first.output


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Makefile.inc", "build"), ("makefile_gpu.inc", "build"), ("make.inc", "build"), ("make.inc.linux", "build"),
        ("make.config", "build"), ("Makefile_cuda", "build"), ("gpu.makefile", "build"),
        ("kernels.inc", "source"), ("make_tables.inc", "source"), ("make.py", "build"),
    ],
)  # fmt: skip
def test_what_makefiles_include_is_no_source(name: str, kind: str) -> None:
    assert Selection().kind(Path(name)) == kind


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".circleci/config.yml", True), (".circleci/Dockerfile.gpu", True), (".devcontainer/devcontainer.json", True),
        (".devcontainer/cuda/Dockerfile", True), (".github/environment.yml", True), (".ci/conda/meta.yaml", True),
        (".cache/Dockerfile", False), (".github/CMakeLists.txt", False), (".github/build.sh", False),
    ],
)  # fmt: skip
def test_files_of_services_in_hidden_folders(path: str, expected: bool) -> None:
    assert is_of_service(Path(path)) is expected
