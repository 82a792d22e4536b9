"""Holds what the tables map against the types that CUDA and HIP declare: arguments, results, members, values.

For each function of CUDA's headers that has a counterpart, it writes one call with variables of exactly the types that
CUDA declares; for each member of a structure, a read and a write; for each enumerator and macro, a use. Each is
converted, and compiled with HIP's headers. What does not compile although the conversion reported nothing fails
silently, and needs a row, a finding, or an exception.

    python -m tools.hip_toolchain         # the compiler and HIP's headers
    pip install -e '.[bench]'             # libclang; the headers of CUDA are fetched from PyPI
    python -m tools.check_signatures [TABLE]...

The report goes to docs/tables/signatures.md. The exit code is 1 when something fails silently and
tools/signature_exceptions.yaml does not say why.
"""

from __future__ import annotations

import argparse
import dataclasses
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import yaml

from hipify_py import api, helpers
from hipify_py.file import marks
from hipify_py.findings import Finding, Severity
from hipify_py.rules.load import load
from hipify_py.tables.model import Policy, Target
from tools.hip_toolchain import Toolchain, choose_release, find_toolchain, read_pins
from tools.interfaces import Function, Interface, Member, read_interface

ROOT = Path(__file__).parent.parent
EXCEPTIONS = Path(__file__).with_name("signature_exceptions.yaml")
REPORT = ROOT / "docs/tables/signatures.md"
RESOURCES = ("-resource-dir", "/usr/lib/llvm-19/lib/clang/19")

# What a program includes to use the names of a table.
HEADERS: Mapping[str, tuple[str, ...]] = {
    "bf16": ("cuda_bf16.h",),
    "complex": ("cuComplex.h",),
    "cublas": ("cublas_v2.h", "cublasXt.h"),
    "cublaslt": ("cublasLt.h",),
    "cufft": ("cufft.h", "cufftXt.h", "cufftw.h"),
    "curand": ("curand.h", "curand_kernel.h"),
    "cusolver": ("cusolverDn.h", "cusolverSp.h", "cusolverRf.h", "cusolverMg.h"),
    "cusparse": ("cusparse.h",),
    "cusparselt": ("cusparseLt.h",),
    "device": ("cuda_runtime.h",),
    "driver": ("cuda.h", "cudaGL.h", "cudaProfiler.h"),
    "fp16": ("cuda_fp16.h",),
    "fp4": ("cuda_fp4.h",),
    "fp8": ("cuda_fp8.h",),
    "nccl": ("nccl.h",),
    "nvtx": ("nvtx3/nvToolsExt.h",),
    "rtc": ("nvrtc.h",),
    "runtime": ("cuda_runtime.h", "cuda_gl_interop.h", "cuda_profiler_api.h", "library_types.h", "math_constants.h"),
}
# What it includes for types in the arguments of device functions.
TYPES = {"half": "cuda_fp16.h", "bfloat": "cuda_bf16.h"}
# Tables that `--target roc` is compared for, too.
TO_ROC = " with --target roc"
DIRECT = ("cublas", "curand", "cusolver", "cusparse")
# What differs without being wrong wherever it is used: the report lists it.
DATA = ("orders", "values")
# Whose headers are packaged for some releases only: where they are of another one, the table is left out.
PACKAGES = {"cublaslt": "libhipblaslt-dev", "cusparselt": "libhipsparselt-dev", "nccl": "librccl-dev"}
_WARNINGS = ("shorten-64-to-32", "implicit-int-conversion", "implicit-float-conversion")
_DIAGNOSTIC = re.compile(r"^(\S+?):\d+:(?:\d+:)? (?:fatal )?(error|warning|note): (.*)", re.MULTILINE)
_INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b.*\n?", re.MULTILINE)
_VALUES = re.compile(r"evaluates to '(-?\d+) == (-?\d+)'")


# ----------------------------------------------------------------------------------------------------------------- uses


@dataclass(frozen=True)
class Use:
    """A few lines of CUDA that use one name of one table; `what` tells it from others of the same name."""

    table: str
    kind: str
    name: str
    what: str
    code: str


