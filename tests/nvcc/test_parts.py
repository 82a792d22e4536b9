"""The parts of hipify-nvcc by themselves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.robustness.caches import DAMAGES, contents
from hipify_py.nvcc import NvccError, answers, compiler, plans
from hipify_py.nvcc import settings as nvcc_settings
from hipify_py.nvcc.closure import closure
from hipify_py.nvcc.compiler import Compiler
from hipify_py.nvcc.depfiles import cleaned
from hipify_py.nvcc.hip_macros import asked_for, options
from hipify_py.nvcc.line import expanded, understood
from hipify_py.nvcc.line_marks import with_line_marks
from hipify_py.nvcc.plans import Plan
from hipify_py.run.verify.flags import own_flags

# -- command lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "inputs"),
    [
        ("a.cu b.cpp c.c d.o", [("a.cu", "hip"), ("b.cpp", "c++"), ("c.c", "c"), ("d.o", "")]),
        ("-x cu a.cpp", [("a.cpp", "hip")]),
        ("a.cpp b.o -x cu", [("a.cpp", "hip"), ("b.o", "")]),
        ("-x c++ a.cu", [("a.cu", "c++")]),
        ("a.hip", [("a.hip", "hip")]),
    ],
)
def test_languages_of_inputs(words: str, inputs: list[tuple[str, str]]) -> None:
    assert [(source.path, source.language) for source in understood(words.split()).sources] == inputs


@pytest.mark.parametrize(
    ("words", "depfile"),
    [
        ("-c a.cu", ""),
        ("-MD -c s/a.cu", "a.d"),
        ("-MD -c s/a.cu -o o/b.o", "o/b.d"),
        ("-MMD -MF x.d -c a.cu -o b.o", "x.d"),
        ("-M a.cu", ""),
        ("-M a.cu -o b.d", "b.d"),
    ],
)
def test_dependency_file(words: str, depfile: str) -> None:
    assert understood(words.split()).depfile == depfile


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("-ptx a.cu", "-ptx: AMD GPUs run no PTX; use --cuda-device-only"),
        ("a.ptx", "a.ptx: is PTX, which AMD GPUs do not run"),
        ("a.cu -lnppc", "-lnppc: ROCm has no counterpart of libnppc"),
        ("a.cu -lcudnn", "-lcudnn: ROCm has no counterpart of libcudnn; port the calls to MIOpen"),
        ("a.cu -o", "-o: its value is missing"),
        ("a.cu -rdc=maybe", "-rdc=maybe: nvcc takes true or false here"),
    ],
)
def test_what_cannot_be_done(words: str, problem: str) -> None:
    (found,) = understood(words.split()).problems
    assert found.startswith(problem)


def test_libraries_that_nothing_is_linked_with_do_not_matter() -> None:
    line = understood(["-c", "a.cu", "-lnppc", "-lcudnn"])
    assert (line.problems, line.words) == ([], ["-c"])


def test_toolkits_headers_are_not_searched(tmp_path: Path) -> None:
    (tmp_path / "cuda_runtime_api.h").touch()
    words = [f"-I{tmp_path}", "-isystem", str(tmp_path), "-Iother", "a.cu"]
    assert understood(words).words == ["-Iother"]


def test_options_of_the_host_compiler_pass() -> None:
    assert understood(["-fPIC", "-Wl,-soname,a", "-Xcompiler", "-Wall,-O1", "a.o"]).words == [
        *("-fPIC", "-Wl,-soname,a", "-Wall", "-O1")
    ]


def test_words_of_host_compilers() -> None:
    line = understood(["-Werror", "-O", "-iquote", "inc", "-MQ", "x", "-c", "a.cpp"])
    assert line.words == ["-Werror", "-O1", "-iquote", "inc", "-MQ", "x", "-c"]
    assert [source.path for source in line.sources] == ["a.cpp"]
    assert understood(["-Werror", "reorder", "a.o"]).words == ["-Werror=reorder"]


def test_response_files_hold_more_response_files(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.write_text(f"-DX='a b' --options-file {two}\n")
    two.write_text("-c\na.cu\n")
    read_from: dict[str, int] = {}
    assert expanded([f"@{one}", "-optf", str(two), f"-optf={two}"], read_from) == [
        *("-DX=a b", "-c", "a.cu", "-c", "a.cu", "-c", "a.cu")
    ]
    assert list(read_from) == [str(one), str(two)]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"@file", "file: response files name each other"),
        (b"@file " * 9, "file: response files name each other"),
        (b"@empty " * 2_000, "empty: response files hold more than 4 MB"),
        (b"-DX " * 1_100_000, "file: larger than 4 MB"),
        (b"-c a\0b.cu", "file: not text"),
        (b"-c 'a.cu", "file: No closing quotation"),
        (b"@absent", "absent: No such file or directory"),
        (b"@pipe", "pipe: not a regular file"),
        (b"@/dev/zero", "/dev/zero: not a regular file"),
        (b"@.", ".: is a directory"),
        (b"@", "a response file has no name"),
        (b"-optf", "a response file has no name"),
    ],
)
def test_response_files_that_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_bytes(content)
    Path("empty").touch()
    os.mkfifo("pipe")
    with pytest.raises(NvccError) as refused:
        expanded(["@file"], {})
    assert str(refused.value) == why


# -- the cache ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plan:
    """A plan in a cache of its own, with all that it can have."""
    monkeypatch.setattr(nvcc_settings, "_homes", [str(tmp_path / "cache")])
    plan = Plan()
    plan.command = ["clang++", "", "-DX=a b\n", "b\udcff.cu"]
    plan.says, plan.code, plan.depfile, plan.shows_rules, plan.is_dry = "a.cu:1:1: warning: x\n", 3, "a.d", True, True
    plan.absent = [str(tmp_path / "absent")]
    needed, header = plans.stored(b"converted"), plans.stored_header("hipify_ptx.hpp", b"header")
    plan.needs, plan.ours = [str(needed), str(header)], [str(header)]
    source = tmp_path / "a.cu"
    source.touch()
    plan.depends_on([source, tmp_path / "nothing"])
    plans.keep("0" * 32, plan)
    return plan


def test_a_plan_is_found_as_it_was_kept(kept: Plan) -> None:
    found = plans.load("0" * 32)
    assert found is not None
    assert vars(found) == vars(kept)
    kept.command.append("a\0b")  # which no program can be given
    plans.keep("1" * 32, kept)
    assert plans.load("1" * 32) is None


@pytest.mark.parametrize("name", DAMAGES)
def test_what_is_damaged_is_not_used(kept: Plan, tmp_path: Path, name: str) -> None:
    whole = contents(tmp_path / "cache")
    assert len(whole) == 3
    for path, data in whole.items():
        Path(path).write_bytes(DAMAGES[name](data, b"other"))
        assert plans.load("0" * 32) is None
        assert plans.stored(b"converted").read_bytes() == b"converted"
        assert plans.stored_header("hipify_ptx.hpp", b"header").read_bytes() == b"header"
        Path(path).write_bytes(data)
    plans.keep("1" * 32, kept)
    Path(tmp_path / "cache/plans" / ("1" * 32)).replace(tmp_path / "cache/plans" / ("0" * 32))
    assert plans.load("0" * 32) is None  # the plan of another command line


# -- what inputs include -----------------------------------------------------------------------------------------------


def test_closure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "s/a.cu": '#include "b.h"\n#include <c.h>\n#include <vector>\n#include "absent.h"\n',
        "s/b.h": "#ifdef X\n#include <d.h>\n#endif\n",
        "i/b.h": "",
        "i/c.h": '#include "c.h"\n',
        "j/c.h": "",
        "j/d.h": "",
        "rocm/hip/hip_runtime.h": "",
        "rocm/e.h": "",
        "f.h": '#include "e.h"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    words = ["-Ii", "-isystem", "j", "-Irocm", "-include", "f.h"]
    found = closure(["s/a.cu"], own_flags(words, tmp_path))
    real = {str(Path(path).resolve().relative_to(tmp_path)) for path in found.files}
    assert real == {"s/a.cu", "s/b.h", "i/b.h", "i/c.h", "j/d.h", "f.h"}
    assert "s/a.cu" in found.files  # as it is named
    assert {"s/c.h", "s/absent.h", str(tmp_path / "i/d.h")} <= set(found.absent)


# -- ports that a tree has already -------------------------------------------------------------------------------------


def test_macros_for_amd() -> None:
    text = b"""\
