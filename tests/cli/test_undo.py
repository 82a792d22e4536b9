"""The journal, and `hipify-py undo`: what an in-place run did is taken back byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.run.deliver.journal import digest

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"


PTX = b'__device__ void f(int& r, int x) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x)); }\n'
MORE_PTX = b'__device__ void h(int& r) { asm("mov.u32 %0, %%laneid;" : "=r"(r)); }\n'


@contextmanager
def chdir(folder: Path) -> Iterator[None]:
    """A socket's name may be shorter than where a test works."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _journal(folder: Path) -> Path:
    """The record of the last run."""
    (*_, last) = sorted(folder.rglob("entries.jsonl"))
    return last


def test_bytes_and_modes_come_back(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cu", CUDA.replace(b"\n", b"\r\n"), 0o755)
    write("b/b.cuh", b"cudaFree(0); // \xff\xfe no newline", 0o640)
    write("c.h", b"int unchanged;\n")
    before = snapshot(tree)
    assert hipify(".").code == 0
    assert snapshot(tree) != before
    ran = hipify("undo")
    assert (ran.code, ran.out, ran.err) == (0, "", f"restored 2 files in {tree}\n")
    assert snapshot(tree) == before


def test_nothing_to_undo(hipify: Hipify) -> None:
    assert hipify("undo").error == "nothing to undo: no in-place conversion of . is recorded"
    assert hipify("undo", "missing").error == "nothing to undo: no in-place conversion of missing is recorded"


def test_a_run_is_undone_once(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    hipify(".")
    assert hipify("undo").code == 0
    assert hipify("undo").code == 2


def test_two_runs_are_undone_one_by_one(hipify: Hipify, write: Write) -> None:
    file = write("a.cuh", b"cudaFree(0); ours();\n")
    mapping = write("own.yaml", b"functions:\n  ours: theirs\n")
    hipify("a.cuh")
    hipify("--mapping", mapping, "a.cuh")
    assert file.read_bytes() == b"hipFree(0); theirs();\n"
    assert hipify("undo").code == 0
    assert file.read_bytes() == b"hipFree(0); ours();\n"
    assert hipify("undo").code == 0
    assert file.read_bytes() == b"cudaFree(0); ours();\n"


def test_the_run_that_converted_a_file_is_undone(hipify: Hipify, write: Write) -> None:
    first, second, never = (write(name, CUDA) for name in ("a.cu", "b.cu", "c.cu"))
    assert hipify("a.cu").code == hipify("b.cu").code == 0
    second.write_bytes(b"edited")
    assert hipify("undo", "c.cu").error == "nothing to undo: no in-place conversion of c.cu is recorded"
    assert hipify("undo", "a.cu").code == 0
    assert first.read_bytes() == never.read_bytes() == CUDA
    assert second.read_bytes() == b"edited"


def test_a_deleted_directory_comes_back_when_forced(hipify: Hipify, write: Write) -> None:
    file = write("t/a.cu", CUDA)
    assert hipify("t").code == 0
    shutil.rmtree(file.parent)
    assert "deleted since it was converted; not restored" in hipify("undo", "t").err
    assert hipify("undo", "--force", "t").code == 0
    assert file.read_bytes() == CUDA


def test_undo_from_a_directory_below(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("deep/down/a.cu")
    hipify(".")
    monkeypatch.chdir(file.parent)
    assert hipify("undo").code == 0
    assert file.read_bytes() == CUDA


def test_undo_below_the_folder_of_a_file_that_a_run_was_on(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, tree: Path
) -> None:
    source = write("u/a.cu", CUDA)
    (tree / "u/x").mkdir()
    assert hipify("u/a.cu").code == 0
    converted = source.read_bytes()
    monkeypatch.chdir("u/x")
    assert hipify("undo").error == "nothing to undo: no in-place conversion of . is recorded"
    assert source.read_bytes() == converted
    monkeypatch.chdir("..")
    assert hipify("undo").code == 0
    assert source.read_bytes() == CUDA


def test_undo_beside_what_a_run_was_on(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that a run neither read nor wrote is not its own, though it lies between those that are."""
    one, beside = write("one/a.cu"), write("beside/b.cu").parent
    write("three/c.cu")
    assert (hipify("shim", "one", "-o", "my.h").code, hipify("one", "three").code) == (1, 0)
    monkeypatch.chdir(beside)
    assert "nothing to undo" in hipify("undo").error
    monkeypatch.chdir(one.parent)
    assert hipify("undo").code == hipify("undo").code == 0
    assert (one.read_bytes(), _is_there(one.parent.parent / "my.h")) == (CUDA, False)


def test_the_hint_works_for_a_tree_elsewhere(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    file, here = write("far away/a.cu"), write("here/x").parent
    monkeypatch.chdir(here)
    hint = hipify("../far away").err.splitlines()[-1]
    assert hint == f"to undo this run: hipify-py undo '{file.parent}'"
    assert hipify("undo", file.parent).code == 0
    assert file.read_bytes() == CUDA


def test_an_edited_file_is_kept_unless_forced(hipify: Hipify, write: Write) -> None:
    edited, other = write("a.cu"), write("b.cu")
    hipify(".")
    edited.write_bytes(b"my work\n")
    ran = hipify("undo")
    assert ran.code == 1
    assert f"{edited}: edited since it was converted; not restored (use --force" in ran.err
    assert (edited.read_bytes(), other.read_bytes()) == (b"my work\n", CUDA)
    assert hipify("undo", "--force").code == 0
    assert (edited.read_bytes(), other.read_bytes()) == (CUDA, CUDA)


def test_a_deleted_file_is_named_and_comes_back_when_forced(hipify: Hipify, write: Write) -> None:
    file = write("sub/a.cu")
    hipify(".")
    file.unlink()
    file.parent.rmdir()
    ran = hipify("undo")
    assert (ran.code, file.exists()) == (1, False)
    assert f"{file}: deleted since it was converted" in ran.err
    assert hipify("undo", "--force").code == 0
    assert file.read_bytes() == CUDA


def test_renamed_files_get_their_names_and_includes_back(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take
) -> None:
    write("k.cuh", b"int only_renamed;\n", 0o600)
    write("a.cu", b'#include "k.cuh"\nvoid f() { cudaFree(0); }\n')
    before = snapshot(tree)
    hipify("--rename-files", ".")
    assert set(snapshot(tree)) == {"k.hip.h", "a.hip"}
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_undoing_a_renaming_keeps_a_new_file_of_the_old_name(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("a.cu")
    hipify("--rename-files", ".")
    file.write_bytes(b"my work\n")
    ran = hipify("undo")
    assert ran.code == 1
    assert "a.cu is now another file" in ran.err
    assert (file.read_bytes(), (tree / "a.hip").read_bytes()) == (b"my work\n", HIP)


def test_a_directory_in_place_of_a_file(hipify: Hipify, write: Write) -> None:
    file, other = write("a.cu"), write("b.cu")
    hipify(".")
    file.unlink()
    file.mkdir()
    assert hipify("undo").only_error == f"{file}: is a directory"
    assert other.read_bytes() == CUDA


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made, chdir(path.parent):
        made.bind(path.name)


def _link(path: Path) -> None:
    path.symlink_to("b.cu")


@pytest.mark.parametrize(("make", "what"), [(_pipe, "a pipe"), (_socket, "a socket"), (_link, "a link")])
def test_something_else_in_place_of_a_file(
    hipify: Hipify, write: Write, make: Callable[[Path], None], what: str
) -> None:
    file, other = write("a.cu"), write("b.cu")
    hipify(".")
    file.unlink()
    make(file)
    ran = hipify("undo")
    assert (ran.code, file.is_file() and not file.is_symlink(), other.read_bytes()) == (1, False, CUDA)
    assert f"{file}: replaced by {what}; not restored (use --force to overwrite it)" in ran.err
    other.write_bytes(b"my work\n")
    assert hipify("undo", "--force").code == 0
    assert (file.read_bytes(), file.is_symlink(), other.read_bytes()) == (CUDA, False, b"my work\n")


def test_a_file_restored_once_is_the_users_again(hipify: Hipify, write: Write) -> None:
    """A second undo goes on with what the first left, and with nothing else."""
    edited, other = write("a.cu"), write("b.cu")
    hipify(".")
    edited.write_bytes(b"my work\n")
    assert hipify("undo").code == 1
    other.write_bytes(b"my new work\n")
    ran = hipify("undo")
    assert (ran.code, "restored 0 files" in ran.err, other.read_bytes()) == (1, True, b"my new work\n")
    assert hipify("undo", "--force").code == 0
    assert (edited.read_bytes(), other.read_bytes()) == (CUDA, b"my new work\n")
    assert hipify("undo").code == 2


def test_a_tree_that_was_moved(hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, other = write("one/src/deep/a.cu"), write("one/src/b.cu")
    hipify("one/src")
    (tree / "one").rename(tree / "two")
    write("one/src/b.cu", b"another tree\n")
    monkeypatch.chdir(tree / "two/src/deep")
    assert hipify("undo").err == f"restored 2 files in {tree / 'two/src'}\n"
    assert ((tree / "two/src/deep/a.cu").read_bytes(), (tree / "two/src/b.cu").read_bytes()) == (CUDA, CUDA)
    assert (file.exists(), other.read_bytes()) == (False, b"another tree\n")


def test_a_moved_tree_is_found_from_above(hipify: Hipify, write: Write, tree: Path) -> None:
    write("one/src/a.cu")
    hipify("one/src")
    (tree / "one").rename(tree / "two")
    assert hipify("undo", "two").code == 0
    assert (tree / "two/src/a.cu").read_bytes() == CUDA


def test_a_copy_of_a_tree_is_another(hipify: Hipify, write: Write, tree: Path) -> None:
    write("one/a.cu")
    hipify("one")
    shutil.copytree(tree / "one", tree / "two")
    assert hipify("undo", "two").code == 2
    assert (tree / "two/a.cu").read_bytes() == HIP


def test_an_inode_that_is_anothers_by_now(hipify: Hipify, write: Write, tree: Path) -> None:
    """What tells a moved tree from one that got the number of a deleted one are its files."""
    write("one/a.cu")
    hipify("one")
    (tree / "one").rename(tree / "two")
    write("two/a.cu", b"not that tree\n")
    assert "nothing to undo" in hipify("undo", "--force", "two").error
    assert (tree / "two/a.cu").read_bytes() == b"not that tree\n"


def test_directories_that_were_made_go_when_empty(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/a.cuh", PTX)
    assert hipify("src", "--ptx-header", "inc/new/ptx.hpp").code == 0
    assert (tree / "inc/new/ptx.hpp").exists()
    assert hipify("undo").code == 0
    assert ((tree / "inc").exists(), file.read_bytes()) == (False, PTX)


def test_a_directory_that_is_used_by_now_stays(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cuh", PTX)
    assert hipify("src", "--ptx-header", "inc/new/ptx.hpp").code == 0
    mine = write("inc/mine.h", b"int mine;\n")
    assert hipify("undo").code == 0
    assert [path.name for path in (tree / "inc").iterdir()] == [mine.name]


@pytest.mark.parametrize(("before", "now", "after"), [(0o4755, 0o4755, 0o4755), (0o4755, 0o755, 0o755)])
def test_undo_grants_nobody_an_owners_rights(hipify: Hipify, write: Write, before: int, now: int, after: int) -> None:
    file = write("a.cu", mode=before)
    hipify(".")
    file.chmod(now)
    assert hipify("undo").code == 0
    assert (stat.S_IMODE(file.stat().st_mode), file.read_bytes()) == (after, CUDA)


# Where it lies


def test_nothing_is_put_into_a_tree(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    file = write("a.cu")
    git("add", ".")
    git("commit", "-qm", "first")
    before = {path for path in tree.rglob("*") if "index" not in path.name}
    hipify(".")
    assert {path for path in tree.rglob("*") if "index" not in path.name} == before
    assert git("status", "--porcelain") == " M a.cu\n"
    assert hipify("undo").code == 0
    assert (git("status", "--porcelain"), file.read_bytes()) == ("", CUDA)


@pytest.mark.parametrize("place", [".hipify-py", ".git/hipify-py"])
def test_a_journal_in_the_tree_is_nobodys(hipify: Hipify, write: Write, tree: Path, place: str) -> None:
    """It came with a checkout, and would have `undo` write any file with any mode."""
    victim = write("victim", b"mine\n", 0o600)
    run = tree / "repo" / place / "01700000000000000000"
    digests = [digest(data) for data in (b"evil\n", b"mine\n")]
    entry = {"path": str(victim), "new_path": str(victim), "original": "000000", "before": digests[0],
             "after": digests[1], "mode": 0o4777}  # fmt: skip
    write(run / "entries.jsonl", json.dumps(entry).encode() + b"\n")
    write(run / "000000", b"evil\n")
    write("repo/a.cu")
    assert hipify("undo", "repo").code == hipify("undo", "--force", "repo").code == 2
    assert (victim.read_bytes(), stat.S_IMODE(victim.stat().st_mode)) == (b"mine\n", 0o600)


@pytest.mark.parametrize("name", ["../victim", "/victim", "a/../../victim", "", ".", "\0"])
def test_a_path_that_leads_out_of_the_tree_is_none(hipify: Hipify, write: Write, state: Path, name: str) -> None:
    file, victim = write("tree/a.cu"), write("victim", HIP)
    hipify("tree")
    for record in (_journal(state), _journal(state).with_name("originals")):
        quoted = json.dumps(name.replace("/victim", str(victim)) if name == "/victim" else name).encode()
        record.write_bytes(record.read_bytes().replace(b'"a.cu"', quoted))
    ran = hipify("undo", "--force", "tree")
    assert (ran.code, victim.read_bytes(), file.read_bytes()) == (2, HIP, HIP)


def test_a_directory_that_is_a_link_by_now(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("src/deep/a.cu")
    hipify("src")
    file.parent.rename(tree / "elsewhere")
    (tree / "src/deep").symlink_to(tree / "elsewhere")
    ran = hipify("undo", "--force")
    assert (ran.code, (tree / "elsewhere/a.cu").read_bytes()) == (2, HIP)
    assert "src/deep is a link; hipify-py does not read or write through links" in ran.only_error


def test_originals_of_private_files_stay_private(hipify: Hipify, write: Write, state: Path) -> None:
    write("a.cu", mode=0o600)
    hipify(".")
    for path in (state, *state.rglob("*")):
        assert path.stat().st_mode & 0o077 == 0 or path.parent.stat().st_mode & 0o077 == 0


def test_a_state_directory_that_others_may_write(hipify: Hipify, write: Write, state: Path) -> None:
    file = write("a.cu")
    state.mkdir()
    state.chmod(0o777)
    assert f"{state}: the directory is writable by other users; nothing was converted" in hipify(".").error
    assert file.read_bytes() == CUDA


def test_old_runs_are_dropped(hipify: Hipify, write: Write, state: Path) -> None:
    for _ in range(13):
        write("a.cu")
        hipify("a.cu")
    assert len(list(state.rglob("entries.jsonl"))) == 10


def test_what_is_known_of_trees_that_are_gone_is_dropped(hipify: Hipify, write: Write, tree: Path, state: Path) -> None:
    for name in ("gone", "moved", "new"):
        write(f"{name}/a.cu")
        hipify(name)
    shutil.rmtree(tree / "gone")
    (gone,) = (found.parent for found in state.rglob("tree") if found.read_bytes().endswith(b"/gone"))
    write("new/b.cu")
    hipify("new")
    assert gone.exists()
    for path in (*gone.iterdir(), gone):
        os.utime(path, (1, 1))
    write("new/c.cu")
    hipify("new")
    assert not gone.exists()
    assert hipify("undo", "moved").code == 0


def test_a_state_directory_that_is_none(hipify: Hipify, write: Write, state: Path) -> None:
    files = [write("a.cu"), write("b.cu")]
    state.write_bytes(b"in the way\n")
    error = hipify(".").error
    assert f"{state} is not a directory" in error
    assert "nothing was converted" in error
    assert [file.read_bytes() for file in files] == [CUDA, CUDA]


@pytest.mark.parametrize("command", ["scan", "--check", "--diff"])
def test_what_writes_nothing_needs_no_state(hipify: Hipify, write: Write, state: Path, command: str) -> None:
    write("a.cu")
    assert hipify(command, ".").code == (1 if command == "--check" else 0)
    assert not state.exists()


# Damage


def test_a_half_written_last_line_is_no_matter(hipify: Hipify, write: Write, state: Path) -> None:
    file = write("a.cu")
    hipify(".")
    for name in ("entries.jsonl", "originals"):
        with _journal(state).with_name(name).open("ab") as entries:
            entries.write(b'{"path": "/half')
    ran = hipify("undo")
    assert (ran.code, ran.err, file.read_bytes()) == (0, f"restored 1 file in {file.parent}\n", CUDA)


DAMAGE = [
    b"no json\n",
    b"[1]\n",
    b"{}\n",
    b"\xff\xfe\n",
    b'{"number": 0, "path": 1, "new_path": 2, "before": 4, "after": 5, "mode": "x", "size": 1, "temporary": 1}\n',
    b'{"path": "\\ud800", "new_path": "\\u0000", "original": "", "before": "", "after": "", "mode": 1}\n',
    b"[" * 100_000 + b"\n",
    b"",
]


@pytest.mark.parametrize("damage", DAMAGE, ids=range(len(DAMAGE)))
def test_a_damaged_entry_is_known_from_its_original(hipify: Hipify, write: Write, state: Path, damage: bytes) -> None:
    files = [write("a.cu"), write("b.cu")]
    hipify(".")
    head, _first, second, _end = _journal(state).read_bytes().split(b"\n")
    _journal(state).write_bytes(head + b"\n" + damage + second + b"\n")
    ran = hipify("undo")
    assert (ran.code, [file.read_bytes() for file in files]) == (0, [CUDA, CUDA])


@pytest.mark.parametrize("name", ["entries.jsonl", "originals"])
@pytest.mark.parametrize("keep", [0, 1, 100, 700])
def test_a_truncated_journal_loses_no_original(
    hipify: Hipify, write: Write, state: Path, tree: Path, name: str, keep: int
) -> None:
    """Every file is restored, or what there is of its original is still there and `undo` says so."""
    for number in range(4):
        write(f"{number}.cu")
    hipify(".")
    whole = _journal(state).with_name("originals").read_bytes()
    damaged = _journal(state).with_name(name)
    damaged.write_bytes(damaged.read_bytes()[:keep])
    ran = hipify("undo")
    lost = [file for file in tree.iterdir() if file.read_bytes() != CUDA]
    assert lost == [] if name == "entries.jsonl" else lost
    assert ran.code == (2 if lost else 0)
    assert damaged.exists() == bool(lost)
    if lost:
        assert ran.err.count("is damaged") == len(lost)
        damaged.write_bytes(whole)
        assert hipify("undo").code == 0
    assert {file.read_bytes() for file in tree.iterdir()} == {CUDA}


def test_both_parts_of_a_journal_truncated(hipify: Hipify, write: Write, state: Path) -> None:
    file = write("a.cu")
    hipify(".")
    for name in ("entries.jsonl", "originals"):
        _journal(state).with_name(name).write_bytes(b"")
    ran = hipify("undo", "--force")
    assert (ran.code, file.read_bytes()) == (2, HIP)
    assert ran.only_error.startswith(f"{_journal(state).parent}: the path of its tree is damaged")
    assert _journal(state).exists()


def test_originals_without_an_entry_are_kept(hipify: Hipify, write: Write, state: Path) -> None:
    """The list ends early, and what stands before one of the originals is damaged as well."""
    files = [write(f"{number}.cu") for number in range(3)]
    hipify(".")
    entries, originals = _journal(state), _journal(state).with_name("originals")
    lines = entries.read_bytes().splitlines(keepends=True)
    entries.write_bytes(b"".join(lines[:2]))
    originals.write_bytes(originals.read_bytes().replace(lines[2], b"?" * len(lines[2])))
    ran = hipify("undo")
    assert (ran.code, [file.read_bytes() for file in files]) == (2, [CUDA, HIP, HIP])
    assert "bytes of originals belong to no entry; what is left of it is kept there" in ran.only_error
    assert originals.read_bytes().count(CUDA) == 3
    assert hipify("undo").error == "nothing to undo: no in-place conversion of . is recorded"


def test_a_damaged_original_is_not_restored(hipify: Hipify, write: Write, state: Path) -> None:
    file, other = write("a.cu"), write("b.cu", CUDA + b"int b;\n")
    hipify(".")
    originals = _journal(state).with_name("originals")
    originals.write_bytes(originals.read_bytes().replace(CUDA + b"\n", b"?" * len(CUDA) + b"\n"))
    ran = hipify("undo", "--force")
    assert (ran.code, file.read_bytes(), other.read_bytes()) == (2, HIP, CUDA + b"int b;\n")
    assert ran.only_error == f"{file}: the backup of the original in {originals} is damaged"


def test_missing_originals(hipify: Hipify, write: Write, tree: Path, state: Path) -> None:
    write("a.cu")
    hipify(".")
    _journal(state).with_name("originals").unlink()
    ran = hipify("undo")
    assert ran.code == 2
    assert f"{tree / 'a.cu'}: no such file or directory" in ran.err


def test_a_run_elsewhere_is_not_undone(hipify: Hipify, write: Write) -> None:
    one, two = write("one/a.cu", CUDA), write("two/a.cu", CUDA)
    write("three/b.h", b"int i;\n")
    assert hipify("one").code == hipify("two").code == 0
    assert hipify("undo", "three").code == 2
    assert hipify("undo", "one").code == 0
    assert (one.read_bytes(), two.read_bytes()) == (CUDA, HIP)


def _is_there(path: Path) -> bool:
    return path.exists()


@pytest.mark.parametrize("moved", [False, True])
def test_a_header_that_another_run_needs(hipify: Hipify, write: Write, tree: Path, snapshot: Take, moved: bool) -> None:
    """It goes with the last run whose files include it, whichever that is."""
    write("s/x/a.cu", PTX)
    write("s/y/b.cu", PTX)
    before, header = snapshot(tree / "s"), tree / "s/inc/h.hpp"
    for folder in ("s/x", "s/y"):
        assert hipify(folder, "--ptx-header", "s/inc/h.hpp").code == 0
    top = tree / "s"
    if moved:
        top, header = top.rename(tree / "t"), tree / "t/inc/h.hpp"
    ran = hipify("undo", top / "x")
    assert (ran.code, (top / "x/a.cu").read_bytes(), _is_there(header)) == (1, PTX, True)
    assert f"{header}: still included by files of a run on {top}; undo that run first; not restored" in ran.err
    assert hipify("undo", top / "y").code == 0
    assert ((top / "y/b.cu").read_bytes(), _is_there(header)) == (PTX, True)
    assert hipify("undo", top).code == 0
    assert (snapshot(top), _is_there(header.parent)) == (before, False)


@pytest.mark.parametrize("later", [b"", b"// mine\n"])
def test_a_header_of_a_tree_that_lies_there_anew(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take, later: bytes
) -> None:
    """Nothing needs what a run made on a tree that was deleted since, unless a file is still as that run left it."""
    for _ in range(2):
        if (tree / "s").exists():
            shutil.rmtree(tree / "s")
        write("s/a.cu", PTX)
        write("s/b.cu", PTX)
        before = snapshot(tree / "s")
        assert hipify("s", "--ptx-header", "s/h.hpp").code == 0
    if later:
        (tree / "s/b.cu").write_bytes((tree / "s/b.cu").read_bytes() + later)
    ran = hipify("undo", "s")
    assert ran.code == int(bool(later))
    assert _is_there(tree / "s/h.hpp") == bool(later)
    if not later:
        assert snapshot(tree / "s") == before
        assert hipify("undo", "s").code == 0
        assert snapshot(tree / "s") == before


def test_a_header_after_a_checkout_and_an_edit(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """Files as they are now decide what includes a header, and not that they differ from those before a run."""
    for later in (b"", b"// mine\n"):
        for path in tree.rglob("*"):
            path.unlink()
        write("a.cu", PTX + later)
        write("b.cu", PTX)
        before = snapshot(tree)
        assert hipify(".").code == 0
    assert len(snapshot(tree)) > len(before)
    assert hipify("undo").code == 0
    assert snapshot(tree) == before


def test_a_run_whose_headers_wait_for_another_is_passed(
    hipify: Hipify, write: Write, tree: Path, snapshot: Take
) -> None:
    write("s/x/a.cu", PTX)
    write("s/y/b.cu", PTX)
    before, given = snapshot(tree), ("--ptx-header", "s/h.hpp")
    for folder in ("s/x", "s/y"):
        assert hipify(folder, *given).code == 0
    write("s/y/b.cu", PTX)  # as a checkout does
    (tree / "s/h.hpp").unlink()
    assert hipify("s/y", *given).code == 0
    assert [hipify("undo", "s").code for _ in range(4)] == [1, 0, 0, 0]
    assert snapshot(tree) == before


def test_what_a_run_has_added_to_a_header(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """It stays for as long as a later run needs it, and so does what the first run wrote."""
    write("s/x/a.cu", PTX)
    write("s/y/b.cu", MORE_PTX)
    write("s/z/c.cu", MORE_PTX)
    before = snapshot(tree)
    for folder in ("s/x", "s/y", "s/z"):
        assert hipify(folder, "--ptx-header", "s/h.hpp").code == 0
    header = (tree / "s/h.hpp").read_bytes()
    for folder in ("s/x", "s/y"):
        ran = hipify("undo", folder)
        assert ran.code == 1
        assert f"s/h.hpp: still included by files of a run on {tree / 's'}; undo that run first" in ran.err
        assert (tree / "s/h.hpp").read_bytes() == header
    for folder in ("s/z", "s/y", "s/x"):
        assert hipify("undo", folder).code == 0
    assert snapshot(tree) == before


def test_a_header_that_another_run_needed(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    """Taken back in the order of the runs, and with --force, nothing is kept; a run that changes nothing is none."""
    write("s/x/a.cu", PTX)
    write("s/y/b.cu", PTX)
    before, given = snapshot(tree), ("--ptx-header", "s/h.hpp")
    for folder in ("s/x", "s/y", "s/x", "s"):
        assert hipify(folder, *given).code == 0
    assert hipify("undo").code == hipify("undo").code == 0
    assert snapshot(tree) == before
    assert "nothing to undo" in hipify("undo").error
    for folder in ("s/x", "s/y"):
        hipify(folder, *given)
    assert hipify("undo", "s/x", "--force").code == 0
    assert not (tree / "s/h.hpp").exists()
    assert hipify("undo", "s/y").code == 0
    assert snapshot(tree) == before