def uses_of(interface: Interface, policy: Policy, tables: Sequence[str]) -> Iterator[Use]:
    for overloads in interface.functions.values():
        for function in overloads:
            yield from _calls(function, policy, tables)
    for name, members in interface.members.items():
        if table := _table_of(name, policy, tables):
            yield from (Use(table, "members", name, each.path, _access(name, each)) for each in members)
            yield from _orders(table, name, members)
    for name, enumerator in interface.enumerators.items():
        if table := _table_of(name, policy, tables):
            type_ = enumerator.type or "auto"
            yield Use(table, "enumerators", name, type_, f"inline {type_} use() {{ return {name}; }}")
            yield Use(table, "values", name, type_, _assertion(name, enumerator.value))
    for name in interface.macros:
        table = _table_of(name, policy, tables)
        if table and name not in interface.functions and policy.tables.homes[name][1] == "macros":
            yield Use(table, "macros", name, "", f"__device__ inline auto use() {{ return {name}; }}")
            if name in interface.integers:
                yield Use(table, "values", name, "macros", _assertion(name, interface.values[name]))


def _table_of(name: str, policy: Policy, tables: Sequence[str]) -> str:
    """The table that gives a name a counterpart."""
    found = policy.name(name)
    is_mapped = found is not None and found.entry.library in tables and bool(found.target or found.expression)
    return found.entry.library if found is not None and is_mapped else ""


def _calls(function: Function, policy: Policy, tables: Sequence[str]) -> Iterator[Use]:
    """With all arguments, and with as few as the defaults allow."""
    table = _table_of(function.name, policy, tables)
    if not table or any("..." in each.type for each in function.parameters):
        return
    is_for_device = policy.tables.homes[function.name][1] == "device_functions"
    kind = "device functions" if is_for_device else "functions"
    types = ", ".join(each.type for each in function.parameters)
    for count in range(function.fewest_arguments, len(function.parameters) + 1):
        what = f"({types})" if count == len(function.parameters) else f"({types}) with {count} arguments"
        yield Use(table, kind, function.name, what, _call(function, count, "__device__ " if is_for_device else ""))


def _call(function: Function, count: int, space: str) -> str:
    parameters = ", ".join(_declared(each.type, f"a{index}") for index, each in enumerate(function.parameters[:count]))
    arguments = ", ".join(f"a{index}" for index in range(count))
    types = " ".join(each.type for each in function.parameters[:count])
    told = all(re.search(rf"\b{name}\b", types) for name in function.template)
    name = function.name if told else f"{function.name}<{', '.join(function.template)}>"
    stands_for = "".join(f"using {each} = {_stand_in(each, function)};\n" for each in function.template)
    return f"{stands_for}{space}inline {function.result} use({parameters}) {{ return {name}({arguments}); }}"


def _stand_in(template: str, function: Function) -> str:
    """A type to call a template with: kernels where it takes kernels."""
    is_pointed_at = any(each.type.replace(" ", "").startswith(f"{template}*") for each in function.parameters)
    if re.search("Func|Kernel|Occupancy|Cooperative", function.name):
        if template.startswith("UnaryFunction"):
            return "size_t (*)(int)"
        return "void(float *)" if is_pointed_at else "void (*)(float *)"
    return "float"


def _declared(type_: str, name: str) -> str:
    """A variable of that type, as C++ writes it."""
    for sign in ("(*", "(&"):
        if sign in type_:
            return type_.replace(sign, sign + name, 1)
    head, bracket, tail = type_.partition("[")
    return f"{head} {name}{bracket}{tail}"


def _access(structure: str, member: Member) -> str:
    path, type_ = member.path, member.type
    while type_.endswith("]"):
        path, type_ = f"{path}[0]", re.sub(r" ?\[\d+\]", "", type_, count=1)
    is_const = type_.endswith("const") or (type_.startswith("const ") and not type_.endswith("*"))
    writes = "" if is_const else f" s->{path} = v;"
    value = _declared(type_, "v")
    return f"inline void use({structure} *s, {value}) {{{writes} v = s->{path}; }}"


def _orders(table: str, structure: str, members: Sequence[Member]) -> Iterator[Use]:
    """Neighbours stand in the same order: initializers without names depend on it."""
    for left, right in pairwise(sorted(members, key=lambda each: each.offset)):
        if left.offset < right.offset:
            code = f"static_assert(offsetof({structure}, {left.path}) < offsetof({structure}, {right.path}));"
            yield Use(table, "orders", structure, f"{left.path}, {right.path}", code)


def _assertion(name: str, value: int) -> str:
    return f"static_assert((long long)({name}) == {value}LL);"


# ----------------------------------------------------------------------------------------------------------- conversion


@dataclass(frozen=True)
class Converted:
    use: Use
    includes: tuple[str, ...]
    code: str
    severity: Severity | None
    rules: tuple[str, ...]


