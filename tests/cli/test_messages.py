"""Requests that cannot be met: one line that says what is wrong and where, and exit code 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hipify_py.run import app

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"

OPTIONS = [
    (["--frobnicate", "."], "--frobnicate: no such option; did you mean --force or --format? (see"),
    (["--dif", "."], "--dif: no such option; did you mean --diff or --verify?"),
    (["--dry-run", "."], "--dry-run: no such option; use --diff or --check, which write nothing"),
    (["-n", "."], "-n: no such option; use --diff or --check"),
    (["-o", "-", "a.cu"], "-o -: to print the result, use `hipify-py - < FILE`"),
    (["a.cu", "-o", "notes.txt"], "-o notes.txt: neither a directory nor the name of a source, such as x.hip"),
    (
        ["-inplace", "a.cu"],
        "-inplace is an option of hipify-perl and hipify-clang; hipify-py needs none: `hipify-py FILE`",
    ),
    (["-examine", "a.cu"], "-examine is an option of hipify-perl and hipify-clang; use: `hipify-py scan PATH`"),
    (["--print-stats", "a.cu"], "use: `hipify-py scan --statistics PATH`"),
    (["-roc", "a.cu"], "use: `--target roc`"),
    (["-o-dir=x", "a.cu"], "-o-dir=x is an option of hipify-clang; use: `-o DIR`"),
    (["-o-x", "a.cu"], "-o-x: write ./-x for a name that begins with a dash"),
    (["-p", "build", "a.cu"], "-p is an option of hipify-clang; use: `--compile-commands FILE`"),
    (["-Iinclude", "a.cu"], "-Iinclude is an option of hipify-clang; hipify-py needs none"),
    (["--o-dir=x", "a.cu"], "--o-dir=x is an option of hipify-clang; use: `-o DIR`"),
    (["--project_directory", "."], "is an option of hipify_torch; use: PATH"),
    (["--rocm", "0.1", "."], "--rocm: 0.1 is older than the first release that the tables know, 1.0"),
    (["-j", "0", "."], "-j"),
    (["--target", "cuda", "."], "--target: 'cuda' is not one of 'hip', 'roc' (see"),
    (["--jobs", "x", "."], "--jobs: 'x' is not a number (see"),
    (["--fail-on", "fatal", "."], "--fail-on"),
    (["--color"], "--color"),
    (["-q"], "Missing argument"),
    (["schema"], "Choose from: settings, report, mapping (see"),
    (["undo", "a", "b"], "unexpected extra argument"),
    (["completion", "tcsh"], "tcsh"),
    (["map"], "name what to look up, or give --library"),
    (["--config", "missing.toml", "."], "missing.toml: no such file or directory"),
    (["--mapping", "missing.yaml", "."], "missing.yaml: no such file or directory"),
    (["--mapping", ".", "."], ".: is a directory"),
    ([""], "a PATH is empty; is a variable unset?"),
    (["a.cu", "-o", ""], "--output: the value is empty"),
    (["--arch", "", "."], "--arch: the value is empty"),
    (["--arch", " , ", "."], "--arch: the value is empty"),
    (["--include", "", "."], "--include: the value is empty"),
    (["--exclude=", "."], "--exclude: the value is empty"),
    (["--mapping=", "."], "--mapping: the value is empty"),
    (["--config", "", "."], "--config: the value is empty"),
    (["--verify-compiler", "", "--verify", "."], "--verify-compiler: the value is empty"),
    (["--force", "."], "--force requires -o"),
    (["--copy", "."], "--copy requires -o"),
    (["--no-copy", "--check", "."], "--no-copy requires -o"),
    (["--stdin-filename", "x.cu", "."], "--stdin-filename requires standard input as PATH (`-`)"),
    (["--rename-files", "-"], "--rename-files cannot be used with standard input"),
    (["--ptx-header", "x.hpp", "-"], "--ptx-header cannot be used with standard input"),
    (["--ptx-header", "sub", "."], "'sub' is not a usable header name"),
    (["--ptx-header", 'x"\n.hpp', "."], "is not a usable header name"),
    (["--ptx-header", ".git/x.hpp", "."], "is not a usable header name"),
    (["--ptx-header", ".GIT/x.hpp", "."], "is not a usable header name"),
    (["--ptx-header", ".Git ./x.hpp", "."], "is not a usable header name"),
    (["--ptx-header", "GIT~1/x.hpp", "."], "is not a usable header name"),
    (["--format", "json:a.cu", "."], "a.cu: cannot write the report: is a source or build file"),
    (["--output-file", "sub/b.cu", "--check", "."], "sub/b.cu: cannot write the report: is a source or build file"),
    (
        ["scan", "-o", "notes.txt", "notes.txt"],
        "notes.txt: the report would overwrite an input of the run; choose another file",
    ),
    (["scan", "-o", "a.cu", "sub"], "a.cu: cannot write the report: is a source or build file"),
    (["--format", "json:/nope/x", "."], "/nope/x: cannot write the report: no such directory"),
    (["--format", "json:sub", "."], "sub: cannot write the report: is a directory"),
    (["--format", "json:a.cu/x", "."], "a.cu/x: cannot write the report"),
    (["--output-file", "nope/x", "."], "nope/x: cannot write the report: no such directory"),
    (["--write-baseline", "nope/x", "."], "nope/x: cannot write the baseline: no such directory"),
    (["a.cu", "scan"], "put the command scan before the paths"),
    (["help"], "help: no such file or directory; did you mean --help?"),
    (["version"], "did you mean --version?"),
    (["verify", "a.cu"], "did you mean --verify?"),
    (["diff", "a.cu"], "did you mean --diff?"),
    (["--arch", "gfx9999", "."], "--arch: 'gfx9999' is not the name of a GPU; did you mean gfx909?"),
    (["--arch", "MI300X", "."], "--arch: 'MI300X' is the name of a product; its GPU is gfx942"),
    (["--arch", "gfx90a:xnack+", "."], "'gfx90a:xnack+' is not the name of a GPU; did you mean gfx90a?"),
    (["--arch", "gfx1102a", "."], "did you mean gfx1102?"),
]


@pytest.mark.parametrize(("arguments", "text"), OPTIONS, ids=[" ".join(arguments) for arguments, _ in OPTIONS])
def test_options(hipify: Hipify, write: Write, arguments: list[str], text: str) -> None:
    file = write("a.cu")
    write("sub/b.cu")
    write("notes.txt")
    assert text in hipify(*arguments).error
    assert file.read_bytes() == CUDA


@pytest.mark.parametrize("command", ["convert", "scan"])
def test_reports_of_standard_input_replace_nothing_either(hipify: Hipify, write: Write, command: str) -> None:
    file = write("a.cu")
    assert "a source or build file" in hipify(command, "-", "--format", "json:a.cu", stdin=CUDA).error
    assert file.read_bytes() == CUDA


@pytest.mark.parametrize(
    "arguments",
    [("-j1", "scan", "."), ("--format", "concise", "-q", "scan", "."), ("-qj", "1", "scan", "."), (".", "-j1")],
)
def test_options_stand_before_the_command_or_behind(hipify: Hipify, write: Write, arguments: tuple[str, ...]) -> None:
    file = write("a.cu")
    assert hipify(*arguments).code == 0
    assert (file.read_bytes() == CUDA) == ("scan" in arguments)


def test_a_directory_may_be_called_like_a_command(hipify: Hipify, write: Write) -> None:
    file = write("scan/a.cu")
    assert hipify("./scan").code == 0
    assert file.read_bytes() != CUDA


@pytest.mark.parametrize("version", ["abc", "6", "-1.2", "6.3.1.2", "6.", "", "٦.٣", "9" * 5000 + ".0"])
@pytest.mark.parametrize("command", [("--check", "."), ("map", "cudaFree")], ids=["convert", "map"])
def test_a_release_that_is_none(hipify: Hipify, write: Write, version: str, command: tuple[str, ...]) -> None:
    write("a.cu")
    assert hipify(*command, f"--rocm={version}").error.startswith("--rocm: ")


def test_a_major_release_alone_may_be_any_of_its_releases(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    error = hipify("--check", ".", "--rocm", "7").error
    assert error.startswith("--rocm: '7' is not a version like 6.3; write 7.0 for the first release of ROCm 7")


def test_a_release_that_is_not_known_yet(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    newest = hipify("--rocm", "99.0", ".").error.partition("the newest known release, ")[2].split()[0]
    major, minor = map(int, newest.split(".")[:2])
    assert hipify("--check", "--rocm", f"{major}.{minor + 1}", ".").code == 2
    assert hipify("--check", "--rocm", f"{major}.{minor}.99", ".").code == 1
    assert hipify("--rocm", newest, ".").code == 0


def test_an_old_release_is_one_where_less_exists(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"ours();\n")
    mapping = write("m.yaml", b'functions:\n  ours: {hip: theirs, since: "6.1"}\n')
    assert hipify("--check", "--mapping", mapping, "--rocm", "6.1", ".").out == ""
    ran = hipify("--check", "--mapping", mapping, "--rocm", "1.0", ".")
    assert (ran.code, "API002 'theirs' exists since ROCm 6.1; this conversion is for 1.0" in ran.out) == (1, True)


SETTINGS = [
    ("rocm = 6.3", "rocm: expected a string"),
    ("rocm = 'x'", ".hipify-py.toml: rocm: 'x'"),
    ("target = 'cuda'", "target: 'cuda'"),
    ("fail-on = 'fatal'", "fail-on: 'fatal'"),
    ("exclude = 'x'", "exclude: expected a list of strings"),
    ("include = [1]", "include: expected a list of strings"),
    ("exclude = ['!']", "'!' is not a valid .gitignore pattern"),
    ("jobs = 0", "jobs: expected a number above 0"),
    ("jobs = true", "jobs: expected a number above 0"),
    ("gitignore = 'no'", "gitignore: expected true or false"),
    ("cuda-suffix = 'a/b'", "cuda-suffix: expected a suffix"),
    ("cuda-suffix = 'hip'", "cuda-suffix: expected a suffix"),
    ("exclud = ['x']", "unknown key 'exclud' (did you mean 'exclude'?)"),
    ("xyz = 1", "unknown key 'xyz'"),
    ("mapping = ['gone.yaml']", "gone.yaml: no such file or directory"),
    ("rocm = \n", "line 1"),
    ("rocm = '6.3'\nrocm = '6.4'\n", "line 2"),
    ("x = " + "[" * 10_000, ".toml: "),
]


@pytest.mark.parametrize(("text", "message"), SETTINGS, ids=[text[:30] for text, _ in SETTINGS])
def test_settings(hipify: Hipify, write: Write, text: str, message: str) -> None:
    file = write("a.cu")
    write(".hipify-py.toml", text.encode())
    assert message in hipify("--rename-files", ".").error
    assert file.read_bytes() == CUDA


@pytest.mark.parametrize(
    ("text", "message"), [("[tool]\nhipify-py = 3", "expected a table"), ("[tool.hipify-py", "pyproject.toml")]
)
def test_settings_of_a_project(hipify: Hipify, write: Write, text: str, message: str) -> None:
    write("a.cu")
    write("pyproject.toml", text.encode())
    assert message in hipify(".").error


def test_a_tool_entry_that_is_no_table_is_not_ours(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    write("pyproject.toml", b"tool = 3\n")
    assert hipify(".").code == 0


MAPPINGS = [
    (b"functions:\n  a: b\n c: d\n", "m.yaml:3: "),
    (b"functions:\n  a: 'b\n", "m.yaml:3: "),
    (b"functions:\n  a: b\nfuncs:\n  c: d\n", "m.yaml:3: funcs: unknown key 'funcs' (did you mean"),
    (b"functions:\n  a: {hipp: b}\n", "m.yaml:2: functions.a.hipp: unknown key 'hipp' (did you mean 'hip'?)"),
    (b"functions:\n  a: b\n  a: c\n", "m.yaml:3: functions.a: defined twice"),
    (b"functions:\n  a: {hip: b,\n    hip: c}\n", "m.yaml:3: functions.a.hip: defined twice"),
    (
        b"functions:\n  a: {note: b}\n",
        "m.yaml:2: functions.a: needs one of 'hip', 'roc', 'expression', 'unsupported'",
    ),
    (b"functions:\n  a: {hip: b, since: new}\n", "m.yaml:2: functions.a.since: 'new' is not a version"),
    (b"functions:\n  a b: c\n", "m.yaml:2: functions.a b: not a C++ name"),
    (b"functions:\n  a: 1x\n", "m.yaml:2: functions.a: '1x' is not a C++ name"),
    (b"functions: [a, b]\n", "m.yaml:1: functions: expected `key: value` lines"),
    (b"- a\n", "m.yaml:1: the table: expected `key: value` lines"),
    (b"functions:\n  a: [b]\n", "m.yaml:2: functions.a: expected"),
    (b"functions:\n  ? [a]\n  : b\n", "m.yaml:2: functions: expected a string"),
    (b"\xff\xfe\n", "m.yaml: not UTF-8"),
    (b"functions:\n  a: b\x00\n", "m.yaml: "),
    (b"a: *b\n", "m.yaml:1: "),
    (b"a: b\n---\nc: d\n", "m.yaml:2: "),
    (b"[" * 5000 + b"]" * 5000, "m.yaml:"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MAPPINGS, ids=[repr(text[:30]) for text, _ in MAPPINGS])
def test_mappings(hipify: Hipify, write: Write, text: bytes, message: str) -> None:
    file = write("a.cu")
    write("m.yaml", text)
    assert hipify("--mapping", "m.yaml", "a.cu").error.startswith(message)
    assert file.read_bytes() == CUDA


def test_an_empty_mapping_adds_nothing(hipify: Hipify, write: Write) -> None:
    file, mapping = write("a.cu"), write("m.yaml", b"")
    assert hipify("--mapping", mapping, "a.cu").code == 0
    assert b"hipFree" in file.read_bytes()


def test_no_arguments_print_the_help(hipify: Hipify) -> None:
    ran = hipify()
    assert (ran.code, "hipify-py src/" in ran.err) == (2, True)


def test_a_fault_of_ours_is_one_line(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.cu")
    monkeypatch.setattr(app, "discover", lambda *_arguments, **_options: 1 / 0)
    assert hipify("a.cu").error == "internal error, please report it: ZeroDivisionError: division by zero"
