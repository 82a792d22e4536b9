"""What is said of headers that ROCm keeps in a folder for each library: they exist, other names do not."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert


@pytest.mark.parametrize(
    ("header", "rule", "said"),
    [("rocm_smi.h", "LIB027", "include path"), ("hipDNN.h", "LIB004", "exists in no ROCm release")],
)
def test_headers_in_folders_exist(header: str, rule: str, said: str) -> None:
    text = f"#include <hip/hip_runtime.h>\n#include <{header}>\n"
    (found,) = convert(text.encode(), Context(api.policy(), "a.cpp")).findings
    assert found.rule == rule
    assert said in found.message
