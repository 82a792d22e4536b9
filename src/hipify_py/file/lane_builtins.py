"""The builtins by which the lanes of a warp speak with each other."""

from __future__ import annotations

from itertools import product

from hipify_py.texts import to_text

SHUFFLES = frozenset((b"__shfl", b"__shfl_up", b"__shfl_down", b"__shfl_xor"))
VOTES = frozenset((b"__any", b"__all", b"__ballot"))
REDUCES = frozenset(b"__reduce_%s_sync" % what for what in (b"add", b"min", b"max", b"and", b"or", b"xor"))
MATCHES = frozenset((b"__match_any_sync", b"__match_all_sync"))
WITH_MASKS = REDUCES | MATCHES | frozenset(name + b"_sync" for name in SHUFFLES | VOTES)
BUILTINS = WITH_MASKS | SHUFFLES | VOTES | {b"__activemask", b"__syncwarp"}
# What becomes functions of hipify_compat.hpp, in its namespace and without the underscores: not what HIP says as well.
IN_HEADER = BUILTINS - SHUFFLES - {name + b"_sync" for name in SHUFFLES} - {b"__syncwarp"}
HEADER_NAMESPACE = b"hipify_compat"
WARP_SIZE = b"warpSize"
WARP_LANES = 32
_SUFFIXES = [b"".join(suffix) for suffix in product((b"", b"u", b"U"), (b"", b"l", b"L", b"ll", b"LL"))]
_HEXADECIMAL = [b"".join(digits) for digits in product((b"0x", b"0X"), (b"1f", b"1F", b"20"))]
# What code computes lanes and warps with: the number of lanes, the last lane and the shift.
NUMBERS_OF_WARPS = frozenset(map(b"".join, product((b"31", b"32", b"5", *_HEXADECIMAL), _SUFFIXES)))
# What people define macros of, for older compilers or for groups of other sizes.
OF_LANES = BUILTINS | {WARP_SIZE}


def in_header(name: bytes) -> bytes:
    """What a builtin is called there."""
    return name.removeprefix(b"__")


# All of them: called with their namespace, on NVIDIA as well, and compiled by C++11.
OF_WARPS = frozenset(to_text(in_header(name)) for name in BUILTINS)
