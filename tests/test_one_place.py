"""Whoever adds something touches one place: each kind of addition is made in a copy of the project, and works there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
Project = Callable[..., str]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the project, with what a conversion needs."""
    tests = ("tests/test_rules.py", "tests/findings.py", "tests/conftest.py", "tests/long_tests.txt")
    for name in ("src", "mappings", "tools", *tests, "pyproject.toml", "docs/cli.md", "docs/coming-from.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        source = ROOT / name
        ignored = shutil.ignore_patterns("__pycache__")
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=ignored)
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


@pytest.fixture
def run(copy: Path) -> Project:
    def run(*arguments: str, given: str = "", code: int = 0) -> str:
        environment = {**os.environ, "PYTHONPATH": f"{copy / 'src'}:{copy}", "XDG_CACHE_HOME": str(copy / "cache")}
        ran = subprocess.run(
            [sys.executable, *arguments],
            cwd=copy,
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == code, ran.stdout + ran.stderr
        return ran.stdout + ran.stderr

    return run


def test_a_name(copy: Path, run: Project) -> None:
    table = copy / "mappings" / "runtime.yaml"
    text = table.read_text()
    table.write_text(text.replace("\n  cudaFree:", "\n  cudaFreeToy: hipFreeToy\n  cudaFree:", 1))
    assert "hipFreeToy(p);" in run("-m", "hipify_py", "-", given="void f() { cudaFreeToy(p); }\n")


def test_a_typed_argument(copy: Path, run: Project) -> None:
    """A call of a function that HIP has by the same name, changed where it passes a `float`."""
    table = copy / "mappings" / "device.yaml"
    row = "{hip: toy, arguments: [{rename: toyf, types: {0: [float]}}, {cast: 0, to: int, types: {0: [uint64_t]}}]}"
    table.write_text(table.read_text().replace("\n  tan:", f"\n  toy: {row}\n  tan:", 1))
    given = "__global__ void k(float f, int i, size_t n) { toy(f); toy(i); toy(n + 1); toy(other); }\n"
    expected = "{ toyf(f); toy(i); toy(reinterpret_cast<int>(n + 1)); toy(other); }"
    assert expected in run("-m", "hipify_py", "--stdin-filename", "a.cu", "-", given=given)


def test_a_rule(run: Project) -> None:
    """What the tool writes passes its own test before anybody has written more."""
    run("-m", "tools.new_rule", "warps", "WRP999", "toy-rule")
    assert "3 passed" in run("-m", "pytest", "-n0", "-p", "no:cacheprovider", "tests/test_rules.py", "-k", "WRP999")


def test_a_rule_with_a_function(copy: Path, run: Project) -> None:
    run("-m", "tools.new_rule", "warps", "WRP999", "toy-rule")
    rule = copy / "src" / "hipify_py" / "subjects" / "warps" / "WRP999.yaml"
    named = "names: [cudaExampleWRP999]\n    called: true"
    rule.write_text(rule.read_text().replace(named, "check: toy\n    words: [toy]"))
    assert "no function find() in toy.py" in run("-m", "hipify_py", "rules", code=2)
    rule.with_name("toy.py").write_text(
        "from hipify_py.rules.detect import Hit\n\n"
        "def find(facts, words):\n"
        "    return (Hit(name.start, name.end) for name in facts.names(words))\n"
    )
    assert "WRP999" in run("-m", "hipify_py", "-", given="void f() { cudaFree(toy); }\n", code=1)


def test_a_rewrite(copy: Path, run: Project) -> None:
    module = copy / "src" / "hipify_py" / "subjects" / "device" / "toy.py"
    text = (
        "from hipify_py.edits import Edit\n"
        "from hipify_py.file.rewrites import Anchors\n\n"
        "ANCHORS = Anchors(frozenset((b'toy',)))\n\n"
        "def propose(facts):\n"
        "    for name in facts.names(ANCHORS.words):\n"
        "        yield Edit(name.start, name.end, b'joy', 'toy', 'toys')\n"
    )
    module.write_text(text.replace("ANCHORS = ", "_ANCHORS = "))
    assert "ANCHORS: a module with propose() says which files concern it" in run("-m", "hipify_py", "-", code=2)
    module.write_text(text)
    assert run("-m", "hipify_py", "--stdin-filename", "a.cpp", "-", given="int toy;\n") == "int joy;\n"


def test_an_instruction(copy: Path, run: Project) -> None:
    table = copy / "src" / "hipify_py" / "subjects" / "ptx" / "instructions" / "bits.yaml"
    row = "  - form: toy.{t}\n    t: u32\n    operands: d:{t} = a:{t}\n    code: '{a} + 1'\n    class: exact\n"
    table.write_text(table.read_text().rstrip() + "\n" + row)
    given = '__device__ void f(unsigned &d, unsigned a) { asm("toy.u32 %0, %1;" : "=r"(d) : "r"(a)); }\n'
    assert "d = a + 1" in run("-m", "hipify_py", "-", given=given)


def test_an_option(copy: Path, run: Project) -> None:
    """The help, settings and the documentation have it from its row."""
    rows = copy / "src" / "hipify_py" / "options" / "reading.py"
    row = 'Option("--toys", Kind.NUMBER, metavar="N", commands=BOTH, setting=True, help="Toy help.", doc="toy doc")'
    rows.write_text(rows.read_text().replace("ROWS = (", f"ROWS = (\n    {row},", 1))
    for command in ("convert", "scan"):
        assert "--toys N" in run("-m", "hipify_py", command, "--help")
    assert "int i;" in run("-m", "hipify_py", "--toys", "3", "-", given="int i;\n")
    settings = copy / ".hipify-py.toml"
    settings.write_text("toys = 2\n")
    assert "int i;" in run("-m", "hipify_py", "-", given="int i;\n")
    settings.write_text("toys = 'two'\n")
    assert "toys: expected a number above 0" in run("-m", "hipify_py", "-", given="int i;\n", code=2)
    run("-m", "tools.option_tables", "--check", code=1)
    run("-m", "tools.option_tables")
    page = (copy / "docs" / "cli.md").read_text()
    assert "| `--toys N` | toy doc |" in page
    assert "| `toys` | A number |" in page


def test_a_format(copy: Path, run: Project) -> None:
    module = copy / "src" / "hipify_py" / "report" / "formats" / "toy.py"
    module.write_text("def render(report, catalogue):\n    yield f'toys: {len(report.remarks)}\\n'\n")
    given = "void f() { cudaProfilerInitialize(0, 0, 0); }\n"
    assert "toys: 1" in run("-m", "hipify_py", "scan", "-", "--format", "toy", given=given, code=1)
    assert "sarif, toy. Repeatable." in " ".join(run("-m", "hipify_py", "scan", "--help").split())
    run("-m", "tools.option_tables")
    assert "`sarif`, `toy`. Written to" in (copy / "docs" / "cli.md").read_text()
