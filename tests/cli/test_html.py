"""`--format html`: the page of a run, with what files said before and after; and `--compare`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CUDA, HIP, LEFT, Hipify
from tests.report.page.reading import Parts

# It has a finding, and nothing to convert.
KEPT = b"#include <hip/hip_runtime.h>\n" + LEFT


def _page(file: Path) -> Parts:
    return Parts(file.read_text(encoding="utf-8"))


@pytest.fixture
def source(tree: Path) -> Path:
    source = tree / "src"
    (source / "lib").mkdir(parents=True)
    (source / "lib" / "a.cu").write_bytes(CUDA + LEFT)
    (source / "b.cu").write_bytes(KEPT)
    (source / "plain.h").write_bytes(b"int f();\n")
    return source


def _texts(parts: Parts) -> dict[str, tuple[str, list[str]]]:
    """Of each file with a source: the original, and the lines that stand in the place of others."""
    names = parts.data()["files"]["path"]
    found = ((number, parts.source(number)) for number in map(int, parts.json("sources")))
    return {
        Path(names[number]).name: (text, [line for _, _, lines in hunks for line in lines])
        for number, (text, hunks) in found
    }


@pytest.mark.parametrize("how", [("scan",), ("convert",), ("convert", "--check"), ("convert", "-o", "../out")])
def test_a_page_has_files_before_and_after(how: tuple[str, ...], source: Path, hipify: Hipify, tmp_path: Path) -> None:
    hipify(*how, source, "--format", f"html:{tmp_path / 'page.html'}", "--format", "full")
    texts = _texts(_page(tmp_path / "page.html"))
    original, new = texts["a.cu"]
    assert original.encode() == CUDA + LEFT
    assert new == HIP.decode().splitlines()
    assert texts["b.cu"] == (KEPT.decode(), [])
    assert "plain.h" not in texts


def test_kept_results_have_sources_too(source: Path, hipify: Hipify, tmp_path: Path) -> None:
    """A scan that shows what files become asks for more than one that does not."""
    page = tmp_path / "page.html"
    hipify("scan", str(source))
    for _ in range(2):
        hipify("scan", str(source), "--format", f"html:{page}")
        assert _texts(_page(page))["a.cu"][1] == HIP.decode().splitlines()


def test_standard_input(hipify: Hipify, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    hipify("-", "--format", f"html:{page}", stdin=CUDA)
    assert _page(page).source(0)[0].encode() == CUDA
    hipify("-", "--format", f"html:{page}", stdin=KEPT)
    assert _page(page).json("sources") == {}


def test_large_files_are_left_out(source: Path, hipify: Hipify, tmp_path: Path) -> None:
    (source / "b.cu").write_bytes(LEFT + b"// a line that says nothing\n" * 90_000)
    page = tmp_path / "page.html"
    hipify("scan", str(source), "--format", f"html:{page}")
    parts = _page(page)
    assert set(_texts(parts)) == {"a.cu"}
    assert parts.json("head")["leftOut"]["sources"] == {"it is larger than 2 MB": 1}


def _compared(hipify: Hipify, source: Path, *old: Path) -> tuple[Any, str]:
    report = source.parent / "new.json"
    compare = [text for file in old for text in ("--compare", str(file))]
    ran = hipify("scan", str(source), *compare, "--format", f"json:{report}", "--format", "full")
    return json.loads(report.read_text(encoding="utf-8")), ran.err


def test_progress(source: Path, hipify: Hipify, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    hipify("scan", str(source), "--format", f"json:{old}")
    (source / "b.cu").write_bytes(b"int fixed();\n")
    (source / "c.cu").write_bytes(LEFT)
    report, said = _compared(hipify, source, old, old)
    progress = report["progress"]
    assert [(each["path"], each["rule"], each["read"]) for each in progress["fixed"]] == [("b.cu", "API026", True)]
    assert progress["new"] == [each["identity"] for each in report["findings"] if each["path"].endswith("c.cu")]
    assert progress["same"] == 1
    assert [point["name"] for point in progress["trend"]] == [str(old), str(old), "this report"]
    assert f"since {old}: 1 finding fixed, 1 new" in said


def test_a_page_shows_progress(source: Path, hipify: Hipify, tmp_path: Path) -> None:
    old, page = tmp_path / "old.json", tmp_path / "page.html"
    hipify("scan", str(source), "--format", f"json:{old}")
    (source / "c.cu").write_bytes(LEFT)
    hipify("scan", str(source), "--compare", str(old), "--format", f"html:{page}")
    parts = _page(page)
    assert parts.json("head")["progress"]["new"] == 1
    findings = parts.data()["findings"]
    (new,) = findings["isNew"]
    assert parts.data()["files"]["path"][findings["file"][new]].endswith("c.cu")


@pytest.mark.parametrize(
    ("was", "edited", "said"),
    [
        ('"severity": "error"', '"severity": "constructor"', "not a whole report: ValueError: 'constructor' is no sev"),
        ('"left": ', '"left": 1e999, "": ', "not a whole report: OverflowError"),
    ],
)
def test_a_report_that_was_edited_is_refused(
    was: str, edited: str, said: str, source: Path, hipify: Hipify, tmp_path: Path
) -> None:
    old = tmp_path / "old.json"
    hipify("scan", str(source), "--format", f"json:{old}")
    text = old.read_text(encoding="utf-8")
    assert was in text
    old.write_text(text.replace(was, edited), encoding="utf-8")
    assert said in hipify("scan", str(source), "--compare", str(old)).only_error


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no such file or directory"),
        ("{", "not JSON that --format json:FILE wrote"),
        ("[" * 100_000, "not JSON that --format json:FILE wrote"),
        ("[]", "not a report that --format json:FILE wrote"),
        ('{"tool": "hipify-py", "findings": [], "schema": 9}', "a report of another version (schema 9, expected 1)"),
        ('{"tool": "hipify-py", "findings": [{}], "schema": 1}', "not a whole report: KeyError"),
        ('{"tool": "hipify-py", "findings": 1, "schema": 1, "readiness": 5}', "not a whole report: TypeError"),
    ],
)
def test_what_is_no_report_is_refused_before_anything_is_done(
    text: str | None, said: str, source: Path, hipify: Hipify, tmp_path: Path
) -> None:
    old = tmp_path / "old.json"
    if text is not None:
        old.write_text(text, encoding="utf-8")
    ran = hipify(str(source), "--compare", str(old))
    assert ran.code != 0
    assert said in ran.only_error
    assert (source / "lib" / "a.cu").read_bytes() == CUDA + LEFT
