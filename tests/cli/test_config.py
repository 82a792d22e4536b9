"""Settings files, and the commands beside `convert`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py import __version__
from hipify_py.run import config

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Write

CUDA = b"#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
MAPPING = b"functions:\n  cudaFree: our_free\n  ours: theirs\n"
EXCLUDES = b'exclude = ["*"]\n'


def _converts(hipify: Hipify, *arguments: str) -> bool:
    return hipify("--check", *arguments).code == 1


@pytest.mark.parametrize("name", [".hipify-py.toml", "pyproject.toml"])
def test_the_nearest_settings_hold(hipify: Hipify, write: Write, name: str) -> None:
    header = b"[tool.hipify-py]\n" if name == "pyproject.toml" else b""
    write("a/b/x.cu")
    write(name, header + b'exclude = ["x.cu"]\n')
    assert not _converts(hipify, "a/b")
    assert _converts(hipify, "a/b/x.cu")
    write(f"a/{name}", header + b"statistics = true\n")
    assert _converts(hipify, "a/b")


def test_a_user_without_a_home_has_no_settings(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a user of a container that only has a number; a folder called `~` is anybody's."""
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    write("x.cu")
    write("~/.config/hipify-py/config.toml", EXCLUDES)
    assert _converts(hipify, "x.cu")
    assert _converts(hipify, ".")


def test_a_project_without_our_table_is_passed_over(hipify: Hipify, write: Write) -> None:
    write("a/x.cu")
    write("a/pyproject.toml", b"[tool.other]\n")
    write("pyproject.toml", b"[tool.hipify-py]\n" + EXCLUDES)
    assert not _converts(hipify, "a")


@pytest.mark.parametrize("name", ["hipify-py.toml", "hipify_py.toml", ".hipify_py.toml"])
def test_a_settings_file_with_nearly_the_right_name_is_noted(hipify: Hipify, write: Write, name: str) -> None:
    write("a/x.cu")
    write(name, EXCLUDES)
    ran = hipify("--check", "a")
    assert (ran.code, ran.err.count(f"{name}: ignored; the name of a settings file is .hipify-py.toml\n")) == (1, 1)
    write("a/.hipify-py.toml", EXCLUDES)
    assert "ignored" not in hipify("--check", "a").err


def test_a_table_with_nearly_the_right_name_is_noted(hipify: Hipify, write: Write) -> None:
    write("x.cu")
    write("pyproject.toml", b'# hipify-py\n[tool.hipify_py]\nexclude = ["*"]\n')
    ran = hipify("--check", ".")
    note = "pyproject.toml: [tool.hipify_py] is ignored; the name of the table is [tool.hipify-py]\n"
    assert (ran.code, ran.err.count(note)) == (1, 1)


def test_the_search_ends_at_the_repository(hipify: Hipify, write: Write, git: Git) -> None:
    write("repo/sub/x.cu")
    write(".hipify-py.toml", EXCLUDES)
    git("init", "-q", "repo")
    assert _converts(hipify, "repo/sub")
    write("repo/.hipify-py.toml", EXCLUDES)
    assert not _converts(hipify, "repo/sub")


def test_a_mapping_is_found_beside_its_settings(hipify: Hipify, write: Write) -> None:
    file = write("project/deep/x.cu")
    write("project/tables/own.yaml", MAPPING)
    write("project/.hipify-py.toml", b'mapping = ["tables/own.yaml"]\n')
    assert hipify("project/deep").code == 0
    assert b"our_free(0)" in file.read_bytes()


def test_the_command_line_wins(hipify: Hipify, write: Write) -> None:
    settings = b'rocm = "1.0"\nrename-files = true\nfail-on = "info"\ngitignore = false\nmapping = ["a.yaml"]\n'
    write(".hipify-py.toml", settings + b'target = "roc"\njobs = 3\nstatistics = true\ninclude = ["*.cu"]\n')
    write("a.yaml", b'functions:\n  ours: {hip: theirs, since: "5.0"}\n')
    write("b.yaml", b"functions:\n  ours: nobodys\n")
    file = write("x.cu", b"ours();\n")
    assert hipify("--check", "x.cu").code == 1
    assert hipify("--rocm", "6.0", "--fail-on", "never", "--target", "hip", "--diff", ".").code == 0
    assert hipify("--mapping", "b.yaml", ".").code == 0
    assert file.with_name("x.hip").read_bytes() == b"nobodys();\n"


