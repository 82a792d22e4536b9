"""What a Python file does only with PyCUDA, or only for `sm_…`: no matter of porting where AMD has something else."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported

_CUPY = "import cupy as cp"


def _found(code: str) -> list[tuple[int, str, str]]:
    """Line, severity and guard of each finding."""
    result = reported(code, "build.py")
    places = ((result.source.position(each.start).line, each) for each in result.findings)
    return [(line, str(severity(each, ())), each.guard) for line, each in places]


@pytest.mark.parametrize(
    ("code", "line", "guard"),
    [
        (f"if has_pycuda:\n    import pycuda.driver\nif has_cupy:\n    {_CUPY}\n", 2, "if has_pycuda"),
        (f"if has_pycuda:\n    import pycuda\nelif has_cupy: {_CUPY}\n", 2, "if has_pycuda"),
        (
            f"def f(b):\n    if b == 'cupy':\n        {_CUPY}\n    elif b == 'pycuda':\n        import pycuda\n",
            5,
            "if b == 'pycuda'",
        ),
        (
            f"try:\n    import a\n    import pycuda.driver as d\nexcept ImportError:\n    {_CUPY}\n",
            3,
            "try: import pycuda.driver as d",
        ),
        (
            "try:\n    import pycuda\nexcept:\n    pycuda = None\nelse:\n    go()\n"
            "try:\n    import pyopencl\nexcept ImportError:\n    pass\n",
            2,
            "try: import pycuda",
        ),
        (
            "if pycuda is not None:\n    from pycuda import a\nelse:\n    a = torch.zeros(1)\n",
            2,
            "if pycuda is not None",
        ),
    ],
)
def test_pycuda_is_one_of_several(code: str, line: int, guard: str) -> None:
    assert _found(code) == [(line, "info", guard)]


@pytest.mark.parametrize(
    "code",
    [
        "if has_pycuda:\n    import pycuda\nelse:\n    import numpy\n",
        f"{_CUPY}\nif has_pycuda:\n    import pycuda\n",
        f"if has_pycuda or has_cupy:\n    import pycuda\nelse:\n    {_CUPY}\n",
        f"if not has_pycuda:\n    {_CUPY}\nelse:\n    import pycuda\n",
        f"if fast:\n    import pycuda\nelse:\n    {_CUPY}\n",
        f"if has_pycuda:\n    {_CUPY}\n    import pycuda\n",
        f"def f():\n    if has_pycuda:\n        import pycuda\ndef g():\n    if has_cupy:\n        {_CUPY}\n",
        f"try:\n    import pycuda\nexcept ImportError:\n    raise SystemExit\nif a:\n    {_CUPY}\n",
        f"try:\n    import pycuda\nexcept ValueError:\n    pass\nif a:\n    {_CUPY}\n",
        f"try:\n    import pycuda\nfinally:\n    pass\nif a:\n    {_CUPY}\n",
    ],
)
def test_pycuda_is_needed(code: str) -> None:
    line = code[: code.index("import pycuda")].count("\n") + 1
    assert _found(code) == [(line, "error", "")]


_FLAGS = 'flags += ["-gencode", f"arch=compute_{n},code=sm_{n}"]'


@pytest.mark.parametrize(
    "code",
    [
        f'    r = re.search(r"sm_(\\d+)", a)\n    if r:\n        if r[1] > "60":\n            {_FLAGS}\n',
        f'    if a.startswith("sm_"):\n        {_FLAGS}\n',
        f'    m = re.match("^sm_", a)\n    if m is not None:\n        {_FLAGS}\n',
    ],
)
def test_for_each_sm_of_pytorch(code: str) -> None:
    assert _found(f"for a in torch.cuda.get_arch_list():\n{code}") == []


@pytest.mark.parametrize(
    "code",
    [
        f"for a in torch.cuda.get_arch_list():\n    {_FLAGS}\n",
        f"for a in torch.cuda.get_arch_list():\n    if a:\n        {_FLAGS}\n",
        f'for a in torch.cuda.get_arch_list():\n    if not a.startswith("sm_"):\n        {_FLAGS}\n',
        f'for a in ["sm_80"]:\n    if a.startswith("sm_"):\n        {_FLAGS}\n',
    ],
)
def test_for_any_architecture(code: str) -> None:
    assert {found[1:] for found in _found(code)} == {("error", "")}


_IMPORT = "import cuda.bindings.driver as cuda"


@pytest.mark.parametrize(
    ("code", "line", "guard"),
    [
        (f"try:\n    {_IMPORT}\n    IS_FAST = True\nexcept ImportError:\n    IS_FAST = False\n", 2, "try"),
        (f"def f():\n    try:\n        {_IMPORT}\n    except ModuleNotFoundError:\n        return None\n", 3, "try"),
        (f"try:\n    {_IMPORT}\nexcept ImportError:\n    f()\nexcept:\n    raise\n", 2, "try"),
        (f"if FAST_AVAILABLE:\n    {_IMPORT}\n", 2, "if FAST_AVAILABLE"),
        (
            'import pytest\npytest.importorskip("pycuda")\ndef test():\n    import pycuda.gpuarray\n',
            4,
            'pytest.importorskip("pycuda")',
        ),
        (
            "if os.path.exists('/usr/src/jetson_multimedia_api'):\n    a = E(libraries=['cudart'])\n",
            2,
            "if os.path.exists('/usr/src/jetson_multimedia_api')",
        ),
    ],
)
def test_what_amd_does_without(code: str, line: int, guard: str) -> None:
    assert _found(code) == [(line, "info", guard)]


@pytest.mark.parametrize(
    "code",
    [
        f"try:\n    {_IMPORT}\nexcept ImportError:\n    raise\n",
        f"try:\n    {_IMPORT}\nexcept ImportError:\n    raise\nexcept Exception:\n    pass\n",
        f"try:\n    pass\nexcept ImportError:\n    {_IMPORT}\n",
        f"if not FAST_AVAILABLE:\n    {_IMPORT}\n",
        f'def test():\n    pytest.importorskip("pycuda")\n{_IMPORT}\n',
        "if can_integrate:\n    a = E(libraries=['cudart'])\n",
        "if not is_jetson:\n    a = E(libraries=['cudart'])\n",
    ],
)
def test_what_is_needed_all_the_same(code: str) -> None:
    assert [found[1:] for found in _found(code)] == [("error", "")]
