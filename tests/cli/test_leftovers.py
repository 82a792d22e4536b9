"""What a kill leaves behind: at most temporary files, which the next run or `undo` removes, and no other file."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.system import disk

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = b"#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"


def _temporaries(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.hipify-tmp")]


def _killed(hipify: Hipify, *arguments: str) -> None:
    """Run the command, and kill it when its new files are written and none has been moved to its place."""
    child = os.fork()
    if child == 0:
        rename = disk.Folder.rename

        def deadly(folder: disk.Folder, old: str, new: str) -> None:
            if old.endswith(".hipify-tmp"):
                os.kill(os.getpid(), signal.SIGKILL)
            rename(folder, old, new)

        disk.Folder.rename = deadly  # type: ignore[method-assign,assignment]
        hipify(*arguments)
        os._exit(0)
    _child, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL


@pytest.mark.parametrize("then", [("undo", "src"), ("src",), ("src/deep",)], ids=["undo", "again", "below"])
def test_in_place(hipify: Hipify, write: Write, tree: Path, then: tuple[str, ...]) -> None:
    files = [write(f"src/deep/{number}.cu") for number in range(3)]
    mine = write("src/deep/.mine.0123456789ab.hipify-tmp", b"not of ours\n")
    _killed(hipify, "src")
    assert len(_temporaries(tree)) == 4
    assert [file.read_bytes() for file in files] == [CUDA] * 3
    assert hipify(*then).code == 0
    assert _temporaries(tree) == [mine.name]
    assert [file.read_bytes() for file in files] == [CUDA if then[0] == "undo" else HIP] * 3


def test_while_taking_back(hipify: Hipify, write: Write, tree: Path) -> None:
    files = [write(f"src/{number}.cu") for number in range(3)]
    hipify("src")
    _killed(hipify, "undo", "src")
    assert len(_temporaries(tree)) == 3
    assert hipify("undo", "src").err == f"restored 3 files in {tree / 'src'}\n"
    assert (_temporaries(tree), [file.read_bytes() for file in files]) == ([], [CUDA] * 3)


def test_out_of_tree(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/deep/a.cu")
    write("src/b.txt", b"text\n")
    _killed(hipify, "src", "-o", "out")
    assert len(_temporaries(tree)) == 1
    assert hipify("src", "-o", "out").code == 0
    assert (_temporaries(tree), (tree / "out/deep/a.cu").read_bytes()) == ([], HIP)


def test_what_a_killed_run_wrote_may_be_written_again(hipify: Hipify, write: Write, tree: Path) -> None:
    source = write("src/a.cu")
    write("src/b.cu")
    assert hipify("src", "-o", "out").code == 0
    source.write_bytes(CUDA + b"int sooner;\n")
    _killed(hipify, "src", "-o", "out")
    source.write_bytes(CUDA + b"int later;\n")
    assert hipify("src", "-o", "out").code == 0
    assert (tree / "out/a.cu").read_bytes() == HIP + b"int later;\n"


def test_a_link_in_place_of_what_was_left_is_not_followed(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    victim = write("victim", b"mine\n")
    _killed(hipify, "src")
    (left,) = tree.rglob("*.hipify-tmp")
    left.unlink()
    left.symlink_to(victim)
    assert hipify("undo", "src").code == 0
    assert (victim.read_bytes(), left.is_symlink()) == (b"mine\n", False)