def convert(use: Use, policy: Policy) -> Converted:
    """`severity` is that of the worst finding about the use itself, not about what it includes."""
    before = "".join(f"#include <{header}>\n" for header in _headers_for(use))
    result = api.convert(f"{before}{use.code}\n".encode(), policy, path="use.cu")
    found = [each for each in result.findings if each.start >= len(before)]
    worst = max((_severity(each) for each in found), default=None)
    text = result.output.decode()
    includes = tuple(found.strip() for found in _INCLUDE.findall(text))
    return Converted(use, includes, _INCLUDE.sub("", text), worst, tuple(sorted({each.rule for each in found})))


def _headers_for(use: Use) -> Iterator[str]:
    yield "cuda_runtime.h"
    yield from HEADERS[use.table]
    if use.kind == "device functions":
        yield from (header for word, header in TYPES.items() if word in use.code)


def _severity(finding: Finding) -> Severity:
    return finding.severity if finding.severity is not None else load().rules[finding.rule].severity


# ---------------------------------------------------------------------------------------------------------- compilation


@dataclass(frozen=True)
class Judged:
    """What the compiler says of a converted use: its first error, or the first conversion that loses bits."""

    converted: Converted
    error: str = ""
    warning: str = ""
    values: tuple[int, int] | None = None

    @property
    def is_reported(self) -> bool:
        severity = self.converted.severity
        return severity is not None and severity >= Severity.WARNING

    @property
    def is_silent(self) -> bool:
        return bool(self.error or self.warning) and not self.is_reported and self.converted.use.kind not in DATA


def compile_uses(converted: Sequence[Converted], toolchain: Toolchain) -> Iterator[Judged]:
    """A table at a time; device functions for the device."""
    groups: dict[tuple[tuple[str, ...], bool], list[Converted]] = defaultdict(list)
    for each in converted:
        groups[each.includes, each.use.kind == "device functions"].append(each)
    for (includes, is_for_device), group in groups.items():
        text = "".join(_unit(group, includes, toolchain))
        yield from _judged(group, _compile(text, toolchain, is_for_device))


def _unit(group: Sequence[Converted], includes: Sequence[str], toolchain: Toolchain) -> Iterator[str]:
    yield from (f"{include}\n" for include in includes if _exists(include, toolchain))
    for index, each in enumerate(group):
        yield f'namespace use_{index} {{\n#line 1 "use_{index}"\n{each.code}}}\n'


def _exists(include: str, toolchain: Toolchain) -> bool:
    found = re.search(r"<(.*)>", include)
    return found is None or (toolchain.root / "include" / found[1]).exists()


