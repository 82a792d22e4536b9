"""Each console block of README and docs runs, and prints what it shows; so do our commands in `sh` blocks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.consoles import Step, steps

ROOT = Path(__file__).parent.parent
TREE = ROOT / "tests/console_tree"
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
# Their blocks belong together; tests/cli/test_getting_started.py and tests/compile/test_after_conversion.py run them.
STORIES = ("getting-started.md", "after-conversion.md")
_SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_BLOCK = re.compile(r"^```console\n.*?^```$", re.DOTALL | re.MULTILINE)
_LINE_OF_MODULE = 120
_PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
API_PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")


def _blocks(page: Path) -> list[list[Step]]:
    text = page.read_text(encoding="utf-8")
    consoles = [steps(block) for block in _BLOCK.findall(text)]
    scripts = [
        [Step(line.partition(" #")[0].strip(), []) for line in block.splitlines() if line.startswith("hipify-py ")]
        for block in _SHELL_BLOCK.findall(text)
    ]
    return [block for block in (*consoles, *scripts) if block]


BLOCKS = [
    pytest.param(block, id=f"{page.name}-{index}")
    for page in PAGES
    if page.name not in STORIES
    for index, block in enumerate(_blocks(page))
]


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the pages take for granted: a repository with sources, a module of PTX, and the commands on PATH."""
    folder = tmp_path / "work"
    shutil.copytree(TREE, folder)
    module = (TREE / "kernel.ptx").read_text(encoding="utf-8")
    above = "// a host program\n" * (_LINE_OF_MODULE - 1)
    (folder / "host.cpp").write_text(f'{above}const char* module = R"(\n{module})";\n', encoding="utf-8")
    shutil.copytree(folder / "src", folder / "hip-src")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("HIPIFY_PY_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    for variable, name in (("AUTHOR", "a"), ("COMMITTER", "c")):
        monkeypatch.setenv(f"GIT_{variable}_NAME", name)
        monkeypatch.setenv(f"GIT_{variable}_EMAIL", f"{name}@example.org")
    for words in ("init -q -b main", "add .", "commit -q -m sources", "update-ref refs/remotes/origin/main HEAD"):
        subprocess.run(["git", *words.split()], cwd=folder, check=True)
    return folder


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_runs_and_prints_what_it_shows(block: list[Step], workspace: Path) -> None:
    for step in block:
        if "-o hip-src/" in step.command:
            shutil.rmtree(workspace / "hip-src", ignore_errors=True)
        # One stream, in the order that a terminal shows.
        out, err = subprocess.PIPE, subprocess.STDOUT
        ran = subprocess.run(step.command, shell=True, cwd=workspace, stdout=out, stderr=err, text=True, check=False)
        assert ran.returncode in (0, 1), ran.stdout
        assert "internal error" not in ran.stdout
        assert step.missing(ran.stdout) == [], step.command


@pytest.mark.skipif(shutil.which("jq") is None, reason="needs jq")
def test_the_example_with_jq_prints_paths_of_findings(workspace: Path) -> None:
    (line,) = (line for line in (ROOT / "docs/ci.md").read_text(encoding="utf-8").splitlines() if "| jq " in line)
    ran = subprocess.run(line, shell=True, cwd=workspace, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["1", "src/reduce.cu"]


def test_no_block_is_left_out() -> None:
    """README's blocks without a prompt are the commands to install and to test, which CI runs."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    without_prompt = [block for block in _BLOCK.findall(text) if not steps(block)]
    assert [block.splitlines()[1].split()[0] for block in without_prompt] == ["python3", "python3"]
    assert 'grep -E "^python3 -m venv " README.md' in (ROOT / ".ci/run").read_text(encoding="utf-8")


@pytest.mark.parametrize("index", range(len(_PYTHON_BLOCK.findall(API_PAGE))))
def test_an_example_of_the_api_runs(index: int, workspace: Path) -> None:
    program = _PYTHON_BLOCK.findall(API_PAGE)[index]
    ran = subprocess.run([sys.executable, "-c", program], cwd=workspace, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("Traceback")) == (0, 0), ran.stderr
