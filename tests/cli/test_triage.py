"""Which findings are shown and counted: selection, comments, the baseline, what changed since a revision."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Git, Hipify, Ran, Write

CALL = b"ours_without_counterpart(0);"
ASM = b'asm("add.s32 %0, %1, t;" : "=r"(a) : "r"(b), "r"(c));'
LEFT = b"__global__ void f(int a, int b, int c) {\n  " + CALL + b"\n  " + ASM + b"\n}\n"


def _rules(ran: Ran) -> list[str]:
    """The line and the rule of each finding."""
    return [f"{finding['line']} {finding['rule']}" for finding in _report(ran)["findings"]]


def _report(ran: Ran) -> Any:
    parsed = json.loads(ran.out)
    for finding in parsed["findings"]:
        finding.setdefault("line", finding.get("start", {}).get("line"))
    return parsed


@pytest.fixture(autouse=True)
def table(tree: Path) -> None:
    """A name that has no counterpart, whatever our tables come to know."""
    (tree / "m.yaml").write_text("functions:\n  ours_without_counterpart: {unsupported: gone}\n")
    (tree / ".hipify-py.toml").write_text('mapping = ["m.yaml"]\n')


@pytest.fixture
def scan(hipify: Hipify) -> Hipify:
    def run(*arguments: str | os.PathLike[str]) -> Ran:
        return hipify("scan", "--format", "json", *(arguments if "." in arguments else (*arguments, ".")))

    return run


def test_selection(scan: Hipify, write: Write) -> None:
    write("a.cu", LEFT)
    assert _rules(scan()) == ["2 API001", "3 PTX001"]
    assert _rules(scan("--select", "PTX")) == ["3 PTX001"]
    assert _rules(scan("--ignore", "ptx001,API")) == []
    assert scan("--ignore", "ALL").code == 0
    assert (scan("--fail-on", "PTX").code, scan("--fail-on", "never").code, scan("--fail-on", "WRP").code) == (1, 0, 0)


def test_selection_in_settings(scan: Hipify, write: Write) -> None:
    write("a.cu", LEFT)
    write("lib/x/b.cu", LEFT)
    write(".hipify-py.toml", b'mapping = ["m.yaml"]\nselect = ["PTX", "API"]\nfail-on = "error,PTX"\n'
          b'[per-file-ignores]\n"lib/**" = ["API"]\n')  # fmt: skip
    assert _rules(scan()) == ["2 API001", "3 PTX001", "3 PTX001"]
    assert _rules(scan("--select", "API001")) == ["2 API001"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("select = ['PTX00']", ".hipify-py.toml: select: 'PTX00'"),
        ("ignore = 'PTX'", "ignore: expected a list of strings"),
        ("fail-on = 3", "fail-on: expected a string or a list of strings"),
        ("format = ['jsn']", "'jsn' is not one of"),
        ("arch = ['sm_80']", "'sm_80' is a GPU of NVIDIA"),
        ("baseline = 'gone.json'", "gone.json does not exist; record it with --write-baseline"),
        ("[per-file-ignores]\na = 'b'", "per-file-ignores: expected a table"),
        ("[per-file-ignores]\na = ['b']", "per-file-ignores: 'b'"),
        ("[per-file-ignores]\n'!' = ['PTX']", "per-file-ignores: '!' is not a valid .gitignore pattern"),
    ],
)
def test_settings_that_do_not_go(hipify: Hipify, write: Write, settings: str, message: str) -> None:
    write("a.cu")
    write(".hipify-py.toml", settings.encode())
    assert message in hipify("scan", ".").error


def test_files_in_settings_are_relative_to_them(hipify: Hipify, write: Write, tree: Path) -> None:
    write("sub/a.cu", LEFT)
    write(".hipify-py.toml", b'mapping = ["m.yaml"]\nformat = ["json:report.json"]\nbaseline = "known.json"\n')
    assert hipify("scan", "--trust", "--write-baseline", "--", "sub").code == 0
    assert (tree / "known.json").is_file()
    assert hipify("scan", "--trust", "sub").code == 0
    assert json.loads((tree / "report.json").read_text())["summary"]["known"] == 2


COMMENTS = [
    (CALL + b" // hipify: ignore", [], 1),
    (CALL + b" // hipify: ignore[API001]", [], 1),
    (b"__device__ void f(int a) { " + CALL + b" /* hipify: ignore[API, PTX001] */ " + ASM + b" }", [], 2),
    (CALL + b" /* hipify: ignore[api-unsupported] */", [], 1),
    (CALL + b" // hipify: ignore[PTX001]", ["1 API001", "1 TOOL005"], 0),
    (CALL + b" // hipify: ignore[API001, NOPE]", ["1 TOOL005"], 1),
    (b"// hipify: ignore\n" + CALL, [], 1),
    (b"// hipify: ignore\n\n" + CALL + b"\n" + CALL, ["4 API001"], 1),
    (b'const char *s = "// hipify: ignore"; ' + CALL, ["1 API001"], 0),
    (b"// hipify: off\n" + CALL + b"\n// hipify: on\n" + CALL, ["4 API001"], 0),
    (b"// hipify: off\nint x;\n", [], 0),
    (b"int x; // hipify: ignore", ["1 TOOL005"], 0),
    (b"int x; // hipify: ignore[TOOL008]", ["1 TOOL005"], 0),
]


@pytest.mark.parametrize(("text", "rules", "suppressed"), COMMENTS, ids=[repr(text) for text, _, _ in COMMENTS])
def test_comments(scan: Hipify, write: Write, text: bytes, rules: list[str], suppressed: int) -> None:
    write("a.cu", text + b"\n")
    report = _report(scan())
    assert _rules(scan()) == rules
    assert report["summary"]["suppressed"] == suppressed


def test_unused_comments_about_rules_that_were_not_asked_for(scan: Hipify, write: Write) -> None:
    write("a.cu", b"int x; // hipify: ignore[PTX001]\nint y; // hipify: ignore[API001]\n")
    assert _rules(scan("--ignore", "PTX001")) == ["2 TOOL005"]
    assert _rules(scan("--ignore", "TOOL005")) == []
    write("a.cu", CALL + b" // hipify: ignore\n")
    assert _rules(scan("--ignore", "API001")) == []


def test_comments_count_in_conversions_too(hipify: Hipify, write: Write) -> None:
    write("a.cu", CALL + b" // hipify: ignore\n")
    ran = hipify("a.cu")
    assert (ran.code, ran.out, "1 suppressed" in ran.err) == (0, "", True)


def test_a_file_that_is_no_text_is_ignored_by_settings_only(scan: Hipify, write: Write) -> None:
    write("a.cu", b"// hipify: ignore\n\0")
    assert _rules(scan()) == ["1 TOOL008"]
    write(".hipify-py.toml", b'[per-file-ignores]\n"a.cu" = ["TOOL008"]\n')
    assert _rules(scan()) == []


def test_baseline(hipify: Hipify, scan: Hipify, write: Write, tree: Path) -> None:
    write("src/a.cu", LEFT)
    ran = hipify("scan", ".", "--write-baseline")
    assert (ran.code, "recorded 2 findings in hipify-baseline.json" in ran.err) == (0, True)
    known = (tree / "hipify-baseline.json").read_bytes()
    assert known.count(b'"path": "src/a.cu"') == known.count(b"\n") - 2 == 2
    given = ("--baseline", "hipify-baseline.json")
    report = _report(scan(*given))
    assert (report["findings"], report["summary"]["known"]) == ([], 2)
    # Lines move, and others change; what is new is new.
    write("src/a.cu", b"int x;\n\n" + LEFT.replace(b"f()", b"g()") + b"void h() { " + CALL + b" }\n")
    assert _rules(scan(*given)) == ["7 API001"]
    assert scan(*given).code == 1
    # The same once more is one more.
    write("src/a.cu", LEFT.replace(CALL, CALL + b"\n  " + CALL))
    assert _rules(scan(*given)) == ["3 API001"]
    assert hipify("scan", "--write-baseline", "again.json", "src").code == 0
    assert hipify("scan", "--baseline", "again.json", "src/a.cu").code == 0


def test_what_is_gone_from_the_baseline(hipify: Hipify, write: Write, tree: Path) -> None:
    write("a.cu", LEFT)
    write("b.cu", LEFT)
    hipify("scan", ".", "--write-baseline")
    write("a.cu", b"int x;\n")
    ran = hipify("scan", "a.cu", "--baseline", "hipify-baseline.json")
    assert "fixed since the baseline: 2" in ran.err
    assert "2 recorded findings are fixed; update the baseline with --write-baseline" in ran.err
    assert "gone" not in hipify("scan", "b.cu", "--baseline", "hipify-baseline.json").err
    assert "gone" not in hipify("scan", ".", "--select", "WRP", "--baseline", "hipify-baseline.json").err
    hipify("scan", "a.cu", "--write-baseline=hipify-baseline.json")
    assert hipify("scan", ".", "--baseline", "hipify-baseline.json").code == 0
    assert b"a.cu" not in (tree / "hipify-baseline.json").read_bytes()


def test_a_count_is_a_number_and_not_so_many_entries(hipify: Hipify, write: Write, tree: Path) -> None:
    """A line of a baseline that claims more findings than memory could hold."""
    write("a.cu", LEFT)
    hipify("scan", ".", "--write-baseline")
    baseline = tree / "hipify-baseline.json"
    baseline.write_bytes(baseline.read_bytes().replace(b'"count": 1}', b'"count": 1000000000000}', 1))
    ran = hipify("scan", ".", "--baseline", "hipify-baseline.json", "--format", "json")
    report = json.loads(ran.data)
    assert (ran.code, report["summary"]["fixed"]) == (0, 999_999_999_999)
    assert [entry["count"] for entry in report["fixed"]] == [999_999_999_999]


BAD_BASELINES = [
    (
        b'{"format": "hipify-py baseline", "version": 1, "findings": '
        b'[{"path": "a", "rule": "b", "fingerprint": "c", "count": 1%s}]}' % (b"0" * 4000),
        "entry 1",
    ),
    (None, "does not exist; record it with --write-baseline"),
    (b"", "not a hipify-py baseline"),
    (b"[]", "not a hipify-py baseline"),
    (b"\xff", "not a hipify-py baseline"),
    (b'{"format": "hipify-py baseline", "version": 9, "findings": []}', "unknown baseline version 9"),
    (b'{"format": "hipify-py baseline", "version": 1, "findings": [{"path": 3}]}', "entry 1"),
    (b"[" * 100_000, "not a hipify-py baseline"),
]


@pytest.mark.parametrize(("content", "message"), BAD_BASELINES, ids=[repr(text)[:30] for text, _ in BAD_BASELINES])
def test_a_baseline_that_is_none(hipify: Hipify, write: Write, content: bytes | None, message: str) -> None:
    write("a.cu", LEFT)
    if content is not None:
        write("b.json", content)
    error = hipify("scan", ".", "--baseline", "b.json").error
    assert error.removeprefix("--baseline: ").startswith(("b.json: ", "b.json does not exist"))
    assert message in error


def test_a_baseline_is_not_written_over_something_else(hipify: Hipify, write: Write) -> None:
    file = write("a.cu", LEFT)
    assert "not a hipify-py baseline" in hipify("scan", "--write-baseline", "a.cu", ".").error
    assert "is a directory" in hipify("scan", "--write-baseline", ".", "a.cu").error
    assert file.read_bytes() == LEFT


def _edited(write: Write, git: Git) -> None:
    for name in ("a.cu", "old.cu", "same.cu"):
        write(name, LEFT)
    git("add", ".")
    git("commit", "-qm", "1")
    git("mv", "old.cu", "new name.cu")
    write("new name.cu", LEFT + CALL + b"\n")
    write("a.cu", b"int x;\n" + LEFT + b"++ b/x;\n--- a;\n@@ -1 +1 @@\n" + CALL + b"\n")
    git("add", "a.cu")
    write("ü\\\t.cu", CALL + b"\n")


def test_since(scan: Hipify, write: Write, git: Git) -> None:
    _edited(write, git)
    found = _report(scan("--since", "HEAD"))["findings"]
    assert [(finding["path"], finding["line"]) for finding in found] == [
        ("a.cu", 9),
        ("new name.cu", 5),
        ("ü\\\t.cu", 1),
    ]
    assert [file["path"] for file in _report(scan("--since", "HEAD"))["files"]] == ["a.cu", "new name.cu", "ü\\\t.cu"]
    git("add", ".")
    git("commit", "-qm", "2")
    assert len(_report(scan("--since", "HEAD~1"))["findings"]) == 3
    assert _report(scan("--since", "HEAD"))["findings"] == []


def test_since_takes_names_of_unchanged_headers_for_those_of_the_project(scan: Hipify, write: Write, git: Git) -> None:
    write("own.h", b"int cudaMyHelper(int x);\n")
    write("a.cu", LEFT)
    git("add", ".")
    git("commit", "-qm", "1")
    write("a.cu", LEFT + b"void f() { cudaMyHelper(1); cudaOtherHelper(2); }\n")
    found = _report(scan("--since", "HEAD"))["findings"]
    assert [(finding["rule"], finding["line"]) for finding in found] == [("API003", 5)]
    assert "cudaOtherHelper" in found[0]["message"]


def test_since_below_a_directory(
    hipify: Hipify, write: Write, git: Git, monkeypatch: pytest.MonkeyPatch, tree: Path
) -> None:
    write("sub/a.cu", LEFT)
    git("add", ".")
    git("commit", "-qm", "1")
    write("sub/a.cu", LEFT + CALL)
    git("config", "diff.noprefix", "true")
    git("config", "diff.relative", "true")
    monkeypatch.setenv("GIT_DIR", ".git")
    assert hipify("scan", "--since", "HEAD", "sub").out.count("error API001") == 1
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.chdir(tree / "sub")
    assert hipify("scan", "--since", "HEAD", "a.cu").out.startswith("a.cu:5:1: error API001")


def test_conversion_of_what_changed(hipify: Hipify, write: Write, git: Git) -> None:
    old, new = write("a.cu"), write("b.cu", b"int x;\n")
    git("add", ".")
    git("commit", "-qm", "1")
    write("b.cu")
    assert "converted 1 of 1 file" in hipify("--since", "HEAD", ".").err
    assert (b"cudaFree" in old.read_bytes(), b"hipFree" in new.read_bytes()) == (True, True)


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("--output=x", "'--output=x' is not a valid git revision"),
        ("-h", "'-h' is not a valid git revision"),
        ("", "--since: the value is empty"),
        ("nowhere", "git has no revision 'nowhere'"),
        ("HEAD", "git has no revision 'HEAD'"),
    ],
)
def test_a_revision_that_is_none(
    hipify: Hipify, write: Write, git: Git, tree: Path, revision: str, message: str
) -> None:
    write("a.cu", LEFT)
    git("status")
    assert message in hipify("scan", f"--since={revision}", ".").error
    assert not (tree / "x").exists()


def test_since_runs_nothing_that_a_repository_names(hipify: Hipify, write: Write, git: Git, tree: Path) -> None:
    program = write("evil.sh", b"#!/bin/sh\ntouch ran\ncat\n", mode=0o755)
    write(".gitattributes", b"*.cu filter=evil diff=evil\n")
    write("a.cu", LEFT)
    write("known.cu", LEFT)
    git("add", ".")
    git("commit", "-qm", "1")
    write("a.cu", LEFT + CALL)
    write("ignored.cu", CALL)
    write(".git/info/exclude", b"ignored.cu\n")
    git("update-index", "--split-index")
    for name in (
        *("filter.evil.clean", "filter.evil.process", "diff.evil.command", "diff.evil.textconv", "diff.external"),
        *("core.fsmonitor", "core.pager", "core.sshCommand", "core.hooksPath"),
    ):
        git("config", name, str(program))
    git("config", "filter.evil.required", "true")
    ran = hipify("scan", "--since", "HEAD", ".")
    assert (ran.out.count("a.cu:5:1: error API001"), "ignored.cu" in ran.out, "known.cu" in ran.out) == (
        1,
        False,
        False,
    )
    assert not (tree / "ran").exists()


def test_since_without_git(hipify: Hipify, write: Write, monkeypatch: pytest.MonkeyPatch, tree: Path) -> None:
    write("a.cu", LEFT)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tree.parent))
    assert "not a git repository" in hipify("scan", "--since", "HEAD", ".").error
    monkeypatch.setenv("PATH", str(tree))
    assert "git is not installed" in hipify("scan", "--since", "HEAD", ".").error
    assert "--since cannot be used with standard input" in hipify("scan", "--since", "HEAD", "-").error
