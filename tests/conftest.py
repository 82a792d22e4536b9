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


@pytest.fixture(scope="session", autouse=True)
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HIPIFY_PY_STATE", str(tmp_path_factory.mktemp("state")))
        patch.setenv("HIPIFY_PY_CACHE", str(tmp_path_factory.mktemp("cache")))
        # A run freezes what there is before its process ends: in this one it would all stay to the end of the tests.
        patch.setattr("gc.freeze", lambda: None)
        yield
