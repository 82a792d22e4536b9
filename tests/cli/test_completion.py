"""What shells offer while a command is typed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import BashComplete

from hipify_py.commands.group import NAMES, group
from hipify_py.compiled import PACKAGE
from hipify_py.report import formats
from hipify_py.rules.load import load

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
SCRIPTS = PACKAGE / "completions"
SHELLS = ("bash", "zsh", "fish")
# The function as bash calls it for words, one a line; outside of a completion bash has no compopt.
BASH = """\
source {script}
compopt() {{ echo "compopt $*"; }}
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_hipify_py hipify-py
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def offered(*words: str) -> list[tuple[str, str]]:
    *before, begun = words
    items = BashComplete(group, {}, "hipify-py", "_HIPIFY_PY_COMPLETE").get_completions(before, begun)
    return [(item.type, item.value) for item in items]


def plain(*words: str) -> list[str]:
    return [value for kind, value in offered(*words) if kind == "plain"]


def test_the_first_word_is_a_command_or_a_path_or_an_option_of_convert() -> None:
    assert offered("") == [*(("plain", name) for name in sorted(NAMES)), ("file", "")]
    assert offered("und") == [("plain", "undo"), ("file", "und")]
    assert plain("--dif") == ["--diff"]
    assert plain("--vers") == ["--version"]
    assert len(plain("--")) == len(set(plain("--")))


@pytest.mark.parametrize(
    "words", [("src/", ""), ("scan", "s"), ("undo", ""), ("ptx", ""), ("src/", "--baseline", ""), ("-o", "")]
)
def test_paths(words: tuple[str, ...]) -> None:
    assert offered(*words) == [("file", words[-1])]


@pytest.mark.parametrize("words", [("init", ""), ("pin", "--port", "s")])
def test_directories(words: tuple[str, ...]) -> None:
    assert offered(*words) == [("dir", words[-1])]


def test_values_of_options() -> None:
    assert plain("src/", "--ptx", "") == ["exact", "approx", "off", "replace"]
    assert plain("src/", "--launch-syntax", "k") == ["kernel"]
    assert plain("src/", "--format", "") == list(formats.names())
    assert plain("src/", "--arch", "gfx942,gfx110") == [f"gfx942,gfx110{digit}" for digit in range(4)]
    assert plain("rules", "--group", "W") == ["WRP"]
    assert plain("src/", "--rocm", "6") == []


def test_rules_and_groups() -> None:
    assert plain("explain", "") == [*load().groups, *load().rules]
    assert plain("scan", "--fail-on", "error,PT") == ["error,PTX"]
    assert plain("scan", "--select", "WRP00")[:2] == ["WRP001", "WRP002"]


def test_names_of_cuda() -> None:
    assert plain("map", "cudaMallocMan") == ["cudaMallocManaged"]
    assert plain("map", "cublas_v2.") == ["cublas_v2.h"]
    assert plain("map", "cuda") == []  # thousands


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script_that_a_wheel_installs(hipify: Hipify, shell: str) -> None:
    ran = hipify("completion", shell)
    assert (ran.code, ran.out) == (0, (SCRIPTS / f"hipify-py.{shell}").read_text(encoding="utf-8"))


def test_a_wheel_installs_all_scripts_and_manuals() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    installed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["shared-data"]
    ours = [*SCRIPTS.iterdir(), *(ROOT / "man").iterdir()]
    assert installed.keys() == {path.relative_to(ROOT).as_posix() for path in ours}


@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_what_the_shell_reads(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell}")
    subprocess.run([shell, "-n", str(SCRIPTS / f"hipify-py.{shell}")], check=True)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("hipify-py", "src", "--ptx", "=", "ap"), ["approx"]),  # as bash takes it apart
        (("hipify-py", "scan", "pr"), ["compopt -o default", ""]),
        (("hipify-py", "init", "pr"), ["compopt -o dirnames", ""]),
        (("hipify-py", "sc"), ["compopt -o filenames", "scan", "schema", "scratch"]),
    ],
)
def test_bash(words: tuple[str, ...], wanted: list[str], tree: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    (tree / "scratch").mkdir()
    (tree / "hipify-py").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hipify_py\n')
    (tree / "hipify-py").chmod(0o755)
    script = BASH.format(script=SCRIPTS / "hipify-py.bash")
    environment = {**os.environ, "PATH": f"{tree}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE.parent)}
    command = ["bash", "-c", script, "bash", *words]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == wanted
