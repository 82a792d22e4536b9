"""Which files count: kinds, .gitignore, --include and --exclude; and that no tree is too large or too deep."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.reading.file_names import SUFFIXES
from hipify_py.run.discover import Selection, discover

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Take, Write


def _found(*paths: str, **selection: Any) -> list[str]:
    return [str(file.path) for file in discover(map(Path, paths), Selection(**selection)).files if file.is_source]


def test_kinds_of_files(write: Write) -> None:
    wanted = {f"{name}{suffix}" for suffix in SUFFIXES for name in ("a", "dir.txt/b")}
    wanted |= {f"C{suffix.upper()}" for suffix in SUFFIXES}
    for name in (*wanted, "a.py", "a.txt", "cu", ".cu", "a.cu.bak", "Makefile"):
        write(name)
    assert set(_found(".")) == wanted


def test_a_file_named_is_a_source_whatever_its_suffix(hipify: Hipify, write: Write) -> None:
    file, other = write("src/kernel.txt"), write("src/note.txt")
    assert hipify("src/kernel.txt", "-o", "out").code == 0
    assert b"hipFree" in (file.parent.parent / "out/kernel.txt").read_bytes()
    assert hipify("src", "src/kernel.txt", "-o", "out2").code == 0
    assert b"hipFree" in (file.parent.parent / "out2/kernel.txt").read_bytes()
    assert (file.parent.parent / "out2/note.txt").read_bytes() == other.read_bytes()


def test_folders_that_are_never_entered(write: Write) -> None:
    for folder in (".git", ".hg", ".svn", ".hipify-py", "node_modules", "build", "src/build"):
        write(f"{folder}/a.cu")
    assert _found(".") == ["build/a.cu", "src/build/a.cu"]


def test_build_files_in_hidden_folders_are_not_the_build(write: Write) -> None:
    for name in (".github/run.sh", ".circleci/sub/setup.py", ".github/a.cu", "ci/run.sh", ".hidden.cmake"):
        write(name)

    def found(*paths: str) -> list[str]:
        return [str(file.path) for file in discover(map(Path, paths), Selection(), enough="any").files]

    assert found(".") == [".github/a.cu", ".hidden.cmake", "ci/run.sh"]
    assert found(".github") == [".github/a.cu", ".github/run.sh"]
    assert ".github/run.sh" in found(".", ".github/run.sh")


def test_the_order_is_by_name_depth_first(write: Write) -> None:
    names = ["a.cu", "b/a.cu", "b/c/d.cu", "b/z.cu", "b.cu", "c.cu"]
    for name in reversed(names):
        write(name)
    assert _found(".") == names
    assert _found("c.cu", "b", ".") == ["c.cu", "b/a.cu", "b/c/d.cu", "b/z.cu", "a.cu", "b.cu"]


IGNORE = """\
# a comment
*.inc
/top.cu
gen/
!gen/keep.cu
deep/**/x.cu
spa\\ ce.cu
\\#hash.cu
log*[0-9].cu
!log7.cu
!

