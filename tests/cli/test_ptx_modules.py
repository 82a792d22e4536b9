"""Modules of PTX as users meet them: shown, converted beside themselves or into another tree, named by sources."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.file.marks import PTX_HEADER

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write

HEAD = b".version 7.8\n.target sm_80\n.address_size 64\n"
KERNEL = b""".visible .entry power(.param .u64 power_param_0)
{
  .reg .f32 %f<3>;
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [power_param_0];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.f32 %f1, [%rd2];
  ex2.approx.f32 %f2, %f1;
  st.global.f32 [%rd2], %f2;
  ret;
}
"""
LEFT = b".visible .entry meet()\n{\n  barrier.cluster.arrive;\n  ret;\n}\n"
MODULE = HEAD + KERNEL
LOAD = b'#include <cuda.h>\nvoid load(CUmodule* m) { cuModuleLoad(m, "kernels/a.ptx"); }\n'
KERNEL_SAID = 'extern "C" __global__ void power(f32* param_0) {'


def test_a_module_is_shown(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.ptx", MODULE)
    before = snapshot(tree)
    ran = hipify("ptx", "a.ptx")
    assert ran.code == 0
    assert ran.out.startswith("// a.ptx, translated by hipify-py (")
    assert KERNEL_SAID in ran.out
    assert "a.ptx:1:1: info PTX042 'ex2' is approximate" in ran.err
    assert hipify("ptx", "-", stdin=MODULE).out.splitlines()[1:] == ran.out.splitlines()[1:]
    assert hipify("ptx", MODULE.decode()).out.splitlines()[1:] == ran.out.splitlines()[1:]
    assert snapshot(tree) == before


def test_what_is_left_out_is_reported(hipify: Hipify, write: Write) -> None:
    write("a.ptx", MODULE + LEFT)
    ran = hipify("ptx", "a.ptx")
    assert ran.code == 1
    assert KERNEL_SAID in ran.out
    assert "meet" not in ran.out
    line = MODULE.count(b"\n") + 3
    assert f"a.ptx:{line}:3: error PTX040 kernel 'meet' is not translated: 'barrier.cluster.arrive'" in ran.err


def test_a_module_becomes_a_source_beside_it(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.ptx", MODULE)
    before = snapshot(tree)
    assert hipify("--check", "a.ptx").code == 1
    chosen = "build 1 code object: hipcc --genco --offload-arch=gfx1100 --offload-arch=gfx90a a.hip -o a.hsaco"
    assert chosen in hipify("--check", "--arch", "gfx90a,gfx1100", "a.ptx").err
    diff = hipify("--diff", "a.ptx")
    assert f"+{KERNEL_SAID}" in diff.out
    assert "--- /dev/null\n+++ b/a.hip\n" in diff.out
    assert snapshot(tree) == before
    ran = hipify("a.ptx")
    assert ran.code == 0
    assert "  PTX modules: 1 kernel, 0 functions, 5 instructions\n" in ran.err
    example = "build 1 code object for your GPU, such as gfx942: hipcc --genco --offload-arch=gfx942 a.hip -o a.hsaco"
    assert example in ran.err
    assert {path.name for path in tree.iterdir()} == {"a.ptx", "a.hip", PTX_HEADER}
    assert KERNEL_SAID in (tree / "a.hip").read_text()
    assert (tree / "a.hip").read_bytes() == hipify("ptx", "a.ptx").data
    after = snapshot(tree)
    assert hipify("--check", "a.ptx").code == 0
    assert hipify("--diff", "a.ptx").out == ""
    again = hipify("a.ptx")
    assert "converted 0 of 1 file" in again.err
    assert snapshot(tree) == after
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_what_others_wrote_stays(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """A source that somebody edited too; what nobody touched follows its module."""
    write("a.ptx", MODULE)
    write("a.hip", b"// mine\n")
    for options in ((), ("--diff",), ("--check",)):
        refused = "a.hip exists and was not written by hipify-py, or was edited since; move it away"
        assert refused in hipify(*options, "a.ptx").only_error
    assert (tree / "a.hip").read_bytes() == b"// mine\n"
    (tree / "a.hip").unlink()
    assert hipify("a.ptx").code == 0
    write("a.ptx", MODULE.replace(b"ex2.approx.f32", b"neg.f32"))
    before = snapshot(tree)
    assert hipify("a.ptx").code == 0
    assert b"ex2" not in (tree / "a.hip").read_bytes()
    assert hipify("undo").code == 0
    assert snapshot(tree) == before
    write("a.hip", (tree / "a.hip").read_bytes() + b"// mine\n")
    assert hipify("a.ptx").code == 2
    assert (tree / "a.hip").read_bytes().endswith(b"// mine\n")


def test_where_nothing_can_be_translated_nothing_is_written(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.ptx", HEAD + LEFT)
    assert hipify("a.ptx").code == 1
    assert [path.name for path in tree.iterdir()] == ["a.ptx"]
    ran = hipify("ptx", "a.ptx")
    assert (ran.code, ran.out) == (1, "")


def test_another_tree_has_sources_of_all_modules(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("src/kernels/a.ptx", MODULE)
    write("src/kernels/b.ptx", HEAD + LEFT)
    write("src/kernels/c.ptx", MODULE)
    write("src/kernels/c.hip", b"// a port\n")
    write("src/host.cu", LOAD)
    before = snapshot(tree / "src")
    ran = hipify("src", "-o", "out", "--no-cache")
    assert ran.code == 1
    out = tree / "out"
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} == {
        "host.cu", "hipify_ptx.hpp", "kernels/a.hip", "kernels/a.ptx", "kernels/b.ptx", "kernels/c.hip",
        "kernels/c.ptx",
    }  # fmt: skip
    assert '#include "../hipify_ptx.hpp"' in (out / "kernels/a.hip").read_text()
    assert (out / "kernels/c.hip").read_bytes() == b"// a port\n"
    assert "build `out/kernels/a.hsaco` with `hipcc --genco --offload-arch=gfx942 out/kernels/a.hip" in ran.out
    assert snapshot(tree / "src") == before
    after = snapshot(out)
    for _time in range(2):  # from the cache, and into it
        assert hipify("src", "-o", "out").code == 1
        assert snapshot(out) == after
    write("out/kernels/a.hip", b"// edited\n")
    assert "kernels/a.hip exists and was not written by hipify-py" in hipify("src", "-o", "out").err
    assert hipify("src", "-o", "out", "--force").code == 1
    assert snapshot(out) == after
    assert hipify("src", "-o", "sparse", "--no-copy").code == 1
    assert not (tree / "sparse/kernels/a.ptx").exists()
    assert (tree / "sparse/kernels/a.hip").exists()


def test_in_place_modules_are_reported_with_the_command(hipify: Hipify, write: Write, tree: Path) -> None:
    write("kernels/a.ptx", MODULE)
    write("host.cu", LOAD)
    ran = hipify(".")
    assert not (tree / "kernels/a.hip").exists()
    assert "kernels/a.ptx:1:1: error MOD009" in ran.out
    assert "help: convert it to HIP source with `hipify-py kernels/a.ptx`" in ran.out
    assert "help: convert it with `hipify-py kernels/a.ptx`, build `kernels/a.hsaco` with" in ran.out
    hipify("kernels/a.ptx")
    found = json.loads(hipify("scan", ".", "--format", "json").out)
    assert [each["severity"] for each in found["findings"] if each["rule"] == "MOD009"] == ["info"]
    assert "`a.hip` lies beside it" in hipify("scan", ".", "-v").out
    write("host.cu", LOAD)
    assert "help: build `kernels/a.hsaco`" in hipify("scan", ".").out


def test_a_directory_of_modules_alone_is_reported_by_all_commands(hipify: Hipify, write: Write, tree: Path) -> None:
    write("kernels/a.ptx", MODULE)
    for words in (("scan",), ("--check",), ("--diff",), ()):
        ran = hipify(*words, "kernels")
        assert (ran.code, "kernels/a.ptx:1:1: error MOD009" in ran.out + ran.err) == (1, True), words
    assert not (tree / "kernels/a.hip").exists()
    assert (hipify("scan", "kernels/a.ptx").code, hipify("--check", "kernels/a.ptx").code) == (0, 1)
    assert hipify("kernels", "-o", "out").code == 0


def test_a_source_that_was_a_module_stays(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """Its groups of 32 lanes are meant."""
    write("a.ptx", HEAD + KERNEL.replace(b"[power_param_0];", b"[power_param_0];\n  bar.warp.sync 0xffffffff;"))
    hipify("a.ptx")
    before = snapshot(tree)
    hipify(".")
    assert snapshot(tree) == before
    assert "a.hip:" not in hipify("scan", ".", "-v").out


def test_modules_of_optix_stay(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.ptx", HEAD + b".entry rays() { .reg .b32 %r<3>; call (%r1), _optix_get_launch_index_x, (); ret; }\n")
    for command in ("ptx", "convert"):
        ran = hipify(command, "a.ptx")
        assert ran.code == 1
        assert "MOD009 'a.ptx' is a module of OptiX" in ran.out + ran.err
    assert [path.name for path in tree.iterdir()] == ["a.ptx"]


BARRIERS = b"""
.visible .entry some() { bar.sync 0; bar.sync 1, 64; bar.sync 0; ret; }
.visible .entry all() { bar.sync 0; ret; }
"""
LOCKS = b"""
.visible .entry lock(.param .u64 lock_param_0)
{
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [lock_param_0];
again:
  atom.global.cas.b32 %r1, [%rd1], 0, 1;
  setp.ne.s32 %p1, %r1, 0;
  @%p1 bra again;
  atom.global.exch.b32 %r1, [%rd1], 0;
add:
  ld.global.u32 %r2, [%rd1];
  add.s32 %r3, %r2, 1;
  atom.global.cas.b32 %r1, [%rd1], %r2, %r3;
  setp.ne.s32 %p1, %r1, %r2;
  @%p1 bra add;
  ret;
}
"""
FLAGS = b""".visible .entry flag() {
  .shared .align 4 .u32 done;
  .reg .pred %p<3>;
  .reg .b32 %r<5>;
  mov.u32 %r3, done;
look:
  ld.volatile.shared.u32 %r1, [%r3];
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra look;
  mov.u32 %r4, 0;
sum:
  ld.volatile.shared.u32 %r2, [%r3];
  add.s32 %r4, %r4, %r2;
  setp.lt.s32 %p2, %r4, 100;
  @%p2 bra sum;
  ret;
}
"""
# As cooperative groups wait for the other warps of a tile.
TILES = b""".visible .entry tile() {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<3>;
  mov.u32 %r1, %reserved_smem_offset_1;
  cvt.u64.u32 %rd1, %r1;
  cvta.shared.u64 %rd2, %rd1;
look:
  // begin inline asm
  ld.acquire.cta.u32 %r2, [%rd2];
  // end inline asm
  and.b32 %r3, %r2, 1;
  setp.eq.s32 %p1, %r3, 0;
  @%p1 bra done;
  bra.uni look;
done:
  ret;
}
"""


LOCKS_IN_REGISTERS = b"""
.visible .entry taken(.param .u64 p) {
  .reg .b32 %r<6>;
  .reg .pred %p<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
take:
  mov.u32 %r1, 1;
  mov.u32 %r2, 0;
  atom.global.cas.b32 %r3, [%rd1], %r2, %r1;
  setp.ne.s32 %p1, %r3, 0;
  @%p1 bra take;
  ret;
}
.visible .entry counted(.param .u64 p) {
  .reg .b32 %r<6>;
  .reg .pred %p<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r2, 0;
again:
  add.s32 %r1, %r2, 1;
  atom.global.cas.b32 %r3, [%rd1], %r2, %r1;
  setp.ne.s32 %p1, %r3, %r2;
  mov.u32 %r2, %r3;
  @%p1 bra again;
  ret;
}
"""


def test_a_number_of_a_lock_may_be_in_a_register(hipify: Hipify, write: Write) -> None:
    write("a.ptx", HEAD + LOCKS_IN_REGISTERS)
    warnings = [line for line in hipify("ptx", "a.ptx").err.splitlines() if "WRP016" in line]
    assert [line.partition(" ")[0] for line in warnings] == ["a.ptx:13:3:"]


def test_what_waits_for_other_lanes_is_reported(hipify: Hipify, write: Write) -> None:
    """Kernels with barriers of a part of a block clear their words first."""
    write("a.ptx", HEAD + BARRIERS + LOCKS + FLAGS)
    ran = hipify("ptx", "a.ptx")
    assert ran.out.count("hipify_ptx::begin_barriers();") == 1
    assert "void some() {\n  hipify_ptx::begin_barriers();\n" in ran.out
    assert ran.err.count("a.ptx:5:38: warning PTX030 'bar.sync' waits for other threads") == 1
    assert ran.err.count("a.ptx:15:3: warning WRP016 'atom.global.cas.b32'") == 1
    assert ran.err.count("WRP016") == 1
    assert re.findall(r"a.ptx:(\d+):\d+: warning WRP017", ran.err) == ["33"]
    write("b.ptx", HEAD + TILES)
    assert "b.ptx:13:3: warning WRP017 'ld.acquire.cta.u32' waits for another thread" in hipify("ptx", "b.ptx").err
    assert "PTX030" in hipify("scan", "a.ptx").out
    assert "PTX030" not in hipify("scan", "a.ptx", "--arch", "gfx1100").out


@pytest.mark.parametrize("format", ["json", "jsonl", "sarif", "junit", "gitlab", "github", "concise", "markdown"])
def test_all_formats_tell(hipify: Hipify, write: Write, format: str) -> None:
    write("a.ptx", MODULE + LEFT)
    ran = hipify("scan", "a.ptx", "--format", format)
    assert ran.code == 1
    assert "PTX040" in ran.out
    assert hipify("scan", "a.ptx", "--format", format, "--fail-on", "never").code == 0


def test_the_report_counts(hipify: Hipify, write: Write) -> None:
    write("a.ptx", MODULE + LEFT)
    report = json.loads(hipify("scan", "a.ptx", "--format", "json").out)
    assert report["files"][0]["module"] == {"instructions": 5, "kernels": 1, "left": 1}


def test_modules_in_strings(hipify: Hipify, write: Write) -> None:
    """The command that the finding names works."""
    lines = b"".join(b'    "%s\\n"  // a line\n' % line for line in MODULE.splitlines())
    write("raw.cpp", b'const char* raw = R"(\n// by hand\n' + MODULE + b')";\n')
    write("host.cpp", b"#include <cuda.h>\nconst char* text =\n" + lines + b"    ;\n")
    for name in ("raw.cpp", "host.cpp"):
        found = hipify("scan", name).out
        command = re.search(r"`hipify-py ptx (\S+) > kernel.hip`", found)
        assert command is not None, found
        assert found.count("PTX025") == 2, found  # and the next step
        ran = hipify("ptx", command[1])
        assert ran.code == 0
        assert KERNEL_SAID in ran.out
        assert hipify("ptx", "--extract", command[1]).data.endswith(MODULE)
    assert hipify("ptx", "host.cpp:1").only_error == "host.cpp:1: no string with a PTX module is there"
    assert "not a file and a line" in hipify("ptx", "--extract", "nothing.cpp:1").only_error


HOSTILE = {
    "empty": b"",
    "binary": bytes(range(256)),
    "not PTX": b"hello\n",
    "UTF-16": MODULE.decode().encode("utf-16"),
}
ODD = {
    "truncated in a body": MODULE[:-40],
    "truncated in a head": HEAD + KERNEL[:20],
    "without an end of line": MODULE.rstrip(),
    "CRLF": MODULE.replace(b"\n", b"\r\n"),
    "one line": MODULE.replace(b"\n", b" "),
    "a string's end": MODULE + b"\0",
    "a mark": b"\xef\xbb\xbf" + MODULE,
    "other letters": b"// \xff\xfe \xc3\xa9\n" + MODULE,
    "a huge line": HEAD + b".global .align 1 .b8 data[200000] = {" + b"1, " * 199_999 + b"1};\n" + KERNEL,
    "a huge comment": b"/*" + b"*" * 1_000_000 + b"*/" + MODULE,
    "braces": HEAD + b"{" * 100_000,
    "heads": HEAD + b".visible .entry " * 20_000,
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_module_is_refused(hipify: Hipify, write: Write, tree: Path, data: bytes) -> None:
    write("a.ptx", data)
    ran = hipify("ptx", "a.ptx")
    assert (ran.code, ran.out) == (2, "")
    assert ran.only_error.startswith("a.ptx: ")
    hipify("a.ptx")
    assert [path.name for path in tree.iterdir()] == ["a.ptx"]


@pytest.mark.parametrize("data", ODD.values(), ids=ODD)
def test_odd_modules_cost_no_more_than_findings(hipify: Hipify, write: Write, data: bytes) -> None:
    write("a.ptx", data)
    ran = hipify("ptx", "a.ptx")
    assert ran.code in (0, 1)
    assert "Traceback" not in ran.err
    assert (ran.code == 0) == ("error" not in ran.err)
    assert hipify("a.ptx").code == ran.code


def test_each_function_that_is_left_out_has_a_reason(hipify: Hipify, write: Write) -> None:
    call = b".visible .entry calls()\n{\n  call.uni gone, ();\n  ret;\n}\n"
    write("a.ptx", HEAD + b".func gone()\n{\n  barrier.cluster.arrive;\n  ret;\n}\n" + call)
    said = hipify("ptx", "a.ptx").err
    assert "function 'gone' is not translated: 'barrier.cluster.arrive' has no translation" in said
    assert "kernel 'calls' is not translated: it calls 'gone', which is not translated" in said


def test_files_of_other_sizes(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module may be larger than a source, and too large as well."""
    monkeypatch.setattr("hipify_py.run.task.MAX_BYTES", 10)
    write("a.ptx", MODULE)
    assert hipify("a.ptx").code == 0
    monkeypatch.setattr("hipify_py.run.task.MAX_MODULE_BYTES", 10)
    assert "file not converted: larger than" in hipify("a.ptx", "--no-cache").out
    assert "a.ptx: larger than" in hipify("ptx", "a.ptx").only_error


def test_git_sees_the_new_file(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    write("a.ptx", MODULE)
    git("add", "-A")
    git("commit", "-qm", "first")
    patch = hipify("--diff", "a.ptx").data
    write("fix.patch", patch)
    git("apply", "fix.patch")
    assert (tree / "a.hip").read_bytes() == hipify("ptx", "a.ptx").data
