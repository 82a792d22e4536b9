"""With --rename-files a file, what includes it, and what leads to it keep their names together, or none does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run.discover import File
from hipify_py.run.task import Content, Reader

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write


def test_one_that_fails_takes_all_back(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        write(f"f{number}.cu", b'#include "f%d.cu"\nint m%d() { return cudaFree(0); }\n' % ((number + 1) % 4, number))
    read, calls = Reader.read, []

    def edited_meanwhile(reader: Reader, file: File) -> Content:
        content = read(reader, file)
        calls.append(file.path.name)
        if calls.count("f2.cu") == 2:  # the first time is the trial
            with (tree / "f2.cu").open("ab") as stream:
                stream.write(b"// saved\n")
            calls.append("f2.cu")
        return content

    before = snapshot(tree)
    with monkeypatch.context() as patched:
        patched.setattr(Reader, "read", edited_meanwhile)
        ran = hipify("-j1", "--rename-files", ".")
    assert ran.code == 2
    assert "all changes were reverted" in ran.err
    saved = before.pop("f2.cu")[1] + b"// saved\n"
    after = snapshot(tree)
    assert (after.pop("f2.cu")[1], after) == (saved, before)
    assert hipify("--rename-files", ".").code == 0
    assert sorted(path.name for path in tree.iterdir()) == ["f0.hip", "f1.hip", "f2.hip", "f3.hip"]
    assert b'#include "f2.hip"' in (tree / "f1.hip").read_bytes()


def test_what_a_link_leads_to_keeps_its_name(hipify: Hipify, write: Write, tree: Path) -> None:
    write("f.cu", b"cudaError_t e;\n")
    write("s/h.cuh", b"static cudaError_t q;\n")
    main = write("main.cu", b'#include "link.cu"\n#include "sl/h.cuh"\ncudaError_t x;\n')
    (tree / "link.cu").symlink_to("f.cu")
    (tree / "sl").symlink_to("s")
    assert "f.cu: not renamed: a link in the tree points to it" in hipify("--rename-files", ".").err
    assert main.with_name("main.hip").read_bytes().startswith(b'#include <hip/hip_runtime.h>\n#include "link.cu"\n')
    assert all(path.exists() for path in tree.rglob("*"))


def test_a_directory_that_cannot_be_read_may_include_any_file(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("f.cu", b"cudaError_t e;\n")
    write("b/g.cu", b'#include "../f.cu"\ncudaError_t x;\n')
    scandir = os.scandir

    def locked(path: str) -> object:
        if Path(path).name == "b":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", locked)
        assert "no file was renamed, as it may include any of them" in hipify("--rename-files", ".").err
    assert (tree / "f.cu").exists()
