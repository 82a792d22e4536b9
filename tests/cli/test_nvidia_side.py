"""What only code for NVIDIA uses, in projects in Python that run on AMD as well, is worth knowing at most."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from tests.cli.conftest import Hipify, Write

FLAG = "flags = ['-Xptxas']\n"
FUNCTION = f"def fast():\n    {FLAG}"
IS_CUDA = "def is_cuda():\n    return torch.version.cuda is not None\ndef is_hip():\n    return torch.version.hip\n"
HEAD = "from p.platform import is_cuda, is_hip\n_is_cuda = is_cuda()\n_is_hip = is_hip()\n"
CUDA_UNIT = "int f() { return cudaGraphNotThere(); }\n"


def _findings(hipify: Hipify, write: Write, files: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Severity and help of what there is in each file."""
    for name, text in {"p/__init__.py": "", "p/platform.py": IS_CUDA, **files}.items():
        write(f"tree/{name}", text.encode())
    found: dict[str, list[tuple[str, str]]] = {}
    for each in json.loads(hipify("scan", "--format", "json", "tree").out)["findings"]:
        found.setdefault(each["path"].removeprefix("tree/"), []).append((each["severity"], each["help"]))
    return found


def _eased_to(hipify: Hipify, write: Write, files: Mapping[str, str], name: str) -> str:
    """Where the branch stands that keeps AMD from all of a file."""
    findings = _findings(hipify, write, files)[name]
    places = {help_.partition("only code for NVIDIA uses it (")[2].partition(")")[0] for _severity, help_ in findings}
    assert {severity for severity, _help in findings} == ({"info"} if places != {""} else {"error"})
    return places.pop()


@pytest.mark.parametrize(
    ("using", "line"),
    [
        ("if _is_cuda:\n    from p.k import fast\n", 4),
        ("if (\n    _is_cuda\n    and old\n):\n    from .k import (\n        fast,\n    )\n", 4),
        ("if is_cuda():\n    import p.k\n", 4),
        ("if _is_cuda:\n    from . import k\n", 4),
        ("if current_platform.is_cuda():\n    from p import k\n", 4),
        ("if platform.is_nvidia:\n    from p.k import *\n", 4),
        ("if torch.version.cuda is not None:\n    from p.k import fast\n", 4),
        ("if torch.version.hip is None:\n    from p.k import fast\n", 4),
        ("if not (_is_hip or old):\n    from p.k import fast\n", 4),
        ("if _is_hip:\n    pass\nelif old:\n    pass\nelse:\n    from p.k import fast\n", 4),
        ("def f():\n    if not is_cuda():\n        raise ValueError\n    from p.k import fast\n", 5),
        ("def f():\n    if old or _is_hip:\n        return\n    from p.k import fast\n", 5),
        ("def f():\n    assert is_cuda(), 'no'\n    from p.k import fast\n", 5),
        ("class A:\n    def forward_hip(self): pass\n    def forward_cuda(self):\n        from p.k import fast\n", 6),
        ("from p.k import fast\nif _is_cuda:\n    fast()\n", 5),
        ("from p.k import fast as own\nf = own if _is_cuda else None\n", 5),
        ("from p.k import fast\ndef f():\n    fast()\nif _is_cuda:\n    f()\n", 7),
        (
            "from p.k import fast\nclass A:\n    f = fast()\nB = A | None\nisinstance(x, A)\nif _is_cuda:\n    A()\n",
            9,
        ),
        ("if TYPE_CHECKING:\n    from p.k import fast\nif _is_cuda:\n    from p.k import fast\n", 6),
    ],
)
def test_of_nvidia(hipify: Hipify, write: Write, using: str, line: int) -> None:
    files = {"p/k.py": FUNCTION, "p/use.py": HEAD + using, "tests/test_k.py": "from p.k import fast\n"}
    assert _eased_to(hipify, write, files, "p/k.py") == f"p/use.py:{line}"


