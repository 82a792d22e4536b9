"""A tree's settings are whoever wrote the tree: they run nothing, write nothing, and lead nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run import app
from hipify_py.run.request import Request
from hipify_py.system import disk

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
ASSEMBLER = b'__device__ int f(int a) { int r; asm("bfe.s32 %0, %1, 4, 8;" : "=r"(r) : "r"(a)); return r; }\n'
EVIL = b"#!/bin/sh\ntouch ran\n"

HOSTILE = [
    ("verify = true", "verify: the settings of a tree must not start programs"),
    ('verify-compiler = "./evil.sh"', "verify-compiler: the settings of a tree must not start programs"),
    ('verify-flags = "-fplugin=evil.so"', "verify-flags: the settings of a tree must not start programs"),
    ('compile-commands = "../commands.json"', "compile-commands: '../commands.json' is outside of the directory"),
    ('format = ["json", "concise:report.txt"]', "format: the settings of a tree must not write files"),
    ('format = ["concise:../../.bashrc"]', "format: the settings of a tree must not write files"),
    ('ptx-header = "../ptx.hpp"', "ptx-header: '../ptx.hpp' is outside of the directory"),
    ('ptx-header = "away/ptx.hpp"', "ptx-header: 'away/ptx.hpp' is outside of the directory"),
    ('mapping = ["/dev/zero"]', "mapping: '/dev/zero' is outside of the directory"),
    ('baseline = "away/secret"', "baseline: 'away/secret' is outside of the directory"),
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
    write("repo/b.cu", b'__device__ void g() { asm volatile("barrier.cluster.arrive;"); }\n')
    write("repo/.hipify-py.toml", b'select = ["PTX"]\n')
    assert hipify("scan", "repo").code == 0
    assert "PTX008" in (own.parent / "report.txt").read_text()
    own.write_text("per-file-ignores = {a = ['ALL']}\n")
    assert "config.toml: per-file-ignores: patterns are relative to a tree" in hipify("scan", str(hostile)).error


def test_settings_that_are_a_link_out_of_their_directory(hipify: Hipify, hostile: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "real.toml").write_text('select = ["API"]\n')
    (hostile / ".hipify-py.toml").symlink_to(tmp_path / "elsewhere" / "real.toml")
    assert "is a link to a file outside of its directory" in hipify("scan", "repo").error
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

    def process(request: Request, _console: object) -> int:
        asked.append(request.workers)
        return 0

    monkeypatch.setattr(app, "process_paths", process)
    write("a.cu")
    write(".hipify-py.toml", b"jobs = 100000\n")
    assert hipify(".").code == 0
    assert asked == [len(os.sched_getaffinity(0))]
    assert tree.is_dir()


@pytest.mark.parametrize(("target", "path"), [("..", "src"), ("../other", "src"), ("../other", "src/a.cu")])
def test_settings_do_not_govern_what_a_link_of_their_tree_leads_to(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch, target: str, path: str
) -> None:
    file = write("other/a.cu", CUDA + b"void mine();\n")
    write("repo/.hipify-py.toml", b'mapping = ["evil.yaml"]\n')
    write("repo/evil.yaml", b"functions:\n  mine: theirs\n")
    (tree / "repo" / "src").symlink_to(target)
    monkeypatch.chdir(tree / "repo")
    ran = hipify(path)
    assert ran.code == 0
    assert f"{path}: is a link to {os.path.realpath(path)}; the files there are converted" in ran.err
    assert b"mine" in file.read_bytes()
    write("other/.hipify-py.toml", b'exclude = ["*"]\n')
    if target != "..":
        assert "exclude patterns leave" in hipify("src").err


def test_paths_of_settings_that_are_reached_by_a_link(hipify: Hipify, write: Write, tree: Path) -> None:
    """The header is included by the way that the user named, and that is the one the settings are found by."""
    write("real/src/a.cu", ASSEMBLER)
    write("real/.hipify-py.toml", b'ptx-header = "inc/p.hpp"\n[per-file-ignores]\n"src/*" = ["ALL"]\n')
    (tree / "link").symlink_to("real")
    assert hipify("link/src").code == 0
    assert b'#include "../inc/p.hpp"' in (tree / "real/src/a.cu").read_bytes()
    assert (tree / "real/inc/p.hpp").exists()


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let paths belong to another user, and all others to this one."""

    def run(*paths: Path) -> None:
        monkeypatch.setattr(disk, "owners", lambda path: frozenset((4242 if path in paths else os.geteuid(),)))

    return run


