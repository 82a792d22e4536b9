"""`cublasGemmEx(…, CUDA_R_32F, algorithm)`: C++ may give the compute type as a data type, which hipBLAS does not take.

cublas_v2.h has overloads for it, from before CUDA 11. They take `CUDA_R_32F` for `CUBLAS_COMPUTE_32F`, and so on.
rocBLAS takes nothing else, and for complex data a complex type, where cuBLAS takes `CUBLAS_COMPUTE_32F` as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hipify_py.edits import Edit
from hipify_py.file.declarations import declared
from hipify_py.file.facts import Facts
from hipify_py.file.listed import Call
from hipify_py.file.rewrites import Anchors
from hipify_py.findings import ARGUMENTS_DIFFER, Finding
from hipify_py.patterns import pattern

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
    for call in facts.calls:
        if call.item.name.text in _COUNTS and not facts.declares(call.item.name, call.item.around):
            yield from _changed(facts, call, given)


def _complex_for_rocblas(facts: Facts) -> Iterator[Edit | Finding]:
    speaks_of_complex = any(facts.names(tuple(name.encode() for name in _COMPLEX.values())))
    for call in facts.calls if speaks_of_complex else ():
        arguments = facts.reading.arguments(call.opening) if call.opening is not None else None
        if arguments is None or len(arguments) != _COUNTS.get(call.item.name.text, -1):
            continue
        start, end = facts.reading.stripped(*arguments[-2])
        compute = facts.reading.code[start:end]
        data = facts.reading.code[slice(*facts.reading.stripped(*arguments[_TYPE_OF_A]))]
        if compute in _COMPLEX and data.startswith(b"CUDA_C_"):
            resolution = facts.policy.name(_COMPLEX[compute])
            if resolution is not None and resolution.target:
                yield Edit(start, end, (resolution.target.encode(),), compute.decode(), "arguments", (compute,))
        elif not data.startswith(b"CUDA_R_"):
            name = call.item.name.text.decode()
            message = f"'{name}' was renamed, but for complex data rocBLAS takes a complex compute type"
            yield Finding(ARGUMENTS_DIFFER, start, end, message, subject=name)


def _word_behind(facts: Facts, offset: int) -> bytes:
    found = _NAME.match(facts.reading.code, facts.reading.skip_blank(offset))
    return found[0] if found else b""


def _changed(facts: Facts, call: Call, given: Collection[bytes]) -> Iterator[Edit | Finding]:
    """`given` are the variables that are of the right type in some branch."""
    arguments = facts.reading.arguments(call.opening) if call.opening is not None else None
    if arguments is None or len(arguments) != _COUNTS[call.item.name.text]:
        return
    start, end = facts.reading.stripped(*arguments[-2])
    text = facts.reading.code[start:end]
    if text not in given and _is_data_type(facts, text, start):
        name = call.item.name.text.decode()
        message = f"'{name}' was renamed, but hipBLAS takes a hipblasComputeType_t for '{text.decode('latin-1')}'"
        yield Finding(ARGUMENTS_DIFFER, start, end, message, subject=name)
        return
    for word in _NAME.finditer(facts.reading.code, start, end):
        resolution = facts.policy.name(_TYPES.get(word[0], ""))
        if resolution is not None and resolution.target:
            new = (resolution.target.encode(),)  # around the edit that makes another data type of it
            yield Edit(*word.span(), new, word[0].decode(), "arguments", (word[0],))


def _is_data_type(facts: Facts, text: bytes, place: int) -> bool:
    """Whether an argument is a variable of CUDA's data type, or a cast to it."""
    if not _NAME.fullmatch(text):
        return _DATA_TYPE.search(text) is not None
    found = declared(facts.reading.plain, text, place)
    return found is not None and _DATA_TYPE.fullmatch(found.type) is not None
