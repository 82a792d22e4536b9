"""The extension for VS Code: it compiles, its tests pass, and it can be packed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "editors" / "vscode"
_NPM = shutil.which("npm")


def test_the_lock_file_names_no_registry() -> None:
    packages = json.loads((EXTENSION / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    named = {package["resolved"].split("/")[2] for package in packages.values() if "resolved" in package}
    assert named <= {"registry.npmjs.org"}


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.skipif(_NPM is None, reason="npm is not installed")
def test_the_extension_is_tested_and_packed(tmp_path: Path) -> None:
    copy = tmp_path / "vscode"
    shutil.copytree(EXTENSION, copy, ignore=shutil.ignore_patterns("node_modules", "out", "*.vsix"))
    installed = _npm(copy, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
    if installed.returncode:
        pytest.skip(f"npm cannot install packages: {installed.stderr.splitlines()[:1]}")
    tested = _npm(copy, "test")
    assert tested.returncode == 0, tested.stdout
    packed = _npm(copy, "run", "package")
    assert packed.returncode == 0, packed.stderr
    assert [each.name for each in copy.glob("*.vsix")] == ["hipify-py-1.0.0.vsix"]


def _npm(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ)
    command = Path(sys.executable).with_name("hipify-py")
    if command.exists() and find_spec("pygls") is not None:
        environment["HIPIFY_PY"] = str(command)
    return subprocess.run(
        [_NPM or "", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
