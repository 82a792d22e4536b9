"""`--verify`: a compiler's errors come back as findings at the original place, and nothing it does breaks a run."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run.verify import compiler, processes
from hipify_py.run.verify.diagnostics import errors
from hipify_py.run.verify.flags import own_flags
from hipify_py.run.verify.places import Places

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Start, Take, Write

# Understands what we rely on: the overlay, -I, and includes in quotes. It stumbles over the word `broken`.
FAKE = r"""#!{python}
import json, os, re, signal, subprocess, sys, time
with open({log!r}, "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\n")
overlay, folders = {{}}, []
for argument in sys.argv[1:-1]:
    if argument.startswith("-ivfsoverlay"):
        with open(argument[len("-ivfsoverlay"):]) as file:
            overlay = {{root["name"]: root["external-contents"] for root in json.load(file)["roots"]}}
    elif argument.startswith("-I"):
        folders.append(argument[2:])
failed = False
def say(text):
    global failed
    failed = failed or "error: " in text
    print(text, file=sys.stderr, flush=True)
def real(path):
    return overlay.get(os.path.normpath(path), path)
def check(path, stack):
    with open(real(path), "rb") as file:
        lines = file.read().split(b"\n")
    for number, line in enumerate(lines, 1):
        for met in re.finditer(rb"broken", line):
            [say(f"In file included from {{one}}:") for one in stack]
            say(f"{{path}}:{{number}}:{{met.start() + 1}}: error: use of undeclared identifier 'broken'")
        if b"HANG" in line:
            child = subprocess.Popen(["sleep", "600"])
            with open({log!r} + ".pids", "a") as file:
                file.write(f"{{os.getpid()}} {{child.pid}}\n")
            time.sleep(600)
        if b"ORPHAN" in line:
            subprocess.Popen(["sleep", "600"])
            sys.exit(1)
        if b"CRASH" in line:
            os.kill(os.getpid(), signal.SIGSEGV)
        if b"BABBLE" in line:
            while True:
                say("babble " * 1000)
        if b"CONFUSED" in line:
            say("clang++: error: unknown argument: '-foo'")
        if b"FOREIGN" in line:
            say(f"In file included from {{path}}:1:")
            for column in (1, 2):
                say(f"/opt/other/x.h:7:{{column}}: error: no member named 'y{{column}}' in 'z'")
            say(f"{{path}}:{{number}}:1: note: in instantiation of member function 'z::f' requested here")
        if line.startswith(b"#error"):
            [say(f"In file included from {{one}}:") for one in stack]
            say(f"{{path}}:{{number}}:2: error: {{line[7:].decode()}}")
        if name := re.match(rb'#include "(.*)"', line):
            found = [os.path.join(f, name[1].decode()) for f in (os.path.dirname(path), *folders)]
            found = [one for one in found if os.path.exists(real(one))]
            if found:
                check(found[0], [*stack, f"{{path}}:{{number}}"])
            else:
                [say(f"In file included from {{one}}:") for one in stack]
                say(f"{{path}}:{{number}}:10: fatal error: '{{name[1].decode()}}' file not found")
