"""The journal, and `hipify-py undo`: what an in-place run did is taken back byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"


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
    assert hipify("undo").error == "no in-place run is recorded for ."
    assert hipify("undo", "missing").error == "no in-place run is recorded for missing"


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


def test_undo_from_a_directory_below(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("deep/down/a.cu")
    hipify(".")
    monkeypatch.chdir(file.parent)
    assert hipify("undo").code == 0
    assert file.read_bytes() == CUDA


def test_the_hint_works_for_a_tree_elsewhere(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    file, here = write("far away/a.cu"), write("here/x").parent
    monkeypatch.chdir(here)
    hint = hipify("../far away").err.splitlines()[-1]
    assert hint == f"undo with: hipify-py undo '{file.parent}'"
    assert hipify("undo", file.parent).code == 0
    assert file.read_bytes() == CUDA


def test_an_edited_file_is_kept_unless_forced(hipify: Hipify, write: Write) -> None:
    edited, other = write("a.cu"), write("b.cu")
    hipify(".")
    edited.write_bytes(b"my work\n")
    ran = hipify("undo")
    assert ran.code == 1
    assert f"{edited}: edited since it was converted; --force" in ran.err
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
    assert "a.cu is another file now" in ran.err
    assert (file.read_bytes(), (tree / "a.hip").read_bytes()) == (b"my work\n", HIP)


def test_a_directory_in_place_of_a_file(hipify: Hipify, write: Write) -> None:
    file, other = write("a.cu"), write("b.cu")
    hipify(".")
    file.unlink()
    file.mkdir()
    assert hipify("undo").only_error == f"{file}: is a directory"
    assert other.read_bytes() == CUDA


def test_in_a_repository_the_journal_does_not_show(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    file = write("a.cu")
    git("add", ".")
    git("commit", "-qm", "first")
    hipify(".")
    assert git("status", "--porcelain") == " M a.cu\n"
    assert _journal(tree).is_relative_to(tree / ".git/hipify-py")
    assert hipify("undo").code == 0
    assert (git("status", "--porcelain"), file.read_bytes()) == ("", CUDA)


def test_in_a_worktree(hipify: Hipify, write: Write, git: Git, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("main/a.cu")
    git("init", "-q", "main")
    git("add", ".", cwd=tree / "main")
    git("commit", "-qm", "first", cwd=tree / "main")
    git("worktree", "add", "-q", str(tree / "other"), cwd=tree / "main")
    monkeypatch.chdir(tree / "other")
    hipify(".")
    assert git("status", "--porcelain", cwd=tree / "other") == " M a.cu\n"
    assert hipify("undo").code == 0
    assert (tree / "other/a.cu").read_bytes() == CUDA


def test_in_a_submodule(hipify: Hipify, write: Write, git: Git, tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write("sub/a.cu")
    (tree / ".git/modules").mkdir()
    git("init", "-q", "--separate-git-dir", str(tree / ".git/modules/sub"), cwd=tree / "sub")
    (tree / "sub/.git").write_text("gitdir: ../.git/modules/sub\n")
    monkeypatch.chdir(tree / "sub")
    hipify(".")
    assert _journal(tree).is_relative_to(tree / ".git/modules/sub")
    assert git("status", "--porcelain", cwd=tree / "sub") == "?? a.cu\n"
    assert hipify("undo").code == 0
    assert file.read_bytes() == CUDA


def test_outside_of_git_the_journal_ignores_itself(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    (tree / ".git").rename(tree / "no-git")
    write("a.cu")
    hipify("a.cu")
    (tree / "no-git").rename(tree / ".git")
    assert _journal(tree).is_relative_to(tree / ".hipify-py")
    assert git("status", "--porcelain", "a.cu", ".hipify-py") == "?? a.cu\n"


def test_originals_of_private_files_stay_private(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", mode=0o600)
    hipify(".")
    assert _journal(tree).parent.stat().st_mode & 0o077 == 0


def test_old_runs_are_dropped(hipify: Hipify, write: Write, tree: Path) -> None:
    for _ in range(13):
        write("a.cu")
        hipify("a.cu")
    assert len(list((tree / ".hipify-py").rglob("entries.jsonl"))) == 10


def test_a_half_written_last_line_is_no_matter(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("a.cu")
    hipify(".")
    with _journal(tree).open("ab") as entries:
        entries.write(b'{"path": "/half')
    ran = hipify("undo")
    assert (ran.code, ran.err, file.read_bytes()) == (0, f"restored 1 file in {file.parent}\n", CUDA)


DAMAGE = [
    b"no json\n",
    b"[1]\n",
    b"{}\n",
    b"\xff\xfe\n",
    b'{"path": 1, "new_path": 2, "original": 3, "before": 4, "after": 5, "mode": "x"}\n',
    b'{"path": "\\ud800", "new_path": "\\u0000", "original": "", "before": "", "after": "", "mode": 1}\n',
    b"[" * 100_000 + b"\n",
]


@pytest.mark.parametrize("damage", DAMAGE, ids=range(len(DAMAGE)))
def test_a_damaged_line_is_named_and_costs_one_file(hipify: Hipify, write: Write, tree: Path, damage: bytes) -> None:
    lost, found = write("a.cu"), write("b.cu")
    hipify(".")
    journal = _journal(tree)
    _first, second, _end = journal.read_bytes().split(b"\n")
    journal.write_bytes(damage + second + b"\n")
    ran = hipify("undo")
    assert (ran.code, lost.read_bytes(), found.read_bytes()) == (2, HIP, CUDA)
    assert ran.only_error.startswith(f"{journal}:1: damaged")


def test_a_damaged_original_is_not_restored(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("a.cu")
    hipify(".")
    (_journal(tree).parent / "000000").write_bytes(b"")
    ran = hipify("undo", "--force")
    assert (ran.code, file.read_bytes()) == (2, HIP)
    assert "is damaged" in ran.only_error


def test_a_missing_original(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu")
    hipify(".")
    (_journal(tree).parent / "000000").unlink()
    assert hipify("undo").only_error == f"{tree / 'a.cu'}: no such file or directory"


@pytest.mark.parametrize("place", [".hipify-py", ".git/hipify-py"])
def test_without_a_journal_nothing_is_converted(hipify: Hipify, write: Write, tree: Path, place: str) -> None:
    files = [write("a.cu"), write("b.cu")]
    write(place, b"in the way\n")
    ran = hipify(".")
    assert ran.code == 2
    assert "nothing is converted" in ran.only_error
    assert [file.read_bytes() for file in files] == [CUDA, CUDA]
    assert {path.name for path in tree.iterdir()} == {place.partition("/")[0], "a.cu", "b.cu"}


def test_a_run_elsewhere_is_not_undone(hipify: Hipify, write: Write) -> None:
    one, two = write("one/a.cu", CUDA), write("two/a.cu", CUDA)
    write("three/b.h", b"int i;\n")
    assert hipify("one").code == hipify("two").code == 0
    assert hipify("undo", "three").code == 2
    assert hipify("undo", "one").code == 0
    assert (one.read_bytes(), two.read_bytes()) == (CUDA, HIP)
