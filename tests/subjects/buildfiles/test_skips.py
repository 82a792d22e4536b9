"""Tests that are skipped on AMD GPUs, and functions that are left there, need no port."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported

_NEEDS = "import pycuda.driver"


def _found(code: str) -> list[tuple[str, str]]:
    """Severity and guard of each finding."""
    result = reported(code, "test_build.py")
    return [(str(severity(each, ())), each.guard) for each in result.findings]


@pytest.mark.parametrize(
    ("code", "guard"),
    [
        (
            "pytestmark = [\n    pytest.mark.gpu,\n"
            "    pytest.mark.skipif(torch.version.hip is not None, reason='a'),\n]\n\n"
            f"def test():\n    {_NEEDS}\n",
            "skipped if torch.version.hip is not None",
        ),
        (
            f"@pytest.mark.skipif(torch.version.cuda is None, reason='a')\n@other\ndef test():\n    {_NEEDS}\n",
            "skipped if torch.version.cuda is None",
        ),
        (
            f"@unittest.skipIf(not is_cuda(), 'a')\nclass T:\n    def test(self):\n        {_NEEDS}\n",
            "skipped if not is_cuda()",
        ),
        (
            "class T:\n    @classmethod\n    def setUpClass(cls):\n        pytest.importorskip('pycuda')\n\n"
            f"    def test(self):\n        {_NEEDS}\n",
            "pytest.importorskip('pycuda')",
        ),
        (f"def test():\n    cu = importorskip('pycuda')\n    {_NEEDS}\n", "cu = importorskip('pycuda')"),
        (f"def f():\n    if not platform.is_nvidia:\n        return\n    {_NEEDS}\n", "if not platform.is_nvidia"),
        (f"def f():\n    if not is_cuda() or old:\n        raise E\n    {_NEEDS}\n", "if not is_cuda() or old"),
        (f"def f():\n    if is_hip():\n        raise E\n    {_NEEDS}\n", "if is_hip()"),
        (
            f"def test():\n    if torch.version.cuda is None:\n        pytest.skip('a')\n    {_NEEDS}\n",
            "if torch.version.cuda is None",
        ),
    ],
)
def test_skipped(code: str, guard: str) -> None:
    assert _found(code) == [("info", guard)]


@pytest.mark.parametrize(
    "code",
    [
        # The module is imported all the same.
        f"pytestmark = pytest.mark.skipif(torch.version.hip is not None, reason='a')\n{_NEEDS}\n",
        f"@pytest.mark.skipif(torch.version.hip is None, reason='a')\ndef test():\n    {_NEEDS}\n",
        f"@pytest.mark.skipif(torch.version.hip is not None and old, reason='a')\ndef test():\n    {_NEEDS}\n",
        f"@pytest.mark.skipif(torch.version.hip is not None)\ndef test():\n    pass\ndef other():\n    {_NEEDS}\n",
        f"def test():\n    importorskip('pycuda')\n\ndef other():\n    {_NEEDS}\n",
        f"class T:\n    def setUp(self):\n        importorskip('pycuda')\n\ndef other():\n    {_NEEDS}\n",
        f"class T:\n    def test(self):\n        importorskip('pycuda')\n\n    def other(self):\n        {_NEEDS}\n",
        # Tensors on AMD GPUs are at PyTorch's `cuda`.
        f"def f(x):\n    if not x.is_cuda:\n        raise E\n    {_NEEDS}\n",
        f"def f():\n    if not is_cuda() and old:\n        return\n    {_NEEDS}\n",
        f"def f():\n    if not is_cuda():\n        log()\n    {_NEEDS}\n",
        "def is_cuda():\n    return torch.cuda.is_available()\n\n"
        f"def f():\n    if not is_cuda():\n        return\n    {_NEEDS}\n",
    ],
)
def test_not_skipped(code: str) -> None:
    assert _found(code) == [("error", "")]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("try:\n    import pycuda.gpuarray\nexcept ImportError:\n    A = 0\nelse:\n    from pycuda import a\n", "info"),
        ("try:\n    import numpy\nexcept ImportError:\n    A = 0\nelse:\n    from pycuda import a\n", "error"),
    ],
)
def test_behind_an_import_that_may_fail(code: str, found: str) -> None:
    assert {severity for severity, _guard in _found(code)} == {found}
