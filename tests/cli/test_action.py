"""The GitHub Action: its script, run with the variables that GitHub sets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from tests.cli.conftest import Write

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
LEFT = b'__global__ void k(int a) { asm("add.s32 %0, %0, t;" : "+r"(a)); }\n'
Ran = subprocess.CompletedProcess[str]
Action = Callable[..., Ran]


@pytest.fixture
def action(tree: Path) -> Action:
    """Run the action's script with inputs, in the tree."""
    command = tree.parent / "hipify-py"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hipify_py "$@"\n')
    command.chmod(0o755)

    def run(**inputs: str) -> Ran:
        (step,) = ACTION["runs"]["steps"]
        given = {f"INPUT_{name.upper()}": value for name, value in inputs.items()}
        assert given.keys() <= step["env"].keys()
        defaults = {
            variable: ACTION["inputs"][expression.split(".")[1].strip(" }")]["default"]
            for variable, expression in step["env"].items()
        }
        github = {
            "GITHUB_STEP_SUMMARY": str(tree.parent / "summary"),
            "GITHUB_OUTPUT": str(tree.parent / "output"),
            "RUNNER_TEMP": str(tree.parent),
            "HIPIFY_PY": str(command),
        }
        environment = {**os.environ, **defaults, **github, **given}
        script = [ROOT / "tools" / "action.sh"]
        return subprocess.run(
            script, cwd=tree, env=environment, capture_output=True, text=True, check=False, timeout=60
        )

    return run


def test_annotations_summary_and_sarif(action: Action, write: Write, tree: Path) -> None:
    write("src/a.cu", LEFT)
    ran = action(sarif_file="out.sarif", format="junit:out.xml")
    assert ran.returncode == 1
    assert ran.stdout.startswith("::error file=src/a.cu,line=1")
    assert json.loads((tree / "out.sarif").read_text())["version"] == "2.1.0"
    assert "<testsuite" in (tree / "out.xml").read_text()
    assert "PTX001" in (tree.parent / "summary").read_text()
    assert (tree.parent / "output").read_text() == "exit-code=1\n"


def test_what_fails(action: Action, write: Write, tree: Path) -> None:
    write("a.cu", LEFT)
    assert action(fail_on="never", summary="false").returncode == 0
    assert not (tree.parent / "summary").exists()
    assert action(fail_on="WRP").returncode == 0
    assert action(args="--ignore PTX --ignore 'API, WRP'").returncode == 0
    assert action(fail_on="nonsense").returncode == 2


def test_paths(action: Action, write: Write) -> None:
    write("a b.cu", LEFT)
    write("c/d.cu", LEFT)
    write("e.cu", LEFT)

    def places(paths: str) -> list[str]:
        return [line.split(",")[0].partition("file=")[2] for line in action(paths=paths).stdout.splitlines()]

    assert places("a b.cu") == ["a b.cu"]
    assert places("c e.cu") == ["c/d.cu", "e.cu"]
    assert places("a b.cu\nc\n") == ["a b.cu", "c/d.cu"]
    assert len(places(".")) == 3


@pytest.mark.parametrize("name", ["paths", "args", "fail_on", "sarif_file", "format", "baseline"])
@pytest.mark.parametrize(
    "text", ["$(touch hit)", "`touch hit`", "; touch hit", "' ; touch hit", "*", "--help\ntouch hit"]
)
def test_inputs_are_never_run(action: Action, write: Write, tree: Path, name: str, text: str) -> None:
    write("a.cu")
    action(**{name: text})
    assert not (tree / "hit").exists()


def test_no_input_is_text_of_a_script() -> None:
    (step,) = ACTION["runs"]["steps"]
    assert "${{" not in step["run"]
    assert {value.split(".")[1].strip(" }") for value in step["env"].values()} == ACTION["inputs"].keys()


# What Python imports when it starts, and what the script runs.
DECOYS = ("site", "sitecustomize", "usercustomize", "venv", "ensurepip", "pip", "runpy", "encodings", "os", "re",
    "json", "subprocess", "shutil", "logging", "click", "rich", "yaml", "tree_sitter", "hipify_py")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("search_path", [None, "."])
def test_nothing_of_the_checkout_is_imported(write: Write, tree: Path, search_path: str | None) -> None:
    """Nothing can be downloaded here, so the script ends behind the call of pip."""
    for name in DECOYS:
        mark = f"open({str(tree.parent / ('ran-' + name))!r}, 'w').close()\n".encode()
        for file in (f"{name}.py", f"{name}/__init__.py", f"{name}/__main__.py"):
            write(file, mark)
    environment = {
        **os.environ,
        "INPUT_PYTHON": sys.executable,
        "RUNNER_TEMP": str(tree.parent),
        "PIP_NO_INDEX": "1",
        **({} if search_path is None else {"PYTHONPATH": search_path}),
    }
    script = ["bash", str(ROOT / "tools" / "action.sh")]
    ran = subprocess.run(script, cwd=tree, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert (tree.parent / "hipify-py" / "bin" / "python").exists(), ran.stderr
    assert ran.returncode != 0
    command = [sys.executable, "-I", "-m", "hipify_py", "scan", "."]
    subprocess.run(command, cwd=tree, env=environment, check=False, timeout=60, capture_output=True)
    assert list(tree.parent.glob("ran-*")) == []
    assert " -I -m hipify_py)" in Path(script[1]).read_text(encoding="utf-8")
