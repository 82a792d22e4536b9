"""Texts that tests expect are information; what tests hand to compilers, and ask the environment for, is not."""

from __future__ import annotations

import pytest

from hipify_py.rules.run import severity
from tests.reporting import reported


def _severities(code: str) -> list[str]:
    result = reported(code, "test_flags.py")
    return [str(severity(each, ())) for each in result.findings]


@pytest.mark.parametrize(
    "code",
    [
        'assert flag == "--gpu-architecture=sm_70"\n',
        'assert flags == [\n    "-O3",\n    "-gencode=arch=compute_80,code=sm_80",\n]\n',
        'assert ("-arch=sm_80", 1) == pair\n',
        'assert (pair == ("-arch=sm_80", 1))\n',
        'self.assertEqual(flags("8.0"), ["-arch=sm_80"])\n',
        'run.assert_called_once_with("nvcc", "-arch=sm_90")\n',
        'np.testing.assert_equal(flags, "-arch=sm_90")\n',
    ],
)
def test_expected(code: str) -> None:
    assert _severities(code) == ["info"]


@pytest.mark.parametrize(
    "code",
    [
        'self.assert_builds("-arch=sm_80")\n',
        'assert build("-arch=sm_80") == 0\n',
        'self.assertTrue(build(["-arch=sm_80"]))\n',
        'assert os.environ["TORCH_CUDA_ARCH_LIST"] == "9.0"\n',
        'flags = ["-arch=sm_80"]\nassert flags\n',
    ],
)
def test_not_expected(code: str) -> None:
    assert _severities(code) == ["error"]
