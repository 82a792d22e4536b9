"""Each header of HIP's libraries that an include becomes compiles without others, as CUDA's do."""

from __future__ import annotations

import subprocess

import pytest
import yaml

from tests.compile.judging import ARCHS, TOOLCHAIN
from tools.hip_toolchain import ROOT

pytestmark = pytest.mark.slow


def _headers() -> list[str]:
    """hipCUB's: those of other libraries come as one, and Thrust's are made of each other."""
    rows = yaml.safe_load((ROOT / "mappings/cub.yaml").read_text(encoding="utf-8"))["headers"].values()
    targets = {row if isinstance(row, str) else row.get("hip", "") for row in rows}
    assert TOOLCHAIN
    return sorted(name for name in targets if name and (TOOLCHAIN.root / "include" / name).is_file())


@pytest.mark.parametrize("header", _headers())
def test_header_stands_alone(header: str) -> None:
    assert TOOLCHAIN
    source = f"#include <hip/hip_runtime.h>\n#include <{header}>\n"
    command = [*TOOLCHAIN.command(ARCHS[0]), "--cuda-host-only", "-fsyntax-only", "-"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
