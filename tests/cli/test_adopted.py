"""A file that a source of the tree includes is C++, whatever its ending."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

CUDA = b"inline void f() { cudaFree(0); }\n"
HIP = b"inline void f() { hipFree(0); }\n"


@pytest.mark.parametrize("options", [(), ("-o", "out"), ("-o", "out", "--no-copy")])
def test_what_is_included_is_converted(hipify: Hipify, write: Write, tree: Path, options: tuple[str, ...]) -> None:
    include = b'#include "kernels.foo"\n#include "numbers.txt"\n#include "../outside.foo"\n#include "link.foo"\n'
    write("src/a.cu", include + CUDA)
    write("src/kernels.foo", b'#include "sub/more.bar"\n' + CUDA)
    write("src/sub/more.bar")
    write("src/numbers.txt", b"1, 2, 3\n")
    left = [write("src/unused.foo"), write("outside.foo")]
    (tree / "src/link.foo").symlink_to("../outside.foo")
    assert hipify("src", *options).code == 0
    made = tree / (options[1] if options else "src")
    assert (made / "a.cu").read_bytes() == b"#include <hip/hip_runtime.h>\n" + include + HIP
    assert (made / "kernels.foo").read_bytes() == b'#include "sub/more.bar"\n' + HIP
    assert b"cuda" not in (made / "sub/more.bar").read_bytes()
    assert all(b"cudaFree" in path.read_bytes() for path in left)


def test_what_is_excluded_stays(hipify: Hipify, write: Write) -> None:
    write("src/a.cu", b'#include "kernels.foo"\n')
    kernels = write("src/kernels.foo")
    assert hipify("src", "--exclude", "*.foo").code == 0
    assert b"cudaFree" in kernels.read_bytes()


def test_a_text_in_a_macro_names_no_source(hipify: Hipify, write: Write) -> None:
    write("src/a.cu", b'#define SHOW(key) show_help("help.txt", key)\n')
    help_text = write("src/help.txt", b"[cudaFree failed]\ncudaFree could not register the memory.\n")
    assert hipify("src").code == 0
    assert help_text.read_bytes().startswith(b"[cudaFree failed]")
