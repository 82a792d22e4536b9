"""What a tree holds, names of its files included, never commands a terminal or a CI server."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from hipify_py.report.formats import names
from tests.report.page.reading import Parts

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

NAMES = [
    "::error title=x::y.cu",
    "##vso[task.setvariable variable=PATH]evil.cu",
    "\x1b[31mred\x07.cu",
    "user\u202etxt.cu",
    "line\n::warning::end.cu",
    "](http:evil) <b>.cu",
]
SOURCE = (
    "  ::error::from a line\n"
    '__global__ void k() { asm("bar.sync 1, 64; // ##vso[task.complete]"); /* \x1b]0;title\x07 \u202e */ }\n'
    "##[group]\n"
    "  ::set-output name=x::y\n"
    'cudaFree(0); cudaProfilerInitialize("##[error]", "\u2066\x9b");\n'
    "  ::save-state name=x::y\n"
).encode()
ANYWHERE = re.compile("##\\w*\\[|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
OURS = re.compile(r"::(error|warning|notice) file=[^:,\n]*(,(line|endLine|col|endColumn|title)=[^:,\n]*)*::[^\n]*")


@pytest.fixture
def hostile(write: Write) -> None:
    for name in NAMES:
        write(name, SOURCE)
    write("requirements.txt", b"nvidia-\x1b[2J==1 ##vso[x]\n")


def _commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.lstrip().startswith("::") and not OURS.fullmatch(line)]


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("command", [("scan",), ("--check",), ("scan", "-v", "--statistics"), ("-v", "-o", "../out")])
@pytest.mark.parametrize("form", names())
def test_reports(hipify: Hipify, form: str, command: tuple[str, ...]) -> None:
    ran = hipify(*command, "--format", form, ".")
    assert ran.code == 1
    for text in (ran.out, ran.err):
        assert not ANYWHERE.search(text)
        assert not _commands(text)
    assert "evil" in (str(Parts(ran.out).data()) if form == "html" else ran.out)


@pytest.mark.parametrize("name", ["--config=x.cu", "--trust", "-oaway.cu", "--format=concise:../zz.cu"])
def test_a_name_that_is_an_option(hipify: Hipify, write: Write, name: str) -> None:
    """As a shell passes it for `*`."""
    write("x.cu", b"void f() { cudaFree(0); }\n")
    write(name, b"void f() { cudaFree(0); }\n")
    assert hipify(name, "x.cu").error.startswith(f"{name} is an option and the name of a file; put -- between")
    assert hipify("scan", name, "x.cu").code == 2
    converted = hipify("--", name, "x.cu")
    assert converted.code == 0, converted.err
    assert all(b"hipFree(0)" in Path(each).read_bytes() for each in (name, "x.cu"))
    assert not Path("away.cu").exists()


def test_a_command_to_copy_has_no_name_that_is_an_option(hipify: Hipify, write: Write) -> None:
    write("--trust.cu", b"void f() { cudaFree(0); }\n")
    assert "convert: hipify-py ./--trust.cu" in hipify("--check", "--", "--trust.cu").err


@pytest.mark.usefixtures("hostile")
def test_data_is_exact(hipify: Hipify) -> None:
    findings = json.loads(hipify("scan", "--format", "json", ".").out)["findings"]
    assert {name for finding in findings if (name := finding["path"]).endswith(".cu")} == set(NAMES)
    assert any("\x9b" in finding["source"] and "##[error]" in finding["source"] for finding in findings)
    ElementTree.fromstring(hipify("scan", "--format", "junit", ".").out)


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("variable", ["GITHUB_ACTIONS", "TF_BUILD"])
def test_a_patch_in_a_log(command: Hipify, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "true")
    out = command("--diff", ".").out
    if variable == "TF_BUILD":
        assert not re.search(r"##\w*\[", out)
        return
    first, *_lines, last = out.splitlines()
    token = first.removeprefix("::stop-commands::")
    assert (len(token), last) == (32, f"::{token}::")


def test_a_patch_in_a_log_still_applies(command: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    file = write("a.cu", SOURCE)
    patch = command("--diff", ".").data
    subprocess.run(["git", "apply", "-"], input=patch, check=True)
    assert b"hipFree(0)" in file.read_bytes()


@pytest.mark.usefixtures("hostile")
def test_a_patch_in_a_file_is_exact(tree: Path, command: Hipify, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TF_BUILD", "True")
    with (tree / "x.patch").open("wb") as file:
        command("--diff", ".", stdout=file)
    subprocess.run(["git", "apply", "x.patch"], check=True)
    assert b"hipFree(0)" in (tree / NAMES[0]).read_bytes()


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize("arguments", [("--diff", "."), ("scan", "."), ("scan", "--format", "concise", ".")])
def test_a_terminal(tree: Path, arguments: tuple[str, ...]) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hipify_py", "--color", "never", *arguments], cwd=tree, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    pieces = []
    try:
        while piece := os.read(ours, 65536):
            pieces.append(piece)
    except OSError:  # what Linux says when the last writer is gone
        pass
    finally:
        os.close(ours)
    assert process.wait(timeout=60) == 1, b"".join(pieces)
    text = b"".join(pieces).decode().replace("\r\n", "\n")
    assert "cudaProfilerInitialize" in text
    assert not ANYWHERE.search(text)
