"""A tree keeps the units that were asked for last, and only so many bytes of text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hipify_py import api
from hipify_py.run.discover import File
from hipify_py.run.project import recent_units
from hipify_py.run.project.tree import Tree


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    found = [tmp_path / f"{name}.cu" for name in "abc"]
    for path in found:
        path.write_bytes(b"#define %b 1\n".ljust(50) % path.stem.encode())
    return found


@pytest.fixture
def tree(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> Tree:
    monkeypatch.setattr(recent_units, "_MOST_BYTES", 100)
    monkeypatch.setattr(recent_units, "_LEAST_BYTES", 1)
    return Tree([File(path, Path(path.name), "source", False, path) for path in paths], (), api.policy())


def test_what_was_asked_for_last_is_kept(tree: Tree, paths: list[Path]) -> None:
    a, b, c = map(str, paths)
    first, second = tree.unit(a), tree.unit(b)
    assert tree.unit(a) is first
    assert tree.unit(c) is not None
    assert tree.unit(a) is first
    assert tree.unit(b) is not second


def test_a_file_that_was_written_meanwhile_is_what_it_was(tree: Tree, paths: list[Path]) -> None:
    for path in paths:
        assert tree.unit(str(path)) is not None
    paths[0].write_bytes(b"converted")
    unit = tree.unit(str(paths[0]))
    assert unit is not None
    assert unit.reading.source.data.startswith(b"#define a")


def test_a_file_that_was_written_meanwhile_is_unknown_where_its_text_was_not_kept(
    paths: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_units, "_MOST_BYTES", 100)
    monkeypatch.setattr(recent_units, "_LEAST_BYTES", 1)
    monkeypatch.setattr("hipify_py.run.project.texts._MOST_TEXT", 1)
    tree = Tree([File(path, Path(path.name), "source", False, path) for path in paths], (), api.policy())
    for path in paths:
        assert tree.unit(str(path)) is not None
    paths[0].write_bytes(b"converted")
    assert tree.unit(str(paths[0])) is None
    assert tree.unit(str(paths[1])) is not None
