"""`cublasGemmEx(…, CUDA_R_32F, algorithm)`: C++ may give the compute type as a data type, which hipBLAS does not take.

cublas_v2.h has overloads for it, from before CUDA 11. They take `CUDA_R_32F` for `CUBLAS_COMPUTE_32F`, and so on.
rocBLAS takes nothing else, and for complex data a complex type, where cuBLAS takes `CUBLAS_COMPUTE_32F` as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hipify_py.edits import Edit
from hipify_py.file.facts import Facts
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import ARGUMENTS_DIFFER, Finding
from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

# How many arguments the overloads take; the compute type is the last but one.
_COUNTS = {b"cublasGemmEx": 19, b"cublasGemmBatchedEx": 20, b"cublasGemmStridedBatchedEx": 23}
_TYPES = {
    b"CUDA_R_16F": "CUBLAS_COMPUTE_16F",
    b"CUDA_R_32F": "CUBLAS_COMPUTE_32F",
    b"CUDA_C_32F": "CUBLAS_COMPUTE_32F",
    b"CUDA_R_64F": "CUBLAS_COMPUTE_64F",
    b"CUDA_C_64F": "CUBLAS_COMPUTE_64F",
    b"CUDA_R_32I": "CUBLAS_COMPUTE_32I",
    b"CUDA_C_32I": "CUBLAS_COMPUTE_32I",
}
_COMPLEX = {b"CUBLAS_COMPUTE_32F": "CUDA_C_32F", b"CUBLAS_COMPUTE_64F": "CUDA_C_64F"}
_TYPE_OF_A = 8  # the position of the type of the first matrix
_DATA_TYPE = pattern(rb"cudaDataType(?:_t)?")
_NAME = pattern(rb"[A-Za-z_]\w*")

ANCHORS = Anchors(frozenset(_COUNTS))


def propose(facts: Facts) -> Iterator[Edit | Finding]:
    if facts.policy.target == "roc":
        yield from _complex_for_rocblas(facts)
        return
    if facts.is_c:
        return
    given = {name for use in facts.names((b"cublasComputeType_t",)) if (name := _word_behind(facts, use.end))}
    for name, arguments in _calls(facts):
        yield from _changed(facts, name, arguments[-2], given)


def _calls(facts: Facts) -> Iterator[tuple[bytes, list[tuple[int, int]]]]:
    """The calls, with the code of their arguments."""
    for call in facts.calls:
        name = call.item.name.text
        if name in _COUNTS and call.opening is not None and not facts.declares(call.item.name, call.item.around):
            arguments = facts.reading.arguments(call.opening) or []
            if len(arguments) == _COUNTS[name]:
                yield name, [facts.reading.stripped(*argument) for argument in arguments]


def _complex_for_rocblas(facts: Facts) -> Iterator[Edit | Finding]:
    if not facts.names(to_bytes(name) for name in _COMPLEX.values()):
        return
    for name, arguments in _calls(facts):
        start, end = arguments[-2]
        compute, data = facts.reading.code[start:end], facts.reading.code[slice(*arguments[_TYPE_OF_A])]
        if compute in _COMPLEX and data.startswith(b"CUDA_C_"):
            yield from _written(facts, _COMPLEX[compute], compute, start, end)
        elif not data.startswith(b"CUDA_R_"):
            yield _differs(name, "for complex data rocBLAS takes a complex compute type", start, end)


def _written(facts: Facts, becomes: str, word: bytes, start: int, end: int) -> Iterator[Edit]:
    """A word as what another one of CUDA becomes: around the edit that makes something else of it."""
    resolution = facts.policy.name(becomes)
    if resolution is not None and resolution.target:
        yield Edit(start, end, (to_bytes(resolution.target),), to_text(word), "arguments", (word,))


def _differs(name: bytes, what: str, start: int, end: int) -> Finding:
    return Finding(ARGUMENTS_DIFFER, start, end, f"'{to_text(name)}' was renamed, but {what}", subject=to_text(name))


def _word_behind(facts: Facts, offset: int) -> bytes:
    found = _NAME.match(facts.reading.code, facts.reading.skip_blank(offset))
    return found[0] if found else b""


def _changed(
    facts: Facts, name: bytes, argument: tuple[int, int], given: Collection[bytes]
) -> Iterator[Edit | Finding]:
    """`given` are the variables that are of the right type in some branch."""
    start, end = argument
    text = facts.reading.code[start:end]
    if text not in given and _is_data_type(facts, text, start):
        what = f"hipBLAS takes a hipblasComputeType_t for '{to_text(text)}'"
        yield _differs(name, what, start, end)
        return
    for word in _NAME.finditer(facts.reading.code, start, end):
        yield from _written(facts, _TYPES.get(word[0], ""), word[0], *word.span())


def _is_data_type(facts: Facts, text: bytes, place: int) -> bool:
    """Whether an argument is a variable of CUDA's data type, or a cast to it."""
    if not _NAME.fullmatch(text):
        return _DATA_TYPE.search(text) is not None
    found = facts.reading.declarations.of(text, place)
    return found is not None and _DATA_TYPE.fullmatch(found.type) is not None
