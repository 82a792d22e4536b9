"""What other programs read: valid whatever the report holds, and exactly what was found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

from hipify_py import __version__
from hipify_py.findings import Severity
from hipify_py.report.formats import markdown, names, render
from hipify_py.report.model import Report
from hipify_py.rules.load import load
from hipify_py.rules.model import Catalogue
from hipify_py.run.discover import Problem
from hipify_py.source import Position

ODD = "src/100% odd/ä,b:c.cu"
ENCODED = "src/100%25%20odd/%C3%A4%2Cb%3Ac.cu"
DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = json.loads((Path(__file__).parent / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
GITHUB = """\
::error file=src/gone.cu::No such file, or directory
::error file=src/100%25 odd/ä%2Cb%3Ac.cu,line=7,endLine=7,col=10,endColumn=19,title=PTX003 ptx-cp-async\
::PTX 'a|b', with "quotes": 100%25%0Acopy <it> & wait
::warning file=src/100%25 odd/ä%2Cb%3Ac.cu,line=9,endLine=11,title=API036 rename-needs-care::`__syncwarp` means less
::notice file=src/100%25 odd/ä%2Cb%3Ac.cu,line=20,endLine=20,col=1,endColumn=2,title=TOOL009 shim-header::left alone
"""


@pytest.fixture(autouse=True)
def _not_on_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_SHA", raising=False)


def _sarif(report: Report, catalogue: Catalogue) -> Any:
    log = json.loads(render("sarif", report, catalogue))
    jsonschema.Draft7Validator(SCHEMA).validate(log)
    return log["runs"][0]


@pytest.fixture
def nasty(report: Report) -> Report:
    """Names and texts as no one would write them."""
    texts = "]]> <a b='\"'> & | ` % , : \x00\x1b\x7f\ufffe\u2028 \udcff \t"
    remarks = tuple(replace(each, path=f"-\n{texts}.cu", message=texts, help=texts) for each in report.remarks)
    return replace(report, remarks=remarks, problems=(Problem(texts, texts),))


@pytest.mark.parametrize("name", names())
def test_every_format_takes_everything(
    name: str, report: Report, empty: Report, nasty: Report, catalogue: Catalogue
) -> None:
    nobodys = Catalogue({}, {})
    for each, rules in ((empty, catalogue), (empty, nobodys), (report, nobodys), (nasty, catalogue)):
        text = render(name, each, rules)
        text.encode()
        assert text == "" or text.endswith("\n")
        if name in ("json", "sarif", "gitlab"):
            json.loads(text)
        elif name == "jsonl":
            assert [json.loads(line) for line in text.split("\n")[:-1]][-1]["type"] == "summary"
        elif name == "junit":
            ElementTree.fromstring(text.encode())
        elif name in ("concise", "github"):
            assert len(text.splitlines()) == len(each.remarks) + (len(each.problems) if name == "github" else 0)
        if name == "sarif":
            _sarif(each, rules)


def test_concise(report: Report, catalogue: Catalogue) -> None:
    assert render("concise", report, catalogue).splitlines() == [
        f"{ODD}:7:10: error PTX003 PTX 'a|b', with \"quotes\": 100%",
        f"{ODD}:9:3: warning API036 `__syncwarp` means less",
        f"{ODD}:20:1: info TOOL009 left alone",
    ]


def test_json(report: Report, catalogue: Catalogue) -> None:
    whole = json.loads(render("json", report, catalogue))
    assert list(whole) == [
        *("schema", "tool", "version", "command", "rocm", "archs", "dry", "interrupted", "exit_code", "ported"),
        *("summary", "readiness", "files", "causes", "findings", "problems", "fixed", "next"),
    ]
    assert (whole["schema"], whole["version"], whole["archs"]) == (1, __version__, ["gfx90a"])
    assert whole["summary"]["findings"] == {"error": 1, "warning": 1, "info": 1, "translated": 0}
    assert whole["summary"]["groups"][0] == {"group": "PTX", "title": "Inline PTX", "error": 1, "warning": 0, "info": 0}
    assert whole["readiness"]["total"]["lines"] == {"total": 10, "left": 1, "percent": 90.0}
    assert [each["directory"] for each in whole["readiness"]["directories"]] == ["100% odd", "lib"]
    assert whole["problems"] == [{"path": "src/gone.cu", "reason": "No such file, or directory"}]
    assert whole["fixed"] == [{"path": "src/old.cu", "rule": "API036", "fingerprint": "f9", "count": 1}]
    finding = whole["findings"][0]
    identity, cause = finding.pop("identity"), whole["causes"][0]
    assert len(identity) == 32
    assert finding.pop("cause") == cause.pop("id")
    assert cause == {
        "rule": "PTX003",
        "severity": "error",
        "title": "PTX 'a|b', with \"quotes\": 100%",
        "help": "copy <it> & wait",
        "places": 1,
        "files": 1,
        "subjects": {"cp.async": 1},
        "generated": {},
        "example": identity,
    }
    assert finding == {
        "path": ODD,
        "start": {"line": 7, "column": 10},
        "also": [],
        "end": {"line": 7, "column": 19},
        "rule": "PTX003",
        "name": "ptx-cp-async",
        "group": "PTX",
        "severity": "error",
        "message": "PTX 'a|b', with \"quotes\": 100%",
        "help": "copy <it> & wait",
        "subject": "cp.async",
        "source": '\tf("漢é");asm("cp");',
        "guard": "",
        "fingerprint": "f1",
        "page": "rules/PTX003.md",
        "fix": {
            "safety": "unsafe",
            "description": "call the loop: copy",
            "replacements": [
                {"start": {"line": 7, "column": 10}, "end": {"line": 7, "column": 19}, "text": "copy"},
            ],
        },
    }


def test_jsonl_holds_what_json_holds(report: Report, catalogue: Catalogue) -> None:
    whole = json.loads(render("json", report, catalogue))
    lines = [json.loads(line) for line in render("jsonl", report, catalogue).splitlines()]
    for kind in ("file", "cause", "finding", "problem", "fixed"):
        key = kind if kind == "fixed" else f"{kind}s"
        assert [{**each, "type": kind} for each in whole[key]] == [line for line in lines if line["type"] == kind]
    assert lines[-1].items() >= {**whole["summary"], "type": "summary", "readiness": whole["readiness"]}.items()


def test_sarif_results(report: Report, catalogue: Catalogue) -> None:
    run = _sarif(report, catalogue)
    first, second, third = run["results"]
    location = first["locations"][0]["physicalLocation"]
    region = {"startLine": 7, "startColumn": 10, "endLine": 7, "endColumn": 19}
    assert location["artifactLocation"] == {"uri": ENCODED, "uriBaseId": "SRCROOT"}
    assert location["region"] == {**region, "snippet": {"text": 'asm("cp")'}}
    assert location["contextRegion"] == {"startLine": 7, "snippet": {"text": '\tf("漢é");asm("cp");'}}
    assert [each["level"] for each in run["results"]] == ["error", "warning", "note"]
    assert first["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {"deletedRegion": region, "insertedContent": {"text": "copy"}}
    ]
    assert "snippet" not in second["locations"][0]["physicalLocation"]["region"]
    assert third["properties"].pop("cause").startswith("TOOL009-")
    assert third["properties"] == {"guard": "#if defined(__CUDA_ARCH__)"}
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_rules(report: Report, catalogue: Catalogue) -> None:
    run = _sarif(report, catalogue)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["API036", "PTX003", "TOOL009"]
    assert [rules[each["ruleIndex"]]["id"] for each in run["results"]] == [each["ruleId"] for each in run["results"]]
    assert rules[1]["name"] == "PtxCpAsync"
    assert rules[1]["defaultConfiguration"] == {"level": "error"}


def test_sarif_help_is_the_page_of_the_rule(report: Report) -> None:
    """There is no address of a page for `helpUri`."""
    known = load()
    for rule in _sarif(report, known)["tool"]["driver"]["rules"]:
        page = (DOCS / known.rules[rule["id"]].page).read_text(encoding="utf-8")
        assert rule["help"]["markdown"].strip() in page
        assert "helpUri" not in rule


@pytest.mark.parametrize(("code", "interrupted"), [(None, False), (1, False), (130, True)])
def test_sarif_invocation(report: Report, catalogue: Catalogue, code: int | None, interrupted: bool) -> None:
    fine = replace(report, problems=(), exit_code=code, interrupted=interrupted)
    invocation = _sarif(fine, catalogue)["invocations"][0]
    assert invocation["executionSuccessful"] is not interrupted
    assert invocation.get("exitCode") == code
    failed = _sarif(report, catalogue)["invocations"][0]
    assert failed["executionSuccessful"] is False
    assert failed["toolExecutionNotifications"][0]["message"]["text"] == "No such file, or directory"


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("./a.cu", {"uri": "a.cu", "uriBaseId": "SRCROOT"}),
        ("../a b.cu", {"uri": "../a%20b.cu", "uriBaseId": "SRCROOT"}),
        ("/x/a#1.cu", {"uri": "file:///x/a%231.cu"}),
        ("\udcff.cu", {"uri": "%FF.cu", "uriBaseId": "SRCROOT"}),
    ],
)
def test_sarif_paths(report: Report, catalogue: Catalogue, path: str, location: dict[str, str]) -> None:
    moved = replace(report, remarks=(replace(report.remarks[0], path=path),))
    result = _sarif(moved, catalogue)["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == location


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab"])
def test_equal_findings_are_told_apart(name: str, report: Report, catalogue: Catalogue) -> None:
    equal = replace(report, remarks=report.remarks[:1] * 3)
    whole = json.loads(render(name, equal, catalogue))
    fingerprints = {
        "json": lambda: [each["identity"] for each in whole["findings"]],
        "sarif": lambda: [each["partialFingerprints"]["hipifyPy/v1"] for each in whole["runs"][0]["results"]],
        "gitlab": lambda: [each["fingerprint"] for each in whole],
    }[name]()
    assert len(set(fingerprints)) == 3


def test_a_finding_that_moves_keeps_its_fingerprint(report: Report, catalogue: Catalogue) -> None:
    moved = replace(report.remarks[0], start=Position(90, 1), end=Position(90, 2))
    texts = [_sarif(replace(report, remarks=(each,)), catalogue) for each in (report.remarks[0], moved)]
    first, second = (run["results"][0]["partialFingerprints"] for run in texts)
    assert first == second


def test_github(report: Report, catalogue: Catalogue) -> None:
    assert render("github", report, catalogue) == GITHUB


def test_gitlab(report: Report, catalogue: Catalogue) -> None:
    entries = json.loads(render("gitlab", report, catalogue))
    assert [entry.pop("fingerprint") for entry in entries]
    assert entries[:2] == [
        {
            "description": "PTX003 PTX 'a|b', with \"quotes\": 100%",
            "check_name": "PTX003",
            "severity": "major",
            "location": {"path": ODD, "lines": {"begin": 7, "end": 7}},
        },
        {
            "description": "API036 `__syncwarp` means less",
            "check_name": "API036",
            "severity": "minor",
            "location": {"path": ODD, "lines": {"begin": 9, "end": 11}},
        },
    ]


@pytest.mark.parametrize("name", ["concise", "github", "gitlab", "junit", "markdown", "sarif"])
def test_lines_that_a_finding_stands_for(report: Report, catalogue: Catalogue, name: str) -> None:
    one = replace(report.remarks[1], also=(9, 12, 12))
    assert "means less (also lines 9, 12)" in render(name, replace(report, remarks=(one,)), catalogue)


def test_junit(report: Report, catalogue: Catalogue) -> None:
    root = ElementTree.fromstring(render("junit", report, catalogue).encode())
    assert root.attrib == {"name": "hipify-py", "tests": "4", "failures": "2", "errors": "1", "time": "0.250"}
    assert [(suite.get("name"), suite.get("tests")) for suite in root] == [(ODD, "3"), ("problems", "1")]
    first, _second, third = root[0]
    assert (first.get("name"), first.get("classname"), first.get("line")) == ("PTX003 at 7:10", ODD, "7")
    (failure,) = first
    assert (failure.tag, failure.get("type")) == ("failure", "error")
    assert failure.get("message") == "PTX 'a|b', with \"quotes\": 100%"
    assert failure.text == f'{ODD}:7:10\n\tf("漢é");asm("cp");\ncopy <it> & wait'
    assert [child.tag for child in third] == ["system-out"]


def test_junit_fails_where_the_run_does(report: Report, catalogue: Catalogue) -> None:
    text = render("junit", replace(report, fails=lambda remark: remark.severity is Severity.ERROR), catalogue)
    assert ElementTree.fromstring(text.encode()).get("failures") == "1"


def test_junit_passes_where_nothing_was_found(empty: Report, catalogue: Catalogue) -> None:
    root = ElementTree.fromstring(render("junit", empty, catalogue).encode())
    assert (root.get("tests"), root.get("failures"), len(root[0])) == ("1", "0", 1)


def test_markdown(report: Report, catalogue: Catalogue) -> None:
    lines = render("markdown", report, catalogue).splitlines()
    assert "| PTX Inline PTX | 1 | 0 | 0 |" in lines
    assert "| total | 90% of 10 | 75% of 8 | 50% of 2 | API 1, PTX 1 |" in lines
    assert "> **error:** src/gone.cu: No such file, or directory" in lines
    assert (
        f"| [{ODD}:7]({ENCODED}#L7) | error | `PTX003` | PTX 'a\\|b', with \"quotes\": 100%<br>*copy \\<it\\> & wait* |"
    ) in lines
    assert any("| \\`\\_\\_syncwarp\\` means less |" in line for line in lines)


def test_markdown_begins_with_causes(report: Report, catalogue: Catalogue) -> None:
    lines = render("markdown", replace(report, remarks=report.remarks[:1] * 3), catalogue).splitlines()
    row = lines[lines.index("## Causes") + 4]
    link = f"[{ODD}:7]({ENCODED}#L7)"
    said = "PTX 'a\\|b', with \"quotes\": 100%<br>*copy \\<it\\> & wait*"
    assert row == f"| error | `PTX003` | {said} | 3 | 1 | {link} |"


def test_markdown_links_to_the_commit_on_github(
    report: Report, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("SERVER_URL", "https://h"), ("REPOSITORY", "o/r"), ("SHA", "123")):
        monkeypatch.setenv(f"GITHUB_{name}", value)
    assert f"(https://h/o/r/blob/123/{ENCODED}#L7)" in render("markdown", report, catalogue)


def test_markdown_keeps_to_what_a_server_takes(report: Report, catalogue: Catalogue) -> None:
    many = replace(report, remarks=report.remarks[:1] * 9_000)
    text = render("markdown", many, catalogue)
    assert 890_000 < len(text.encode()) <= markdown.MOST + 200
    assert text.splitlines()[-1].endswith("more, omitted as the page is too large; use another format to see all")
