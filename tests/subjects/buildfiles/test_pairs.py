"""What a code base has for AMD beside what it has for CUDA is worth knowing at most, and so is what is switched off."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from hipify_py.subjects.buildfiles.pairs import counterpart
from tests.reporting import reported

_FLAG = "-Xptxas"


def _found(code: str) -> list[tuple[str, str]]:
    """Severity and guard of each finding."""
    result = reported(code, "build.py")
    return [(str(severity(each, ())), each.guard) for each in result.findings]


@pytest.mark.parametrize(
    ("code", "guard"),
    [
        (
            f"def _cuda_flags():\n    return '{_FLAG}'\n\ndef _rocm_flags():\n    return ''\n",
            "_rocm_flags is beside _cuda_flags",
        ),
        (
            "class A:\n    def forward_hip(self):\n        pass\n\n"
            f"    def forward_cuda(self):\n        f('{_FLAG}')\n",
            "forward_hip is beside forward_cuda",
        ),
        (f"FAST = False\nif FAST:\n    a = '{_FLAG}'\n", "if FAST, which is False"),
        (f"FAST = False\ndef f():\n    if FAST:\n        a = '{_FLAG}'\n", "if FAST, which is False"),
    ],
)
def test_worth_knowing(code: str, guard: str) -> None:
    assert _found(code) == [("info", guard)]


@pytest.mark.parametrize(
    "code",
    [
        f"def _cuda_flags():\n    return '{_FLAG}'\n\ndef _rocm_flags():\n    return _cuda_flags()\n",
        f"class A:\n    def hip(self): pass\n\nclass B:\n    def cuda(self):\n        f('{_FLAG}')\n",
        f"def _cuda_flags():\n    return '{_FLAG}'\n\ndef _hip_name():\n    return ''\n",
        f"FAST = False\nFAST = env()\nif FAST:\n    a = '{_FLAG}'\n",
        f"FAST = False\ndef f():\n    global FAST\n    FAST = True\nif FAST:\n    a = '{_FLAG}'\n",
        f"FAST = False\nif FAST or old:\n    a = '{_FLAG}'\n",
        f"FAST = False\nif FAST:\n    pass\nelse:\n    a = '{_FLAG}'\n",
    ],
)
def test_to_be_ported(code: str) -> None:
    assert _found(code) == [("error", "")]


@pytest.mark.parametrize(
    ("name", "beside", "other"),
    [
        ("cuda.py", ("rocm.py",), "rocm.py"),
        ("build_cuda.py", ("build_hip.py",), "build_hip.py"),
        ("Dockerfile", ("Dockerfile.rocm",), "Dockerfile.rocm"),
        ("Dockerfile.gpu", ("rocm.dockerfile",), "rocm.dockerfile"),
        ("Dockerfile.rocm", ("Dockerfile.hip",), ""),
        ("cudart.py", ("hiprt.py",), ""),
        ("build.py", ("rocm.py",), ""),
        ("Dockerfile", ("rocm.py", "Dockerfile.cpu"), ""),
    ],
)
def test_files_beside_each_other(name: str, beside: tuple[str, ...], other: str) -> None:
    assert counterpart(name, beside) == other
