"""Inline PTX as users meet it: the header beside the sources, the options, the summary, `hipify-py ptx`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.subjects.ptx.header import NAME, text

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write

PTX = b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n'
INLINE = b'__device__ void f(int& r, int x) { asm("add.s32 %0, %1, 8;" : "=r"(r) : "r"(x)); }\n'
MANUAL = b'__device__ void g() { asm volatile("bar.sync 1, 64;"); }\n'
HEADER = text().encode()


def test_one_header_lies_above_all_that_includes_it(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cu", PTX)
    write("sub/b.cuh", PTX)
    write("sub/d.h", PTX)
    write("sub/c.cuh", INLINE)
    before = snapshot(tree)
    ran = hipify(".")
    assert ran.code == 0
    assert "  inline PTX: 4 statements: 4 exact" in ran.err
    assert list(tree.rglob(NAME)) == [tree / NAME]
    assert (tree / NAME).read_bytes() == HEADER
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
    assert ": error PTX012 'bar.sync' is a PTX barrier (not translated: " in ran.out
    assert "  inline PTX: 2 statements: 1 exact, 1 manual" in ran.err
    assert not (tree / NAME).exists()


def test_a_long_instruction_is_named_once(hipify: Hipify, write: Write) -> None:
    opcode = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
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
    assert (tree / "include/ptx.hpp").read_bytes() == HEADER
    assert b'#include "include/ptx.hpp"' in (tree / "a.cuh").read_bytes()
    assert b'#include "../../include/ptx.hpp"' in (tree / "deep/er/b.cuh").read_bytes()
    assert not list(tree.rglob(NAME))
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
    assert sorted(tree.rglob(NAME)) == [tree / NAME, tree / "sub" / NAME]


def test_another_tree(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/sub/a.cuh", PTX)
    assert hipify("src", "-o", "out").code == 0
    assert list((tree / "out").rglob(NAME)) == [tree / "out/sub" / NAME]
    assert hipify("src", "-o", "out").code == 0  # what an earlier run wrote may be written again
    assert not list((tree / "src").rglob(NAME))
    error = hipify("src", "-o", "out", "--ptx-header", "elsewhere/x.hpp").error
    assert error.startswith("--ptx-header: elsewhere/x.hpp must be inside the output directory out")


def test_a_converted_tree_can_be_copied(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cuh", PTX)
    assert hipify("src").code == 0
    write("src/b.cuh", PTX)
    assert hipify("src", "-o", "out").code == 0
    assert (tree / "out" / NAME).read_bytes() == HEADER


def test_the_diff_tells_of_the_new_file_in_one_line(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    """The patch applies with it, and the line says how to get the file."""
    write("src/a.cuh", PTX)
    write("src/b.cuh", PTX)
    ran = hipify("--diff", ".")
    line = f"# src/{NAME} comes with it: hipify-py ptx --header > src/{NAME}\n"
    assert (ran.out.count(line), ran.out.count(NAME)) == (1, 4)
    write("patch", ran.data)
    git("apply", "patch")
    assert f'#include "{NAME}"' in (tree / "src/a.cuh").read_text()
    assert not (tree / "src" / NAME).exists()


def test_a_file_of_that_name_is_not_overwritten(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    write(NAME, b"// mine\n")
    ran = hipify(".")
    assert ran.code == 2
    assert "hipify_ptx.hpp exists and was not written by hipify-py" in ran.err
    assert (tree / "a.cuh").read_bytes() == PTX
    assert (tree / NAME).read_bytes() == b"// mine\n"


def test_an_older_header_is_replaced(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cuh", PTX)
    write(NAME, b"// hipify_ptx.hpp: older\n")
    before = snapshot(tree)
    assert hipify(".").code == 0
    assert (tree / NAME).read_bytes() == HEADER
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_an_edited_header_is_kept_by_undo(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    hipify(".")
    (tree / NAME).write_bytes(HEADER + b"// mine\n")
    assert hipify("undo").code == 1
    assert (tree / NAME).read_bytes().endswith(b"// mine\n")
    assert (tree / "a.cuh").read_bytes() == PTX


@pytest.mark.parametrize("word", ["fast", "exact,off", "off,replace"])
def test_unknown_words(hipify: Hipify, write: Write, word: str) -> None:
    write("a.cuh", PTX)
    assert hipify("--ptx", word, ".").error.startswith("ptx: ")


def test_settings(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cuh", PTX)
    write("pyproject.toml", b'[tool.hipify-py]\nptx = "replace"\nptx-header = "inc/p.hpp"\n')
    assert hipify(".").code == 0
    assert b'#include "inc/p.hpp"' in (tree / "a.cuh").read_bytes()
    assert b"asm" not in (tree / "a.cuh").read_bytes()


def test_one_statement(hipify: Hipify) -> None:
    ran = hipify("ptx", "bfe.u32 %0, %1, 4, 8;")
    assert (ran.code, ran.out) == (0, "// exact\nout0 = hipify_ptx::bfe<uint32_t>(in1, 4u, 8u);\n")
    ran = hipify("ptx", 'asm volatile("trap;"); asm("bar.sync 1;");')
    assert ran.code == 1
    assert ran.err == "not translated: 'bar.sync' is translated only with 0 as that operand\n"
    assert hipify("ptx", "--header").data == HEADER
    assert hipify("ptx").error.startswith("missing argument TEXT")


def test_standard_input_that_is_no_utf_8(hipify: Hipify) -> None:
    ran = hipify("ptx", "-", stdin=b"a\xff %0;")
    assert (ran.code, "not translated" in ran.err, "internal" in ran.err) == (1, True, False)


@pytest.mark.parametrize("text", ["bad\x1b[2J %0;", "add.s32 %0, %1, \x1b[2J;", "::error:: %0;"])
def test_text_on_standard_input_commands_no_terminal(hipify: Hipify, text: str) -> None:
    ran = hipify("ptx", "-", stdin=text.encode())
    assert ran.code == 1
    assert "\x1b" not in ran.out + ran.err
    assert not any(line.startswith("::") for line in (ran.out + ran.err).splitlines())
