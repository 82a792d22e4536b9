"""What a Python file does only where a module for NVIDIA's GPUs is there, by its own conditions."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported

_TRIED = "try:\n    import numba.cuda\nexcept ImportError:\n    numba = None\n"
_FLAG = "HAS_IT = False\ntry:\n    import pycuda.driver\n    HAS_IT = True\nexcept ImportError:\n    pass\n"
_USE = "numba.cuda.to_device(a)"
_IMPORT = "import pycuda.gpuarray"


def _found(code: str) -> list[tuple[str, str]]:
    """Severity and guard of each finding; a `try` around an import has an own test."""
    result = reported(code, "arrays.py")
    found = [(str(severity(each, ())), each.guard) for each in result.findings]
    return [each for each in found if each != ("info", "try")]


@pytest.mark.parametrize(
    ("code", "guard"),
    [
        (f"{_TRIED}if numba is not None:\n    {_USE}\n", "if numba is not None"),
        (f"{_TRIED}if numba and a:\n    {_USE}\n", "if numba and a"),
        (f"{_FLAG}def f():\n    if HAS_IT:\n        {_IMPORT}\n", "if HAS_IT"),
        (f"{_TRIED}@unittest.skipIf(numba is None, 'a')\ndef test():\n    {_USE}\n", "skipped if numba is None"),
        (f"{_FLAG}@unittest.skipUnless(HAS_IT, 'a')\ndef test():\n    {_IMPORT}\n", "skipped unless HAS_IT"),
        (
            f"{_FLAG}@pytest.mark.skipif(not HAS_IT or old, reason='a')\nclass T:\n    def test(self):\n"
            f"        {_IMPORT}\n",
            "skipped if not HAS_IT or old",
        ),
        (
            f"from .arrays import (\n    numba,\n)\n@unittest.skipIf(numba is None, 'a')\ndef test():\n    {_USE}\n",
            "skipped if numba is None",
        ),
    ],
)
def test_only_with_the_module(code: str, guard: str) -> None:
    assert _found(code) == [("info", guard)]


@pytest.mark.parametrize(
    "code",
    [
        f"{_TRIED}{_USE}\n",
        f"{_TRIED}if numba is None:\n    {_USE}\n",
        f"{_TRIED}if a or b and numba:\n    {_USE}\n",
        f"{_TRIED}if not (a and numba and b):\n    {_USE}\n",
        f"{_TRIED}@unittest.skipIf(f(a or not numba or b), 'a')\ndef test():\n    {_USE}\n",
        f"{_TRIED}if numba is not None or a:\n    {_USE}\n",
        f"{_TRIED}@unittest.skipIf(numba is not None, 'a')\ndef test():\n    {_USE}\n",
        f"{_TRIED}@unittest.skipIf(numba is None and old, 'a')\ndef test():\n    {_USE}\n",
        f"{_TRIED}@unittest.skipUnless(numba is None, 'a')\ndef test():\n    {_USE}\n",
        # Numba itself is for CPUs as well, and CuPy for AMD GPUs.
        f"try:\n    import numba\nexcept ImportError:\n    numba = None\nif numba is not None:\n    {_USE}\n",
        f"try:\n    import cupy\nexcept ImportError:\n    cupy = None\nif cupy is not None:\n    {_IMPORT}\n",
        f"from a import b as numba\nif numba is not None:\n    {_USE}\n",
        f"{_FLAG}HAS_IT = torch.cuda.is_available()\nif HAS_IT:\n    {_IMPORT}\n",
        f"try:\n    import pycuda.driver\nexcept ImportError:\n    NONE = True\nif NONE:\n    {_IMPORT}\n",
    ],
)
def test_without_the_module_too(code: str) -> None:
    assert _found(code) == [("error", "")]


def test_an_import_is_one_finding() -> None:
    assert len(_found("from numba.cuda.cudadrv.driver import device_memory_size\n")) == 1
    assert _found("d = dict(numba.cuda.__dict__)\n") == []
