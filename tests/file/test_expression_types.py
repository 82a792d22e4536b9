"""Which type an expression has; what is not certain has none."""

from __future__ import annotations

import pytest

from hipify_py import api
from hipify_py.engine import Context, Understood, understand
from hipify_py.file.arithmetic import Typed
from hipify_py.file.expression_types import expression_types

_BEFORE = b"""struct Own { float *data; int count[4]; };
float mine(float);
template <class T> __launch_bounds__(i * x) __global__ void k(
    int i, unsigned u, long l, bool b, short s, float f, double d, float *p, const double *const *pp, float4 v, Own own,
    Own *owns, T t, CUdeviceptr address, void (*call)(float)) {
  auto same = f * 2; auto *end = p + i; std::vector<const float *> rows; std::array<int, 4> four;
  std::map<int, float> map;
  use("""


@pytest.mark.parametrize(
    ("expression", "type"),
    [
        ("1", "int"),
        ("0xffffffff", "unsigned"),
        ("1.5f", "float"),
        ("'c'", "char"),
        ("i + u", "unsigned"),
        ("s + s", "int"),
        ("i * f", "float"),
        ("f * 2.0", "double"),
        ("-b", "int"),
        ("!p", "bool"),
        ("i < f && b", "bool"),
        ("s << l", "int"),
        ("i ? f : d", "double"),
        ("(i, f)", ""),
        ("p + i", "float *"),
        ("p - end", "long"),
        ("*p", "float"),
        ("&p[i]", "float *"),
        ("**pp", "double"),
        ("i++", "int"),
        ("f = d", "float"),
        ("v.x * v.y", "float"),
        ("v + v", ""),
        ("own.data[i]", "float"),
        ("owns->count", "int *"),
        ("owns[i].count[1]", "int"),
        ("(float)i", "float"),
        ("(const float *)p", "float *"),
        ("(size_t)-1", "size_t"),
        ("(i) - 1", "int"),
        ("(T)i", "T"),
        ("(unknown)(i)", ""),
        ("static_cast<unsigned long>(i)", "unsigned long"),
        ("uint(i)", "uint"),
        ("int{3}", "int"),
        ("make_float4(f, f, f, f)", "float4"),
        ("sqrtf(f)", "float"),
        ("sqrtf(t)", ""),
        ("sqrt(f)", "float"),
        ("sqrt(i)", "double"),
        ("pow(f, i)", ""),
        ("max(i, l)", "long"),
        ("mine(f)", ""),
        ("std::max(f, d)", ""),
        ("__ldg(p + i)", "float"),
        ("atomicAdd(&p[i], 1)", "float"),
        ("__float2int_rn(t)", "int"),
        ("__shfl_sync(~0u, d, 0)", "double"),
        ("threadIdx.x + 1", "unsigned"),
        ("blockDim", "dim3"),
        ("sizeof(int)", "size_t"),
        ("same", "float"),
        ("*end", "float"),
        ("t", "T"),
        ("t * 2", ""),
        ("call(f)", ""),
        ("owns->missing", ""),
        ("rows[i]", "float *"),
        ("four[i]", "int"),
        ("map[i]", ""),
        ("f + ", ""),
        ("[] { return 1; }()", ""),
    ],
)
def test_type(expression: str, type: str) -> None:
    data = _BEFORE + expression.encode() + b");\n}\n"
    found = understand(data, Context(api.policy(), path="a.cu"))
    assert isinstance(found, Understood)
    typed = expression_types(found.facts).of(len(_BEFORE), len(_BEFORE) + len(expression))
    wanted = Typed(type.rstrip(" *").encode(), type.count("*")) if type else None
    assert typed == wanted