check(sys.argv[-1], [])
sys.exit(failed)
"""
IMPLIED = b"void f() { cudaFree(0); }\n\n\nvoid g() { /* \xc3\xa9 */ cudaFree(broken); }\n"
FINE = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
MODES: tuple[tuple[str, ...], ...] = ((), ("-o", "out"), ("-o", "out", "--no-copy"), ("--check",), ("--diff",))
Fake = Callable[..., list[list[str]]]


@pytest.fixture
def fake(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """A compiler alone in PATH. What is returned tells with which arguments it was called since, the probe aside."""
    folder, log = tmp_path / "bin", tmp_path / "calls"
    folder.mkdir()
    script = folder / "clang++-19"
    script.write_text(FAKE.format(python=sys.executable, log=str(log)))
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(compiler, "_candidates", lambda _wish, _processes: iter([str(script)]))

    def calls() -> list[list[str]]:
        found = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        log.unlink(missing_ok=True)
        return [call for call in found if not call[-1].endswith("probe.hip")]

    assert tree.is_dir()
    return calls


def _findings(text: str) -> list[str]:
    return re.findall(r"^(\S+:\d+:\d+: \w+ VFY\d+ .*)$", text, re.M)


# Where errors are shown


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("rename", [(), ("--rename-files",)])
@pytest.mark.parametrize("mode", MODES)
def test_the_original_place(hipify: Hipify, write: Write, mode: tuple[str, ...], rename: tuple[str, ...]) -> None:
    write("src/a.cu", IMPLIED)
    ran = hipify("src", "--verify", *mode, *rename)
    text = ran.err if mode == ("--diff",) else ran.out
    assert ran.code == 1
    assert _findings(text) == ["src/a.cu:4:29: error VFY001 does not compile: use of undeclared identifier 'broken'"]
    assert "  findings: 1 error\n" in ran.err
    assert "verified 1 file: 0 compile\n" in ran.err


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("mode", [("--check",), ("--diff",)])
def test_nothing_is_written(hipify: Hipify, write: Write, tree: Path, snapshot: Take, mode: tuple[str, ...]) -> None:
    write("src/a.cu", IMPLIED)
    before = snapshot(tree)
    hipify("src", "--verify", *mode)
    assert snapshot(tree) == before


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("rename", [(), ("--rename-files",)])
@pytest.mark.parametrize("mode", MODES)
def test_a_header_is_told_once(hipify: Hipify, write: Write, mode: tuple[str, ...], rename: tuple[str, ...]) -> None:
    write("src/a.cu", b'#include "c.cuh"\n')
    write("src/sub/b.cu", b'#include "../c.cuh"\n')
    write("src/c.cuh", b"#include <cuda_runtime.h>\nint c = (int) cudaSuccess + broken;\n")
    ran = hipify("src", "--verify", *mode, *rename)
    text = ran.err if mode == ("--diff",) else ran.out
    assert _findings(text) == ["src/c.cuh:2:29: error VFY001 does not compile: use of undeclared identifier 'broken'"]
    assert "    help: found while compiling src/a.cu\n" in text
    assert "verified 2 files: 0 compile\n" in ran.err


@pytest.mark.usefixtures("fake")
def test_an_error_in_somebody_elses_file(hipify: Hipify, write: Write) -> None:
    write("a.cu", FINE + b"FOREIGN\n")
    assert _findings(hipify(".", "--verify", "--check").out) == [
        "a.cu:1:1: error VFY001 does not compile: /opt/other/x.h:7: no member named 'y1' in 'z'",
        "a.cu:3:1: error VFY001 does not compile: /opt/other/x.h:7: no member named 'y2' in 'z'",
    ]


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("mode", MODES)
def test_an_include_that_keeps_to_the_old_name(hipify: Hipify, write: Write, mode: tuple[str, ...]) -> None:
    write("src/a.cu", FINE + b'#include "d.h"\n')
    write("src/c.cuh", FINE)
    write("other/d.h", b'#include "../src/c.cuh"\n')
    ran = hipify("src", "--verify", "--rename-files", "--verify-flags=-Iother", *mode)
    places = [finding.split(" ")[0] for finding in _findings(ran.err if mode == ("--diff",) else ran.out)]
    # In a tree elsewhere, the old name still leads to the source, which the fake compiler does not mind.
    assert places == ([] if mode == ("-o", "out") else ["src/a.cu:3:1:"])


@pytest.mark.usefixtures("fake")
def test_a_header_that_is_not_found(hipify: Hipify, write: Write) -> None:
    write("a.cu", b'#include "x.h"\n' + FINE)
    ran = hipify("a.cu", "--verify", "--check")
    assert "a.cu:1:10: error VFY001 does not compile: 'x.h' file not found\n    help: give the include" in ran.out


@pytest.mark.parametrize(
    ("before", "after", "place", "expected"),
    [
        (b"cudaFree(x)", b"hipFree(x)", (1, 9), (1, 10)),
        (b"cudaFree(x)", b"hipFree(x)", (1, 5), (1, 1)),
        (b"cudaFree(x)", b"hipFree(x)", (1, 99), (1, 12)),
        (b"a\nb\n", b"new\na\nb\n", (1, 1), (1, 1)),
        (b"a\nb\n", b"new\na\nb\n", (3, 1), (2, 1)),
        (b"a\nb\n", b"a\nb\nnew\n", (3, 2), (3, 1)),
        (b"a\r\ncudaX y\r\n", b"a\r\nhipX y\r\n", (2, 6), (2, 7)),
        (b"\xef\xbb\xbfcudaX y\n", b"\xef\xbb\xbfhipX y\n", (1, 9), (1, 7)),
        (b"x\nfoo(cudaX, b);\n", b"x\n#if 1\nfoo(hipX, b);\n#endif\n", (3, 11), (2, 12)),
        (b"", b"", (7, 7), (1, 1)),
        (b"a", b"", (1, 1), (1, 2)),
        (b"", b"a\nb", (2, 1), (1, 1)),
    ],
)
def test_places(before: bytes, after: bytes, place: tuple[int, int], expected: tuple[int, int]) -> None:
    assert Places("x", before, after).original(*place) == expected


def test_places_in_a_long_file() -> None:
    before = [b"cudaFree(x%d);" % number if number % 3 else b"int x%d;" % number for number in range(5000)]
    after = [b"added", *(line.replace(b"cuda", b"hip") for line in before)]
    places = Places("x", b"\n".join(before), b"\n".join(after))
    lines = range(2, 5002, 499)
    assert [places.original(line, 1).line for line in lines] == [line - 1 for line in lines]


def test_the_way_to_a_file_is_said_once() -> None:
    output = (
        "In file included from a.cu:3:\nIn file included from b.h:4:\nc.h:1:2: error: one\nc.h:2:2: note: here\n"
        "c.h:5:6: error: two\nfatal error: too many errors emitted, stopping now [-ferror-limit=]\n"
    )
    found = list(errors(output))
    assert [(one.text, [place[:2] for place in one.reasons]) for one in found] == [
        ("one", [("b.h", 4), ("a.cu", 3)]),
        ("two", [("b.h", 4), ("a.cu", 3)]),
    ]


# What is checked, and how


@pytest.mark.parametrize("mode", MODES)
def test_the_units(hipify: Hipify, write: Write, tree: Path, fake: Fake, mode: tuple[str, ...]) -> None:
    for name in ("changed.cu", "changed.cpp", "changed.h", "changed.c"):
        write(f"src/{name}", FINE)
    for name in ("plain.cu", "plain.cc", "plain.h"):
        write(f"src/{name}", b"int plain;\n")
    write("src/wide.cu", "int x;".encode("utf-16"))
    ran = hipify("src", "--verify", *mode)
    calls = fake()
    folder = tree / ("out" if mode == ("-o", "out") else "src")
    assert sorted(call[-1] for call in calls) == [
        str(folder / name) for name in ("changed.cpp", "changed.cu", "plain.cu")
    ]
    assert all(call[0] == "-fsyntax-only" and "-x hip --offload-arch=gfx90a" in " ".join(call) for call in calls)
    assert "verified 3 files: 3 compile\n" in ran.err


@pytest.mark.parametrize("mode", MODES)
def test_the_source_that_a_module_becomes(
    hipify: Hipify, write: Write, tree: Path, fake: Fake, mode: tuple[str, ...]
) -> None:
    kernel = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry broken(.param .u32 n) { ret; }\n"
    write("src/a.ptx", kernel.encode())
    paths = ("src",) if "-o" in mode else ("src/a.ptx",)
    ran = hipify(*paths, "--verify", *mode)
    made = tree / {(): "src/a.hip", ("-o", "out"): "out/a.hip"}.get(mode, "src/a.ptx")
    assert [call[-1] for call in fake()] == [str(made)]
    assert "verified 1 file: 0 compile\n" in ran.err
    assert _findings(ran.err if mode == ("--diff",) else ran.out) == [
        "src/a.ptx:1:1: error VFY001 does not compile: a.hip:7: use of undeclared identifier 'broken'"
    ]


def test_hipcc_knows_what_to_compile_for(hipify: Hipify, write: Write, fake: Fake, tmp_path: Path) -> None:
    write("a.cu", FINE)
    hipcc = tmp_path / "hipcc"
    shutil.copy(tmp_path / "bin/clang++-19", hipcc)
    assert compiler.Compiler(str(hipcc)).command(["-DX"], Path("a.cu"))[-2:] == ["-DX", "a.cu"]
    assert "-x" not in compiler.Compiler(str(hipcc)).command([], Path("a.cu"))
    assert hipify("a.cu", "--check", "--verify", "--verify-flags=--offload-arch=gfx1100").code == 1
    (call,) = fake()
    assert [flag for flag in call if "arch" in flag] == ["--offload-arch=gfx1100"]


def test_flags_of_the_user(hipify: Hipify, write: Write, tree: Path, fake: Fake) -> None:
    write("src/a.cu", b'#include "x.h"\n' + FINE)
    write("src/include/x.h", b"int x;\n")
    flags = "-I src/include -DNAME='a b' -include missing.h -Xclang -include -Xclang y.h"
    assert hipify("src", "--check", "--fail-on=never", "--verify", "--verify-flags", flags).code == 1
    assert hipify("src", "-o", "out", "--verify", "--verify-flags", flags).code == 0
    staged, moved = fake()
    rest = ["-DNAME=a b", "-includemissing.h", "-Xclang", "-include", "-Xclang", "y.h"]
    assert staged[staged.index(f"-I{tree}/src/include") :][1:-1] == rest
    assert moved[moved.index(f"-I{tree}/out/include") :][1:-1] == rest


def test_flags_of_a_build(hipify: Hipify, write: Write, tree: Path, fake: Fake) -> None:
    write("p/src/a.cu", FINE)
    write("p/src/b.cu", b"int broken;\n")
    write("p/toolkit/cuda_runtime_api.h", b"")
    write("p/build/flags.rsp", b"-isystem=../sys --define-macro RSP")
    nvcc = (
        "ccache nvcc -forward-unknown-to-host-compiler -I../inc -I ../toolkit -isystem=/usr/local/cuda/include "
        "-DA=1 -UB --options-file flags.rsp --generate-code=arch=compute_80 -Xcompiler=-fPIC,-DHOST -Xptxas -O3 "
        "-std c++20 -stdlib=libc++ --expt-relaxed-constexpr -x cu -c ../src/a.cu -o a.o"
    )
    entries = [{"directory": str(tree / "p/build"), "file": "../src/a.cu", "command": nvcc}]
    write("p/build/compile_commands.json", json.dumps(entries).encode())
    ran = hipify("p/src", "--verify", "-q")
    expected = [f"-I{tree}/p/inc", "-DA=1", "-UB", f"-isystem{tree}/p/sys", "-DRSP", "-DHOST", "-std=c++20"]
    for call in fake():
        assert call[call.index("--offload-arch=gfx90a") + 1 : -1] == expected
    assert ran.code == 1
    ran = hipify("p/src", "--verify", "--check")
    assert re.search(
        r"help: \S+/compile_commands.json has no entry for p/src/b.cu; the flags of \S+/a.cu were used", ran.out
    )


def test_settings(hipify: Hipify, write: Write, tree: Path, fake: Fake) -> None:
    write("p/src/a.cu", FINE)
    write("p/data/c.json", json.dumps([{"file": "x.cu", "arguments": ["cc", "-Dfrom_build"]}]).encode())
    settings = b'verify = true\nverify-flags = "-Iinc -DX"\ncompile-commands = "data/c.json"\n'
    write("p/.hipify-py.toml", settings)
    assert hipify("--trust", "--check", "p/src").code == 1
    (call,) = fake()
    assert call[-4:-1] == ["-Dfrom_build", f"-I{tree}/p/inc", "-DX"]
    hipify("--trust", "--check", "p/src", "--no-verify")
    assert fake() == []
    hipify("--trust", "--check", "p/src", "--verify-flags=-Iown")
    assert fake()[0][-2] == f"-I{tree}/own"
    write("p/.hipify-py.toml", b'verify = "yes"\n')
    assert hipify("--trust", "--check", "p/src").error.endswith("verify: expected true or false")
    write("p/.hipify-py.toml", b"verify = true\n")
    assert hipify("--trust", "-", "--stdin-filename", "p/src/a.cu", stdin=FINE).code == 0


@pytest.mark.parametrize("jobs", ["1", "8"])
def test_output_does_not_depend_on_jobs(hipify: Hipify, write: Write, fake: Fake, jobs: str) -> None:
    for number in range(12):
        write(f"{number:02}.cu", FINE + b"int broken;\n" * (number % 3))
    ran = hipify(".", "--check", "--verify", "-v", "-j", jobs)
    places = re.findall(r"^ +(\d\d\.cu):\d+:\d+$", ran.out, re.M)
    assert sorted({*places}) == [f"{number:02}.cu" for number in range(12) if number % 3]
    assert "verified 12 files: 4 compile\n" in ran.err
    assert len(fake()) == 12


# What goes wrong


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize(
    ("word", "why"),
    [
        (b"CRASH", "the compiler was killed by signal 11"),
        (b"BABBLE", "the compiler was killed by signal 9"),
        (b"CONFUSED", "unknown argument: '-foo'"),
        (b"HANG", "the compiler did not finish within 1 s"),
        (b"ORPHAN", "the compiler did not finish within 1 s"),
    ],
)
def test_a_file_that_cannot_be_checked(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, word: bytes, why: str
) -> None:
    monkeypatch.setattr(processes, "TIMEOUT", 1.0)
    write("a.cu", FINE + word)
    write("b.cu", FINE)
    ran = hipify(".", "--verify")
    assert ran.code == 0
    assert ran.out == f"a.cu:1:1: warning VFY002 could not be checked: {why}\n"
    assert "verified 2 files: 1 compiles, 1 could not be checked\n" in ran.err
    if word == b"HANG":
        assert not _alive(tmp_path)


def _alive(tmp_path: Path) -> list[int]:
    """The fake compilers that hang, and their children, as far as they still run."""
    pids = [int(pid) for pid in (tmp_path / "calls.pids").read_text().split()]
    deadline = time.monotonic() + 10
    while (alive := [pid for pid in pids if _runs(pid)]) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")  # killed, and waiting for somebody to ask how it ended
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped(start: Start, write: Write, tree: Path, tmp_path: Path, number: signal.Signals) -> None:
    for name in "abcd":
        write(f"{name}.cu", FINE + b"HANG\n")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    compiler = str(tmp_path / "bin/clang++-19")
    environment = {**os.environ, "TMPDIR": str(scratch)}
    process = start(".", "-j2", "--verify", "--verify-compiler", compiler, env=environment)
    while not (tmp_path / "calls.pids").exists() or len((tmp_path / "calls.pids").read_text().split()) < 4:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(number)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert b"interrupted; every file is either unchanged or fully converted" in err
    assert b"Traceback" not in err
    assert not _alive(tmp_path)
    assert list(scratch.iterdir()) == []
    assert b"hipFree" in (tree / "d.cu").read_bytes()


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--verify-flags=-DX",), "--verify-flags requires --verify"),
        (("--no-verify", "--compile-commands=x"), "--compile-commands requires --verify"),
        (("--verify", "--verify-flags='"), "--verify-flags: no closing quotation"),
        (("--verify", "--compile-commands=none.json"), "none.json: no such file or directory"),
        (("--verify", "--compile-commands=text.json"), "text.json: not JSON: "),
        (("--verify", "--compile-commands=object.json"), "object.json: expected a JSON list of objects"),
        (("--verify", "--compile-commands=empty.json"), "empty.json: contains no entries"),
        (("--verify", "-"), "--verify cannot be used with standard input (`-`)"),
    ],
)
def test_refused(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, arguments: tuple[str, ...], message: str
) -> None:
    for name, data in (("text", b"text"), ("object", b"{}"), ("empty", b'[{"file": 3}]')):
        write(f"{name}.json", data)
    write("a.cu", FINE)
    before = snapshot(tree)
    error = hipify(*(arguments if "-" in arguments else (".", *arguments))).error
    assert error.startswith(message)
    assert snapshot(tree) == before


def test_no_compiler(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    write("a.cu", FINE)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert hipify("a.cu", "--verify").error.startswith(
        "--verify: no hipcc and no clang++ 17 or later found; set one with --verify-compiler"
    )
    assert hipify("a.cu", "--verify", "--verify-compiler", "./x").error.startswith(
        "--verify-compiler ./x: program not found"
    )


def _script(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_the_first_compiler_that_can(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write("a.cu", FINE)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    _script(tmp_path / "bin/clang++", 'echo "Debian clang version 14.0.6" >&2')
    _script(tmp_path / "bin/clang++-16", "exit 0")
    assert "no hipcc" in hipify("a.cu", "--check", "--verify").error
    _script(tmp_path / "bin/hipcc", "echo 'hipcc: error: no ROCm here' >&2; exit 1")
    error = hipify("a.cu", "--check", "--verify").error
    assert error.startswith(f"--verify: {tmp_path}/bin/hipcc cannot compile HIP: no ROCm here")
    missing = "error: cannot find HIP runtime; provide its path via '--rocm-path', or pass '-nogpuinc'"
    _script(tmp_path / "bin/hipcc", f'echo "{missing}" >&2; exit 1')
    error = hipify("a.cu", "--check", "--verify").error
    assert (
        "hipcc cannot compile HIP: cannot find HIP runtime; install ROCm, or pass --verify-flags=--rocm-path=DIR"
        in error
    )
    _script(tmp_path / "bin/clang++-18", "exit 1")
    _script(tmp_path / "bin/clang++-20", "exit 0")
    assert "verified 1 file: 1 compiles\n" in hipify("a.cu", "--check", "--verify").err


def test_flags_with_nothing_after_them() -> None:
    assert [flag.kind for flag in own_flags(["-I"], Path("/"))] == ["-I"]
    assert own_flags(["-Xclang"], Path("/"))[-1].value == "-Xclang"


# With a real compiler

HEADER = b"""#pragma once
#define __global__ __attribute__((global))
typedef int hipError_t;
hipError_t hipFree(void*);
"""


def _real_clang() -> str | None:
    names = ["clang++", *(f"clang++-{version}" for version in range(40, compiler.OLDEST_CLANG - 1, -1))]
    for path in filter(None, map(shutil.which, names)):
        said = subprocess.run([path, "-v"], capture_output=True, text=True, check=False).stderr
        version = re.search(r"version (\d+)", said)
        if version and int(version[1]) >= compiler.OLDEST_CLANG:
            return path
    return None


@pytest.mark.parametrize("rename", [(), ("--rename-files",)])
@pytest.mark.parametrize("mode", MODES)
def test_clang(hipify: Hipify, write: Write, mode: tuple[str, ...], rename: tuple[str, ...]) -> None:
    clang = _real_clang()
    if clang is None:
        pytest.skip(f"no clang++ from {compiler.OLDEST_CLANG} on is here")
    write("rocm/hip/hip_runtime.h", HEADER)
    write("p/src/c.cuh", b"#pragma once\n#include <cuda_runtime.h>\ninline void c() { cudaFree(wrong_in_header); }\n")
    write("p/src/a.cu", b'#include "c.cuh"\n#include "sub/d.h"\nvoid f() { cudaFree(0);  cudaFree(wrong); }\n')
    write("p/src/sub/d.h", b'#include "../c.cuh"\n')
    write("p/src/good.cu", b"__global__ void k() {}\nvoid f() { k<<<1, 1>>>(); cudaFree(0); }\n")
    write("p/src/good.cpp", b"#include <cuda_runtime.h>\ninline cudaError_t e = cudaFree(0);\n")
    flags = "-nogpuinc -nogpulib -Irocm"
    write("rocm/hip/hip_runtime.h", HEADER + b"extern int __hipPushCallConfiguration(int, int, int = 0, void* = 0);\n")
    ran = hipify("p/src", *mode, *rename, "--verify", "--verify-compiler", clang, "--verify-flags", flags)
    text = ran.err if mode == ("--diff",) else ran.out
    assert _findings(text) == [
        "p/src/a.cu:3:35: error VFY001 does not compile: use of undeclared identifier 'wrong'",
        "p/src/c.cuh:3:28: error VFY001 does not compile: use of undeclared identifier 'wrong_in_header'",
    ]
    assert ran.code == 1
    assert "verified 3 files: 2 compile\n" in ran.err


def test_files_that_are_portable_already_are_not_compiled(hipify: Hipify, write: Write, fake: Fake) -> None:
    write("src/a.cu", b"#ifdef USE_HIP\n#include <hip/hip_runtime.h>\n#else\n#include <cuda_runtime.h>\n#endif\n")
    write("src/b.cu", FINE)
    assert "verified 1 file: 1 compiles\n" in hipify("src", "--verify", "--check").err
    assert [Path(call[-1]).name for call in fake()] == ["b.cu"]
