"""The page as text: what it holds, how large it may be, and that nothing from a tree can be anything but data."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace

import pytest

from hipify_py.findings import Severity
from hipify_py.report.formats import render
from hipify_py.report.model import Earlier, FileReport, Past, Report, Sources
from hipify_py.report.page import assemble
from hipify_py.report.page.embedded import json_in_html
from hipify_py.report.sources import Hunk, Text, packed
from hipify_py.rules.model import Catalogue
from tests.report.page.reading import Parts

HOSTILE = (
    '</script><script>alert(1)</script>',
    "<!--<script>",
    "\"'><img src=x onerror=alert(1)>",
    "]]>&lt;\u2028\u2029{{script}}{{data}}",
    "\udcff.cu",
)  # fmt: skip
CODE = [(assemble.STATIC / f"js/{name}.js").read_text(encoding="utf-8") for name in assemble.SCRIPTS]


def _parts(report: Report, catalogue: Catalogue) -> Parts:
    return Parts(render("html", report, catalogue))


def _with_sources(report: Report, text: str = "a();\nb();\nc();") -> Report:
    pair = packed(Text(text.split("\n"), [Hunk(1, 1, ["B();", "B2();"])]))
    return replace(report, sources=Sources({report.files[0].path: pair}))


def test_findings_arrive_whole(report: Report, catalogue: Catalogue) -> None:
    data = _parts(report, catalogue).data()
    found, strings = data["findings"], data["findings"]["strings"]
    assert [strings[number] for number in found["message"]] == [remark.message for remark in report.remarks]
    assert [strings[number] for number in found["guard"]] == [remark.guard for remark in report.remarks]
    assert [data["files"]["path"][number] for number in found["file"]] == [each.path for each in report.remarks]
    assert found["line"] == [7, 9, 20]
    assert found["severity"] == [3, 2, 1]
    assert found["fix"] == {"0": ["unsafe", "call the loop: copy"]}
    assert data["files"]["cuda_lines"] == [10, 0]


def test_sources_arrive_whole(report: Report, catalogue: Catalogue) -> None:
    parts = _parts(_with_sources(report), catalogue)
    assert parts.source(0) == ["a();\nb();\nc();", [[1, 1, ["B();", "B2();"]]]]


def test_numbers_are_those_of_other_formats(report: Report, catalogue: Catalogue) -> None:
    head = _parts(report, catalogue).json("head")
    assert head["summary"]["findings"] == {"error": 1, "warning": 1, "info": 1, "translated": 0}
    assert head["total"]["lines"] == {"total": 10, "left": 1, "percent": 90.0}
    assert head["rules"]["PTX003"]["instead"] == ["copy();\n", "example.hip", ""]
    assert [cause["rule"] for cause in head["causes"]] == ["PTX003", "API036", "TOOL009"]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_tree_is_markup(text: str, report: Report, catalogue: Catalogue) -> None:
    plain = _parts(_with_sources(report), catalogue)
    path = f"src/{text}"
    files = (FileReport(path, text, report.files[0].measure, generator=text), *report.files[1:])
    remarks = tuple(
        replace(each, path=path, message=text, help=text, source=text, subject=text, guard=text, fix_text=text)
        for each in report.remarks
    )
    call = replace(report.call, paths=(text,))
    earlier = (
        Earlier(text, {"error": 1, "warning": 0, "info": 0}, 1, 1, 1, 1, (Past(text, 1, text, "error", text, text),)),
    )
    hostile = _parts(
        _with_sources(replace(report, files=files, remarks=remarks, call=call, earlier=earlier), f"{text}\n{text}"),
        catalogue,
    )
    assert [tag for tag, _ in hostile.elements] == [tag for tag, _ in plain.elements]
    assert hostile.code == plain.code
    assert hostile.policy == plain.policy
    shown = text.encode("utf-8", "replace").decode() if "\udcff" in text else text
    assert hostile.data()["findings"]["strings"].count(text) == 1 or shown != text
    assert hostile.source(0)[0] == f"{text}\n{text}"


def test_what_html_knows_is_escaped() -> None:
    hostile = "##vso[task]".join(HOSTILE)
    text = json_in_html(hostile)
    assert json.loads(text) == hostile
    assert "##vso[" not in text
    assert not re.search("[<>&\u2028\u2029]", text)
    assert text.isascii()


def test_the_policy_lets_this_script_and_this_style_run(report: Report, catalogue: Catalogue) -> None:
    parts = _parts(report, catalogue)
    (code,), (style,) = parts.code, parts.styles
    rules = dict(rule.strip().split(" ", 1) for rule in parts.policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == f"'{_digest(code)}'"
    assert rules["style-src"] == f"'{_digest(style)}'"
    assert "connect-src" not in rules
    assert not [name for _tag, each in parts.elements for name in each if name.startswith("on") or name == "style"]
    assert not [each for tag, each in parts.elements if tag in ("link", "img", "iframe") or "src" in each]


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def test_the_script_makes_no_markup() -> None:
    ways = r"(?:inn|out)erHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\b|new Function|Timeout\(\s*[\"']"
    for code in CODE:
        assert not re.search(ways, code)
        assert "</" not in code
        assert "<!--" not in code


def test_functions_are_short() -> None:
    """Lines of a function of the page, from its first to the brace that ends it."""
    for code in CODE:
        for found in re.finditer(r"^(?:async )?function (\w+)\(.*?^}", code, re.S | re.M):
            assert found[0].count("\n") < 45, found[1]


def test_names_are_told_apart(report: Report, catalogue: Catalogue) -> None:
    """Of an absolute path the page has what other machines have, too, also of files that are only spoken of."""
    files = tuple(replace(file, path=f"/home/me/{file.relative}") for file in report.files)
    remarks = tuple(replace(each, path="/home/me/cmake/a.cmake") for each in report.remarks)
    data = _parts(replace(report, files=files, remarks=remarks), catalogue).data()
    assert data["files"]["path"] == ["100% odd/ä,b:c.cu", "lib/plain.h", "cmake/a.cmake"]


def test_names_that_are_no_text_can_stand_in_an_address(report: Report, catalogue: Catalogue) -> None:
    paths = ("a\udcff.cu", "a\udcfe.cu")
    files = tuple(replace(report.files[0], path=path, relative=path) for path in paths)
    parts = _parts(replace(report, files=files, remarks=()), catalogue)
    assert parts.data()["files"]["path"] == ["a\\xff.cu", "a\\xfe.cu"]


def _large(report: Report) -> Report:
    """Findings and sources that do not compress."""
    numbers = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(2000)]
    remarks = tuple(
        replace(report.remarks[number % 3], message=text, severity=Severity(1 + number % 3), rule="API036")
        for number, text in enumerate(numbers)
    )
    files = [FileReport(f"f{number}.cu", f"f{number}.cu", report.files[0].measure) for number in range(40)]
    texts = {
        file.path: packed(Text([*numbers[number * 50 : number * 50 + 50]], ())) for number, file in enumerate(files)
    }
    return replace(
        report, remarks=remarks, files=(*report.files, *files), sources=Sources(texts, {"gone.cu": "it is not text"})
    )


@pytest.mark.parametrize(("room", "all_findings", "all_sources"), [(400_000, 1, 1), (150_000, 1, 0), (50_000, 0, 0)])
def test_what_does_not_fit_is_left_out_and_counted(
    room: int, all_findings: bool, all_sources: bool, report: Report, catalogue: Catalogue
) -> None:
    large = _large(report)
    room += len(assemble.page(replace(report, remarks=(), files=()), catalogue))
    text = assemble.page(large, catalogue, room)
    parts = Parts(text)
    data, left = parts.data(), parts.json("head")["leftOut"]
    assert len(text.encode()) <= room
    assert (left["findings"] == 0) == all_findings
    assert len(data["findings"]["file"]) + left["findings"] == 2000
    assert left["sources"]["it is not text"] == 1
    assert len(parts.json("sources")) + sum(left["sources"].values()) == 41
    assert (len(parts.json("sources")) == 40) == all_sources
    if not all_findings:
        kept = data["findings"]["severity"]
        assert kept.count(3) == sum(remark.severity is Severity.ERROR for remark in large.remarks)
        assert kept.count(1) == 0
    assert parts.json("head")["summary"]["findings"]["info"] == 667  # the numbers are those of all


def test_an_empty_report(empty: Report, catalogue: Catalogue) -> None:
    parts = _parts(empty, catalogue)
    assert parts.data()["files"]["path"] == []
    assert parts.json("head")["causes"] == []
