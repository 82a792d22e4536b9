"""The image, as far as it shows without Docker: what is copied is there, and its commands make a working hipify-py."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]


class Instruction(NamedTuple):
    name: str
    value: str

    @property
    def copied(self) -> tuple[list[str], str]:
        *sources, target = self.value.split()
        return sources, target


def _instructions() -> list[Instruction]:
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = (line.partition(" ") for line in text.replace("\\\n", " ").splitlines() if line.strip())
    return [Instruction(name, value.strip()) for name, _space, value in lines]


def _stages() -> list[list[Instruction]]:
    stages: list[list[Instruction]] = []
    for each in _instructions():
        if each.name == "FROM":
            stages.append([])
        elif stages:
            stages[-1].append(each)
    return stages


COPIES = [each.copied for each in _instructions() if each.name == "COPY"]
BUILD, IMAGE = _stages()


def test_what_is_copied_is_there_and_nothing_else_is_sent() -> None:
    sources = {source for sources, _target in COPIES for source in sources}
    assert {source for source in sources if not (ROOT / source).exists()} == set()
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[1] == "*"
    assert {line[1:] for line in ignored if line.startswith("!")} == sources


def test_the_image_runs_as_nobody_in_particular() -> None:
    said = {each.name: each.value for each in IMAGE}
    assert json.loads(said["ENTRYPOINT"]) == ["hipify-py"]
    assert said["WORKDIR"] == "/src"
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", said["USER"])


@pytest.mark.parametrize("name", ["Dockerfile", "docs/docker.md", "docs/ci.md"])
def test_python_imports_nothing_of_a_checkout(name: str) -> None:
    """Without `-I`, `python -m` imports from the current directory before all else."""
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.findall(r"python3? (?!-I)|(?<!-m )pip install hipify", text)


@pytest.mark.slow
@pytest.mark.thorough
def test_its_commands_make_a_command_that_converts(tmp_path: Path) -> None:
    """Each stage in an environment of its own, with /dist and /src in a folder."""
    for sources, target in COPIES:
        for source in sources:
            place = tmp_path / "build" / target / (Path(source).name if target.endswith("/") else "")
            place.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / source, place)
    _run(BUILD, tmp_path, tmp_path / "build", "first")
    image = _run(IMAGE, tmp_path, tmp_path, "second")
    work = tmp_path / "src"
    shutil.copytree(ROOT / "examples/histogram", work / "src")
    state = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("STATE", "CACHE")}
    assert all(name in next(each.value for each in IMAGE if each.name == "ENV") for name in state)
    command = [str(image / "bin/hipify-py"), "src/", "-o", "out/"]
    subprocess.run(command, cwd=work, env={**state, "HOME": "/nowhere"}, check=True)
    assert "hip/hip_runtime.h" in (work / "out/histogram.cu").read_text(encoding="utf-8")


def _run(stage: list[Instruction], root: Path, folder: Path, name: str) -> Path:
    environment = root / name
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    for each in stage:
        if each.name == "RUN":
            line = re.sub(r"--mount=\S+ ", "", each.value).replace("/dist", str(root / "dist"))
            path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
            subprocess.run(["sh", "-ec", line], cwd=folder, env={**os.environ, "PATH": path}, check=True)
    return environment
