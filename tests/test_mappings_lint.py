"""The mapping tables, linted like code. PyYAML alone reads them here, so that a fault of our reader hides nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from hipify_py.tables.changes import CHANGES, CONDITIONS

PATHS = sorted((Path(__file__).parent.parent / "mappings").glob("*.yaml"))
TITLES = {"library", "title", "direct", "flag", "flag_until", "roc_flag", "absent"}
SECTIONS = (
    "headers",
    "namespaces",
    "types",
    "functions",
    "enumerators",
    "macros",
    "variables",
    "device_functions",
    "device_types",
    "scoped",
)
VERSION_KEYS = {f"{prefix}{key}" for prefix in ("", "roc_", "cuda_") for key in ("since", "deprecated", "removed")} | {
    "rocsparse_since",
    "compat_until",
}
TEXT_KEYS = {
    *(
        "hip",
        "older",
        "roc",
        "rocsparse",
        "expression",
        "bfloat",
        "gfx94",
        "asked",
        "tag",
        "guards",
        "unless_legacy",
        "with_dim3",
    ),
    *("unsupported", "unsafe"),
    *("requires", "arity", "caution", "roc_caution", "note", "compat"),
}
ROW_KEYS = VERSION_KEYS | TEXT_KEYS | {"experimental", "arguments", "roc_arguments"}
VERSION = re.compile(r"\d+\.\d+(\.\d+)?")
NAME = re.compile(r"[A-Za-z_]\w*")
QUALIFIED_NAME = re.compile(r"[A-Za-z_]\w*(::[A-Za-z_]\w*)*")
HEADER = re.compile(r"([\w.+-]+/)*[\w.+-]+|")
# Targets outside `scoped` that need their namespace: rocRAND has no other name for the generator state, and functions
# of our own header stand in one.
QUALIFIED_TARGETS = re.compile(r"(?:rocrand_device|hipify_ptx)::\w+")
# The few targets that CUDA has too, under a name that stays.
SHARED_NAMES = {"__half", "__half2", "__half2_raw", "__half_raw", "mtgp32_kernel_params_t", "textureReference"}

Row = dict[str, Any]


def _load(path: Path) -> dict[str, Any]:
    """The table as plain data. A key that is defined twice fails; texts that look like versions must be quoted."""
    loader = yaml.CSafeLoader(path.read_text(encoding="utf-8"))
    node = loader.get_single_node()
    assert isinstance(node, yaml.MappingNode)
    for _, section in [(None, node), *node.value]:
        if isinstance(section, yaml.MappingNode):
            keys = Counter(key.value for key, _ in section.value)
            assert max(keys.values()) == 1, f"{path.name}: {keys.most_common(1)[0][0]} defined twice"
    table: dict[str, Any] = loader.construct_document(node)
    return table


TABLES = {path.stem: _load(path) for path in PATHS}


def _rows(table: dict[str, Any]) -> Iterator[tuple[str, str, Row]]:
    for section in SECTIONS:
        for name, row in table.get(section, {}).items():
            yield section, name, {"hip": row} if isinstance(row, str) else row


def _world(section: str) -> str:
    return section if section in ("headers", "scoped") else "names"


ROWS = [(stem, section, name, row) for stem, table in TABLES.items() for section, name, row in _rows(table)]
IDENTITIES = {name for _, section, name, row in ROWS if _world(section) == "names" and row.get("hip") == name}
NAMES = {name for _, section, name, _ in ROWS if _world(section) == "names"}


@pytest.mark.parametrize("stem", TABLES)
def test_table_is_in_order(stem: str) -> None:
    table = TABLES[stem]
    assert table["library"] == stem
    assert table.keys() <= TITLES | set(SECTIONS)
    sections = [key for key in table if key in SECTIONS]
    assert sections == sorted(sections, key=SECTIONS.index)
    for section in sections:
        assert list(table[section]) == sorted(table[section]), f"{section} is not sorted"


def test_names_stand_once() -> None:
    homes: dict[tuple[str, str], str] = {}
    for stem, section, name, _ in ROWS:
        assert homes.setdefault((_world(section), name), stem) == stem, f"{name} stands in two tables"
    assert len(homes) == len(ROWS), "a name stands in two sections of one table"


@pytest.mark.parametrize("stem", TABLES)
def test_rows_are_well_formed(stem: str) -> None:
    for _, name, row in _rows(TABLES[stem]):
        assert isinstance(name, str), f"{name!r} must be quoted"
        assert row.keys() <= ROW_KEYS, name
        assert row.keys() & {"hip", "roc", "expression", "unsupported"}, name
        assert len(row.keys() & {"hip", "expression", "unsupported"}) <= 1, name
        assert all(isinstance(row[key], str) for key in TEXT_KEYS & row.keys()), name
        assert all(VERSION.fullmatch(row[key]) for key in VERSION_KEYS & row.keys()), name


@pytest.mark.parametrize("stem", TABLES)
def test_argument_changes_are_known(stem: str) -> None:
    for _, name, row in _rows(TABLES[stem]):
        for change in [*row.get("arguments", []), *row.get("roc_arguments", [])]:
            kind = next(iter(change))
            required, optional, _description = CHANGES[kind]
            assert {*required} <= change.keys() <= {kind, *required, *optional, *CONDITIONS}, name
            assert kind == "rename" or isinstance(change[kind], int), name


@pytest.mark.parametrize("stem", TABLES)
def test_targets_are_names(stem: str) -> None:
    for section, name, row in _rows(TABLES[stem]):
        shape = {"headers": HEADER, "scoped": QUALIFIED_NAME}.get(section, NAME)
        assert all(
            shape.fullmatch(row[key]) or QUALIFIED_TARGETS.fullmatch(row[key])
            for key in ("hip", "roc", "rocsparse")
            if key in row
        ), name


def test_no_target_is_converted_again() -> None:
    """A second run must change nothing, so no target may be a CUDA name that has another target."""
    for _, section, name, row in ROWS:
        if _world(section) == "names":
            for target in {row.get("hip"), row.get("roc")} - {None, name}:
                assert target not in NAMES or (target in IDENTITIES and target in SHARED_NAMES), f"{name} -> {target}"


# Words of which no name has one and its target another.
OPPOSITES = [
    {"UPPER", "LOWER"},
    {"ROW", "COL"},
    {"LEFT", "RIGHT"},
    {"HOST", "DEVICE"},
    {"MIN", "MAX"},
    {"ZERO", "ONE"},
    {"UNIT", "NON"},
    {"NON", "TRANSPOSE"},
    {"FORWARD", "INVERSE"},
    {"NUMERIC", "SYMBOLIC"},
    {"GENERAL", "SYMMETRIC", "HERMITIAN", "TRIANGULAR"},
    {"ALL", "INDEX", "VALUE"},
    {"C2C", "C2R", "R2C", "D2Z", "Z2D", "Z2Z"},
    {"COO", "CSR", "CSC", "BSR", "ELL", "SELL", "BELL"},
]
SYNONYMS = {
    "COLUMN": "COL",
    "NONE": "NON",
    "N": "NON",
    "T": "TRANSPOSE",
    "BACKWARD": "INVERSE",
    "SLICED": "SELL",
    "BLOCKED": "BELL",
}
CAMEL_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+")


def _meaning(name: str) -> set[str]:
    parts = name.split("_")
    words = {word.upper() for part in parts for word in ([part] if part.isupper() else CAMEL_WORD.findall(part))}
    return {SYNONYMS.get(word, word) for word in words}


@pytest.mark.parametrize("stem", TABLES)
def test_targets_mean_the_same(stem: str) -> None:
    for section, name, row in _rows(TABLES[stem]):
        if section in ("enumerators", "macros"):
            for target in filter(None, (row.get("hip"), row.get("roc"), row.get("rocsparse"))):
                for words in OPPOSITES:
                    meant, said = _meaning(name) & words, _meaning(target) & words
                    assert not meant or not said or meant & said, f"{name} -> {target}"
