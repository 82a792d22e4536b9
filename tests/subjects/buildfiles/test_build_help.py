"""What findings in build files say is to be done, for the very thing found."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, scan_artifact
from hipify_py.findings import Finding
from hipify_py.rules.run import severity
from tests.reporting import reported


def _found(path: str, code: str) -> list[Finding]:
    return list(reported(code, path).findings)


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("Makefile", "LIBS = -lnvToolsExt\n", "link `-lroctx64`"),
        ("Makefile", "LIBS = -lnvshmem_host\n", "link `-lrocshmem`"),
        ("Makefile", "LIBS = -lcublas_static\n", "link `-lhipblas`"),
        ("CMakeLists.txt", "target_link_libraries(a cufft)\n", "link `hipfft`"),
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
