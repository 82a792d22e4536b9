"""What a run imports, as each start of it waits for that: limits that go down only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
_LISTED = (
    "import sys, atexit; atexit.register(lambda: print(*sys.modules)); from hipify_py.__main__ import main; main()"
)


def _imported(tree: Path, *arguments: str) -> list[str]:
    """The modules of hipify-py and of others that a second run imports."""
    command = [sys.executable, "-c", _LISTED, "-q", *arguments]
    subprocess.run(command, cwd=tree, capture_output=True, check=False)
    done = subprocess.run(command, cwd=tree, capture_output=True, check=False, text=True)
    return done.stdout.splitlines()[-1].split()


def test_one_known_file(write: Write, tree: Path) -> None:
    write("a.cu", CUDA)
    modules = _imported(tree, "--check", "a.cu")
    assert len([name for name in modules if name.startswith("hipify_py")]) <= 101
    assert not {"tree_sitter", "yaml", "hipify_py.run.project", "pickle"} & {*modules}


def test_an_unchanged_tree(write: Write, tree: Path) -> None:
    write("src/a.cu", CUDA)
    write("src/CMakeLists.txt", b"project(a CUDA)\n")
    modules = _imported(tree, "--check", "src")
    assert len([name for name in modules if name.startswith("hipify_py")]) <= 108
    assert not {"tree_sitter", "yaml", "hipify_py.run.project.tree", "hipify_py.engine"} & {*modules}
