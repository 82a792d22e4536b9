"""Tables: what a row means for a release and a target, and what a broken one says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.tables.load import compile_tables, load
from hipify_py.tables.model import Entry, Policy, TableError, Tables, Version
from hipify_py.tables.packed import Row, packed, unpacked
from hipify_py.tables.schema import read_table

MAPPINGS = Path(__file__).parent.parent / "mappings"


def _policy(row: Row, *, rocm: str = "7.0", target: str = "hip", direct: str = "") -> Policy:
    titles = {"lib": {"direct": direct}}
    rows = {"cudaX": packed("cudaX", row)}
    tables = Tables(rows, {"cudaX": ("lib", "functions")}, {}, {}, {}, {}, titles, Version(10, 0))
    return Policy(tables, Version.parse(rocm), "roc" if target == "roc" else "hip")


@pytest.mark.parametrize(
    ("row", "options", "target", "reason"),
    [
        ("hipX", {}, "hipX", ""),
        ({"hip": "hipX", "since": "6.2"}, {}, "hipX", ""),
        ({"hip": "hipX", "since": "7.0"}, {}, "hipX", ""),
        ({"hip": "hipX", "since": "7.1"}, {}, None, "release"),
        ({"hip": "hipX", "since": "7.1"}, {"rocm": "10.0"}, "hipX", ""),
        ({"hip": "hipX", "removed": "7.0"}, {}, None, "release"),
        ({"hip": "hipX", "removed": "7.0"}, {"rocm": "6.4"}, "hipX", ""),
        ({"unsupported": "do without"}, {}, None, "unsupported"),
        ({"hip": "hipX", "roc": "rocx"}, {}, "hipX", ""),
        ({"hip": "hipX", "roc": "rocx"}, {"target": "roc", "direct": "rocLIB"}, "rocx", ""),
        ({"hip": "hipX", "roc": "rocx"}, {"target": "roc"}, "hipX", ""),
        ({"hip": "hipX"}, {"target": "roc", "direct": "rocLIB"}, None, "unsupported"),
        ({"hip": "hipX", "roc": "rocx", "roc_since": "7.1"}, {"target": "roc", "direct": "r"}, None, "release"),
    ],
)
def test_resolution(row: Row, options: dict[str, str], target: str | None, reason: str) -> None:
    resolution = _policy(row, **options).name("cudaX")
    assert resolution is not None
    assert (resolution.target, resolution.reason) == (target, reason)


def test_unknown_name_has_no_resolution() -> None:
    assert _policy("hipX").name("cudaY") is None


def test_help_names_the_hip_function_when_the_direct_library_lacks_it() -> None:
    resolution = _policy({"hip": "hipX"}, target="roc", direct="rocLIB").name("cudaX")
    assert resolution is not None
    assert "hipX" in resolution.help


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("functions:\n  cudaX: {hipp: hipX}\n", "2: functions.cudaX.hipp: unknown key 'hipp' (did you mean 'hip'?)"),
        ("functions:\n  cudaX: {}\n", "2: functions.cudaX: needs one of 'hip', 'roc', 'expression', 'unsupported'"),
        (
            "functions:\n  cudaX: {hip: a, unsupported: b}\n",
            "2: functions.cudaX: 'hip' and 'unsupported' cannot",
        ),
        ("functions:\n  cudaX: a\n  cudaX: b\n", "3: functions.cudaX: defined twice"),
        ("functoins:\n  cudaX: a\n", "1: functoins: unknown key 'functoins' (did you mean 'functions'?)"),
        ("functions:\n  cudaX: 'a b'\n", "2: functions.cudaX: 'a b' is not a C++ name"),
        ("functions:\n  'x-y': a\n", "2: functions.x-y: not a C++ name"),
        ("functions:\n  cudaX: [a]\n", "2: functions.cudaX: expected `key: value` lines"),
        ("functions: text\n", "1: functions: expected `key: value` lines"),
        ("- a\n", "1: the table: expected `key: value` lines"),
        ('functions:\n  a: {hip: b, since: "7"}\n', "2: functions.a.since: '7' is not a version like \"6.3\""),
        ("headers:\n  a.h: '<b.h>'\n", "2: headers.a.h: '<b.h>' is not a header name"),
        *(
            (f'functions:\n  a: {{expression: "{text}"}}\n', f"2: functions.a.expression: '{text}' must be a name, a")
            for text in ("if ({0}) b()", "b + 1", "-1", "[] {}()", "b(-{0})", "(b", "(b) + (c)", "b; c")
        ),
        (
            "scoped:\n  cub::X: {hip: hipcub::X, arguments: [{remove: 0}]}\n",
            "2: scoped.cub::X.arguments: has no effect in the section 'scoped'",
        ),
        *(
            (f"functions:\n  a: {{hip: b, arguments: {changes}}}\n", f"2: functions.a.arguments: {message}")
            for changes, message in (
                ("{wrap: 0}", "expected a list of changes"),
                ("[{wrapp: 0}]", "expected one of wrap, cast, point, insert, replace, remove, copy, move, rename"),
                ("[remove]", "expected one of wrap"),
                ("[{wrap: 0}]", "'wrap' needs 'with'"),
                ("[{remove: 0, typs: {}}]", "unknown key 'typs' of 'remove'"),
                ("[{remove: 0, types: [float]}]", "expected numbers of arguments and their types, such as"),
                ("[{remove: 0, not_types: {x: [float]}}]", "expected numbers of arguments and their types"),
                ("[{remove: 0, types: {0: float}}]", "expected numbers of arguments and their types"),
            )
        ),
        (
            "functions:\n  a: {hip: b, requires: c.h, arguments: [{remove: 0, types: {0: [int]}}]}\n",
            "2: functions.a: 'requires' and types of arguments cannot be combined",
        ),
        ("headers:\n  a.h: {hip: b.h, arity: '1'}\n", "2: headers.a.h.arity: has no effect in the section 'headers'"),
        ("functions:\n  a: b\n c: d\n", "3: "),
        ("functions: {a: b\n", "2: "),
        ("[" * 100_000, "1: nested too deeply"),
        ("functions: {a: {hip: b, arguments: " + "[" * 900 + "]" * 900 + "}}", "1: nested too deeply"),
    ],
)
def test_broken_table_names_file_line_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(TableError) as caught:
        read_table(path)
    assert str(caught.value).startswith(f"{path}:{message}")
    assert "\n" not in str(caught.value)


def test_own_rows_win_and_last_file_most(tmp_path: Path) -> None:
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    first.write_text("functions:\n  cudaMalloc: firstMalloc\n  cudaFree: firstFree\n")
    second.write_text("functions:\n  cudaFree: secondFree\nheaders:\n  cuda.h: ours.h\n")
    policy = api.policy(mapping=[first, second])
    data = b"#include <cuda.h>\ncudaMalloc(cudaFree(cudaMemset()));\n"
    assert api.convert(data, policy).output == b"#include <ours.h>\nfirstMalloc(secondFree(hipMemset()));\n"


def test_an_argument_that_acts_is_not_removed_for_its_type_either(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("device_functions:\n  toy: {hip: toy, arguments: [{remove: 1, types: {0: [float]}}]}\n")
    code = b"__global__ void k(float f, int i) { toy(f, i); toy(i, i); toy(f, i++); }\n"
    result = api.convert(code, api.policy(mapping=[mine]), path="a.cu")
    assert b"{ toy(f); toy(i, i); toy(f, i++); }" in result.output
    assert "API005" in {finding.rule for finding in result.findings}


def test_cached_tables_equal_the_yaml() -> None:
    tables = load()
    for table in compile_tables(MAPPINGS)["tables"]:
        for name, row in table.get("functions", {}).items():
            assert tables.entry(name) == Entry(name, table["library"], "functions", unpacked(name, row))


@pytest.mark.parametrize(
    "row",
    [
        "cudaX",
        "hipX",
        {"hip": "cudaX"},
        {"hip": "cudaX", "since": "6.2", "note": ""},
        {"hip": "hipX", "note": "a | b"},
        {"unsupported": "", "note": "says | so\n"},
        {"hip": "cudaX", "arguments": [{"wrap": "0", "with": "f"}]},
        {"hip": "", "roc": "{"},
        {},
    ],
)
def test_a_row_is_unpacked_as_it_was(row: Row) -> None:
    assert unpacked("cudaX", packed("cudaX", row)) == row


def test_empty_table_is_a_table(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("")
    assert read_table(path) == {}


@pytest.mark.parametrize("text", ["6.3", "7.2.1", "10.0"])
def test_versions_are_read_and_shown_alike(text: str) -> None:
    assert str(Version.parse(text)) == text


@pytest.mark.parametrize("text", ["6", "a.b", "6.3.1.2", "-1.2", "6.", "", "6.³"])
def test_versions_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a version"):
        Version.parse(text)


def test_own_rows_do_not_move_the_newest_release(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text('functions: {cudaX: {hip: hipX, since: "99.0"}}')
    assert load((path,)).newest_rocm == load().newest_rocm


def test_an_edited_table_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("functions: {cudaX: oneX}")
    assert unpacked("cudaX", load((path,)).rows["cudaX"]) == "oneX"
    path.write_text("functions: {cudaX: twoX}")
    assert unpacked("cudaX", load((path,)).rows["cudaX"]) == "twoX"
