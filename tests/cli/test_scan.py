"""`hipify-py scan`: the report without the conversion, its formats, and the commands about rules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hipify_py.report.formats import names
from tests.report.page.reading import Parts

if TYPE_CHECKING:
    from tests.cli.conftest import Hipify, Take, Write

LEFT = b"#include <cuda_runtime.h>\nvoid f() { ours_without_counterpart(); }\n"
PLACE = "a.cu:2:12: error API001 'ours_without_counterpart' has no HIP counterpart"


@pytest.fixture(autouse=True)
def table(tree: Path) -> None:
    """A name that has no counterpart, whatever our tables come to know."""
    (tree / "m.yaml").write_text("functions:\n  ours_without_counterpart: {unsupported: gone}\n")
    (tree / ".hipify-py.toml").write_text('mapping = ["m.yaml"]\n')


def test_a_scan_changes_nothing(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("a.cu", LEFT)
    before = snapshot(tree)
    ran = hipify("scan", ".")
    assert (ran.code, ran.out.splitlines()[0]) == (1, PLACE)
    assert ran.err.startswith("scanned 1 file in ")
    assert not re.search("undo|convert", ran.err)
    assert (snapshot(tree), (tree / ".hipify-py").exists()) == (before, False)


def test_what_would_change_is_no_finding(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    ran = hipify("scan", ".")
    assert (ran.code, "error" in ran.out) == (0, False)


def test_the_number_of_workers_does_not_show(hipify: Hipify, write: Write) -> None:
    for number in range(100):
        write(f"d{number % 7}/{number}.cu", LEFT)
    alone, shared = hipify("scan", "-j1", "."), hipify("scan", "-j4", ".")
    assert alone.out == shared.out
    assert ": 100 places in 100 files\n" in alone.out


@pytest.mark.parametrize("name", names())
def test_each_format_to_stdout_and_to_a_file(hipify: Hipify, write: Write, tree: Path, name: str) -> None:
    write("a.cu", LEFT)
    shown = hipify("scan", "--format", name, ".")
    filed = hipify("scan", "--format", f"{name}:report", ".")
    named = hipify("scan", "--format", name, "-o", "report2", ".")
    assert "API001" in shown.out
    assert (filed.out, named.out) == ("", "")
    assert "scanned 1 file" in shown.err
    assert "scanned 1 file" in filed.err
    assert _timeless((tree / "report").read_text()) == _timeless((tree / "report2").read_text())
    if name != "full":
        assert _timeless(shown.out) == _timeless((tree / "report").read_text())


def _timeless(text: str) -> str:
    return re.sub(r"\d+\.\d+( s|,|\"|Z)?|\d\d:\d\d:\d\d[^\"]*", "", text)


def test_several_formats_at_once(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", LEFT)
    ran = hipify("scan", "--format", "sarif:a.sarif", "--format", "full", "--format", "json:a.json", ".")
    assert ran.out.startswith(PLACE)
    assert json.loads((tree / "a.sarif").read_text())["version"] == "2.1.0"
    assert json.loads((tree / "a.json").read_text())["exit_code"] == ran.code == 1


def test_quiet_data_is_still_data(hipify: Hipify, write: Write) -> None:
    write("a.cu", LEFT)
    ran = hipify("scan", "-q", "--format", "json", ".")
    assert (json.loads(ran.out)["command"], ran.err) == ("scan", "")
    assert hipify("scan", "-q", ".").out == ""


FORMAT_ERRORS = [
    (["--format", "json", "--format", "full"], "json and full cannot both be written to standard output"),
    (["--format", "jsn"], "'jsn' is not one of"),
    (["--format", "jsn"], "did you mean json"),
    (["--format", "json:"], "has no file after the colon"),
    (["--format", "json:a", "--format", "sarif:./a"], "two formats have the same file a"),
    (["--format", "json", "--format", "full", "-o", "x"], "two formats have the same file x"),
    (["-o", ""], "--output-file: the value is empty"),
]


@pytest.mark.parametrize(("options", "message"), FORMAT_ERRORS, ids=[" ".join(given) for given, _ in FORMAT_ERRORS])
def test_formats_that_do_not_go(hipify: Hipify, write: Write, options: list[str], message: str) -> None:
    write("a.cu", LEFT)
    assert message in hipify("scan", *options, ".").error


def test_a_report_that_cannot_be_written(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    ran = hipify("scan", "--format", "json:missing/a.json", ".")
    assert ran.code == 2
    assert ran.only_error == "missing/a.json: cannot write the report: no such directory"


def test_the_report_of_a_conversion(hipify: Hipify, write: Write, tree: Path) -> None:
    file = write("a.cu", LEFT)
    ran = hipify("--format", "json", ".")
    report = json.loads(ran.out)
    assert (report["command"], report["files"][0]["change"]) == ("convert", "converted")
    assert b"hip_runtime" in file.read_bytes()
    assert "to undo this run" in ran.err
    hipify("undo")
    hipify("--check", "--output-file", "r.json", "--format", "json", ".")
    assert json.loads((tree / "r.json").read_text())["dry"] is True


def test_a_diff_owns_stdout(hipify: Hipify, write: Write) -> None:
    write("a.cu", LEFT)
    ran = hipify("--diff", ".")
    assert ran.out.startswith("--- a/a.cu")
    assert PLACE in ran.err
    ran = hipify("--diff", "--format", "concise", ".")
    assert (ran.out.startswith("--- a/a.cu"), "API001" in ran.out, "API001" in ran.err) == (True, False, True)


def test_standard_input(hipify: Hipify) -> None:
    ran = hipify("scan", "-", "--stdin-filename", "a.cu", stdin=LEFT)
    assert (ran.code, ran.out.splitlines()[0]) == (1, PLACE)
    assert hipify("scan", "-", "--format", "json", stdin=LEFT).data.startswith(b"{")
    assert hipify("-", "--format", "concise", stdin=LEFT).data.startswith(b"#include <hip/hip_runtime.h>")
    assert "cannot be combined with other paths" in hipify("scan", "-", "a.cu").error


def test_build_files_are_read_and_not_changed(hipify: Hipify, write: Write, tree: Path, snapshot: Take) -> None:
    write("only/CMakeLists.txt", b"cuda_compile_ptx(a b.cu)\n")
    write("only/k.ptx", b".version 7.0\n")
    write("only/note.txt")
    before = snapshot(tree)
    ran = hipify("scan", "--format", "json", "only")
    assert [file["path"] for file in json.loads(ran.out)["files"]] == ["only/CMakeLists.txt", "only/k.ptx"]
    assert hipify("--no-build", "only").only_error == "only: contains no CUDA or C++ sources"
    assert "converted 0 of 1 file " in hipify("only/CMakeLists.txt").err
    assert snapshot(tree) == before
    write("none/note.txt")
    assert hipify("scan", "none").only_error == "none: contains no CUDA, C++ or build files"


BUILD_NAMES = [
    *("CMakeLists.txt", "a.cmake", "Makefile", "makefile", "GNUmakefile", "a.mk", "a.mak", "setup.py", "a.py"),
    *("pyproject.toml", "setup.cfg", "requirements.txt", "requirements-dev.txt", "environment.yml"),
    *("environment-gpu.yaml", "meson.build", "BUILD", "BUILD.bazel", "a.bzl", "WORKSPACE", "a.vcxproj", "a.props"),
    *("a.targets", "xmake.lua", "SConstruct", "SConscript", "Dockerfile", "Dockerfile.cuda", "a.dockerfile"),
    *("configure.ac", "a.m4", "a.sh", "a.bat", "CMakePresets.json", "CMakeUserPresets.json", "a.pc.in"),
]


@pytest.mark.parametrize("name", BUILD_NAMES)
def test_a_build_file_is_known_by_its_name(hipify: Hipify, write: Write, name: str) -> None:
    content = b'x = "cudaMalloc"\n'
    file = write(f"d/{name}", content)
    write("d/a.txt")
    assert [Path(found["path"]).name for found in json.loads(hipify("scan", "--format", "json", "d").out)["files"]] == [
        name
    ]
    assert "converted 0 of 1 file " in hipify(file).err
    assert file.read_bytes() == content


def test_build_files_are_copied_with_the_tree(hipify: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu")
    makefile = write("src/Makefile", b"NVCC = nvcc\n").read_bytes()
    write("src/Dockerfile", b"FROM nvidia/cuda\n")
    assert "converted 2 of 3 files" in hipify("src", "-o", "out").err
    assert (tree / "out/Makefile").read_bytes() == b"NVCC = hipcc\n"
    assert (tree / "out/Dockerfile").read_bytes() == b"FROM nvidia/cuda\n"
    assert (tree / "src/Makefile").read_bytes() == makefile


def test_unknown_names_are_known_where_any_file_declares_them(hipify: Hipify, write: Write) -> None:
    write("a.cu", b"void f() { cudaOwnHelper(1); }\n")
    assert "API003" in hipify("scan", ".").out
    write("b.h", b"#pragma once\ncudaError_t cudaOwnHelper(int);\n")
    assert "API003" not in hipify("scan", ".").out
    assert "API003" in hipify("scan", "a.cu").out


@pytest.mark.parametrize("arch", ["gfx9", "sm80", "gfx90a;rm", "GFX90A", "gfx90a, gfx"])
def test_a_gpu_that_is_none(hipify: Hipify, write: Write, arch: str) -> None:
    write("a.cu")
    assert "is not the name of a GPU" in hipify("scan", "--arch", arch, ".").error


@pytest.mark.parametrize("arch", ["gfx1310", "gfx13-generic", "gfx12-5-generic"])
def test_a_gpu_newer_than_the_list(hipify: Hipify, write: Write, arch: str) -> None:
    write("a.cu", b"#include <cuda_runtime.h>\n")
    assert hipify("scan", "--arch", arch, ".").code == 0


WAVES = b"""#include <cuda_runtime.h>
__global__ void k(int* p) { p[threadIdx.x] = __lane_id() + threadIdx.x % 32; }
"""


@pytest.mark.parametrize(
    ("arch", "where"),
    [
        ("gfx90a,gfx1100", "on gfx90a"),
        ("gfx9-generic,gfx9-4-generic", "on gfx9-4-generic, gfx9-generic"),
        ("amdgcnspirv", "on some GPUs (gfx90a, gfx942, gfx950)"),
        ("", "on some GPUs (gfx90a, gfx942, gfx950)"),
        *((arch, "") for arch in ("gfx1250", "gfx10-1-generic", "gfx10-3-generic", "gfx11-generic", "gfx12-generic")),
    ],
)
def test_messages_name_the_targets_with_wide_wavefronts(hipify: Hipify, write: Write, arch: str, where: str) -> None:
    write("a.cu", WAVES)
    out = hipify("scan", *(["--arch", arch] if arch else []), "a.cu").out
    said = f"a wavefront has 64 {where}; see '__lane_id' in line 2\n"
    assert ("WRP002" in out, said in out) == (bool(where), bool(where)), out


def test_gpus(hipify: Hipify, write: Write) -> None:
    write("a.cu")
    write(".hipify-py.toml", b'arch = ["gfx90a"]\n')
    for options, archs in (
        (["--arch", "gfx942,gfx90a", "--arch=gfx1100"], ["gfx1100", "gfx90a", "gfx942"]),
        ([], ["gfx90a"]),
    ):
        assert json.loads(hipify("scan", "--format", "json", *options, ".").out)["archs"] == archs


_OF_CUDNN = {
    "a.cu": b"#include <cudnn.h>\nvoid f(cudnnHandle_t *h) { cudnnCreate(h); }\n",
    "Makefile": b"NAMES := cudart cudnn\nLINKED := $(addprefix -l,$(NAMES))\napp: a.cu\n\tnvcc a.cu -lcudnn -lcublas\n",
    "CMakeLists.txt": b"project(x CUDA)\nadd_executable(a a.cu)\ntarget_link_libraries(a -lcudnn)\n",
    "setup.py": b"Extension('a', ['a.cu'], libraries=['cudnn', 'cublas'], extra_link_args=['-lcudnn'])\n",
}


def test_a_library_that_no_release_has(hipify: Hipify, write: Write) -> None:
    """Its names, headers and link options stay, and each of them is reported, in a second run as in the first."""
    for name, data in _OF_CUDNN.items():
        write(name, data)
    reports = []
    for folder in (".", "out"):
        report = json.loads(hipify("scan", "--format", "json", folder).out)
        places = [(found["rule"], Path(found["path"]).name, found["start"]["line"]) for found in report["findings"]]
        assert [place for place in places if place[0] == "LIB004"] == [("LIB004", "a.cu", line) for line in (1, 2, 2)]
        linked = Counter(place[1] for place in places if place[0] == "BLD006")
        assert linked == {"Makefile": 2, "CMakeLists.txt": 1, "setup.py": 2}
        assert report["readiness"]["total"]["names"]["left"] == 3
        assert report["readiness"]["total"]["lines"]["left"] == 2
        reports.append(sorted(place[:2] for place in places))
        hipify("-q", "-o", "out", *_OF_CUDNN) if folder == "." else None
    assert reports[0] == reports[1]
    for name in _OF_CUDNN:
        assert Path("out", name).read_bytes().count(b"cudnn") == _OF_CUDNN[name].count(b"cudnn")


def test_a_library_of_rocm_after_a_run_without_it(hipify: Hipify, write: Write) -> None:
    """`--target roc` converts what a run without it has left, and no finding recommends it any more."""
    for name, data in _OF_CUDNN.items():
        write(name, data)
    rnn = write("b.cu", b"#include <cudnn.h>\nvoid f(cudnnHandle_t h) { cudnnRNNForward(h); }\n")
    hipify("-q", *_OF_CUDNN, rnn.name)
    report = json.loads(hipify("--target", "roc", "--format", "json", *_OF_CUDNN, rnn.name).out)
    assert {found["path"] for found in report["findings"]} == {"b.cu"}
    assert not any("--target roc" in found["help"] or found["help"].endswith(".") for found in report["findings"])
    assert Path("a.cu").read_text().endswith("void f(miopenHandle_t *h) { miopenCreate(h); }\n")
    assert "-lMIOpen -lhipblas" in Path("Makefile").read_text()


def test_a_release_that_has_the_library(hipify: Hipify, write: Write) -> None:
    titles = b"library: mine\nabsent: no release has hipMine\nabsent_until: '7.0'\n"
    write("mine.yaml", titles + b"functions:\n  cudaMineRun: hipMineRun\n")
    write("a.cu", b"void f() { cudaMineRun(); }\n")
    left, made = (hipify("--diff", "--mapping", "mine.yaml", "--rocm", rocm, "a.cu") for rocm in ("6.4", "7.2"))
    assert "hipMineRun" not in left.out
    assert "'cudaMineRun' has no HIP counterpart: no release has hipMine" in left.err
    assert "hipMineRun" in made.out


def test_names_that_the_tree_declares_are_no_lines_left(hipify: Hipify, write: Write) -> None:
    """Readiness counts the lines of the findings that are reported."""
    write("t.h", b"struct T { int x; };\nstruct B { T cudaTransformer1; void g(); };\n")
    write("a.cu", b'#include "t.h"\nvoid B::g() {\n  cudaTransformer1.x = 1;\n  cudaTransformer1.x = 2;\n}\n')
    report = json.loads(hipify("scan", "--format", "json", ".").out)
    assert report["findings"] == []
    assert report["readiness"]["total"]["lines"]["left"] == 0


def test_names_without_counterpart_are_left(hipify: Hipify, write: Write) -> None:
    """Headers and qualified names are counted as names, an include that conversion adds is not."""
    write("a.cu", b"#include <cuda/atomic>\n__device__ cuda::atomic<int> x;\n")
    report = json.loads(hipify("scan", "--format", "json", ".").out)
    assert report["readiness"]["total"]["names"] == {"total": 2, "left": 2, "percent": 0.0}


def test_translations_are_counted_in_all_formats(hipify: Hipify, write: Write) -> None:
    asm = b'asm("mov.u32 %0, %laneid;" : "=r"(*p)); '
    write("a.cu", b"__device__ void d(int *p) { " + asm * 2 + b"}\n")
    report = json.loads(hipify("scan", "--format", "json", ".").out)
    assert sum(report["summary"]["findings"].values()) == len(report["findings"]) == 2
    assert report["summary"]["findings"]["translated"] == 2
    assert "  findings: 2 notes on translated PTX\n" in hipify("scan", "-v", ".").err
    assert "translated" not in hipify("scan", ".").err


def test_the_sources_of_a_scan_are_those_of_a_diff(hipify: Hipify, write: Write, tree: Path) -> None:
    """The header of translated PTX lies at the top of the tree for both."""
    write("a.cu", b"__device__ void d(int *p) {}\n")
    write("sub/b.cu", b'__device__ void e(int *p) { asm("mov.u32 %0, %laneid;" : "=r"(*p)); }\n')
    assert '+#include "../hipify_ptx.hpp"' in hipify("--diff", ".").out
    hipify("scan", "--format", "html:page.html", ".")
    sources = Parts((tree / "page.html").read_text(encoding="utf-8"))
    assert '#include "../hipify_ptx.hpp"' in json.dumps([sources.source(1)[1]]).replace('\\"', '"')


def test_explain(hipify: Hipify) -> None:
    by_id, by_name = hipify("explain", "ptx001"), hipify("explain", "inline-ptx")
    assert by_id.code == 0
    assert by_id.out.startswith("PTX001 inline-ptx")
    assert by_name.out == by_id.out
    assert hipify("explain", "PTX001", "API001").out.count("What to do") == 2
    assert hipify("explain", "PTX001", "inline-ptxx").error.startswith(
        "'inline-ptxx' is not a rule (did you mean inline-ptx"
    )


def test_explain_lists_the_rules_of_a_group(hipify: Hipify) -> None:
    whole, few = hipify("explain", "wrp"), hipify("explain", "WRP00")
    assert (whole.code, few.code) == (0, 0)
    assert whole.out == hipify("rules", "--group", "WRP").out
    assert [line.split()[0] for line in few.out.splitlines()[1:3]] == ["WRP001", "WRP002"]
    assert "WRP010" not in few.out
    assert hipify("explain", "WRP999").error == "'WRP999' is not a rule; `hipify-py explain WRP` lists its group"
    assert hipify("explain", "zzz").error == "'zzz' is not a rule; `hipify-py rules` lists all"
    assert hipify("explain", "").error.startswith("'' is not a rule")


def test_rules(hipify: Hipify) -> None:
    listed = json.loads(hipify("rules", "--format", "json").out)
    assert {"API001", "PTX001"} <= {rule["id"] for rule in listed}
    group = hipify("rules", "--group", "ptx").out
    assert ("PTX001" in group, "API001" in group) == (True, False)
    assert "'PTY' is not a group" in hipify("rules", "--group", "PTY").error


def test_an_interrupted_scan_reports_what_it_has(write: Write, tree: Path) -> None:
    write("a.cu", LEFT)
    for number in range(3):
        write(f"z{number}.cu", LEFT)
    code = (
        "import os, signal\n"
        "from hipify_py.commands import cli\n"
        "from hipify_py.run import runner\n"
        "def converted(input, *given, plain=runner.converted):\n"
        "    if input.path == 'z1.cu':\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return plain(input, *given)\n"
        "runner.converted = converted\n"
        "cli.main()\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "scan", "-j1", "--format", "json", "."], cwd=tree, capture_output=True, check=False
    )
    report = json.loads(ran.stdout)
    assert (ran.returncode, report["interrupted"], report["exit_code"]) == (130, True, 130)
    found = {finding["path"] for finding in report["findings"]}
    assert {"a.cu", "z0.cu"} <= found <= {"a.cu", "z0.cu", "z1.cu"}  # the file at hand may still be done
    assert ran.stderr.startswith(b"error: interrupted")
