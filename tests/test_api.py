"""The Python API: texts, trees, and the call of PyTorch's converter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hipify_py import api, hipify_python

CUDA = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"
HIP = "#include <hip/hip_runtime.h>\nvoid f() { hipFree(0); }\n"
LEFT = '#include <cuda_runtime.h>\n__device__ void f() { asm("tcgen05.fence::before_thread_sync;"); }\n'


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HIPIFY_PY_STATE", str(tmp_path / "state"))
    (tmp_path / "src/sub").mkdir(parents=True)
    (tmp_path / "src/a.cu").write_text(CUDA)
    (tmp_path / "src/sub/b.cu").write_text(LEFT)
    (tmp_path / "src/notes.txt").write_text("cudaFree\n")
    return tmp_path / "src"


def test_texts() -> None:
    converted = api.convert_text(LEFT, path="b.cu")
    assert converted.text == LEFT.replace("cuda_runtime.h", "hip/hip_runtime.h")
    (found,) = converted.findings
    assert (found.path, found.line, found.column, found.rule, found.severity) == ("b.cu", 2, 28, "PTX006", "error")
    assert api.convert_text("int w = warpSize;", path="a.cpp").text == "int w = warpSize;"


def test_texts_with_a_table_of_ones_own(tmp_path: Path) -> None:
    table = tmp_path / "own.json"
    table.write_text('{"custom_map": {"cudaFree": "our_free", "ours/a.h": "ours/b.h"}}')
    assert "our_free(0)" in api.convert_text(CUDA, mapping=[table]).text
    assert '#include "ours/b.h"' in api.convert_text('#include "ours/a.h"\n' + CUDA, mapping=str(table)).text


def test_a_tree_in_place_and_back(tree: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    run = api.convert_tree(tree, progress=lambda path, number, total: seen.append((path, number, total)))
    assert (tree / "a.cu").read_text() == HIP
    assert run.exit_code == 1
    assert [found.rule for found in run.findings if found.severity == "error"] == ["PTX006"]
    assert run.files == {str(tree / "a.cu"): "converted", str(tree / "sub/b.cu"): "converted"}
    assert seen == [(str(tree / "a.cu"), 1, 2), (str(tree / "sub/b.cu"), 2, 2)]
    assert set(api.undo(tree)) == {*run.files}
    assert (tree / "a.cu").read_text() == CUDA
    with pytest.raises(api.HipifyError, match="nothing to undo"):
        api.undo(tree)


def test_a_tree_elsewhere_with_options(tree: Path, tmp_path: Path) -> None:
    run = api.convert_tree(tree, output=tmp_path / "out", exclude="sub/", rocm="6.4")
    assert (run.exit_code, run.findings) == (0, ())
    assert (tmp_path / "out/a.cu").read_text() == HIP
    assert (tree / "a.cu").read_text() == CUDA


def test_a_scan_writes_nothing_and_prints_nothing(tree: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run = api.scan_tree(tree)
    assert run.exit_code == 1
    assert (tree / "a.cu").read_text() == CUDA
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"foo": 1}, "no option 'foo'"),
        ({"format": "json"}, "no option 'format'"),
        ({"show_settings": True}, "no option 'show_settings'"),
        ({"rocm": "0.1"}, "--rocm: 0.1"),
        ({"rocm": 99.9}, "--rocm: 99.9"),
        ({"target": "x"}, "target: 'x'"),
        ({"arch": "foo"}, "--arch: 'foo'"),
        ({"jobs": "2"}, "jobs: expected a number above 0, not '2'"),
        ({"cache": "no"}, "cache: expected True or False, not 'no'"),
        ({"exclude": [1]}, "exclude: expected a text or a list of texts"),
        ({"mapping": "nope.yaml"}, "nope.yaml: no such file"),
        ({"config": "nope.toml"}, "nope.toml: no such file"),
    ],
)
def test_what_cannot_be_met_is_one_error(tree: Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(api.HipifyError, match=message):
        api.scan_tree(tree, **options)


def test_a_missing_path_is_one_error(tree: Path) -> None:
    with pytest.raises(api.HipifyError, match=r"no/such: no such file or directory"):
        api.scan_tree(tree / "no/such")
    for paths in ((), ("-",), ([tree],)):
        with pytest.raises(api.HipifyError, match="takes paths"):
            api.scan_tree(*paths)


def test_each_file_that_fails_is_a_problem(tree: Path) -> None:
    for file in (tree / "a.cu", tree / "sub/b.cu"):
        file.chmod(0o444)
    run = api.convert_tree(tree)
    assert (run.exit_code, len(run.problems)) == (2, 2)
    assert run.problems[0] == f"{tree / 'a.cu'}: read-only; chmod u+w it first"


@pytest.mark.parametrize("options", [{"rocm": "x"}, {"rocm": 99.9}, {"target": "x"}, {"arch": "foo"}, {"nope": 1}])
def test_texts_have_the_same_errors(options: dict[str, Any]) -> None:
    with pytest.raises(api.HipifyError):
        api.convert_text(CUDA, **options)
    with pytest.raises(api.HipifyError, match="takes a text, not bytes"):
        api.convert_text(CUDA.encode())  # type: ignore[arg-type]
    assert api.convert_text(CUDA, path=Path("a.cu"), rocm=6.4).text == HIP


def test_the_call_of_pytorch(tree: Path, tmp_path: Path) -> None:
    results = hipify_python.hipify(
        project_directory=str(tree),
        output_directory=str(tmp_path / "out"),
        includes=[str(tree / "*")],
        ignores=[str(tree / "sub/*")],
        is_pytorch_extension=True,
    )
    path = str(tmp_path / "out/a.cu")
    assert results == {str(tree / "a.cu"): hipify_python.HipifyResult("done", path, "[ok]")}
    assert Path(path).read_text() == HIP


def test_the_call_of_pytorch_writes_beside_the_project(tree: Path) -> None:
    results = hipify_python.hipify(str(tree))
    assert (tree / "a.cu").read_text() == CUDA
    assert Path(results[str(tree / "a.cu")].hipified_path) == tree.with_name("src_amd") / "a.cu"
    assert (tree.with_name("src_amd") / "a.cu").read_text() == HIP


def test_the_call_of_pytorch_for_some_files(tree: Path) -> None:
    hipify_python.hipify(str(tree), output_directory=str(tree), extra_files=["a.cu"], hipify_extra_files_only=True)
    assert ((tree / "a.cu").read_text(), (tree / "sub/b.cu").read_text()) == (HIP, LEFT)
    with pytest.raises(TypeError, match="'verbosity'"):
        hipify_python.hipify(str(tree), verbosity=1)
    with pytest.raises(ValueError, match="includes"):
        hipify_python.hipify(str(tree), includes=["a*"])
