"""A tree's settings are whoever wrote the tree: they run nothing, write nothing, and lead nowhere else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run import app

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
ASSEMBLER = b'__device__ int f(int a) { int r; asm("bfe.s32 %0, %1, 4, 8;" : "=r"(r) : "r"(a)); return r; }\n'
EVIL = b"#!/bin/sh\ntouch ran\n"

HOSTILE = [
    ("verify = true", "verify: the settings of a tree start no programs"),
    ('verify-compiler = "./evil.sh"', "verify-compiler: the settings of a tree start no programs"),
    ('verify-flags = "-fplugin=evil.so"', "verify-flags: the settings of a tree start no programs"),
    ('compile-commands = "../commands.json"', "compile-commands: '../commands.json' leads out of the directory"),
    ('format = ["json", "concise:report.txt"]', "format: the settings of a tree write no files"),
    ('format = ["concise:../../.bashrc"]', "format: the settings of a tree write no files"),
    ('ptx-header = "../ptx.hpp"', "ptx-header: '../ptx.hpp' leads out of the directory"),
    ('ptx-header = "away/ptx.hpp"', "ptx-header: 'away/ptx.hpp' leads out of the directory"),
    ('mapping = ["/dev/zero"]', "mapping: ['/dev/zero'] leads out of the directory"),
    ('baseline = "away/secret"', "baseline: 'away/secret' leads out of the directory"),
]


@pytest.fixture
def hostile(write: Write, tmp_path: Path, tree: Path) -> Path:
    """A tree with a program, a link that leads out of it, and something there that is nobody's business."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "secret").write_text("password = hunter2\n")
    write("repo/a.cu", CUDA + ASSEMBLER)
    write("repo/evil.sh", EVIL, mode=0o755)
    (tree / "repo" / "away").symlink_to(tmp_path / "elsewhere")
    return tree / "repo"


@pytest.mark.parametrize("command", [("convert",), ("--check",), ("--diff",), ("scan",), ("convert", "-o", "out")])
@pytest.mark.parametrize(("settings", "message"), HOSTILE, ids=[settings for settings, _ in HOSTILE])
def test_what_a_tree_may_not_choose(
    hipify: Hipify,
    write: Write,
    hostile: Path,
    tmp_path: Path,
    snapshot: Take,
    command: tuple[str, ...],
    settings: str,
    message: str,
) -> None:
    write("repo/.hipify-py.toml", settings.encode())
    before = snapshot(tmp_path)
    error = hipify(*command, str(hostile)).error
    assert f".hipify-py.toml: {message}" in error
    assert error.endswith("or trust this tree with --trust")
    assert snapshot(tmp_path) == before


def test_a_tree_that_is_trusted(hipify: Hipify, write: Write, hostile: Path) -> None:
    write("repo/.hipify-py.toml", b'format = ["concise:report.txt"]\nverify = true\nverify-compiler = "./evil.sh"\n')
    assert hipify("--trust", "--check", "repo").code == 1
    assert Path("ran").exists()
    write("repo/.hipify-py.toml", b'format = ["concise:report.txt"]\n')
    assert hipify("scan", "--trust", "--fail-on", "never", "repo").code == 0
    assert "API" not in (hostile / "report.txt").read_text()
    assert "a.cu" in (hostile / "report.txt").read_text()


def test_what_a_user_chooses_for_all_trees(hipify: Hipify, write: Write, hostile: Path, tmp_path: Path) -> None:
    own = tmp_path / "config" / "hipify-py" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('format = ["concise:report.txt"]\nselect = ["API"]\nfail-on = "never"\n')
    write("repo/b.cu", b'__device__ void g() { asm volatile("bar.sync 1, 64;"); }\n')
    write("repo/.hipify-py.toml", b'select = ["PTX"]\n')
    assert hipify("scan", "repo").code == 0
    assert "PTX012" in (own.parent / "report.txt").read_text()
    own.write_text("per-file-ignores = {a = ['ALL']}\n")
    assert "config.toml: per-file-ignores: patterns are relative to a tree" in hipify("scan", str(hostile)).error


def test_settings_that_are_a_link_out_of_their_directory(hipify: Hipify, hostile: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "real.toml").write_text('select = ["API"]\n')
    (hostile / ".hipify-py.toml").symlink_to(tmp_path / "elsewhere" / "real.toml")
    assert "a link that leads out of its directory" in hipify("scan", "repo").error
    assert hipify("scan", "--config", "repo/.hipify-py.toml", "--fail-on", "never", "repo").code == 0


@pytest.mark.parametrize("option", ["--format=json:{}", "--output-file={}", "--write-baseline={}"])
@pytest.mark.parametrize("name", ["hip.json", "away/hip.json"])
def test_reports_are_not_led_away(
    hipify: Hipify, hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, name: str
) -> None:
    (hostile / "hip.json").symlink_to("a.cu")
    before = (hostile / "a.cu").read_bytes()
    monkeypatch.chdir(hostile)
    assert hipify("scan", option.format(name), ".").error.startswith(name)
    assert ((hostile / "a.cu").read_bytes(), list((tmp_path / "elsewhere").glob("*.json"))) == (before, [])


@pytest.mark.parametrize("option", ["--mapping", "--baseline", "--config"])
def test_files_that_never_end(hipify: Hipify, write: Write, tree: Path, option: str) -> None:
    write("a.cu")
    os.mkfifo(tree / "pipe")
    for name in ("/dev/zero", "pipe"):
        assert hipify("--check", option, name, "a.cu").error.endswith(f"{name}: not a regular file")


def test_settings_may_not_ask_for_more_workers_than_there_are_cores(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def process(request: app.Request, _console: object) -> int:
        asked.append(request.workers)
        return 0

    monkeypatch.setattr(app, "process_paths", process)
    write("a.cu")
    write(".hipify-py.toml", b"jobs = 100000\n")
    assert hipify(".").code == 0
    assert asked == [len(os.sched_getaffinity(0))]
    assert tree.is_dir()