def test_a_settings_file_of_choice(hipify: Hipify, write: Write) -> None:
    write("x.cu")
    write(".hipify-py.toml", b"broken")
    write("other/pyproject.toml", b"[tool.hipify-py]\n" + EXCLUDES)
    write("other/any.toml", EXCLUDES)
    write("other/empty.toml", b"")
    for name, converts in (("other/pyproject.toml", False), ("other/any.toml", False), ("other/empty.toml", True)):
        assert hipify("--check", "--config", name, ".").code == (1 if converts else 2)


def test_suffixes_of_choice(hipify: Hipify, write: Write, tree: Path) -> None:
    write(".hipify-py.toml", b'rename-files = true\ncuda-suffix = ".hip.cpp"\nheader-suffix = ".h"\n')
    write("x.cu", b'#include "y.cuh"\n')
    write("y.cuh", b"\n")
    assert hipify(".").code == 0
    assert (tree / "x.hip.cpp").read_bytes() == b'#include "y.h"\n'


def test_stdin_has_the_settings_of_its_name(hipify: Hipify, write: Write) -> None:
    write("project/own.yaml", MAPPING)
    write("project/.hipify-py.toml", b'mapping = ["own.yaml"]\n')
    assert hipify("-", "--stdin-filename", "project/x.cu", stdin=b"ours();").data == b"theirs();"
    assert hipify("-", stdin=b"ours();").data == b"ours();"


BROKEN = [
    ('mapping = ["\\u0000"]', ": mapping: contains a NUL character"),
    ('baseline = "\\u0000"', ": baseline: contains a NUL character"),
    ('ptx-header = "\\u0000.hpp"', ": ptx-header: contains a NUL character"),
    ('[per-file-ignores]\n"\\u0000" = ["ALL"]', ": per-file-ignores: contains a NUL character"),
    ("jobs = " + "9" * 5000, ""),
    ('ptx-header = ".GIT/y.hpp"', "is not a usable header name"),
]


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=[text[:30] for text, _ in BROKEN])
def test_values_that_nothing_can_take(hipify: Hipify, write: Write, text: str, message: str) -> None:
    write("x.cu")
    write(".hipify-py.toml", text.encode())
    if text.startswith("jobs"):
        ran = hipify("--check", ".")
        assert ran.code == 1 or ran.only_error.endswith(".hipify-py.toml: a number has too many digits")
    else:
        assert message in hipify("--check", ".").error


# The limit of time may strike in a callback of the garbage collection, where it is noted, and strikes again.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", [".hipify-py.toml", "pyproject.toml"])
def test_a_key_that_the_parser_takes_minutes_for(
    hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(config, "_SECONDS", 0.2)
    write("x.cu")
    write(name, b"[tool.hipify-py]\nx" + b".x" * 10_000 + b" = 1\n")
    # Newer releases of tomli count the parts of a key.
    reasons = ("reading it takes more than 0 seconds of CPU time", "TOML key has more than the allowed 1000 parts")
    assert hipify("--check", "x.cu").error.endswith(tuple(f"{name}: {reason}" for reason in reasons))


# map


def test_map_answers(hipify: Hipify) -> None:
    ran = hipify("map", "cudaFree", "cuda_runtime.h", "<cuda_runtime.h>")
    assert ran.code == 0
    assert ran.out.splitlines()[0].startswith("cudaFree → hipFree  [runtime, function")
    assert ran.out.count("cuda_runtime.h") == 2


def test_map_suggests(hipify: Hipify) -> None:
    ran = hipify("map", "cudaFree", "cudaMemcpyAsink", "zzz")
    assert ran.code == 1
    assert "cudaMemcpyAsink: not in any mapping table; did you mean cudaMemcpyAsync" in ran.out
    assert ran.out.splitlines()[-1] == "zzz: not in any mapping table"


def test_map_suggests_names_in_any_case_and_of_any_namespace(hipify: Hipify) -> None:
    lines = hipify("map", "CUDAMALLOC", "BlockReduce", "cub::BlockReduse").out.splitlines()
    assert lines[0].startswith("CUDAMALLOC: not in any mapping table; did you mean cudaMalloc")
    assert lines[1].startswith("BlockReduce: not in any mapping table; did you mean cub::BlockReduce")
    assert lines[2].startswith("cub::BlockReduse → hipcub::BlockReduse  [cub]")
    assert lines[3].endswith("do not list the name itself; did you mean cub::BlockReduce?")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("CUDA::cublas", "CUDA::cublas → roc::hipblas  [target of CMake]"),
        ("CUDA::culibos", "CUDA::culibos → (removed)  [target of CMake]"),
        ("thrust::sort", "thrust::sort unchanged  [thrust]"),
        ("thrust::cuda::par", "thrust::cuda::par → thrust::hip::par  [thrust]"),
        ("cub::BlockReduce::TempStorage", "cub::BlockReduce::TempStorage → hipcub::BlockReduce::TempStorage  [cub]"),
        ("cub::BlockReduce", "cub::BlockReduce → hipcub::BlockReduce  [cub, qualified name]"),
    ],
)
def test_map_knows_namespaces(hipify: Hipify, name: str, line: str) -> None:
    ran = hipify("map", name)
    assert (ran.code, ran.out.splitlines()[0]) == (0, line)


