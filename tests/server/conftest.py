"""Tests of the language server; without the extra `lsp`, or without pytest-lsp, they are skipped."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.server.editor import Editor

# Of all tests here: an editor may be shared.
_LOOP = asyncio.new_event_loop()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests that are coroutines run to their end."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    _LOOP.run_until_complete(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project: its settings end the search for others."""
    (tmp_path / ".git").mkdir()
    return tmp_path


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    """An editor with a project whose tests do not disturb each other."""
    from tests.server.editor import editor

    folder = tmp_path_factory.mktemp("project")
    (folder / ".git").mkdir()
    context = editor(folder)
    yield _LOOP.run_until_complete(context.__aenter__())
    _LOOP.run_until_complete(context.__aexit__(None, None, None))