def _compile(text: str, toolchain: Toolchain, is_for_device: bool) -> str:
    side = "--cuda-device-only" if is_for_device else "--cuda-host-only"
    warnings = ("-Wno-everything", *(f"-W{name}" for name in _WARNINGS))
    command = [word for word in toolchain.command("gfx90a") if word not in ("-w", "-ferror-limit=20")]
    with tempfile.TemporaryDirectory() as work:
        source = Path(work, "uses.hip")
        source.write_text(text, encoding="utf-8")
        for header in marks.HEADERS:
            Path(work, header).write_text(helpers.text(header), encoding="utf-8")
        command += ["-fsyntax-only", side, "-ferror-limit=0", *warnings, str(source)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr


def _judged(group: Sequence[Converted], output: str) -> Iterator[Judged]:
    said: dict[int, dict[str, str]] = defaultdict(dict)
    values: dict[int, tuple[int, int]] = {}
    for index, severity, text in _diagnostics(output):
        said[index].setdefault(severity, text)
        if differing := _VALUES.search(text):
            values[index] = int(differing[1]), int(differing[2])
    for index, each in enumerate(group):
        yield Judged(each, said[index].get("error", ""), said[index].get("warning", ""), values.get(index))


def _diagnostics(output: str) -> Iterator[tuple[int, str, str]]:
    """By use; an error in a template of a header belongs to the use that a note below it names."""
    above: tuple[str, str] | None = None
    for found in _DIAGNOSTIC.finditer(output):
        place, severity, text = found.groups()
        is_use = place.startswith("use_")
        if is_use and severity == "note" and above is not None:
            severity, text = above
        above = None if is_use else above if severity == "note" else (severity, text)
        if is_use:
            yield int(place.removeprefix("use_")), severity, text


# ----------------------------------------------------------------------------------------------------------- exceptions


@dataclass(frozen=True)
class Excuse:
    """Why uses of the names that match may fail; `of` restricts it to a kind, a member or a signature."""

    names: re.Pattern[str]
    of: re.Pattern[str]
    reason: str

    @classmethod
    def parse(cls, row: Mapping[str, str]) -> Excuse:
        return cls(re.compile(row["names"]), re.compile(row.get("of", "")), row["reason"].strip())

    def covers(self, use: Use) -> bool:
        return bool(self.names.fullmatch(use.name) and self.of.search(f"{use.kind} {use.what}"))


def read_excuses(path: Path = EXCEPTIONS) -> list[Excuse]:
    rows = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    return [Excuse.parse(row) for row in rows]


# --------------------------------------------------------------------------------------------------------------- report


Results = Mapping[str, Sequence[Judged]]


def write_report(results: Results, excuses: Sequence[Excuse]) -> str:
    explained, open_ones = sort_by_excuse(results, excuses)
    lines = [
        "# Signatures against the releases",
        "",
        "Written by `python -m tools.check_signatures`, which says how to run it again. Each name of the headers of",
        "CUDA 11.8, 12.4 and 13.0 that a table maps is used with the types that CUDA declares: functions are called,",
        "members read and written, enumerators and macros returned. The uses are converted, and compiled with the",
        f"headers of ROCm {', '.join(results)}, as far as these have the library.",
        "With `--target roc`, only rocBLAS, rocRAND, rocSOLVER and rocSPARSE are compared.",
        "",
        "*Converted*: compiles, and no conversion between numbers loses bits. *Reported*: does not, and a finding says",
        "so. *Explained*: does not, for a reason below. *Silent*: does not, and nothing says so.",
        "",
        *(line for rocm, judged in results.items() for line in _counts(rocm, judged, explained)),
        "## Silent",
        "",
        *(_silent(open_ones) or ["None."]),
        "",
        "## Explained",
        "",
        "The reasons of `tools/signature_exceptions.yaml`.",
        *(line for excuse, found in explained.items() for line in _explanation(excuse, found)),
        "",
        "## Values that differ",
        "",
        "Enumerators and macros that are another number in HIP: what a program stores, prints or sends elsewhere as a",
        "number changes. In brackets: how many of them were compared. LIB029 reports numbers that become enumerators.",
        "",
        *_values([judged for rocm, judged in results.items() if TO_ROC not in rocm][-1]),
        "",
        "## Orders that differ",
        "",
        "Structures whose members stand in another order in HIP, which initializers without names depend on (PRP011).",
        "",
        *(f"- `{name}`: {', '.join(pairs)}" for name, pairs in sorted(reordered(results).items())),
    ]
    return "\n".join(lines) + "\n"


def sort_by_excuse(
    results: Results, excuses: Sequence[Excuse]
) -> tuple[dict[Excuse, list[tuple[str, Judged]]], list[tuple[str, Judged]]]:
    explained: dict[Excuse, list[tuple[str, Judged]]] = {excuse: [] for excuse in excuses}
    open_ones: list[tuple[str, Judged]] = []
    for rocm, each in ((rocm, each) for rocm, judged in results.items() for each in judged if each.is_silent):
        excuse = next((excuse for excuse in excuses if excuse.covers(each.converted.use)), None)
        (open_ones if excuse is None else explained[excuse]).append((rocm, each))
    return explained, open_ones


def _counts(rocm: str, judged: Sequence[Judged], explained: Mapping[Excuse, list[tuple[str, Judged]]]) -> list[str]:
    excused = {id(each) for found in explained.values() for _rocm, each in found}
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for each in judged:
        if each.converted.use.kind not in DATA:
            counts[each.converted.use.table, each.converted.use.kind][_outcome(each, excused)] += 1
    heads = ["uses", "converted", "reported", "explained", "silent"]
    rows = [
        f"| {table} | {kind} | {counted.total()} | {' | '.join(str(counted[head]) for head in heads[1:])} |"
        for (table, kind), counted in sorted(counts.items())
    ]
    return [f"## ROCm {rocm}", "", f"| table | kind | {' | '.join(heads)} |", "|---|---|" + "---:|" * 5, *rows, ""]


def _outcome(each: Judged, excused: set[int]) -> str:
    if not each.error and not each.warning:
        return "converted"
    if each.is_silent:
        return "explained" if id(each) in excused else "silent"
    return "reported"


def _silent(open_ones: Sequence[tuple[str, Judged]]) -> list[str]:
    return [
        f"- {each.converted.use.table} `{each.converted.use.name}` {each.converted.use.what} (ROCm {rocm}): "
        f"{each.error or each.warning}"
        for rocm, each in open_ones
    ]


def _explanation(excuse: Excuse, found: Sequence[tuple[str, Judged]]) -> list[str]:
    names = ", ".join(f"`{name}`" for name in sorted({each.converted.use.name for _rocm, each in found}))
    return (
        ["", f"**{excuse.reason}** {len({each.converted.use for _rocm, each in found})} uses: {names}."]
        if found
        else []
    )


def reordered(results: Results) -> dict[str, list[str]]:
    """By structure, the members that follow each other in CUDA, and do not in HIP."""
    found: dict[str, list[str]] = defaultdict(list)
    for each in (each for judged in results.values() for each in judged):
        use = each.converted.use
        if (
            use.kind == "orders"
            and each.error.startswith("static assertion failed")
            and use.what not in found[use.name]
        ):
            found[use.name].append(use.what)
    return {name: pairs for name, pairs in found.items() if pairs}


def _values(judged: Sequence[Judged]) -> Iterator[str]:
    compared: Counter[tuple[str, str]] = Counter()
    differing: dict[tuple[str, str], list[str]] = defaultdict(list)
    for each in judged:
        use = each.converted.use
        if use.kind == "values" and (not each.error or each.values):
            compared[use.table, use.what] += 1
            if each.values:
                hip, cuda = each.values
                differing[use.table, use.what].append(f"`{use.name}` {cuda} → {hip}")
    for (table, what), names in sorted(differing.items()):
        title = "macros" if what == "macros" else "without a name" if what == "auto" else f"`{what}`"
        yield f"- {table}, {title} ({compared[table, what]}): {', '.join(names)}"


# ------------------------------------------------------------------------------------------------------------ the check


def read_cuda(toolkit: Path, tables: Sequence[str]) -> Interface:
    include = toolkit / "include"
    headers = dict.fromkeys(header for table in ("runtime", *tables) for header in HEADERS[table])
    there = [header for header in headers if (include / header).exists()]
    return read_interface(include, there, [*RESOURCES, "-D__CUDACC__", f"-I{include / 'cccl'}"])


def has_headers(table: str, rocm: str) -> bool:
    versions = {package.name: package.version for package in choose_release(read_pins(), rocm).packages}
    return table not in PACKAGES or versions.get(PACKAGES[table], "").startswith(f"{rocm}.")


def check(
    toolkits: Iterable[Path], toolchain: Toolchain, tables: Sequence[str], target: Target = "hip"
) -> list[Judged]:
    policy = api.policy(rocm=toolchain.rocm, target=target)
    flags = policy.tables.flags(policy.rocm, target).values()
    toolchain = dataclasses.replace(toolchain, flags=(*toolchain.flags, *flags))
    tables = [table for table in tables if has_headers(table, toolchain.rocm)]
    uses = dict.fromkeys(use for each in toolkits for use in uses_of(read_cuda(each, tables), policy, tables))
    converted = [convert(use, policy) for use in uses]
    return list(compile_uses(converted, toolchain))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=[[], *HEADERS], help="only these tables, and no report")
    options = parser.parse_args(arguments)
    tables = options.tables or list(HEADERS)
    toolchains = [found for release in read_pins().releases if (found := find_toolchain(release.rocm))]
    if not toolchains:
        print("no headers of HIP: python -m tools.hip_toolchain", file=sys.stderr)
        return 2
    from benchmarks.corpus import DEFAULT_INTO as CORPUS
    from benchmarks.cuda_headers import fetch_toolkits

    toolkits = list(fetch_toolkits(CORPUS / ".cuda").values())
    results = {toolchain.rocm: check(toolkits, toolchain, tables) for toolchain in toolchains}
    direct = [table for table in tables if table in DIRECT]
    results[toolchains[-1].rocm + TO_ROC] = check(toolkits, toolchains[-1], direct, "roc")
    excuses = read_excuses()
    explained, open_ones = sort_by_excuse(results, excuses)
    if not options.tables:
        REPORT.write_text(write_report(results, excuses), encoding="utf-8")
        for excuse in (excuse for excuse, found in explained.items() if not found):
            print(f"{EXCEPTIONS}: explains nothing any more: {excuse.names.pattern}", file=sys.stderr)
    print(*_silent(open_ones), sep="\n", end="\n" if open_ones else "")
    return 1 if open_ones else 0


if __name__ == "__main__":
    sys.exit(main())
