"""Inline PTX as users meet it: the header beside the sources, the options, the summary, `hipify-py ptx`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py import helpers
from hipify_py.file.marks import PTX_HEADER
from hipify_py.run import headers
from hipify_py.run.deliver import inplace
from hipify_py.system.disk import Folder

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write

PTX = b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n'
CUDA = b"void f() { cudaFree(0); }\n"
INLINE = b'__device__ void f(int& r, int x) { asm("add.s32 %0, %1, 8;" : "=r"(r) : "r"(x)); }\n'
MANUAL = b'__device__ void g() { asm volatile("barrier.cluster.arrive;"); }\n'
MORE = b'__device__ void h(int& r) { asm("mov.u32 %0, %%laneid;" : "=r"(r)); }\n'
HEADER = helpers.text(PTX_HEADER).encode()


def test_one_header_lies_above_all_that_includes_it(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cu", PTX)
    write("sub/b.cuh", PTX)
    write("sub/d.h", PTX)
    write("sub/c.cuh", INLINE)
    before = snapshot(tree)
    ran = hipify(".")
    assert ran.code == 0
    assert "  inline PTX: 4 statements: 4 exact" in ran.err
    assert list(tree.rglob(PTX_HEADER)) == [tree / PTX_HEADER]
    assert (tree / PTX_HEADER).read_bytes() == part_with("bfe")
    assert b'#include "../hipify_ptx.hpp"' in (tree / "sub/b.cuh").read_bytes()
    assert b'#include "../hipify_ptx.hpp"' in (tree / "sub/d.h").read_bytes()
    assert b"hipify_ptx.hpp" not in (tree / "sub/c.cuh").read_bytes()  # it needs nothing but C++
    assert hipify("--check", ".").code == 0
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_what_is_left_fails(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", PTX + MANUAL)
    ran = hipify("scan", ".")
    assert ran.code == 1
    assert ": error PTX008 'barrier.cluster.arrive' " in ran.out
    assert "  inline PTX: 2 statements: 1 exact, 1 manual" in ran.err
    assert not (tree / PTX_HEADER).exists()


def test_a_long_instruction_is_named_once(hipify: Hipify, write: Write) -> None:
    opcode = "cp.reduce.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.add.u32"
    write("a.cu", f'__device__ void f(int a) {{ asm("{opcode} [%0], [%0], 4, [%0];" :: "r"(a)); }}\n'.encode())
    found = next(line for line in hipify("scan", ".").out.splitlines() if "PTX007" in line)
    assert found.endswith("…' belongs to bulk copies and transaction barriers, which AMD GPUs lack")


def test_off(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", PTX)
    assert hipify("--ptx", "off", ".").code == 1
    assert b"hipify_ptx" not in (tree / "a.cu").read_bytes()


def test_replace(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    assert hipify("--ptx=replace", ".").code == 0
    converted = (tree / "a.cuh").read_bytes()
    assert b"{ r = hipify_ptx::bfe<uint32_t>(x, 4u, 8u); }" in converted
    assert b"asm" not in converted
    assert hipify("--check", "--ptx=replace", ".").code == 0


def test_one_header_for_all(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    write("deep/er/b.cuh", PTX)
    assert hipify("--ptx-header", "include/ptx.hpp", ".").code == 0
    assert (tree / "include/ptx.hpp").read_bytes() == part_with("bfe")
    assert b'#include "include/ptx.hpp"' in (tree / "a.cuh").read_bytes()
    assert b'#include "../../include/ptx.hpp"' in (tree / "deep/er/b.cuh").read_bytes()
    assert not list(tree.rglob(PTX_HEADER))
    assert hipify("--check", "--ptx-header", "include/ptx.hpp", ".").code == 0


def test_a_header_of_another_name_is_included_once(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    assert hipify("--ptx-header", "ptx.hpp", ".").code == 0
    write("a.cuh", (tree / "a.cuh").read_bytes() + PTX.replace(b"f(", b"g("))
    assert hipify("--ptx-header", "ptx.hpp", ".").code == 0
    assert (tree / "a.cuh").read_bytes().count(b'#include "ptx.hpp"') == 1


def test_a_file_named_alone_has_the_header_beside_it(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", PTX)
    write("sub/b.cuh", PTX)
    assert hipify("a.cu", "sub/b.cuh").code == 0
    assert sorted(tree.rglob(PTX_HEADER)) == [tree / PTX_HEADER, tree / "sub" / PTX_HEADER]


def test_another_tree(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/sub/a.cuh", PTX)
    assert hipify("src", "-o", "out").code == 0
    assert list((tree / "out").rglob(PTX_HEADER)) == [tree / "out/sub" / PTX_HEADER]
    assert hipify("src", "-o", "out").code == 0  # what an earlier run wrote may be written again
    assert not list((tree / "src").rglob(PTX_HEADER))
    error = hipify("src", "-o", "out", "--ptx-header", "elsewhere/x.hpp").error
    assert error.startswith("--ptx-header: elsewhere/x.hpp must be inside the output directory out")


def test_a_converted_tree_can_be_copied(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cuh", PTX)
    assert hipify("src").code == 0
    write("src/b.cuh", PTX)
    assert hipify("src", "-o", "out").code == 0
    assert (tree / "out" / PTX_HEADER).read_bytes() == part_with("bfe")
    write("src/c.cuh", MORE)  # the header that lies in the source lacks something
    assert hipify("src", "-o", "out").code == 0
    assert (tree / "out" / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")
    assert hipify("src/c.cuh", f"src/{PTX_HEADER}", "-o", "other").code == 0
    assert (tree / "other" / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")


@pytest.mark.parametrize("way", [(), ("--ptx-header=p.hpp",), ("-j2", "--rename-files"), ("-o", "out")])
def test_the_header_has_what_is_called(hipify: Hipify, write: Write, tree: Path, way: tuple[str, ...]) -> None:
    for number in range(70):  # as many as make it worth starting workers
        write(f"src/{number}.cu", PTX)
    write("src/z.cuh", MORE)
    assert hipify("src", *way).code == 0
    header = next(path for path in tree.rglob("*.hpp"))
    assert header.read_bytes() == part_with("bfe", "laneid")
    assert len(header.read_bytes()) < len(HEADER) / 5


def test_all_of_the_header(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cu", PTX)
    assert hipify("--ptx-header-full", ".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == HEADER
    write("b.cu", PTX)
    after = snapshot(tree)
    assert hipify("b.cu").code == 0  # what is there stays
    assert {name for name, kept in snapshot(tree).items() if after.get(name) != kept} == {"b.cu"}
    assert hipify("-", "--ptx-header-full").error.startswith("--ptx-header-full cannot be used with standard input")


def test_where_nobody_knows_what_is_needed_it_is_all(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", b"int x = hipify_ptx::of_another_version();\n" + PTX)
    assert hipify(".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == HEADER


def test_the_header_grows(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """Whatever files a run concerns, no other lacks anything; undo takes back what a run has added."""
    write("a.cu", PTX)
    assert hipify(".").code == 0
    first = snapshot(tree)
    write("b.cu", MORE)
    before = snapshot(tree)
    assert hipify("--check", "b.cu").code == 1
    assert f"# {PTX_HEADER} comes with it" in hipify("--diff", "b.cu").out
    assert hipify("b.cu").code == 0
    assert (tree / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")
    after = snapshot(tree)
    write("c.cu", PTX)
    assert PTX_HEADER + " comes with it" not in hipify("--diff", "c.cu").out
    assert hipify("c.cu").code == hipify(".").code == 0
    assert snapshot(tree) == {**after, "c.cu": first["a.cu"]}
    assert hipify("undo").code == hipify("undo").code == 0
    (tree / "c.cu").unlink()
    assert snapshot(tree) == before


def test_a_file_that_includes_it_may_call_more(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", PTX)
    assert hipify(".").code == 0
    write("a.cu", (tree / "a.cu").read_bytes() + MORE)
    assert hipify(".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")
    assert (tree / "a.cu").read_text().count(PTX_HEADER) == 1


def test_one_header_by_two_names(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("x/a.cu", PTX)
    write("x/b.cu", MORE)
    (tree / "y").symlink_to("x")
    before = snapshot(tree)
    assert hipify("x/a.cu", "y/b.cu").code == 0
    assert (tree / "x" / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_what_is_called_comes_back(hipify: Hipify, write: Write, tree: Path) -> None:
    """A header that somebody has removed is written with what converted files call."""
    write("a.cu", PTX)
    assert hipify(".").code == 0
    (tree / PTX_HEADER).unlink()
    write("b.cu", MORE)
    assert hipify(".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")


def test_a_header_that_lies_elsewhere_by_now(hipify: Hipify, write: Write, tree: Path) -> None:
    """The one that is included may lack what a file calls: that of this run is included beside it."""
    write("sub/a.cu", PTX)
    assert hipify("sub").code == 0
    write("sub/a.cu", (tree / "sub/a.cu").read_bytes() + MORE)
    write("b.cu", PTX)
    assert hipify(".").code == 0
    assert (tree / "sub" / PTX_HEADER).read_bytes() == part_with("bfe")
    assert (tree / PTX_HEADER).read_bytes() == part_with("bfe", "laneid")
    runtime, here, there = (tree / "sub/a.cu").read_text().splitlines()[:3]
    assert (runtime, here) == ("#include <hip/hip_runtime.h>", f'#include "../{PTX_HEADER}"')
    assert there == f'#include "{PTX_HEADER}"'
    assert hipify("--check", ".").code == 0


def test_too_many_files_to_wait(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headers, "_MOST_WAITING", 2 * len(PTX))
    for number in range(5):
        write(f"{number}.cu", PTX)
    before = snapshot(tree)
    assert hipify(".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == HEADER
    assert all(PTX_HEADER.encode() in (tree / f"{number}.cu").read_bytes() for number in range(5))
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_no_file_is_there_before_what_it_calls(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a run ends, each file finds in the header what it calls."""
    for name, data in {"a.cu": PTX, "b.cu": MORE, "c.cu": CUDA, "d.cu": PTX + MORE}.items():
        write(name, data)
    before, rename = snapshot(tree), Folder.rename
    monkeypatch.setattr(inplace, "_FILES", 1)
    for moment in range(6):
        monkeypatch.setattr(Folder, "rename", _until(moment, rename, tree))
        hipify(".")
        monkeypatch.setattr(Folder, "rename", rename)
        called = b"".join(path.read_bytes() for path in tree.glob("*.cu"))
        header = (tree / PTX_HEADER).read_bytes() if (tree / PTX_HEADER).exists() else b""
        assert (b"hipify_ptx::bfe" not in called) or b" bfe(" in header
        assert (b"hipify_ptx::laneid" not in called) or b" laneid(" in header
        assert (len(called) == len(PTX + MORE + CUDA + PTX + MORE)) == (moment == 0)
        hipify("undo")
        assert snapshot(tree) == before


