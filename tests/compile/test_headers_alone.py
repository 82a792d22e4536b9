"""Each header of HIP's libraries that an include becomes compiles without others, as CUDA's do."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.compile.judging import ARCHS, TOOLCHAIN
from tests.compiling import RUNTIME, Compiler
from tools.hip_toolchain import ROOT

pytestmark = pytest.mark.slow


def _headers() -> list[str]:
    """hipCUB's: those of other libraries come as one, and Thrust's are made of each other."""
    rows = yaml.safe_load((ROOT / "mappings/cub.yaml").read_text(encoding="utf-8"))["headers"].values()
    targets = {row if isinstance(row, str) else row.get("hip", "") for row in rows}
    assert TOOLCHAIN
    return sorted(name for name in targets if name and (TOOLCHAIN.root / "include" / name).is_file())


@pytest.mark.thorough
@pytest.mark.parametrize("header", _headers())
def test_header_stands_alone(header: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert TOOLCHAIN
    (tmp_path / "alone.hip").write_text(f"{RUNTIME}\n#include <{header}>\n", encoding="utf-8")
    compiler = Compiler(TOOLCHAIN, tmp_path_factory)
    how = ("-fsyntax-only",)
    assert compiler.complaints("alone.hip", tmp_path, ARCHS[0], how, sides=["--cuda-host-only"]) == []