def test_map_tells_where_a_name_of_rocm_comes_from(hipify: Hipify) -> None:
    ran = hipify("map", "hipMalloc", "rocblas_sgemm", "hip/hip_runtime.h")
    lines = ran.out.splitlines()
    assert (ran.code, len(lines)) == (0, 3)
    assert lines[0].startswith("hipMalloc: a name of ROCm, the counterpart of cudaMalloc, cuMemAlloc")
    assert lines[1].startswith("rocblas_sgemm: a name of ROCm, the counterpart of cublasSgemm")
    assert lines[2].startswith("hip/hip_runtime.h: a name of ROCm, the counterpart of cuda.h, ")


def test_map_tells_what_is_left_and_since_when(hipify: Hipify, write: Write) -> None:
    write("m.yaml", b'functions:\n  ours: {hip: theirs, since: "6.1"}\n  gone: {unsupported: do without}\n')
    assert hipify("map", "--mapping", "m.yaml", "gone").out == "gone → no counterpart  [m, function]\n  do without\n"
    assert hipify("map", "--mapping", "m.yaml", "gone").code == 1
    assert hipify("map", "--mapping", "m.yaml", "ours").code == 0
    ran = hipify("map", "--mapping", "m.yaml", "--rocm", "6.0", "ours")
    assert (ran.code, "exists since ROCm 6.1" in ran.out) == (1, True)


def test_a_mapping_of_ones_own_wins_and_the_last_one_most(hipify: Hipify, write: Write) -> None:
    write("one.yaml", MAPPING)
    write("two.yaml", b"functions:\n  cudaFree: other_free\n")
    assert hipify("map", "--mapping", "one.yaml", "cudaFree").out.startswith("cudaFree → our_free")
    assert hipify("map", "--mapping", "one.yaml", "--mapping", "two.yaml", "cudaFree").out.startswith(
        "cudaFree → other_free"
    )
    file = write("x.cu")
    hipify("--mapping", "one.yaml", "--mapping", "two.yaml", "x.cu")
    assert b"other_free(0)" in file.read_bytes()


def test_map_knows_the_settings(hipify: Hipify, write: Write) -> None:
    write(".hipify-py.toml", b'mapping = ["own.yaml"]\n')
    write("own.yaml", MAPPING)
    assert hipify("map", "cudaFree").out.startswith("cudaFree → our_free")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("__shfl_down_sync", "__shfl_down_sync(a, b, c) → __shfl_down(b, c, 32)"),
        ("__ballot_sync", "__ballot_sync(a, b) → hipify_compat::ballot_sync(a, b)"),
        ("__CUDA_ARCH__", "#ifdef __CUDA_ARCH__ → #ifdef __HIP_DEVICE_COMPILE__"),
        ("warpSize", "warpSize → 32"),
    ],
)
def test_map_shows_what_rewrites_do(hipify: Hipify, name: str, line: str) -> None:
    ran = hipify("map", name)
    assert ran.code == 0
    assert ran.out.startswith(f"{name}: converted by its use")
    assert ran.out.partition("\n")[2].startswith(f"  {line}\n")
    (row,) = json.loads(hipify("map", name, "--format", "json").out)
    assert row["status"] == "converted"
    assert row["hip"] == line.rpartition(" → ")[2].removeprefix("#ifdef ")
    assert line in row["note"]


def test_map_shows_no_code_of_its_own(hipify: Hipify) -> None:
    for name in ("__nanosleep", "__activemask", "__all_sync", "__match_any_sync"):
        assert "__device__" not in hipify("map", name).out.replace("device function", "")


@pytest.mark.parametrize("name", ["threadIdx", "__launch_bounds__", "cooperative_groups"])
def test_map_knows_what_is_the_same(hipify: Hipify, name: str) -> None:
    ran = hipify("map", name)
    assert (ran.code, ran.out) == (0, f"{name} unchanged  [the same in HIP]\n")


def test_map_shows_which_rule_reports_a_name(hipify: Hipify) -> None:
    ran = hipify("map", "nvmlInit")
    assert ran.code == 1
    assert ran.out.startswith("nvmlInit: reported\n  LIB001: ")


