"""Programs whose values are compared on a GPU, as far as they can be looked at without one."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.pin.__main__ import faults, generate, programs
from hipify_py.file.marks import PIN_HEADER


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pin") / "programs"
    generate(folder)
    return folder


@pytest.mark.parametrize("program", programs(), ids=lambda program: str(program.name))
def test_calls_are_named_as_in_cuda(generated: Path, program: Path) -> None:
    """The port calls HIP, and records the same names."""
    cuda, hip = (generated / tree / program.name / "main.cu" for tree in ("cuda", "hip"))
    names = [
        [line.partition('PIN("')[2].split(",")[:3] for line in path.read_text(encoding="utf-8").splitlines()]
        for path in (cuda, hip)
    ]
    assert names[0] == names[1]
    assert "hipMalloc" in hip.read_text(encoding="utf-8")
    headers = [(path.parent / PIN_HEADER).read_bytes() for path in (cuda, hip)]
    assert headers[0] == headers[1]


@pytest.mark.parametrize("program", programs(), ids=lambda program: str(program.name))
def test_each_fault_is_one_text(generated: Path, program: Path) -> None:
    right = (generated / "hip" / program.name / "main.cu").read_text(encoding="utf-8").splitlines()
    for number, fault in enumerate(faults(program)):
        path = generated / "fault" / f"{program.name}.{number}" / "main.cu"
        wrong = path.read_text(encoding="utf-8").splitlines()
        (changed,) = (pair for pair in zip(right, wrong, strict=True) if pair[0] != pair[1])
        assert changed[0].replace(fault.right, fault.wrong) == changed[1]