def test_the_diff_tells_of_the_new_file_in_one_line(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    """The patch applies with it, and the line says how to get the file."""
    write("src/a.cuh", PTX)
    write("src/b.cuh", PTX)
    ran = hipify("--diff", ".")
    line = f"# src/{PTX_HEADER} comes with it: hipify-py ptx --header > src/{PTX_HEADER}\n"
    assert (ran.out.count(line), ran.out.count(PTX_HEADER)) == (1, 4)
    write("patch", ran.data)
    git("apply", "patch")
    assert f'#include "{PTX_HEADER}"' in (tree / "src/a.cuh").read_text()
    assert not (tree / "src" / PTX_HEADER).exists()


def test_a_file_of_that_name_is_not_overwritten(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    write(PTX_HEADER, b"// mine\n")
    ran = hipify(".")
    assert ran.code == 2
    assert "hipify_ptx.hpp exists and was not written by hipify-py" in ran.err
    assert (tree / "a.cuh").read_bytes() == PTX
    assert (tree / PTX_HEADER).read_bytes() == b"// mine\n"


def test_an_older_header_is_replaced(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cuh", PTX)
    write(PTX_HEADER, b"// hipify_ptx.hpp: older\n")
    before = snapshot(tree)
    assert hipify(".").code == 0
    assert (tree / PTX_HEADER).read_bytes() == HEADER
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_an_edited_header_is_kept_by_undo(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    hipify(".")
    (tree / PTX_HEADER).write_bytes((tree / PTX_HEADER).read_bytes() + b"// mine\n")
    assert hipify("undo").code == 1
    assert (tree / PTX_HEADER).read_bytes().endswith(b"// mine\n")
    assert (tree / "a.cuh").read_bytes() == PTX


def _until(moment: int, rename: Callable[[Folder, str, str], None], tree: Path) -> Callable[[Folder, str, str], None]:
    """Renames that end the run after so many in the tree."""
    left = iter(range(moment))

    def renamed(folder: Folder, old: str, new: str) -> None:
        if folder.path.is_relative_to(tree) and next(left, None) is None:
            raise KeyboardInterrupt
        rename(folder, old, new)

    return renamed


def part_with(*calls: str) -> bytes:
    return helpers.text_for(PTX_HEADER, calls).encode()


@pytest.mark.parametrize("word", ["fast", "exact,off", "off,replace"])
def test_unknown_words(hipify: Hipify, write: Write, word: str) -> None:
    write("a.cuh", PTX)
    assert hipify("--ptx", word, ".").error.startswith("--ptx: ")


def test_settings(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    write("pyproject.toml", b'[tool.hipify-py]\nptx = "replace"\nptx-header = "inc/p.hpp"\n')
    assert hipify(".").code == 0
    assert b'#include "inc/p.hpp"' in (tree / "a.cuh").read_bytes()
    assert b"asm" not in (tree / "a.cuh").read_bytes()


def test_one_statement(hipify: Hipify) -> None:
    ran = hipify("ptx", "bfe.u32 %0, %1, 4, 8;")
    assert (ran.code, ran.out) == (0, "// exact\nout0 = hipify_ptx::bfe<uint32_t>(in1, 4u, 8u);\n")
    ran = hipify("ptx", 'asm volatile("trap;"); asm("bar.arrive 1;");')
    assert ran.code == 1
    assert ran.err.splitlines() == [
        "not translated: 'bar.arrive' is not supported with this number of operands",
        "  PTX012: 'bar.arrive' is a PTX barrier",
        "  help: use `__syncthreads()` if it is barrier 0 and all threads arrive; otherwise count arrivals in "
        "shared memory",
    ]
    assert "  PTX006: 'wgmma.fence.sync.aligned' belongs to Hopper" in hipify("ptx", "wgmma.fence.sync.aligned;").err
    assert hipify("ptx", "--header").data == HEADER
    assert hipify("ptx").error.startswith("missing argument TEXT")
    for text in ("", " ;", "// trap;", "/* trap; */ {;}"):
        ran = hipify("ptx", text)
        assert ran.code == 2
        assert ran.error.startswith("TEXT holds no PTX statement")
    assert "(void)0;" in hipify("ptx", '.pragma "nounroll";').out


def test_standard_input_that_is_no_utf_8(hipify: Hipify) -> None:
    ran = hipify("ptx", "-", stdin=b"a\xff %0;")
    assert (ran.code, "not translated" in ran.err, "internal" in ran.err) == (1, True, False)


@pytest.mark.parametrize("text", ["bad\x1b[2J %0;", "add.s32 %0, %1, \x1b[2J;", "::error:: %0;"])
def test_text_on_standard_input_commands_no_terminal(hipify: Hipify, text: str) -> None:
    ran = hipify("ptx", "-", stdin=text.encode())
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert not any(line.startswith("::") for line in (ran.out + ran.err).splitlines())


def test_matrices_are_translated_or_reported(hipify: Hipify, write: Write, tree: Path) -> None:
    turn = b'asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(r) : "r"(x));'
    write("a.cu", b"__device__ void f(unsigned& r, unsigned x) { " + turn + b" }\n")
    reported = hipify("--tensor-cores", "report", "a.cu", "--diff")
    assert "PTX004" in reported.err
    assert "--tensor-cores=translate would do it by shuffles" in reported.err
    assert hipify("a.cu").code == 0
    assert b"r = hipify_ptx::movmatrix(x);" in (tree / "a.cu").read_bytes()
