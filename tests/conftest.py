"""Tests import the tools and benchmarks beside them, and touch nothing that the tool keeps for who runs them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# pytest does not run from the root's modules.
sys.path.insert(0, str(Path(__file__).parents[1]))
# Tests start Python hundreds of times: what keeps it from being compiled once costs each start half a second.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# How long an example takes says nothing: the first may compile expressions, and others share the machine.
settings.register_profile("any time", deadline=None)
settings.load_profile("any time")
# Who starts tests in the background may have Ctrl-C ignored, in all that they start too.
signal.signal(signal.SIGINT, signal.default_int_handler)


# How many seconds tests take that take long, by their ids: `python -m tools.long_tests` writes it.
SECONDS = Path(__file__).with_name("long_tests.txt")
# From so many seconds on a test is slow, and a slow one is thorough: together with the linters, the tests that are left
# take three minutes on two cores.
SLOW, THOROUGH = 1.0, 2.0


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    lines = (line.split(" ", 1) for line in SECONDS.read_text("utf-8").splitlines())
    taken = {name: float(seconds) for seconds, name in lines}
    for item in items:
        seconds = taken.get(item.nodeid, 0)
        if seconds >= SLOW:
            item.add_marker(pytest.mark.slow)
        if seconds >= THOROUGH:
            item.add_marker(pytest.mark.thorough)


@pytest.fixture(scope="session", autouse=True)
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HIPIFY_PY_STATE", str(tmp_path_factory.mktemp("state")))
        patch.setenv("HIPIFY_PY_CACHE", str(tmp_path_factory.mktemp("cache")))
        # A run freezes what there is before its process ends: in this one it would all stay to the end of the tests.
        patch.setattr("gc.freeze", lambda: None)
        yield