def test_map_takes_patterns_and_libraries(hipify: Hipify) -> None:
    absent = hipify("map", "cudnnCreate", "--format", "csv").out.splitlines()[1]
    assert absent.startswith("cudnnCreate,,miopenCreate,absent,cudnn,")
    assert absent.endswith("no ROCm release has hipDNN with these calls")
    told = hipify("map", "cudnnCreate")
    assert told.code == 1
    assert told.out.startswith("cudnnCreate → no counterpart")
    assert "no ROCm release has hipDNN with these calls\n  with --target roc: miopenCreate\n" in told.out
    ran = hipify("map", "cublasSge*m", "--format", "csv")
    assert [line.split(",")[:2] + line.split(",")[3:5] for line in ran.out.splitlines()[1:]] == [
        ["cublasSgeam", "hipblasSgeam", "renamed", "cublas"],
        ["cublasSgemm", "hipblasSgemm", "renamed", "cublas"],
    ]
    assert hipify("map", "--library", "cublas", "cublasSge?m").out.count("→") == 2
    whole = json.loads(hipify("map", "--library", "nvtx", "--format", "json").out)
    assert {row["library"] for row in whole} == {"nvtx"}
    assert {row["hip"] for row in whole if row["name"] == "nvtxMarkA"} == {"roctxMarkA"}
    table = hipify("map", "--library", "nvtx", "--format", "md").out.splitlines()
    assert len(table) == len(whole) + 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cublasXq*",), "no name matches 'cublasXq*'"),
        ((), "name what to look up, or give --library"),
        (("--library", "cublass"), "--library: 'cublass' is not a library"),
    ],
)
def test_map_refuses_what_it_cannot_look_up(hipify: Hipify, arguments: tuple[str, ...], message: str) -> None:
    ran = hipify("map", *arguments)
    assert (ran.code, ran.err.count("\n"), message in ran.err) == (2, 1, True)


# What counts


def test_show_settings_prints_a_settings_file(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    file = write(".hipify-py.toml", b'rocm = "6.4"\nexclude = ["third/"]\n')
    shown = hipify("scan", ".", "--arch", "gfx942", "--show-settings").out.splitlines()
    assert shown[0] == f"# settings file: {file}"
    wanted = {'arch = ["gfx942"]  # command line', 'rocm = "6.4"  # settings', 'target = "hip"  # default'}
    assert wanted < {*shown}
    write(".hipify-py.toml", "\n".join(shown).encode())
    again = hipify("scan", ".", "--show-settings").out.splitlines()
    assert 'arch = ["gfx942"]  # settings' in again


def test_show_files_prints_what_is_read_and_writes_nothing(hipify: Hipify, write: Write) -> None:
    source = write("a.cu")
    write("third/b.cu")
    write("notes.txt")
    ran = hipify(".", "--exclude", "third/", "--show-files")
    assert (ran.code, ran.out, source.read_bytes()) == (0, "a.cu\n", CUDA)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ('rocm = "0.1"', "rocm: 0.1 is older"),
        ('target = "cuda"', "target: 'cuda' is not one of hip, roc"),
        ('arch = ["gfx0"]', "arch: 'gfx0' is not the name of a GPU"),
        ('select = ["QQQ001"]', "select: 'QQQ001' is not a rule"),
        ('fail-on = "x"', "fail-on: 'x' is not"),
    ],
)
def test_an_error_in_settings_names_file_and_key(hipify: Hipify, write: Write, setting: str, message: str) -> None:
    write("a.cu")
    file = write(".hipify-py.toml", setting.encode())
    assert hipify("--check", ".").error.startswith(f"{file}: {message}")


def test_an_error_in_the_settings_of_the_user_names_their_file(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu")
    file = tree.parent / "config/hipify-py/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text('rocm = "0.1"\n', encoding="utf-8")
    assert hipify("--check", ".").error.startswith(f"{file}: rocm: 0.1 is older")
    write(".hipify-py.toml", b'target = "hip"\n')
    assert hipify("--check", ".").error.startswith(f"{file}: rocm: 0.1 is older")


# The rest


def test_the_version_and_the_help(hipify: Hipify) -> None:
    assert hipify("--version").out == f"hipify-py {__version__}\n"
    assert "--stdin-filename" in hipify("convert", "--help").out
    assert hipify("-h").out == hipify("--help").out


def test_the_installed_command(write: Write, tree: Path) -> None:
    script = shutil.which("hipify-py", path=str(Path(sys.executable).parent))
    assert script, "the package is not installed in the environment that runs the tests"
    file = write("a.cu")
    subprocess.run([script, "a.cu"], check=True, cwd=tree, capture_output=True)
    assert b"hipFree" in file.read_bytes()
