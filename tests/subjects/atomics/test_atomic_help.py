"""One cause has one help."""

from __future__ import annotations

from hipify_py import api
from hipify_py.engine import Context, convert


def test_atomics_of_libcudacxx() -> None:
    use = "cuda::atomic_ref<int> a(x); cuda::memory_order_relaxed;"
    code = f"#include <cuda/atomic>\n__device__ void f(int &x) {{ {use} }}\n"
    found = [item for item in convert(code.encode(), Context(api.policy(), "a.cu")).findings if item.rule == "ATM005"]
    helps = {item.help or "add libhipcxx to the include path, or use `__hip_atomic_…`" for item in found}
    assert len(found) == 3
    assert len({help.partition(" with ")[0] for help in helps}) == 1