def test_settings_of_another_user_above_the_tree(
    hipify: Hipify, write: Write, tree: Path, strangers: Callable[..., None]
) -> None:
    file = write("mine/a.cu")
    for name, data in ((".hipify-py.toml", b'exclude = ["*"]\n'), ("pyproject.toml", b"[tool.hipify-py]\nevil = 1\n")):
        settings = write(name, data)
        strangers(settings)
        for options in ((), ("--trust",)):
            ran = hipify("--check", *options, "mine")
            assert (ran.code, file.read_bytes()) == (1, CUDA)
            assert f"{settings}: ignored, as it belongs to another user; use --config {settings} to read it" in ran.err
        settings.unlink()
    settings = write(".hipify-py.toml", b'exclude = ["*"]\n')
    strangers(tree)
    assert hipify("--check", "mine").code == 1
    strangers(settings, tree, tree / "mine", file)
    assert "exclude patterns leave" in hipify("--check", "mine").err
    strangers(settings)
    assert "belongs to another user" in hipify("map", "cudaFree").err
    assert "exclude patterns leave" in hipify("--check", "--config", settings, "mine").err


@pytest.mark.parametrize(("key", "value"), [("mapping", '["t.yaml"]'), ("baseline", '"t.yaml"')])
def test_tables_of_another_user(
    hipify: Hipify, write: Write, strangers: Callable[..., None], key: str, value: str
) -> None:
    write("a.cu")
    write(".hipify-py.toml", f"{key} = {value}\n".encode())
    strangers(write("t.yaml", b"functions: {}\n"))
    assert f".hipify-py.toml: {key}: 't.yaml' belongs to another user" in hipify(".").error


def test_who_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUDO_UID", "1000")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert disk.trusted_users() == {0, 1000}
    monkeypatch.setattr(os, "geteuid", lambda: 7)
    assert disk.trusted_users() == {0, 7}


def test_the_one_header_of_a_project_that_is_converted_part_by_part(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take
) -> None:
    """It may lie outside of PATH, in the directory of the settings; it replaces nothing of anybody's."""
    write("repo/.hipify-py.toml", b'ptx-header = "inc/deep/h.hpp"\n')
    write("repo/s/a.cu", ASSEMBLER)
    before = snapshot(tree)
    assert hipify("repo/s").code == 0
    assert snapshot(tree).keys() - before.keys() == {"repo/inc/deep/h.hpp"}
    assert b'#include "../inc/deep/h.hpp"' in (tree / "repo/s/a.cu").read_bytes()
    assert hipify("undo").code == 0
    assert snapshot(tree) == before
    assert not (tree / "repo/inc").exists()
    write("repo/inc/deep/h.hpp", b"mine\n")
    assert "was not written by hipify-py" in hipify("repo/s").only_error
    assert (tree / "repo/inc/deep/h.hpp").read_bytes() == b"mine\n"


def test_settings_among_the_files_of_a_run_are_those_of_a_tree(hipify: Hipify, write: Write, hostile: Path) -> None:
    """A staged file may be called `--config=x.cu`."""
    write("repo/x.cu", b"verify = true\nverify-compiler = './evil.sh'\n")
    for paths in (("repo/a.cu", "repo/x.cu"), ("repo",)):
        ran = hipify("--check", "--config=repo/x.cu", *paths)
        assert ran.error.startswith("repo/x.cu: verify: the settings of a tree must not start programs")
    assert not Path("ran").exists()
    assert hipify("--check", "--trust", "--config=repo/x.cu", str(hostile / "a.cu")).code == 1
    assert Path("ran").exists()
