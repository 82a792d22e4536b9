"""`tools/check_signatures.py`: how it uses what CUDA declares, and that its report and its exceptions still hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.corpus import DEFAULT_INTO as CORPUS
from hipify_py import api
from hipify_py.subjects.properties.positional_members import WORDS as REORDERED
from tools.check_signatures import REPORT, Converted, Excuse, Judged, Use, check, read_excuses, sort_by_excuse, uses_of
from tools.hip_toolchain import find_toolchain
from tools.interfaces import Interface, read_interface

HEADER = """\
typedef void *cudaStream_t;
enum cudaError { cudaSuccess = 0, cudaErrorInvalidTexture = 18 };
typedef enum cudaError cudaError_t;
struct cudaMemsetParams { void *dst; union { struct { int fd[2]; } inner; } handle; int reserved; };
cudaError_t cudaStreamAddCallback(cudaStream_t s, void (*call)(cudaStream_t, void *), const int a[], int flags = 0);
#define cudaMalloc cudaMalloc_v2
#define CUDART_MAX 7
#define CUDART_CB __stdcall
cudaError_t cudaMalloc_v2(void **p);
template <class T> cudaError_t cudaMalloc_v2(T **p);
"""
TABLES = ("runtime", "curand")


@pytest.fixture(scope="module")
def interface(tmp_path_factory: pytest.TempPathFactory) -> Interface:
    pytest.importorskip("clang.cindex")
    folder = tmp_path_factory.mktemp("include")
    (folder / "cuda.h").write_text(HEADER, encoding="utf-8")
    return read_interface(folder, ["cuda.h"], [])


def test_what_a_header_declares(interface: Interface) -> None:
    assert [each.has_default for each in interface.functions["cudaStreamAddCallback"][0].parameters][2:] == [
        False,
        True,
    ]
    assert [function.template for function in interface.functions["cudaMalloc"]] == [(), ("T",)]
    assert [(each.path, each.type) for each in interface.members["cudaMemsetParams"]] == [
        ("dst", "void *"),
        ("handle.inner.fd", "int[2]"),
    ]
    assert interface.values == {"cudaSuccess": 0, "cudaErrorInvalidTexture": 18, "CUDART_MAX": 7}


def test_each_is_used_with_its_types(interface: Interface) -> None:
    uses = list(uses_of(interface, api.policy(), TABLES))
    callback = "cudaStream_t a0, void (*a1)(cudaStream_t, void *), const int a2[]"
    assert {use.code for use in uses} >= {
        f"inline cudaError_t use({callback}) {{ return cudaStreamAddCallback(a0, a1, a2); }}",
        f"inline cudaError_t use({callback}, int a3) {{ return cudaStreamAddCallback(a0, a1, a2, a3); }}",
        "using T = float;\ninline cudaError_t use(T ** a0) { return cudaMalloc(a0); }",
        "inline void use(cudaMemsetParams *s, int v) { s->handle.inner.fd[0] = v; v = s->handle.inner.fd[0]; }",
        "static_assert((long long)(cudaErrorInvalidTexture) == 18LL);",
        "static_assert(offsetof(cudaMemsetParams, dst) < offsetof(cudaMemsetParams, handle.inner.fd));",
    }


def _judged(use: Use, error: str, *rules: str) -> Judged:
    from hipify_py.findings import Severity

    return Judged(Converted(use, (), "", Severity.ERROR if rules else None, rules), error)


def test_what_fails_is_reported_explained_or_silent() -> None:
    uses = [Use("runtime", "functions", name, "(int)", "") for name in ("cudaA", "cudaB", "cudaC", "cudaD")]
    results = {"7.2": [_judged(uses[0], ""), *(_judged(use, "no such function") for use in uses[1:3])]}
    results["7.2"].append(_judged(uses[3], "no such function", "API001"))
    excuse = Excuse.parse({"names": "cudaB", "of": "int", "reason": "why"})
    explained, open_ones = sort_by_excuse(results, [excuse])
    assert [each.converted.use.name for _rocm, each in explained[excuse]] == ["cudaB"]
    assert [each.converted.use.name for _rocm, each in open_ones] == ["cudaC"]


def test_the_report_has_nothing_silent_and_every_exception() -> None:
    report = REPORT.read_text(encoding="utf-8")
    assert "## Silent\n\nNone.\n" in report
    explained = report.partition("## Explained")[2].partition("## Values")[0]
    paragraphs = {part.partition("** ")[0].strip("* \n"): part for part in explained.split("\n\n") if "** " in part}
    excuses = read_excuses()
    assert list(paragraphs) == [excuse.reason for excuse in excuses]
    for excuse in excuses:
        names = paragraphs[excuse.reason].rpartition(": ")[2].rstrip(".\n").replace("`", "").split(", ")
        assert all(excuse.names.fullmatch(name) for name in names), excuse.names.pattern


def test_structures_in_another_order_are_those_of_the_rule() -> None:
    found = REPORT.read_text(encoding="utf-8").partition("## Orders that differ")[2]
    names = {line.split("`")[1] for line in found.splitlines() if line.startswith("- ")}
    assert names == {word.decode() for word in REORDERED}


@pytest.mark.slow
@pytest.mark.parametrize("table", ["nvtx", "rtc"])
def test_nothing_fails_silently(table: str) -> None:
    pytest.importorskip("clang.cindex")
    toolchain, toolkit = find_toolchain(), CORPUS / ".cuda/13.0"
    if toolchain is None or not (toolkit / "include/cuda_runtime.h").exists():
        pytest.skip("needs headers of CUDA and of HIP")
    judged = check([Path(toolkit)], toolchain, [table])
    assert len(judged) > 10
    _explained, open_ones = sort_by_excuse({toolchain.rocm: judged}, read_excuses())
    assert open_ones == []
