"""The hooks, as the real pre-commit runs them: installed into an environment of its own, on a repository."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from hipify_py.reading.file_names import SUFFIXES, TEMPLATE_ENDINGS
from hipify_py.run.discover import ARTIFACT_SUFFIXES

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Write

ROOT = Path(__file__).parents[2]
HOOKS: dict[str, dict[str, Any]] = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
LEFT = b'__global__ void k(int a) { asm("add.s32 %0, %0, t;" : "+r"(a)); }\n'
CONFIG = """\
repos:
- repo: {repository}
  rev: {revision}
  hooks:
  - id: {hook}
    args: {arguments}
"""
PreCommit = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.mark.parametrize("hook", HOOKS)
def test_hooks_are_given_what_we_read(hook: str) -> None:
    wanted = re.compile(HOOKS[hook]["files"])
    assert all(wanted.search(f"dir/a{suffix}") and wanted.search(f"A{suffix.upper()}") for suffix in SUFFIXES)
    assert all(wanted.search(f"a.cuh{ending}") for ending in TEMPLATE_ENDINGS)
    assert not any(wanted.search(name) for name in ("a.txt", "cu", "a.cu.bak", "README.md", "a.cuda"))
    reads_all = hook == "hipify-py-scan"
    others = (
        *(f"a{suffix}" for suffix in ARTIFACT_SUFFIXES),
        "CMakeLists.txt",
        "sub/Makefile",
        "docker/Dockerfile.gpu",
    )
    assert all(bool(wanted.search(name)) is reads_all for name in others)


@pytest.mark.parametrize("hook", HOOKS)
@pytest.mark.parametrize("name", ["--config=x.cu", "--format=concise:../zz.cu", "-oaway/x.cu"])
def test_names_of_files_are_no_options(hook: str, name: str) -> None:
    """Neither by default, nor where somebody gives other arguments."""
    assert HOOKS[hook]["args"][-1] == "--"
    assert not re.search(HOOKS[hook]["files"], name)
    documented = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert all(
        line.partition("]")[0].endswith("--") for line in documented.splitlines() if line.strip().startswith("args: [")
    )


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is here, committed or not, as a repository that pre-commit can clone."""
    if find_spec("pre_commit") is None:
        pytest.skip("pre-commit is not installed")
    folder = tmp_path_factory.mktemp("pre-commit") / "checkout"
    names = ("src", "mappings", "tools", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
    for name in names:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            folder.mkdir(exist_ok=True)
            shutil.copyfile(source, folder / name)
    return folder


@pytest.fixture
def pre_commit(checkout: Path, git: Git, tree: Path, monkeypatch: pytest.MonkeyPatch) -> PreCommit:
    """Run one hook on all files of the tree."""
    if not (checkout / ".git").exists():
        git("init", "-q", cwd=checkout)
        git("add", ".", cwd=checkout)
        git("commit", "-qm", "1", cwd=checkout)
    revision = git("rev-parse", "HEAD", cwd=checkout).strip()
    monkeypatch.setenv("PRE_COMMIT_HOME", str(checkout.parent / "home"))

    def run(hook: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        config = CONFIG.format(repository=checkout, revision=revision, hook=hook, arguments=list(arguments))
        (tree / ".pre-commit-config.yaml").write_text(config)
        git("add", ".")
        command = [sys.executable, "-m", "pre_commit", "run", "--all-files", "--color=never", "--verbose"]
        return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, timeout=600)

    return run


@pytest.mark.slow
def test_converting(pre_commit: PreCommit, write: Write) -> None:
    file = write("src/a b.cu")
    makefile = write("Makefile", b"NVCC = nvcc\n")
    first = pre_commit("hipify-py")
    assert (first.returncode, "files were modified by this hook" in first.stdout) == (1, True), first.stdout
    assert b"hipFree(0);" in file.read_bytes()
    assert makefile.read_bytes() == b"NVCC = nvcc\n"
    second = pre_commit("hipify-py")
    assert second.returncode == 0, second.stdout


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [(), ("--quiet",)])
def test_a_staged_name_that_is_an_option(pre_commit: PreCommit, write: Write, arguments: tuple[str, ...]) -> None:
    """Also where somebody gives arguments without `--`."""
    odd, converted = write("--config=src/a.cu"), write("src/a.cu")
    ran = pre_commit("hipify-py", *arguments)
    assert "files were modified by this hook" in ran.stdout, ran.stdout
    assert b"hipFree(0);" in converted.read_bytes()
    assert b"cudaFree(0);" in odd.read_bytes()


@pytest.mark.slow
def test_scanning(pre_commit: PreCommit, write: Write) -> None:
    write("src/a.cu")
    fine = pre_commit("hipify-py-scan")
    assert fine.returncode == 0, fine.stdout
    left = write("src/b.cu", LEFT)
    ran = pre_commit("hipify-py-scan", "--select", "PTX")
    assert (ran.returncode, "src/b.cu:1:28: error PTX001" in ran.stdout) == (1, True), ran.stdout
    assert left.read_bytes() == LEFT
    assert pre_commit("hipify-py-scan", "--fail-on", "never").returncode == 0
