"""What `benchmarks/gpu_equal` concludes from what programs print; no GPU is asked here."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from benchmarks.compile_units import Subject
from benchmarks.gpu_equal import __main__ as gpu_equal
from benchmarks.gpu_equal import kernel_report, packages, programs, turned_back
from hipify_py import api

# What runs beside the GPU imports what lies beside it there.
sys.path.insert(0, str(Path(gpu_equal.__file__).parent / "device"))
run_kernels = importlib.import_module("run_kernels")


def _built(*outputs: str, compiler: str = "") -> gpu_equal.Built:
    return {"compiler": compiler, "outputs": list(outputs)}


@pytest.mark.parametrize(
    ("cuda", "hip", "what"),
    [
        (_built("3 exit 0", "3 exit 0"), _built("3 exit 0", "3 exit 0"), gpu_equal.EQUAL),
        (_built("3 exit 0", "3 exit 0"), _built("3 exit 0", "4 exit 0"), gpu_equal.DIFFERENT),
        (_built("3 exit 0", "4 exit 0"), _built("3 exit 0", "3 exit 0"), gpu_equal.UNSTABLE),
        (_built("3 in 0.12 ms", "3 in 4.5 ms"), _built("3 in 0.33 ms", "3 in 0.1 ms"), gpu_equal.EQUAL),
        (_built("3 in 0.12 ms", "3 in 4.5 ms"), _built("4 in 0.12 ms", "4 in 4.5 ms"), gpu_equal.DIFFERENT),
        (_built("exit 0", "exit 0"), _built("exit 0", "exit 0"), gpu_equal.SILENT),
        (_built(compiler="no cublas_v2.h"), _built(), gpu_equal.NOT_CUDA),
        (_built("3 exit 0", "3 exit 0"), _built(compiler="no hipX"), gpu_equal.NOT_HIP),
    ],
)
def test_verdicts(cuda: gpu_equal.Built, hip: gpu_equal.Built, what: str) -> None:
    verdicts = gpu_equal.judged({"cuda/a": cuda, "hip/a": hip})
    assert [(verdict.name, verdict.what) for verdict in verdicts] == [("a", what)]


def test_wrong_versions_that_print_the_same_are_named() -> None:
    same, other = _built("3 exit 0", "3 exit 0"), _built("4 exit 0", "4 exit 0")
    results = {"cuda/a": same, "hip/a": same, "wrong/a.0": other, "wrong/a.1": same, "wrong/a.2": _built(compiler="x")}
    assert gpu_equal.unnoticed(results, gpu_equal.judged(results)) == (2, ["wrong/a.1"])


def test_names_are_turned_back(tmp_path: Path) -> None:
    turned_back.write(api.policy(), tmp_path)
    lines = (tmp_path / turned_back.NAMES).read_text(encoding="utf-8").splitlines()
    assert "#define hipMalloc cudaMalloc" in lines
    assert "#define hipDeviceReset cudaDeviceReset" in lines
    assert "#include <cublas_v2.h>" in (tmp_path / "hipblas/hipblas.h").read_text(encoding="utf-8")


def test_wrong_versions_are_of_what_conversion_wrote(tmp_path: Path) -> None:
    program = tmp_path / "copy.cu"
    program.write_bytes(b"#include <cuda_runtime.h>\nint main() { cudaMemcpy(a, b, 4, cudaMemcpyHostToDevice); }\n")
    assert programs.collected([tmp_path]) == [program]
    programs.write([program], api.policy(), tmp_path / "out")
    assert "hipMemcpyHostToDevice" in (tmp_path / "out/hip/copy/main.cu").read_text(encoding="utf-8")
    assert "hipMemcpyDeviceToHost" in (tmp_path / "out/wrong/copy.0/main.cu").read_text(encoding="utf-8")


def test_programs_bring_their_headers_and_say_why_they_are_not_compared(tmp_path: Path) -> None:
    (tmp_path / "check.cuh").write_bytes(b'#include "more.h"\n#include "../gone.h"\n')
    (tmp_path / "more.h").write_bytes(b"#define MORE cudaSuccess\n")
    program, apart = tmp_path / "a.cu", tmp_path / "b.cu"
    program.write_bytes(b'#include <cuda_runtime.h>\n#include "check.cuh"\nint main() { return MORE; }\n')
    apart.write_bytes(b"// not compared on a GPU: it prints where it runs\nint main() {}\n")
    assert programs.collected([tmp_path]) == [program]
    programs.write([program], api.policy(), tmp_path / "out")
    assert "hipSuccess" in (tmp_path / "out/hip/a/more.h").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "sizes", "kinds"),
    [
        ("void scale<float>(float*, int, unsigned char)", [8, 4, 1], "*f,i,c"),
        ("ns::k(double const*, std::pair<int, int>)", [8, 8], None),
        ("k(float4*, int*, float3)", [8, 8, 12], "*f,*i,f"),
        ("k(float**)", [8], None),
        ("void k<int>(__nv_bfloat16 const*, unsigned long)", [8, 8], "*b,l"),
        ("plain", [8, 4], "*f,i"),
        ("k()", [], ""),
    ],
)
def test_parameters_of_kernels_get_values_of_their_types(name: str, sizes: list[int], kinds: str | None) -> None:
    assert run_kernels.kinds_of(name, sizes) == kinds


@pytest.mark.parametrize(
    ("tries", "said"),
    [
        (["equal", "fails as CUDA", "writes nothing"], "equal"),
        (["equal", "different"], "different"),
        (["fails as CUDA", "fails as converted"], "fails as CUDA"),
        (["equal", "fails as converted"], "fails as converted"),
    ],
)
def test_a_kernel_is_judged_by_all_its_tries(tries: list[str], said: str) -> None:
    assert kernel_report.verdict(tries) == said


def test_units_bring_the_files_that_they_include(tmp_path: Path) -> None:
    tree, other = tmp_path / "tree", tmp_path / "other"
    for path, text in (
        (tree / "src/a.cu", '#include "b.h"\n#include <lib/c.h>\n#include <gone.h>\n'),
        (tree / "src/b.h", '#include "../d.h"\n'),
        (tree / "d.h", ""),
        (other / "lib/c.h", ""),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subject = Subject("p", tree, ("src/a.cu",), (f"-I{other}",))
    places = set(packages.needed(subject).values())
    assert places == {"src/a.cu", "src/b.h", "d.h", f"other{other.resolve()}/lib/c.h"}
