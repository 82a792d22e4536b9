"""The JSON Schemas that `hipify-py schema` prints say what is read and written."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from hipify_py.commands.schema import schema
from hipify_py.options.model import Kind
from hipify_py.options.table import SETTINGS
from hipify_py.run.config import ConfigError, read
from hipify_py.tables.model import TableError
from hipify_py.tables.schema import SECTIONS, read_table

MAPPINGS = sorted(Path(__file__).parent.parent.glob("mappings/*.yaml"))
ALL = ("settings", "report", "mapping")


def _strict(part: Any) -> Any:
    """A schema that allows no key that it does not name."""
    if isinstance(part, dict):
        strict = {key: _strict(value) for key, value in part.items()}
        return {**strict, "additionalProperties": False} if "required" in part and "properties" in part else strict
    return [_strict(each) for each in part] if isinstance(part, list) else part


def _is_valid(what: str, value: Any) -> bool:
    return jsonschema.Draft7Validator(schema(what)).is_valid(value)


@pytest.mark.parametrize("what", ALL)
def test_each_is_a_schema(what: str) -> None:
    jsonschema.Draft7Validator.check_schema(schema(what))


def test_keys_of_tables_are_described_in_the_schema_and_in_the_documentation() -> None:
    tables = schema("mapping")
    page = (MAPPINGS[0].parent.parent / "docs/mappings.md").read_text(encoding="utf-8")
    sections = {key for key, value in tables["properties"].items() if "description" not in value}
    assert sections == set(SECTIONS)
    rows = {key: value for each in sections for key, value in _row_keys(tables, each).items()}
    assert [key for key, value in rows.items() if "description" not in value] == []
    changes = tables["definitions"]["change"]["oneOf"]
    assert all(change["description"] for change in changes)
    keys = {*rows, *tables["properties"], *(key for change in changes for key in change["properties"])}
    assert [key for key in sorted(keys) if not re.search(rf"[`{{ ,]{key}[`:]|^{key}:", page, re.M)] == []


def _row_keys(tables: Any, section: str) -> Any:
    reference = tables["properties"][section]["additionalProperties"]["anyOf"][1]["$ref"]
    return tables["definitions"][reference.rpartition("/")[2]]["properties"]


@pytest.mark.parametrize("path", MAPPINGS, ids=lambda path: path.stem)
def test_our_tables_are_valid(path: Path) -> None:
    jsonschema.Draft7Validator(schema("mapping")).validate(yaml.safe_load(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "table",
    [
        {"functions": {"cudaX": "hipX"}},
        {"functions": {"cudaX": {"hip": "hipX", "since": "6.2"}}},
        {"functions": {"cudaX": {"hip": "hipX", "arguments": [{"wrap": 0, "with": "F", "when": 2}]}}},
        {"functions": {"cudaX": {"hip": "hipX", "since": "6"}}},
        {"functions": {"cudaX": {"since": "6.2"}}},
        {"functions": {"cudaX": {"hip": "hipX", "sinc": "6.2"}}},
        {"functions": {"cuda X": "hipX"}},
        {"function": {"cudaX": "hipX"}},
        {"headers": {"a/b.h": {"hip": "c.h"}}},
        {"headers": {"a/b.h": {"hip": "c.h", "arity": "1"}}},
        {"scoped": {"cub::X": {"hip": "hipcub::X", "since": "6.2"}}},
        {"scoped": {"cub::X": {"hip": "hipcub::X", "arguments": [{"remove": 0}]}}},
        {"namespaces": {"cub": {"hip": "hipcub", "caution": "slow"}}},
        {"types": {"cudaX": {"hip": "hipX", "with_dim3": "a.h"}}},
        {"flag_until": "seven"},
        {"functions": ["cudaX"]},
    ],
)
def test_a_table_is_valid_where_it_is_read(table: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(yaml.safe_dump(table), encoding="utf-8")
    try:
        read_table(path)
    except TableError:
        assert not _is_valid("mapping", table)
    else:
        assert _is_valid("mapping", table)


def test_settings_have_the_keys_that_are_read() -> None:
    assert schema("settings")["properties"].keys() == SETTINGS.keys()
    assert all(each["description"] for each in schema("settings")["properties"].values())


VALUES: tuple[Any, ...] = (
    "x",
    "",
    True,
    1,
    0,
    -1,
    1.5,
    ["a"],
    [],
    [1],
    {"a": ["b"]},
    {"a": "b"},
    {},
    ".hip",
    "hip",
    "hip.h",
)


@pytest.mark.parametrize("key", SETTINGS)
def test_a_setting_is_valid_where_it_is_read(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for choices, which a run looks at later."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / ".hipify-py.toml"
    for value in VALUES:
        path.write_text(f"{key} = {_toml(value)}\n", encoding="utf-8")
        try:
            read(path)
        except ConfigError:
            assert not _is_valid("settings", {key: value}), value
        else:
            is_choice = SETTINGS[key].kind is Kind.CHOICE
            assert _is_valid("settings", {key: value}) == (value in SETTINGS[key].choices or not is_choice), value


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    return json.dumps(value)


def test_unknown_settings_are_not_valid() -> None:
    assert not _is_valid("settings", {"rocmm": "6.3"})


@pytest.mark.parametrize("command", ["scan", "convert"])
def test_real_reports_are_valid(command: str, tmp_path: Path) -> None:
    """And have no key that the schema does not name, with an earlier report and a baseline."""
    from subprocess import run

    source, earlier, whole = tmp_path / "src", tmp_path / "earlier.json", tmp_path / "whole.json"
    source.mkdir()
    code = (
        "#include <cuda_runtime.h>\n__global__ void k() { int l = threadIdx.x % 32; }\n"
        'void f() { cudaFree(0); cudaProfilerInitialize(0, 0, 0); asm("bar.sync 1, 64;"); cudaGetLastErrr(); }\n'
        "int v = CUDART_VERSION;\n"
    )
    (source / "a.cu").write_text(code)
    (source / "gone.cu").write_text(code)
    (source / "kept.cu").write_text("#include <cuda_runtime.h>\n")
    started = [sys.executable, "-m", "hipify_py", command, str(source)] + ["--check"] * (command == "convert")
    environment = {"HIPIFY_PY_CACHE": str(tmp_path / "cache"), "HIPIFY_PY_STATE": str(tmp_path / "state")}
    run([*started, "--format", f"json:{earlier}"], env=environment, capture_output=True, check=False)
    run([*started, "--write-baseline", str(tmp_path / "b.json")], env=environment, capture_output=True, check=False)
    (source / "gone.cu").write_text("int x;\n")
    (source / "b.cu").write_text(code)
    compared = ["--compare", str(earlier), "--baseline", str(tmp_path / "b.json"), "--format", f"json:{whole}"]
    run([*started, *compared], env=environment, capture_output=True, check=False)
    validator = jsonschema.Draft7Validator(_strict(schema("report")))
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in (earlier, whole)]
    for each in reports:
        validator.validate(each)
    assert reports[0]["findings"]
    assert any(each["fix"] for each in reports[0]["findings"])
    assert reports[1]["progress"]["fixed"]
    assert reports[1]["fixed"]
