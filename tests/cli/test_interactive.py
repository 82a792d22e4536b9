"""`hipify-py -i` at a terminal: each answer, and what lies there afterwards."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from hipify_py.commands import convert
from hipify_py.run.review import session, together

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Write

WAIT_SECONDS = 120
GAP = b"\n" * 4
CUDA = (
    b"#include <cuda_runtime.h>\n"
    b"int f(float *p, cudaStream_t s) {\n    cudaMalloc(&p, 4);\n" + GAP + b"    cublasCreate(&h);\n" + GAP + b"    "
    b"cudaFree(p);\n" + GAP + b"    if (threadIdx.x % 32 == cudaErrorUnknown) return 1;\n    return 0;\n}\n"
)
HIP = (
    CUDA.replace(b"cuda_runtime", b"hip/hip_runtime")
    .replace(b"cublasCreate", b"hipblasCreate")
    .replace(b"cuda", b"hip")
)
PTX = (
    b"#include <cuda_runtime.h>\n"
    b'__device__ void g(int &x, int y) { asm("bfe.u32 %0, %1, 4, 8;" : "=r"(x) : "r"(y)); }\n'
)
QUESTION = r"Convert this hunk \[[^]]+\]\? "

Start = Callable[..., "Dialogue"]


class Dialogue:
    """The command at a terminal, and what it has said since the last answer."""

    def __init__(self, child: Any) -> None:
        self._child = child

    def answer(self, *letters: str) -> str:
        for letter in letters:
            said = self.said()
            self._child.sendline(letter)
        return said

    def said(self) -> str:
        self._child.expect(QUESTION)
        return str(self._child.before)

    def interrupt(self) -> None:
        self.said()
        self._child.sendintr()

    def eof(self) -> None:
        self.said()
        self._child.sendeof()

    def hang_up(self) -> None:
        self.said()
        self._child.kill(signal.SIGHUP)

    def ended(self) -> tuple[int, str]:
        import pexpect

        self._child.expect(pexpect.EOF)
        said = str(self._child.before)
        self._child.close()
        return self._child.exitstatus, said


@pytest.fixture
def ask(tree: Path) -> Iterator[Start]:
    pexpect = pytest.importorskip("pexpect")
    children = []

    def start(*arguments: str, editor: str = "false") -> Dialogue:
        environment = {**os.environ, "EDITOR": editor, "NO_COLOR": "1"}
        environment.pop("VISUAL", None)
        child = pexpect.spawn(
            sys.executable,
            ["-m", "hipify_py", "-i", *(arguments or ("src",))],
            cwd=str(tree),
            env=environment,
            encoding="utf-8",
            timeout=WAIT_SECONDS,
            dimensions=(50, 200),
        )
        children.append(child)
        return Dialogue(child)

    yield start
    for child in children:
        child.close(force=True)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("src",), "--interactive needs a terminal"),
        (("src", "-o", "out"), "cannot be combined with --output"),
        (("--diff", "src"), "cannot be combined with --diff"),
        (("--check", "src"), "cannot be combined with --check"),
        (("-",), "standard input"),
        (("--write-baseline", "x.json", "src"), "--write-baseline is about all files"),
    ],
)
def test_where_nobody_can_be_asked(hipify: Hipify, write: Write, arguments: tuple[str, ...], why: str) -> None:
    path = write("src/a.cu", CUDA)
    assert why in hipify("-i", *arguments).error
    assert path.read_bytes() == CUDA


@pytest.mark.parametrize(("letters", "is_said"), [("ynnn", True), ("yyyy", False), ("nnnn", False)])
def test_what_the_next_run_would_not_find_is_said(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, letters: str, is_said: bool
) -> None:
    """Here because half a file looks portable, which nobody has known before the questions."""
    write("src/a.cu", CUDA)
    answers, known = iter(letters), list[bool]()
    found = together.questions

    def questions(*given: Any) -> Any:
        asked = found(*given)
        known.append(True)
        return asked

    def looks_portable(_file: object, text: bytes, _policy: object) -> bool:
        return bool(known) and text != HIP

    monkeypatch.setattr(convert, "_refuse_where_nobody_answers", lambda _given: None)
    monkeypatch.setattr(session.Review, "_letter", lambda *_given: next(answers))
    monkeypatch.setattr(session, "questions", questions)
    monkeypatch.setattr(session, "looks_portable", looks_portable)
    assert ("src/a.cu: the next run may not ask" in hipify("-i", "src").err) == is_said


@pytest.mark.slow
class TestAtATerminal:
    @pytest.fixture(autouse=True)
    def _source(self, write: Write) -> None:
        self.path = write("src/a.cu", CUDA)

    @property
    def text(self) -> bytes:
        return self.path.read_bytes()

    def test_yes_no_and_the_next_run(self, ask: Start, hipify: Hipify) -> None:
        asked = ask()
        first = asked.answer("y")
        assert "src/a.cu:2  hunk 1 of 4, runtime" in first
        assert "+#include <hip/hip_runtime.h>" in first
        assert "+    hipMalloc(&p, 4);" in first
        second = asked.answer("n")
        assert "include" not in second
        assert "-    cublasCreate(&h);" in second
        asked.answer("y")
        assert " WRP002 " in asked.answer("n")
        code, said = asked.ended()
        assert "converted 1 of 1 file" in said
        assert code in (0, 1)
        declined = HIP.replace(b"hipblasCreate", b"cublasCreate").replace(b"hipErrorUnknown", b"cudaErrorUnknown")
        assert self.text == declined
        again = ask()
        assert "hunk 1 of 2" in again.answer("a")
        again.ended()
        assert self.text == HIP
        hipify("undo")
        assert self.text == declined
        hipify("undo")
        assert self.text == CUDA

    def test_all_of_a_file_and_undo(self, ask: Start, hipify: Hipify, write: Write) -> None:
        other = write("src/b.cu", CUDA)
        self.path.chmod(0o640)
        asked = ask()
        asked.answer("n", "a", "d")
        asked.ended()
        # The line of the first hunk stays, and all others change.
        assert self.text == HIP.replace(b"hipStream_t", b"cudaStream_t").replace(b"hipMalloc", b"cudaMalloc")
        assert stat.S_IMODE(self.path.stat().st_mode) == 0o640
        assert other.read_bytes() == CUDA
        assert hipify("undo").code == 0
        assert self.text == CUDA

    def test_quit_writes_what_was_accepted(self, ask: Start, write: Write) -> None:
        other = write("src/b.cu", CUDA)
        asked = ask()
        asked.answer("y", "q")
        asked.ended()
        assert b"hipMalloc" in self.text
        assert b"cublasCreate" in self.text
        assert other.read_bytes() == CUDA

    def test_the_end_of_input_quits(self, ask: Start) -> None:
        asked = ask()
        asked.answer("y")
        asked.eof()
        asked.ended()
        assert b"hipMalloc" in self.text

    @pytest.mark.parametrize("how", ["interrupt", "hang_up"])
    def test_a_signal_leaves_the_file_in_question(self, ask: Start, write: Write, hipify: Hipify, how: str) -> None:
        done, helped = write("src/_.cu", CUDA), write("src/__.cu", PTX)
        asked = ask()
        asked.answer("a", "a", "y")
        getattr(asked, how)()
        code, said = asked.ended()
        assert code == {"interrupt": 130, "hang_up": 129}[how]
        assert "interrupted" in said
        assert self.text == CUDA
        assert done.read_bytes() == HIP
        assert b"hipify_ptx::bfe" in helped.read_bytes()
        assert Path("src/hipify_ptx.hpp").exists()
        assert hipify("undo").code == 0
        assert helped.read_bytes() == PTX
        assert not Path("src/hipify_ptx.hpp").exists()

    def test_nothing_accepted_is_nothing_written(self, ask: Start, write: Write) -> None:
        helped = write("src/b.cu", PTX)
        asked = ask()
        asked.answer("d", "d")
        asked.ended()
        assert (self.text, helped.read_bytes()) == (CUDA, PTX)
        assert sorted(path.name for path in Path("src").iterdir()) == ["a.cu", "b.cu"]

    def test_of_a_kind(self, ask: Start, write: Write) -> None:
        other = write("src/b.cu", CUDA)
        asked = ask()
        asked.answer("r")
        assert "hunk 2 of 4, cublas" in asked.answer("R")
        asked.ended()
        expected = HIP.replace(b"hipblasCreate", b"cublasCreate")
        assert self.text == expected
        assert other.read_bytes() == expected

    def test_declined_for_good(self, ask: Start, hipify: Hipify) -> None:
        asked = ask()
        asked.answer("y", "o", "y", "y")
        asked.ended()
        kept = b"    // hipify: off\n    cublasCreate(&h);\n    // hipify: on\n"
        assert self.text == HIP.replace(b"    hipblasCreate(&h);\n", kept)
        assert hipify("--check", "src").code in (0, 1)
        hipify("src")
        assert self.text == HIP.replace(b"    hipblasCreate(&h);\n", kept)

    def test_a_file_declined_for_good_stays_as_it_is(self, ask: Start, hipify: Hipify) -> None:
        """With its includes: CUDA code that stays needs those of CUDA."""
        asked = ask()
        asked.answer("o", "o", "o", "o")
        asked.ended()
        text = self.text
        lines = [line for line in text.splitlines() if b"// hipify: o" not in line]
        assert lines == CUDA.splitlines()
        hipify("src")
        assert self.text == text

    def test_a_build_file_is_one_question(self, ask: Start, write: Write) -> None:
        build = write(
            "src/Makefile", b"NVCC = nvcc\n" + GAP + b"LIBS = -lcudart\n" + GAP + b"a: a.cu\n\t$(NVCC) a.cu\n"
        )
        asked = ask()
        said = asked.answer("y")
        assert "hunk 1 of 1" in said
        assert "+NVCC = hipcc" in said
        assert "+LIBS = -lamdhip64" in said
        asked.answer("q")
        asked.ended()
        assert build.read_bytes().startswith(b"NVCC = hipcc")

    def test_split_and_back(self, ask: Start) -> None:
        asked = ask()
        asked.answer("s")
        assert "hunk 1 of 5" in asked.answer("n")
        assert "hunk 2 of 5" in asked.answer("k")
        assert "hunk 1 of 5" in asked.answer("y")
        asked.answer("d")
        asked.ended()
        assert self.text == CUDA.replace(b"cudaStream_t", b"hipStream_t").replace(b"cuda_runtime", b"hip/hip_runtime")

    def test_what_is_edited(self, ask: Start, tree: Path) -> None:
        editor = tree / "editor"
        editor.write_text(
            f"#!{sys.executable}\nimport pathlib, sys\nfile = pathlib.Path(sys.argv[-1])\n"
            "text = file.read_bytes()\nassert text.startswith(b'# ')\n"
            "file.write_bytes(text.replace(b'hipMalloc(&p, 4)', b'check(hipMalloc(&p, 4))'))\n"
        )
        editor.chmod(0o755)
        asked = ask(editor=str(editor))
        asked.answer("e", "a")
        asked.ended()
        assert self.text == HIP.replace(b"hipMalloc(&p, 4)", b"check(hipMalloc(&p, 4))")

    def test_an_editor_that_fails_and_letters_that_mean_nothing(self, ask: Start) -> None:
        asked = ask()
        asked.answer("e")
        assert "the editor failed" in asked.answer("k")
        assert "y - convert this hunk" in asked.answer("x")
        assert "y - convert this hunk" in asked.answer("?")
        asked.answer("q")
        asked.ended()
        assert self.text == CUDA

    def test_a_file_that_changes_meanwhile_stays(self, ask: Start) -> None:
        asked = ask()
        asked.answer("y")
        assert "hunk 2" in asked.answer("y")
        self.path.write_bytes(CUDA + b"int mine;\n")
        asked.answer("a")
        code, said = asked.ended()
        assert code == 2
        assert "changed by another program" in said
        assert self.text == CUDA + b"int mine;\n"

    def test_nothing_in_a_source_commands_the_terminal(self, ask: Start) -> None:
        self.path.write_bytes(b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); } // \x1b]0;title\x07\n")
        assert "\\x1b]0;title\\x07" in ask().said()
