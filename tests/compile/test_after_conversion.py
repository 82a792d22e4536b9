"""What docs/after-conversion.md says that compilers and linkers print is what they print.

Blocks of C++ are files, called as their titles say. Commands of the blocks for the console run in one folder, in order;
the lines below a command are among those that it prints. `…` in them stands for anything.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.consoles import steps
from tools.hip_toolchain import Toolchain, find_toolchain, read_pins

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "after-conversion.md"
TOOLCHAIN = find_toolchain(read_pins().releases[-1].rocm)
_FILE = re.compile(r"^```cpp title=\"(\S+)\"\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ROCM = "/opt/rocm"
# Neither what is written to, nor what hides errors or shows lines of the source.
_DROPPED = {"-c", "-o", os.devnull, "-w"}


STEPS = steps(PAGE.read_text(encoding="utf-8"))


def _command(written: str, toolchain: Toolchain, empty: Path) -> list[str]:
    program, *arguments = shlex.split(written.replace(_ROCM, str(toolchain.root)))
    if program == "hipcc":
        ours = [word for word in toolchain.command("none") if word not in _DROPPED]
        return [*(word for word in ours if word != "--offload-arch=none"), *arguments]
    if program == "clang++":  # one that finds no ROCm
        return [toolchain.compiler, f"--rocm-path={empty}", *arguments]
    assert program == "g++"
    return [program, *arguments]


def test_the_examples_print_what_the_page_says(tmp_path: Path) -> None:
    if TOOLCHAIN is None:
        pytest.skip("no headers of the newest release: python -m tools.hip_toolchain")
    if shutil.which("g++") is None:
        pytest.skip("no g++")
    for name, text in _FILE.findall(PAGE.read_text(encoding="utf-8")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    (empty := tmp_path / "empty").mkdir()
    for step in STEPS:
        command = _command(step.command, TOOLCHAIN, empty)
        environment = {**os.environ, "LC_ALL": "C"}
        ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        printed = ran.stderr.replace(str(TOOLCHAIN.root), _ROCM).replace(f"{TOOLCHAIN.compiler}: ", "clang++: ")
        fails = any("error: " in line or "undefined reference" in line for line in step.printed)
        assert (ran.returncode != 0) == fails, f"{step.command}\n{printed}"
        assert step.missing(printed) == [], f"{step.command}\n{printed}"


def test_each_file_is_compiled() -> None:
    names = [name for name, _text in _FILE.findall(PAGE.read_text(encoding="utf-8"))]
    assert len(names) == len(set(names)) > 15
    assert [name for name in names if not any(f" {name}" in step.command for step in STEPS)] == []
