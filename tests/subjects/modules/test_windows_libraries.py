"""A DLL is not replaced by a shared object, and those of NVIDIA's effects by nothing."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Finding
from hipify_py.rules.run import severity


def _found(code: str) -> list[Finding]:
    result = convert(code.encode(), Context(api.policy(), path="a.cu", is_cuda=True))
    return [found for found in result.findings if found.rule == "MOD008"]


@pytest.mark.parametrize(("library", "said"), [("nvcuda.dll", "amdhip64_7.dll"), ("libcuda.so.1", "libamdhip64.so")])
def test_help_is_for_the_system(library: str, said: str) -> None:
    (found,) = _found(f'void f() {{ p = LoadLibraryA("{library}"); }}\n')
    assert (str(severity(found, ())), said in found.help) == ("error", True)


@pytest.mark.parametrize(
    ("library", "expected"), [("nvcuda.dll", "info"), ("cudart64_110.dll", "info"), ("cublas64_11.dll", "error")]
)
def test_libraries_of_effects(library: str, expected: str) -> None:
    (found,) = _found(f'void f() {{ a = LoadLibrary(L"NVAudioEffects.dll"); b = LoadLibrary(L"{library}"); }}\n')
    assert str(severity(found, ())) == expected


@pytest.mark.parametrize("condition", ["ifdef __APPLE__", "if defined(__APPLE__) || defined(__MACH__)"])
def test_rocm_does_not_exist_on_macos(condition: str) -> None:
    mac, linux = _found(f'#{condition}\n#define A "libcudart.dylib"\n#else\n#define A "libcudart.so"\n#endif\n')
    assert (str(severity(mac, ())), str(severity(linux, ()))) == ("info", "error")
