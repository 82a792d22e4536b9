"""Which type functions of CUDA return, and those of HIP as well, as far as their names and arguments tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hipify_py.file.arithmetic import Typed, common, promoted
from hipify_py.patterns import pattern

_FLOATING = (
    b"sqrt cbrt rsqrt rcbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan sinpi cospi asin acos atan atan2 "
    b"sinh cosh tanh asinh acosh atanh pow fmod floor ceil round trunc rint nearbyint fma hypot copysign erf erfc "
    b"erfinv erfcinv erfcx tgamma lgamma fdim remainder fmin fmax fabs normcdf normcdfinv"
).split()
_OF_INTEGERS_TOO = (b"min", b"max")
_ABSOLUTE = b"abs"
_FAST = b"exp exp10 log log2 log10 sin cos tan pow fdivide saturate tanh".split()
_ROUNDED = b"add sub mul div fma rcp sqrt rsqrt".split()
_ROUNDINGS = (b"rn", b"rz", b"ru", b"rd")
_BY_NAME = {
    **dict.fromkeys((root + b"f" for root in (*_FLOATING, b"fdivide")), b"float"),
    **dict.fromkeys((b"__%sf" % root for root in _FAST), b"float"),
    **dict.fromkeys((b"__f%s_%s" % (what, how) for what in (*_ROUNDED, b"maf") for how in _ROUNDINGS), b"float"),
    **dict.fromkeys((b"__d%s_%s" % (what, how) for what in _ROUNDED for how in _ROUNDINGS), b"double"),
    **dict.fromkeys(b"__int_as_float __uint_as_float __half2float __bfloat162float".split(), b"float"),
    **dict.fromkeys(b"__longlong_as_double __hiloint2double".split(), b"double"),
    **dict.fromkeys(b"__clz __clzll __float_as_int __mul24 __double2hiint".split(), b"int"),
    **dict.fromkeys(b"__float_as_uint __brev __umulhi __byte_perm".split(), b"unsigned"),
    **dict.fromkeys(b"__double_as_longlong clock64".split(), b"long long"),
    **dict.fromkeys(b"__umul64hi __brevll".split(), b"unsigned long long"),
}
CONSTANTS = {
    **dict.fromkeys(b"FLT_MAX FLT_MIN FLT_EPSILON INFINITY".split(), b"float"),
    **dict.fromkeys(b"DBL_MAX DBL_MIN DBL_EPSILON M_PI".split(), b"double"),
    **dict.fromkeys((b"threadIdx", b"blockIdx"), b"uint3"),
    **dict.fromkeys((b"blockDim", b"gridDim"), b"dim3"),
    b"warpSize": b"int",
}
# The members of `cudaDeviceProp` that programs compute with; those of HIP have the same type.
MEMBERS = {
    **dict.fromkeys(
        b"multiProcessorCount major minor warpSize maxThreadsPerBlock maxThreadsPerMultiProcessor regsPerBlock "
        b"regsPerMultiprocessor maxBlocksPerMultiProcessor clockRate memoryClockRate memoryBusWidth l2CacheSize "
        b"asyncEngineCount cooperativeLaunch concurrentKernels integrated".split(),
        b"int",
    ),
    **dict.fromkeys(
        b"totalGlobalMem sharedMemPerBlock sharedMemPerMultiprocessor sharedMemPerBlockOptin totalConstMem".split(),
        b"size_t",
    ),
}
_CONVERSION = pattern(rb"__(?:float|double|u?int|u?ll)2(float|double|u?int|u?ll)_r[nzud]")
_TARGETS = {b"uint": b"unsigned", b"ll": b"long long", b"ull": b"unsigned long long"}
_MAKES = pattern(rb"make_(\w{1,20}[1-4])")
_LOADS = pattern(rb"__ld(?:g|ca|cg|cs|lu|cv)|atomic(?:Add|Sub|Exch|Min|Max|And|Or|Xor|Inc|Dec|CAS)(?:_block|_system)?")
_SHUFFLES = pattern(rb"__shfl(?:_up|_down|_xor)?_sync")


def has_result(name: bytes) -> bool:
    """Whether CUDA declares a function by a name: one of the file is an overload then, and calls may mean either."""
    shapes = (_MAKES, _CONVERSION, _SHUFFLES, _LOADS)
    is_listed = name == _ABSOLUTE or name in _BY_NAME or name in _FLOATING or name in _OF_INTEGERS_TOO
    return is_listed or any(shape.fullmatch(name) for shape in shapes)


def result_of(name: bytes, arguments: Sequence[Typed | None], *, is_on_device: bool) -> Typed | None:
    """What a call returns of a function that the file does not define. On the host, C++ may have `fabs` for `double`
    only."""
    type = next(_types(name, arguments), None)
    if type == b"float" and name in _FLOATING and not is_on_device:
        return None
    return Typed(type) if type is not None else None


def _types(name: bytes, arguments: Sequence[Typed | None]) -> Iterator[bytes]:
    kinds = {promoted(each.type) if each is not None and not each.stars else None for each in arguments}
    numbers = {kind for kind in kinds if kind is not None} if None not in kinds else set[bytes]()
    first = arguments[0] if arguments else None
    if name in _BY_NAME and (name.startswith(b"__") or numbers):
        yield _BY_NAME[name]  # of other arguments, it is a function of somebody's own
    elif made := _MAKES.fullmatch(name):
        yield made[1]
    elif converted := _CONVERSION.fullmatch(name):
        yield _TARGETS.get(converted[1], converted[1])
    elif name in _FLOATING and numbers:
        yield from (b"float",) if numbers == {b"float"} else () if b"float" in numbers else (b"double",)
    elif name == _ABSOLUTE and numbers == {b"int"}:
        yield b"int"
    elif name in _OF_INTEGERS_TOO and numbers:
        yield from filter(None, (common(numbers),))
    elif _SHUFFLES.fullmatch(name) and len(arguments) > 1:
        yield from (each.type for each in arguments[1:2] if each is not None and not each.stars)
    elif _LOADS.fullmatch(name) and first is not None and first.stars == 1:
        yield first.type