"""
NESTED = "!y.inc\nown.cu\r\n/anchored.cu\n"
TREE = [
    "a.cu", "a.inc", "top.cu", "sub/top.cu", "gen/a.cu", "gen/keep.cu", "sub/gen/b.cu", "deep/x.cu", "deep/e/f/x.cu",
    "spa ce.cu", "#hash.cu", "log1.cu", "log7.cu", "sub/log2.cu", "sub/y.inc", "sub/own.cu", "sub/z/own.cu",
    "sub/anchored.cu", "sub/z/anchored.cu", "own.cu", "private.cu", "sub/private.cu", "gen.cu",
]  # fmt: skip


@pytest.mark.parametrize("path", [".", "sub", "sub/z", "deep/e"])
def test_ignored_is_what_git_ignores(tree: Path, write: Write, git: Git, path: str) -> None:
    for name in TREE:
        write(name)
    (tree / ".gitignore").write_text(IGNORE)
    (tree / "sub/.gitignore").write_bytes(b"\xef\xbb\xbf" + NESTED.encode())
    (tree / ".git/info/exclude").write_text("private.cu\n")
    listed = git("ls-files", "-z", "--others", "--exclude-standard", path).split("\0")
    wanted = sorted(name for name in listed if name.endswith((".cu", ".inc")))
    assert sorted(_found(path)) == wanted
    everything = [name for name in TREE if path == "." or name.startswith(f"{path}/")]
    assert sorted(_found(path, gitignore=False)) == sorted(everything)


@pytest.mark.parametrize("form", [2, 3, 4])
def test_what_git_tracks_is_not_ignored(tree: Path, write: Write, git: Git, form: int) -> None:
    """Compressed indexes are not read: then .gitignore alone decides."""
    for name in ("a.cu", "gen.cu", "out/deep/b.cu", "out/deep/c.cu", "out/d.cu", "outer/e.cu"):
        write(name)
    (tree / ".gitignore").write_text("gen.cu\nout/\n")
    git("add", "--force", "gen.cu", "out/deep/b.cu")
    if form == 3:
        git("add", "--force", "--intent-to-add", "out/d.cu")
    git("update-index", "--index-version", str(form))
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    wanted = {name for name in listed if name.endswith(".cu")}
    tracked = {"gen.cu", "out/deep/b.cu"}
    assert set(_found(".")) == (wanted - tracked if form == 4 else wanted)
    assert set(_found("out")) == {"out/deep/b.cu", "out/deep/c.cu", "out/d.cu"}


def test_work_trees_and_repositories_in_repositories_have_an_index_too(tree: Path, write: Write, git: Git) -> None:
    write("main/gen.cu")
    write("main/.gitignore", b"*.cu\n")
    git("init", "-q", "main")
    git("add", "--force", ".", cwd=tree / "main")
    git("commit", "-qm", "all", cwd=tree / "main")
    git("worktree", "add", "-q", "../other", cwd=tree / "main")
    assert _found("other") == ["other/gen.cu"]
    assert set(_found(".")) == {"main/gen.cu", "other/gen.cu"}


def test_an_ignored_file_or_folder_that_is_named_counts(tree: Path, write: Write, git: Git) -> None:
    write("build/gen/a.cu")
    write("build/.gitignore", b"x.cu\n")
    write("build/x.cu")
    (tree / ".gitignore").write_text("build/\n")
    assert git("status", "--porcelain") == "?? .gitignore\n"
    assert _found("build/gen/a.cu") == _found("build/gen") == _found("build") == ["build/gen/a.cu"]


def test_include_and_exclude(write: Write) -> None:
    for name in ("a.cu", "b.cl", "lib/a.cu", "lib/b.cl", "third_party/a.cu", "lib/third_party/a.cu"):
        write(name)
    assert _found(".", include=("*.cl",)) == ["b.cl", "lib/b.cl"]
    assert _found(".", exclude=("third_party/",)) == ["a.cu", "lib/a.cu"]
    assert _found(".", exclude=("/third_party/",)) == ["a.cu", "lib/a.cu", "lib/third_party/a.cu"]
    assert _found("lib", exclude=("/third_party/", "*.cl")) == ["lib/a.cu"]
    assert _found("lib/third_party", exclude=("third_party/",)) == ["lib/third_party/a.cu"]


@pytest.mark.parametrize(("typed", "found"), [(".", ["src/b.cu", "vendor/c.cu"]), ("src", ["src/b.cu"])])
def test_settings_exclude_relative_to_their_file(hipify: Hipify, write: Write, typed: str, found: list[str]) -> None:
    for name in ("src/vendor/a.cu", "src/b.cu", "vendor/c.cu"):
        write(name)
    write(".hipify-py.toml", b'exclude = ["/src/vendor/"]\n')
    assert hipify("scan", "--show-files", typed).out.split() == found


def test_settings_and_options_exclude_together(hipify: Hipify, write: Write) -> None:
    for name in ("a.cu", "b.cu", "c.cu"):
        write(name)
    write(".hipify-py.toml", b'exclude = ["a.cu"]\n')
    ran = hipify("-v", "--exclude", "b.cu", ".")
    assert [line for line in ran.err.splitlines() if line.endswith(".cu")] == ["converted c.cu"]


@pytest.mark.parametrize("pattern", ["!", "a\\", "[a"])
def test_a_pattern_that_means_nothing(hipify: Hipify, write: Write, pattern: str) -> None:
    write("a.cu")
    assert f"{pattern!r} is not a valid .gitignore pattern" in hipify("--exclude", pattern, ".").error
    assert f"{pattern!r} is not a valid .gitignore pattern" in hipify("--include", pattern, ".").error


def test_odd_ignore_files(tree: Path, write: Write) -> None:
    write("a.cu")
    write("b.cu")
    (tree / ".gitignore").write_bytes(b"[z-a]\n!\n\xff\xfe\nb.cu\n")
    write("dir/.gitignore/c.cu")
    (tree / "pipe").mkdir()
    os.mkfifo(tree / "pipe/.gitignore")
    assert _found(".") == ["a.cu", "dir/.gitignore/c.cu"]


def test_a_tree_of_1500_levels(hipify: Hipify, tree: Path) -> None:
    """Deeper than Python's stack and than git goes; made by the shell, as Python's own tools recurse."""
    script = 'i=0; while [ $i -lt 1500 ]; do mkdir d && cd -P d || exit 1; i=$((i+1)); done; echo "cudaFree(0);" > a.cu'
    subprocess.run(["sh", "-c", script], check=True, cwd=tree)
    try:
        ran = hipify("d", "-v")
        assert (ran.code, "converted 1 of 1 file" in ran.err) == (0, True)
        assert hipify("undo").err.startswith("restored 1 file in ")
        assert hipify("d", "--check").code == 1
    finally:
        subprocess.run(["rm", "-rf", "d"], check=True, cwd=tree)


def test_the_work_grows_with_the_tree_only(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each directory is listed once, and no file but a source is held against the ignore rules."""
    (tree / "many").mkdir()
    for number in range(300):
        (tree / f"many/{number}.txt").touch()
        (tree / f"many/{number}.cu").touch()
    (tree / "many/.gitignore").write_text("".join(f"gen{number}/\n" for number in range(50)))
    listed: list[str] = []
    scandir = os.scandir

    def noting(path: Path) -> Any:
        listed.append(str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", noting)
    assert len(_found(".")) == 300
    assert listed == [".", "many"]


@pytest.mark.parametrize(
    "line",
    [
        '#include "cuda_runtime.h"',
        '#  include  "cuda_runtime.h"',
        '#import "cuda_runtime.h"',
        '#include_next "cuda_runtime.h"',
        '#include/* ours */"cuda_runtime.h"',
        '#include \\\n"cuda_runtime.h"',
    ],
)
def test_a_header_beside_that_shadows_one_of_cuda_is_left_however_it_is_included(
    line: str, hipify: Hipify, write: Write, tree: Path
) -> None:
    write("cuda_runtime.h", b"struct Ours;\n")
    write("a.cpp", f"{line}\n".encode())
    hipify(".")
    assert (tree / "a.cpp").read_text() == f"{line}\n"


@pytest.mark.parametrize("name", ["Makefile.am", "makefile", "GNUmakefile", "toolchain.CMAKE", "config.sub", "BUILD"])
def test_a_build_file_that_is_named_is_not_converted(name: str, hipify: Hipify, write: Write, tree: Path) -> None:
    text = b"LIBS = cudaFree(p) # cudaMalloc\n"
    write(name, text)
    hipify(name)
    assert (tree / name).read_bytes() == text


def test_a_source_stays_one_whatever_it_is_called(hipify: Hipify, write: Write, tree: Path) -> None:
    write("Makefile.cu", b"void f() { cudaFree(p); }\n")
    hipify(".")
    assert b"hipFree" in (tree / "Makefile.cu").read_bytes()


@pytest.mark.parametrize("place", ["src/.state", "src"])
def test_our_own_journal_is_no_part_of_a_tree(
    hipify: Hipify, write: Write, tree: Path, monkeypatch: pytest.MonkeyPatch, snapshot: Take, place: str
) -> None:
    monkeypatch.setenv("HIPIFY_PY_STATE", str(tree / place))
    (tree / place).mkdir(mode=0o700, parents=True)
    (tree / place).chmod(0o700)
    write("src/a.cu")
    cuda = write("src/mine").read_bytes()
    for _ in range(2):
        assert hipify("src", "--include", "*").code == 0
    ran = hipify("scan", "src", "--include", "*", "--fail-on", "never", "--format", "json")
    assert b"originals" not in ran.data
    assert hipify("src", "-o", "out").code == 0
    assert not any("trees" in name for name in snapshot(tree / "out"))
    (originals,) = (tree / place).rglob("originals")
    assert "is in the directory where hipify-py stores originals" in hipify(originals).only_error
    assert hipify("undo").code == 0
    assert ((tree / "src/a.cu").read_bytes(), (tree / "src/mine").read_bytes()) == (cuda, cuda)
    assert "nothing to undo" in hipify("undo").error


@pytest.mark.parametrize("name", ["kernels.def", "body.kernel", "body.tcc", "part.cui"])
def test_what_sources_include_has_many_endings(hipify: Hipify, write: Write, tree: Path, name: str) -> None:
    write("a.cu", f'#include "{name}"\n'.encode())
    write(name, b"OP(Add, cudaStreamNonBlocking)\n")
    hipify(".")
    assert (tree / name).read_bytes() == b"OP(Add, hipStreamNonBlocking)\n"
