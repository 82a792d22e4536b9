"""Where a file has to be replaced as a whole, what depends on its GPU is information."""

from __future__ import annotations

from hipify_py import api
from hipify_py.engine import Context, convert
from hipify_py.findings import Finding, Severity
from hipify_py.rules.load import load
from hipify_py.rules.run import severity

CODE = """\
void launch(int bytes) { cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes); }
__global__ void k(int *out) {
  asm volatile("wgmma.fence.sync.aligned;");
  out[threadIdx.x] = __shfl_up_sync(0xff00ff, out[0], 1) + (__ballot_sync(0xffffffff, 1) >> (threadIdx.x & 31));
  cudaFoo();
}
"""


def _found(code: str) -> dict[str, tuple[Severity, Finding]]:
    found = convert(code.encode(), Context(api.policy(), "a.cu")).findings
    return {item.rule: (severity(item, ()), item) for item in found}


def test_a_file_that_depends_on_cutlass_is_replaced() -> None:
    alone, covered = _found(CODE), _found("#include <cutlass/cutlass.h>\n" + CODE)
    assert covered.pop("TCX002")[0] is Severity.ERROR
    assert {rule for rule in alone if alone[rule][0] is not covered[rule][0]} == {"API014", "PTX006"}
    assert covered["API014"][0] is covered["PTX006"][0] is Severity.INFO
    assert covered["API014"][1].help.startswith("the file depends on CUTLASS")
    assert {"WRP002", "API003"} <= {rule for rule, (how_bad, _item) in covered.items() if how_bad > Severity.INFO}


def test_code_of_cutlass_goes_with_it() -> None:
    head = "#include <cutlass/cutlass.h>\n"
    covered = _found(f"{head}namespace cutlass::gemm {{\n{CODE}}}\n")
    assert covered["WRP002"][0] is Severity.INFO
    assert covered["API003"][0] > Severity.INFO
    assert (
        _found(f"{head}namespace cutlass {{ struct A; }}\nnamespace mine {{\n{CODE}}}\n")["WRP002"][0]
        is Severity.WARNING
    )


def test_cutlass_that_no_build_for_amd_reads_covers_nothing() -> None:
    covered = _found("#ifdef __NVCOMPILER\n#include <cutlass/cutlass.h>\n#endif\n" + CODE)
    assert covered["API014"][0] is Severity.WARNING


def test_what_is_for_one_generation_of_nvidia_is_not_built_for_amd() -> None:
    for macro in ("NATTEN_WITH_HOPPER_FNA", "ENABLE_SM90", "USE_BLACKWELL"):
        assert _found(f"#ifdef {macro}\n{CODE}#endif\n")["API014"][0] is Severity.INFO
    assert _found(f"#ifdef DISABLE_SM90\n{CODE}#endif\n")["API014"][0] is Severity.WARNING


def test_covered_rules_exist() -> None:
    rules = load().rules
    names = {name for rule in rules.values() for name in (*rule.covers, *rule.covers_inside) if "*" not in name}
    assert names <= rules.keys()
