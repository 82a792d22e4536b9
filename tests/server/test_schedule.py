"""When a text is looked at, and a tree built."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

import gc
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from lsprotocol import types

from hipify_py.commands.server import request_for
from hipify_py.server import forest as forests
from hipify_py.server.documents import Documents
from hipify_py.server.forest import Forest
from hipify_py.server.looks import Looks
from hipify_py.server.schedule import Schedule
from hipify_py.server.trees import Tree


def _run_for(seconds: float, schedule: Schedule, changes: int, every: float) -> None:
    async def type_on() -> None:
        for _ in range(changes):
            schedule.soon("a")
            await asyncio.sleep(every)
        await asyncio.sleep(seconds)

    asyncio.run(type_on())


def test_the_first_change_is_looked_at_at_once_and_a_burst_once() -> None:
    looked: list[float] = []
    schedule = Schedule(lambda _name: looked.append(time.monotonic()))
    started = time.monotonic()
    _run_for(0.05, schedule, 100, 0)
    assert len(looked) == 1
    assert looked[0] - started < 1


def test_a_look_that_takes_long_is_followed_by_as_much_rest() -> None:
    looked: list[float] = []

    def look(_name: str) -> None:
        looked.append(time.monotonic())
        time.sleep(0.05)

    _run_for(0.2, Schedule(look), 30, 0.01)
    assert len(looked) >= 2
    assert all(later - before >= 0.09 for before, later in pairwise(looked))


def test_what_is_dropped_is_not_looked_at() -> None:
    looked: list[str] = []
    schedule = Schedule(looked.append)

    async def act() -> None:
        schedule.soon("a")
        schedule.soon("b")
        schedule.forget("a")
        await asyncio.sleep(0.05)

    asyncio.run(act())
    assert looked == ["b"]


def test_typing_builds_no_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.cu").write_text("void f() { cudaFree(0); }\n")
    built: list[Path] = []

    class Counted(Tree):
        def __init__(self, path: Path, *rest: object) -> None:
            built.append(path)
            super().__init__(path, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(forests, "Tree", Counted)
    documents, uri = Documents(), (tmp_path / "a.cu").as_uri()
    ask = partial(request_for, {"config": None, "trust": False})

    async def type_on() -> None:
        forest = Forest(documents, ask, lambda _text: None, lambda _path: None)
        forest.folders = [tmp_path]
        tree = await forest.ready(documents.open(types.TextDocumentItem(uri, "cuda", 1, "int a;\n")))
        for version in range(2, 50):
            change = types.TextDocumentContentChangeWholeDocument(f"void f() {{ cudaFree({version}); }}\n")
            document = documents.change(uri, version, [change])
            assert forest.now(document) is tree
            assert tree is not None
            assert (file := tree.file_of(document)) is not None
            assert tree.analysis(file, document.text.data).outcome.output is not None
        forest.touched([tmp_path / "a.cu"])
        assert forest.now(documents[uri]) is tree
        while forest.now(documents[uri]) is tree:
            await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(type_on(), 60))
    assert built == [tmp_path, tmp_path]


def test_a_tree_that_cannot_be_built_is_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / ".git").mkdir()
    said: list[str] = []

    def fail(_path: Path) -> None:
        raise ValueError("odd")

    async def act() -> None:
        forest = Forest(Documents(), partial(request_for, {"config": None, "trust": False}), said.append, fail)
        forest.build(tmp_path)
        while not said:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(act(), 60))
    gc.collect()
    assert said == [f"{tmp_path}: ValueError: odd"]
    assert caplog.text == ""


def test_a_look_that_fails_is_one_line(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    said: list[str] = []
    server: Any = SimpleNamespace(tell=lambda text, _kind: said.append(text))
    unused: Any = None
    documents = Documents()

    def fail(_document: object) -> None:
        raise ValueError("odd")

    async def act() -> None:
        looks = Looks(server, documents, unused, unused)
        monkeypatch.setattr(looks.forest, "now", fail)
        documents.open(types.TextDocumentItem("file:///a.cu", "cuda", 1, ""))
        looks.soon("file:///a.cu")
        while not said:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(act(), 60))
    assert said == ["file:///a.cu: ValueError: odd"]
    assert caplog.text == ""
