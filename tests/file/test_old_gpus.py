"""Code that asks for a compute capability below 9 at run time, and that AMD GPUs never come by."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.rules.run import severity

_READ = "cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0); "
_SIZE = "other = 1; warp_size = 32;"


def _found(body: str) -> tuple[str, str]:
    """Severity and guard of what is said of the size of a warp."""
    text = f"int warp_size; void f(cudaDeviceProp prop, int major, int other) {{ {_READ}{body} }}\n"
    result = convert(text.encode(), Context(api.policy(), "a.cu", True))
    (found,) = (each for each in result.findings if each.rule == "WRP001" and each.start > text.index("major"))
    return str(severity(found, ())), found.guard


@pytest.mark.parametrize(
    ("body", "guard"),
    [
        (f"if (major == 7) {{ {_SIZE} }}", "if (major == 7)"),
        (f"if (major >= 9) ; else if (prop.major < 9 && other) {{ {_SIZE} }}", "if (prop.major < 9 && other)"),
        (f"if (major == 7 and other) {{ {_SIZE} }}", "if (major == 7 and other)"),
        (f"switch (prop.major) {{ case 7: case 8: {_SIZE} break; default: ; }}", "case 8 of switch (prop.major)"),
        (f"switch (major) {{ case 9: {{ return; }} case 6: {_SIZE} }}", "case 6 of switch (major)"),
    ],
)
def test_never_run_on_amd(body: str, guard: str) -> None:
    assert _found(body) == ("info", guard)


@pytest.mark.parametrize(
    "body",
    [
        f"if (major == 9) {{ {_SIZE} }}",
        f"if (major == 7 || other) {{ {_SIZE} }}",
        f"if (!(major == 7)) {{ {_SIZE} }}",
        f"if (other or major == 7) {{ {_SIZE} }}",
        f"if (not (major == 7)) {{ {_SIZE} }}",
        f"if (other == 7) {{ {_SIZE} }}",
        f"if (major == 70) {{ {_SIZE} }}",
        f"if (major == 7) {{ }} else {{ {_SIZE} }}",
        f"while (major == 7) {{ {_SIZE} }}",
        f"switch (major) {{ case 7: break; default: {_SIZE} }}",
        f"switch (major) {{ case 9: if (other) break; case 7: {_SIZE} }}",
        f"switch (major) {{ default: case 7: {_SIZE} }}",
        f"switch (other) {{ case 7: {_SIZE} }}",
    ],
)
def test_may_run_on_amd(body: str) -> None:
    assert _found(body)[0] == "warning"
