"""No test touches what the tool remembers for the developer who runs it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HIPIFY_PY_STATE", str(tmp_path_factory.mktemp("state")))
        yield
