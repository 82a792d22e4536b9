"""What findings in build files say is to be done, for the very thing found."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert_build, scan_artifact
from hipify_py.file.style import Style
from hipify_py.findings import Finding
from hipify_py.rules.load import load
from hipify_py.rules.run import severity
from tests.reporting import reported

_HERE = Path(__file__).parent
_STYLES = {"cases": Style(), "dual": Style(builds="dual")}


def _found(path: str, code: str) -> list[Finding]:
    return list(reported(code, path).findings)


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("Makefile", "LIBS = -lnvToolsExt\n", "link `-lroctx64`"),
        ("Makefile", "LIBS = -lnvshmem_host\n", "link `-lrocshmem`"),
        ("Makefile", "LIBS = -lcublas_static\n", "link `-lhipblas`"),
        ("CMakeLists.txt", "target_link_libraries(a cufft)\n", "link `hipfft` in place of `cufft`"),
        ("setup.py", 'Extension("a", libraries=["cudart"])\n', "link `amdhip64`"),
        ("CMakeLists.txt", 'if(CUDAToolkit_VERSION VERSION_LESS "12")\n', "hip_VERSION"),
        ("CMakeLists.txt", "add_test(a COMMAND ${CUDAToolkit_BIN_DIR}/compute-sanitizer b)\n", "-fsanitize=address"),
        ("CMakeLists.txt", "add_test(a COMMAND ${CUDA_TOOLKIT_ROOT_DIR}/bin/cuda-gdb b)\n", "rocgdb"),
        ("CMakeLists.txt", "add_test(a COMMAND ${CUDA_TOOLKIT_ROOT_DIR}/bin/cuobjdump b)\n", "llvm-objdump"),
        ("CMakeLists.txt", "add_test(a COMMAND ${CUDAToolkit_BIN_DIR}/ncu b)\n", "rocprofv3"),
        ("CMakeLists.txt", "add_test(a COMMAND ${CUDAToolkit_BIN_DIR}/mine b)\n", "link `hip::host`"),
        ("CMakeLists.txt", "target_link_libraries(a cufftw)\n", "link `hipfftw`"),
        ("CMakeLists.txt", "target_link_libraries(a CUDA::cufftw)\n", "link `hip::hipfftw`"),
        ("Makefile", "LIBS = -lcufftw\n", "link `hipfftw`"),
        ("CMakeLists.txt", "set_target_properties(a PROPERTIES CUDA_PTX_COMPILATION ON)\n", "hipcc --genco"),
        ("CMakeLists.txt", "CUDA_ADD_LIBRARY(a a.cu)\n", "enable_language(HIP)"),
        ("CMakeLists.txt", "find_package(CUDNN)\n", "call `find_package(miopen)`"),
        ("CMakeLists.txt", "find_package(CCCL)\n", "call `find_package(hipcub)` and `find_package(rocthrust)`"),
        ("CMakeLists.txt", "find_package(cudnn_frontend)\n", "use the hipDNN frontend"),
        ("run.py", "import pynvml\n", "amdsmi"),
        ("run.py", "import nvmath\n", "another path"),
        ("run.py", "import cuda.bindings.driver\nimport cutlass\n", "Triton"),
    ],
)
def test_help(path: str, code: str, said: str) -> None:
    (found,) = _found(path, code)
    assert said in found.help


def test_libraries_without_counterpart_have_the_help_of_the_rule() -> None:
    (found,) = _found("Makefile", "LIBS = -lnppicc\n")
    assert "-lamdhip64" in found.help


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('Extension("a", extra_compile_args=["-lcublas"])', ["info"]),
        ('Extension("a", extra_compile_args={"cxx": ["-O3", "-lcublas"]})', ["info"]),
        ('def cxx_flags():\n    extra_cxx_flags = ["-lcublas"]\n', ["info"]),
        ('Extension("a", extra_compile_args=["-lcublas"], extra_link_args=["-lcublas"])', ["info", "error"]),
        ('cxx_flags = ["-shared", "-lcublas"]', ["error"]),
        ('extra_ldflags = ["-lcublas"]', ["error"]),
    ],
)
def test_compilers_link_nothing(code: str, expected: list[str]) -> None:
    assert [str(severity(found, ())) for found in _found("setup.py", code)] == expected


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.ptx", b".visible .entry k()", "hipcc --genco"),
        ("a.ptx", b"call (%r1), _optix_get_launch_index_x, ();", "HIPRT"),
        ("a.optixir", b"", "HIPRT"),
    ],
)
def test_help_for_ptx(name: str, data: bytes, said: str) -> None:
    (found,) = scan_artifact(data, Context(api.policy(), path=name)).findings
    assert said in found.help


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        ("-use_fast_math", ["warning"]),
        ("--use_fast_math", ["error"]),
        ("-Xcompiler -fPIC", ["warning"]),
        ('-Xcompiler "-fPIC"', ["warning"]),
        ("-Xcompiler -fPIC,-Wall", ["error"]),
        ('-Xcompiler "-fPIC -Wall"', ["error"]),
        ("-Xcompiler=-fPIC", ["error"]),
    ],
)
def test_flags_of_which_clang_warns_only(flags: str, expected: list[str]) -> None:
    assert [str(severity(found, ())) for found in _found("Makefile", f"FLAGS = {flags}\n")] == expected


@pytest.mark.parametrize("style", _STYLES)
def test_no_finding_is_without_help(style: str) -> None:
    paths = sorted((_HERE / style).iterdir())
    texts = [(path.name.removesuffix(".case"), path.read_bytes()) for path in paths]
    rules = (rule for rule in load().rules.values() if rule.id.startswith("BLD"))
    texts += [(each.file or "a.cu", each.code.encode()) for rule in rules for each in rule.flagged]
    for name, data in texts:
        found = convert_build(data, Context(api.policy(), path=name, style=_STYLES[style])).findings
        assert [each.message for each in found if not each.help] == [], name


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('${CUDAToolkit_VERSION} VERSION_LESS "11"', "error"),
        ('"11" VERSION_GREATER ${CUDAToolkit_VERSION}', "error"),
        ("A OR CUDA_VERSION LESS 9 OR ${CUDA_VERSION_MAJOR} EQUAL 11", "error"),
        ('CUDAToolkit_VERSION VERSION_LESS "11"', "warning"),
        ('"${CUDAToolkit_VERSION}" VERSION_LESS "11"', "warning"),
        # What is left of these is a question of another kind, or a text.
        ('NOT ${CUDAToolkit_VERSION} VERSION_LESS "11"', "warning"),
        ('${CUDAToolkit_VERSION} MATCHES "11"', "warning"),
        ("${CUDAToolkit_VERSION}.0 VERSION_LESS 11", "warning"),
        # The project may set it.
        ("${MINE_CUDA_VERSION} VERSION_LESS 11", "warning"),
    ],
)
def test_conditions_at_which_cmake_stops(condition: str, expected: str) -> None:
    result = convert_build(f"if({condition})\nendif()\n".encode(), Context(api.policy(), path="a.cmake"))
    found = result.findings[-1]
    assert (found.rule, str(severity(found, ()))) == ("BLD014", expected)
    assert ("CMake stops" in found.message) is (expected == "error")
