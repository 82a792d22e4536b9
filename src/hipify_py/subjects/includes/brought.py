"""Headers that a header of CUDA brings along, and its counterpart in HIP does not: `__half` comes with `cublas_v2.h`.

What a file uses of them it then includes itself, behind the header that brought it. A file that includes none may have
them from files of its tree, or from what others include before it: those two are told by all that it includes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from hipify_py.file.declarations import Own
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Decision
from hipify_py.file.usage import Usage, qualifier, usage
from hipify_py.patterns import pattern
from hipify_py.reading.preprocessor import Directive, Header
from hipify_py.reading.reading import Neighbours
from hipify_py.reading.tokens import Name, words
from hipify_py.texts import to_text

_CUBLAS = ("cublas_v2.h", "cublas.h", "cublas_api.h", "cublasXt.h")
_CUSOLVER = ("cusolverDn.h", "cusolverSp.h", "cusolverRf.h", "cusolverMg.h", "cusolver_common.h")
_THRUST = ("thrust/*", "cub/*")
# Those of Thrust that bring most of the others, in HIP too.
_BROAD = tuple(
    f"thrust/{name}.h"
    for name in (
        *("device_vector", "extrema", "host_vector", "inner_product", "partition"),
        *("reduce", "sequence", "sort", "transform_reduce", "unique"),
    )
)
_GROUPS = ("cooperative_groups.h", "cooperative_groups/*")


class _Brought(NamedTuple):
    """A header of CUDA that others bring along, and what is missed without it: some names, of a namespace maybe, or all
    of a library that become others. `same` are the headers that bring it in HIP, too; `direct` is what only the headers
    of `--target roc` do not bring."""

    header: str
    names: frozenset[bytes] | str
    by: tuple[str, ...]
    same: tuple[str, ...] = ()
    namespace: bytes = b""
    direct: bool = False


def _names(text: bytes) -> frozenset[bytes]:
    return frozenset(text.split())


_FP16 = _Brought(
    "cuda_fp16.h",
    _names(
        b"half half2 nv_half nv_half2 __half __half2 __half_raw __half2_raw __nv_half __nv_half2 __float2half "
        b"__float2half_rn __half2float __floats2half2_rn"
    ),
    (*_CUBLAS, *_CUSOLVER, *_GROUPS, "cusparse.h", "cusparse_v2.h", "cuda_bf16.h"),
    ("cuda_fp16.hpp", "cublasLt.h", "curand_kernel.h", "cudnn.h", *_THRUST),
)
_BF16 = _Brought(
    "cuda_bf16.h",
    _names(
        b"nv_bfloat16 nv_bfloat162 __nv_bfloat16 __nv_bfloat162 __nv_bfloat16_raw __nv_bfloat162_raw __float2bfloat16 "
        b"__float2bfloat16_rn __bfloat162float"
    ),
    (*_CUBLAS, *_CUSOLVER, *_GROUPS, *_THRUST, "nccl.h"),
    ("cuda_bf16.hpp", "cublasLt.h"),
)
_ROWS = (
    _FP16,
    _BF16,
    _Brought("cublas_v2.h", "cublas", (*_CUSOLVER, "cublasLt.h"), _CUBLAS),
    _Brought("cublas_v2.h", _names(b"cublasLtGetStatusName cublasLtGetStatusString"), ("cublasLt.h",), _CUBLAS),
    _Brought("cusparse.h", "cusparse", ("cusolverSp.h", "cusolverRf.h"), ("cusparse_v2.h",)),
    _Brought("cuComplex.h", "complex", ("cusparse.h", "cusparse_v2.h"), _CUBLAS, direct=True),
    _Brought(
        "thrust/iterator/counting_iterator.h",
        _names(b"counting_iterator make_counting_iterator"),
        _THRUST,
        _BROAD,
        b"thrust",
    ),
    _Brought(
        "thrust/iterator/constant_iterator.h",
        _names(b"constant_iterator make_constant_iterator"),
        (*_BROAD, "cub/device/device_reduce.cuh"),
        (),
        b"thrust",
    ),
    _Brought("thrust/sequence.h", _names(b"sequence"), _THRUST, (), b"thrust"),
    _Brought(
        "cub/util_type.cuh",
        _names(b"KeyValuePair DoubleBuffer"),
        ("thrust/*", "cub/block/*"),
        ("cub/cub.cuh", "cub/device/*", "cub/warp/*"),
        b"cub",
    ),
    _Brought(
        "cub/block/block_load.cuh",
        _names(b"LoadDirectBlocked LoadDirectBlockedVectorized LoadDirectStriped LoadDirectWarpStriped"),
        _THRUST,
        ("cub/cub.cuh", "cub/warp/warp_load.cuh"),
        b"cub",
    ),
    _Brought(
        "cub/block/block_store.cuh",
        _names(b"StoreDirectBlocked StoreDirectBlockedVectorized StoreDirectStriped StoreDirectWarpStriped"),
        _THRUST,
        ("cub/cub.cuh", "cub/warp/warp_store.cuh"),
        b"cub",
    ),
    _Brought(
        "cub/util_ptx.cuh",
        _names(b"LaneId WarpId SHL_ADD SHR_ADD BFE IADD3 PRMT ShuffleUp ShuffleDown ShuffleIndex"),
        _THRUST,
        ("cub/cub.cuh", "cub/warp/*", "cub/block/block_radix_rank.cuh", "cub/thread/thread_sort.cuh"),
        b"cub",
    ),
    *(
        _Brought(f"cub/{header}.cuh", _names(names), _THRUST, ("cub/cub.cuh",), b"cub")
        for header, names in (
            ("block/block_load", b"BlockLoad"),
            ("block/block_radix_sort", b"BlockRadixSort"),
            ("block/block_reduce", b"BlockReduce"),
            ("block/block_scan", b"BlockScan"),
            ("block/block_store", b"BlockStore"),
            ("device/device_radix_sort", b"DeviceRadixSort"),
            ("device/device_reduce", b"DeviceReduce"),
            ("device/device_scan", b"DeviceScan"),
            ("device/device_select", b"DeviceSelect"),
            ("thread/thread_load", b"ThreadLoad"),
            ("thread/thread_reduce", b"ThreadReduce"),
            ("thread/thread_scan", b"ThreadScanExclusive ThreadScanInclusive"),
            ("thread/thread_search", b"LowerBound MergePathSearch UpperBound"),
            ("thread/thread_store", b"ThreadStore"),
            ("warp/warp_reduce", b"WarpReduce"),
            ("warp/warp_scan", b"WarpScan"),
        )
    ),
)
# What files may have from others that only stand before them.
_OF_OTHERS = (_FP16, _BF16)
_ALL_NAMES = frozenset(name for row in _ROWS if isinstance(row.names, frozenset) for name in row.names)
# Names without underscores before them are variables, too.
_PLAIN = _names(b"half half2")
_INTERNAL = pattern(rb"\bcub\s{0,99}::\s{0,99}internal\s{0,99}::\s{0,99}\Z")
_TYPE_BEHIND = pattern(rb"[A-Za-z_>]|[*&]\s*(?:[A-Za-z_]\w*\s*[,);=\[]|[>,)])")
_CAST_BEHIND = pattern(rb"\)\s*[\w.]")
_ENDS_OPERAND = pattern(rb"[\w)\]]")
# Headers of C++, of C, and those of CUDA that bring neither.
_STANDARD = pattern(
    r"[a-z_]+|(?:std\w+|math|string|assert|time|float|limits|cuda|cuda_runtime(?:_api)?|cuComplex|math_constants"
    r"|device_launch_parameters|driver_types|vector_types|cuda_profiler_api|nvToolsExt|curand|cufft|bits/[\w+]+)(?:\.h)?"
)


class Place(NamedTuple):
    """Headers to include behind a line, or with the first ones where there is none."""

    line: Directive | None
    headers: tuple[str, ...]


def may_borrow(data: bytes) -> bool:
    """Whether a file may use what others have included."""
    return not _ALL_NAMES.isdisjoint(words(data))


def brought(facts: Facts) -> list[Place]:
    """What a file has to include itself once it is converted."""
    if facts.is_ported or facts.is_c:
        return []
    found: dict[Directive | None, list[str]] = {}
    for row, line in _missing(facts):
        resolution = facts.policy.header(row.header)
        if resolution is not None and resolution.target and resolution.target not in facts.included:
            found.setdefault(line, []).append(resolution.target)
    return [Place(line, tuple(dict.fromkeys(headers))) for line, headers in found.items()]


def borrowed(facts: Facts) -> Iterator[str]:
    """The headers of libraries whose names a file uses, and that it leaves to who includes it."""
    for row in _ROWS:
        there = (row.header, *row.same, *row.by)
        if row.namespace and _may_be_used(facts, row) and not _is_among(facts.included, there) and _is_used(facts, row):
            yield row.header


@cache
def brings(spelling: str, *, in_hip: bool) -> tuple[str, ...]:
    """Which of those an include brings, in HIP or in CUDA."""
    rows = (row for row in _ROWS if row.namespace)
    return tuple(row.header for row in rows if _is_among((spelling,), (row.header, *(row.same if in_hip else row.by))))


def _missing(facts: Facts) -> Iterator[tuple[_Brought, Directive | None]]:
    there = facts.included.union(facts.surroundings.outside or ())
    for row in _ROWS:
        if not _may_be_used(facts, row) or _is_among(there, (row.header, *row.same)):
            continue
        line = next((line for line, header in _lines(facts) if _is_among((_spelled(header),), row.by)), None)
        may_lack = line is not None or (row in _OF_OTHERS and _comes_from_others(facts, row))
        if may_lack and _is_used(facts, row):
            yield row, line


def _may_be_used(facts: Facts, row: _Brought) -> bool:
    if row.direct and facts.policy.target != "roc":
        return False
    if isinstance(row.names, str):
        return not facts.included.isdisjoint(row.by)
    return facts.reading.cuts_names or not row.names.isdisjoint(facts.reading.words)


def _is_used(facts: Facts, row: _Brought) -> bool:
    if isinstance(row.names, str):
        return any(item.library == row.names and decision is Decision.CONVERTED for item, decision in facts.decisions)
    variables = {name for name in row.names & _PLAIN & facts.reading.words if name in Own(facts)}
    names = facts.reading.names(row.names - variables)
    return any(_is_use(row, name, facts.reading.neighbours(name)) for name in names)


def _is_use(row: _Brought, name: Name, around: Neighbours) -> bool:
    if row.namespace:
        is_internal = _INTERNAL.search(around.code, max(0, name.start - 200), name.start) is not None
        scope = qualifier(around) if around.preceded_by(b"::") else b""
        return scope == row.namespace or (is_internal and row.namespace == b"cub")
    if usage(around, is_scope=False) is not Usage.PLAIN:
        return False
    is_argument = around.sign_before == b"<" and around.sign_after in (b",", b">")
    if name.text not in _PLAIN or is_argument or _TYPE_BEHIND.match(around.code, around.after):
        return True
    return around.sign_before == b"(" and _is_bracketed_type(around)


def _is_bracketed_type(around: Neighbours) -> bool:
    """`sizeof(half)`, `(half)x`; not `if (half) x = 1;`"""
    if around.sign_after != b")":
        return False
    _place, before = around.token_before(around.before - 1)
    is_cast = before == b"return" or not _ENDS_OPERAND.match(before)
    return before in (b"sizeof", b"alignof") or (is_cast and _CAST_BEHIND.match(around.code, around.after) is not None)


def _comes_from_others(facts: Facts, row: _Brought) -> bool:
    """Whether what is used can only come from what a file of the tree includes, or from files that stand before this
    one where it is included. A file without includes may be a part of a function."""
    outside = facts.surroundings.outside
    if outside is None or not facts.included:
        return False
    return _is_among(outside, row.by) or all(map(_STANDARD.fullmatch, outside))


def _lines(facts: Facts) -> Iterator[tuple[Directive, Header]]:
    """The includes that another one can follow."""
    for line, header in facts.reading.headers:
        is_own = header.quoted and _spelled(header) in facts.local_headers
        if not is_own and not facts.is_left_alone(line.start) and line.keyword == b"include":
            yield line, header


def _spelled(header: Header) -> str:
    return to_text(header.name)


def _is_among(headers: Collection[str], patterns: Iterable[str]) -> bool:
    return any(
        any(header.startswith(each[:-1]) for header in headers) if each.endswith("*") else each in headers
        for each in patterns
    )