#if defined(USE_ROCM) && !defined(OTHER)
#elif MINE_WITH_HIP || __HIP_PLATFORM_AMD__ || HIP_VERSION
#endif
#ifdef HAVE_HIP
#define HAVE_HIP 1
#endif
int USE_HIP;
"""
    asked = asked_for(text)
    assert asked == {"USE_ROCM", "MINE_WITH_HIP"}
    assert list(options(asked, ["-UMINE_WITH_HIP", "-DX"])) == ["-DUSE_ROCM=1"]
    assert list(options(asked, ["-DUSE_ROCM=0", "-DMINE_WITH_HIP"])) == []


# -- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "converted", "marked"),
    [
        ("a\nb\n", "A\nb\n", "A\nb\n"),
        ("a\nb\n", "new\na\nb\n", "new\n#line 1\na\nb\n"),
        ("a\nb\nc\n", "a\nc\n", "a\n#line 3\nc\n"),
        (
            "a\n#define M x \\\n  y\nb\n",
            "a\n#define M x \\\n  z \\\n  y\nb\n",
            "a\n#define M x \\\n  z \\\n  y\n#line 4\nb\n",
        ),
        ("a\nf(b,\n  c)\nd\n", "a\nf(b,\n  new,\n  c)\nd\n", "a\nf(b,\n  new,\n  c)\n#line 4\nd\n"),
        ("a\n/* b\n c */\nd\n", "a\n/* b\n new\n c */\nd\n", "a\n/* b\n new\n c */\n#line 4\nd\n"),
        # What stands in one branch is not read in another.
        (
            "a\nx\ny\nd\n",
            "a\n#if A\nx1\nx2\n#else\nx\n#endif\ny\nd\n",
            "a\n#if A\nx1\nx2\n#else\n#line 2\nx\n#endif\n#line 3\ny\nd\n",
        ),
        (
            "#if A\na\n#else\nb\n#endif\nc\n",
            "#if A\nnew\na\n#else\nb\n#endif\nc\n",
            "#if A\nnew\n#line 2\na\n#else\n#line 4\nb\n#endif\n#line 6\nc\n",
        ),
        ('a\nR"(\nb)"\nc\n', 'new\na\nR"(\nb)"\nc\n', 'new\n#line 1\na\nR"(\nb)"\nc\n'),
    ],
)
def test_line_marks(original: str, converted: str, marked: str) -> None:
    assert with_line_marks(original.encode(), converted.encode()).decode() == marked


_LINES = st.lists(st.sampled_from(["a", "b(", ")", "#if A", "#else", "#endif", "/*", "*/", "x \\\\", 'R"(', ')"', ""]))


@given(_LINES, _LINES)
def test_line_marks_are_all_that_is_added(original: list[str], converted: list[str]) -> None:
    marked = with_line_marks("\n".join(original).encode(), "\n".join(converted).encode()).decode()
    assert [line for line in marked.split("\n") if not line.startswith("#line ")] == (converted or [""])


def test_line_marks_of_a_long_file() -> None:
    original = b"x\n" * 30_000
    assert with_line_marks(original, b"new\n" + original + b"y\n").count(b"#line") <= 1


# -- dependency files --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("a.o: a.cu \\\n  /c/h.hpp \\\n  b.h\n", "a.o: a.cu \\\n  b.h\n"),
        ("a.o: a.cu /c/h.hpp\n", "a.o: a.cu\n"),
        ("a.o: a.cu /c/h.hpp b.h\n\nb.h:\n\n/c/h.hpp:\n", "a.o: a.cu b.h\n\nb.h:\n\n"),
        ("a.o: a.cu /c/h.hpp.h\n", "a.o: a.cu /c/h.hpp.h\n"),
    ],
)
def test_our_headers_are_not_named(rules: str, left: str) -> None:
    assert cleaned(rules.encode(), ["/c/h.hpp"]).decode() == left


@pytest.mark.parametrize(("name", "why"), [("sm_80", "is a GPU of NVIDIA"), ("mi250x", "its GPU is gfx90a")])
def test_gpus_that_are_none_of_amd(monkeypatch: pytest.MonkeyPatch, name: str, why: str) -> None:
    monkeypatch.setenv(nvcc_settings.ARCH, f"gfx942, {name}")
    with pytest.raises(NvccError, match=f"HIPIFY_NVCC_ARCH: '{name}' .*{why}"):
        nvcc_settings.archs()


def test_the_help_names_all_of_the_environment() -> None:
    told = answers.to(["--help"])
    assert told is not None
    variables = (value for value in vars(nvcc_settings).values() if str(value).startswith("HIPIFY_NVCC_"))
    assert [name for name in variables if f"  {name}  " not in told.output] == []


def test_a_compiler_without_rocm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (nvcc_settings.COMPILER, "HIP_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ROCM_PATH", str(tmp_path))
    monkeypatch.setattr(compiler, "_USUAL", str(tmp_path))
    assert Compiler(("clang++",)).lacks_rocm
    assert not Compiler(("hipcc",)).lacks_rocm
    (tmp_path / "include/hip").mkdir(parents=True)
    assert not Compiler(("clang++",)).lacks_rocm