@pytest.mark.parametrize(
    "using",
    [
        "",
        "from p.k import fast\nfast()\n",
        "from p.k import *\nif _is_cuda:\n    fast()\nfast()\n",
        "from p import k\nk.fast()\n",
        "if x.is_cuda:\n    from p.k import fast\n",
        "if use_cuda:\n    from p.k import fast\n",
        "if 'cuda' in device:\n    from p.k import fast\n",
        "if torch.cuda.is_available():\n    from p.k import fast\n",
        "if _is_cuda or _is_hip:\n    from p.k import fast\n",
        "if _is_cuda or old:\n    from p.k import fast\n",
        "if _is_hip and old:\n    pass\nelse:\n    from p.k import fast\n",
        "if old:\n    from p.k import fast\nelif _is_hip:\n    pass\n",
        "if _is_cuda:\n    from p.k import fast\nelse:\n    from p.k import fast\n",
        "if _is_cuda:\n    pass\nfrom p.k import fast\nfast()\n",
        "_is_cuda = True\nif _is_cuda:\n    from p.k import fast\n",
        "def f(_is_cuda):\n    if _is_cuda:\n        from p.k import fast\n",
        "try:\n    from p.k import fast\nexcept ImportError:\n    fast = None\nfast()\n",
        "if _is_cuda:\n    from p.k import fast\nmodules = ['p.k']\n",
        "if _is_cuda:\n    from p.k import fast\nrun('python p/k.py')\n",
        "if _is_cuda:\n    from p.k import fast\nfor m in pkgutil.iter_modules(__path__): load(m)\n",
        "if _is_cuda:\n    from p.k import fast\nimportlib.import_module(f'.{name}', __package__)\n",
        "from p.k import fast\nif _is_cuda:\n    fast()\nf = getattr(k, 'fast')\n",
        "from p.k import fast\n@register\ndef f():\n    fast()\nif _is_cuda:\n    f()\n",
        "class A:\n    def forward_cuda(self):\n        from p.k import fast\n    def forward_native(self): pass\n",
    ],
)
def test_of_anybody(hipify: Hipify, write: Write, using: str) -> None:
    files = {"p/k.py": FUNCTION, "p/use.py": HEAD + using, "tests/test_k.py": "from p.k import fast\n"}
    assert _eased_to(hipify, write, files, "p/k.py") == ""


IN_BRANCH = f"{HEAD}if _is_cuda:\n    import p.k\n"
LOADS = f"{HEAD}if _is_cuda:\n    load('fast.cu')\n"
HELPER = f"{HEAD}def _f():\n    {FLAG}def g():\n    if _is_hip:\n        return\n    _f()\n"


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"p/k.py": FLAG, "p/u.py": f"{HEAD}from p.k import fast\nif _is_cuda:\n    fast()\n"}, ""),
        ({"p/k.py": FLAG, "p/b.py": "import p.k\n", "p/u.py": f"{HEAD}if _is_cuda: import p.b\n"}, "p/u.py:4"),
        ({"p/k.py": FLAG, "p/a.py": "import p.k\nimport p.b\n", "p/b.py": "import p.a\n"}, ""),
        ({"p/k.py": HELPER}, "p/k.py:7"),
        ({"p/k.py": f"{HELPER}_f()\n"}, ""),
        ({"p/k.py": f"{HEAD}@jit(flags=['-Xptxas'])\ndef f(): pass\nf() if _is_cuda else None\n"}, "p/k.py:6"),
        ({"p/k.py": f"{HEAD}@use(flags=['-Xptxas'])\ndef f(): pass\nf() if _is_cuda else None\n"}, ""),
        ({"p/k.py": f"{HELPER}setup()\n"}, ""),
        ({"p/k.py": FUNCTION, "p/__init__.py": f"{HEAD}from p.k import fast\nif _is_cuda:\n    fast()\n"}, ""),
        ({"p/k.py": FUNCTION, "q/k.py": "", "p/u.py": f"{HEAD}if _is_cuda:\n    import k\n"}, ""),
        ({"p/k.py": FUNCTION, "README.md": "`python -m p.k`\n", "p/u.py": IN_BRANCH}, ""),
        ({"p/k.py": f"{FUNCTION}def idle():\n    fast()\n", "p/u.py": f"{IN_BRANCH}    p.k.fast()\n"}, "p/u.py:4"),
    ],
)
def test_of_whom(hipify: Hipify, write: Write, files: dict[str, str], place: str) -> None:
    assert _eased_to(hipify, write, files, "p/k.py") == place


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ({"p/k.py": "load('fast.cu')\n", "p/u.py": IN_BRANCH}, "p/u.py:4"),
        ({"p/k.py": LOADS}, "p/k.py:4"),
        ({"p/k.py": f"{LOADS}load('fast.cu')\n"}, ""),
        ({"p/k.py": LOADS, "csrc/a.cu": '#include "fast.cu"\n'}, ""),
        ({"p/k.py": LOADS, "Makefile": "a: csrc/fast.cu\n"}, ""),
        ({"p/k.py": LOADS, "s.py": "glob('*.cu')\n"}, ""),
    ],
)
def test_of_whom_a_source_is(hipify: Hipify, write: Write, files: dict[str, str], place: str) -> None:
    assert _eased_to(hipify, write, {**files, "csrc/fast.cu": CUDA_UNIT}, "csrc/fast.cu") == place


@pytest.mark.parametrize(
    "platform",
    [
        "def is_cuda():\n    return torch.cuda.is_available()\ndef is_hip(): ...\n",  # true on AMD
        "def is_cuda():\n    return device == 'nvidia'\n",  # and a project that knows no AMD
    ],
)
def test_who_asks_for_cuda_may_mean_amd(hipify: Hipify, write: Write, platform: str) -> None:
    use = "from p.platform import is_cuda\nif is_cuda():\n    import p.k\n"
    assert _eased_to(hipify, write, {"p/k.py": FUNCTION, "p/platform.py": platform, "p/u.py": use}, "p/k.py") == ""
