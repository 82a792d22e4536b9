"""Imports of modules for NVIDIA's GPUs that are no work of their own."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported

_NUMBA = "from numba import cuda"
_UNUSED = [("info", "no use of 'cuda' in this file")]


def _found(code: str, path: str = "a.py") -> list[tuple[str, str]]:
    """Severity and guard of each finding."""
    result = reported(code, path)
    return [(str(severity(each, ())), each.guard) for each in result.findings]


@pytest.mark.parametrize(
    "code",
    [
        f"{_NUMBA}\nx = torch.cuda.is_available()\n",
        f'"""Has no cuda."""\n{_NUMBA}  # cuda.jit\ndevice = "cuda"\n',
        "from numba import (jit, cuda)\n@jit\ndef f(): pass\n",
        f"def f():\n    {_NUMBA}\ndef g():\n    {_NUMBA}\n",
    ],
)
def test_numba_that_nothing_uses(code: str) -> None:
    assert set(_found(code)) == set(_UNUSED)


def test_another_name_that_nothing_uses() -> None:
    assert _found(f"{_NUMBA} as nc\nf(cuda)\n") == [("info", "no use of 'nc' in this file")]


@pytest.mark.parametrize(
    "code",
    [
        f"{_NUMBA}\n@cuda.jit\ndef f(): pass\n",
        f"{_NUMBA} as nc\nf(nc)\n",
        f'{_NUMBA}\nprint(f"{{cuda.gpus}}, {{cuda}}")\n',
        f'{_NUMBA}\neval("cuda.grid(1)")\n',
        f'{_NUMBA}\n__all__ = ["cuda"]\n',
        # The import itself fails without the driver.
        "import pycuda.driver\n",
        "from pycuda import driver\n",
    ],
)
def test_imports_that_are_needed(code: str) -> None:
    assert _found(code) == [("error", "")]


def test_a_package_hands_on_what_it_imports() -> None:
    assert _found(f"{_NUMBA}\n", "__init__.py") == [("error", "")]


def test_names_of_loggers() -> None:
    assert _found('logging.getLogger("numba.cuda.cudadrv.driver").setLevel(1)\n') == []
    assert _found("from a import getLogger\ngetLogger('numba.cuda.cudadrv')\n") == []


def _behind(handler: str, more: str, tried: str = "from cuda.bindings import driver") -> list[tuple[str, str]]:
    return _found(f"def f():\n    try:\n        {tried}\n    except {handler}\n{more}\n")


@pytest.mark.parametrize(
    ("handler", "first"),
    [
        ("ImportError:\n        raise ValueError", ("error", "")),
        ("ImportError:\n        log()\n        return", ("info", "try")),
        ("ImportError: return", ("info", "try")),
        (
            "ValueError:\n        pass\n    except ImportError:\n        if a:\n            b()\n        return 1",
            ("info", "try"),
        ),
    ],
)
def test_behind_a_try_that_leaves(handler: str, first: tuple[str, str]) -> None:
    guarded = [first, ("info", "try: from cuda.bindings import driver")]
    assert sorted(_behind(handler, "    from cuda.bindings import nvrtc")) == sorted(guarded)
    assert sorted(_behind(handler, "    if a:\n        import cuda.core")) == sorted(guarded)


@pytest.mark.parametrize(
    ("handler", "more"),
    [
        ("ImportError:\n        pass", "    from cuda.bindings import nvrtc"),
        ("ImportError:\n        if a:\n            return", "    from cuda.bindings import nvrtc"),
        ("ValueError:\n        return", "    from cuda.bindings import nvrtc"),
        ("ImportError:\n        return", "    import pycuda.driver"),
        ("ImportError:\n        return", "def g():\n    from cuda.bindings import nvrtc"),
    ],
)
def test_behind_a_try_that_goes_on(handler: str, more: str) -> None:
    found = _behind(handler, more)
    assert ("error", "") in found
    assert not any(guard.startswith("try:") for _severity, guard in found)


def test_behind_a_try_of_numba_itself() -> None:
    found = _behind("ImportError:\n        return", f"    {_NUMBA}\n    cuda.grid(1)", "import numba")
    assert ("error", "") in found


def test_behind_a_try_at_the_top() -> None:
    code = "try:\n    import pycuda\nexcept ImportError:\n    raise\nimport pycuda.driver\n"
    assert _found(code) == [("error", ""), ("error", "")]
