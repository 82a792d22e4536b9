"""What earlier runs leave in sources, by which later ones know them: the headers of ours that they include, and the
macros that select between a version for AMD and one for NVIDIA where `#if` cannot stand."""

from __future__ import annotations

from hipify_py.patterns import pattern

PTX_HEADER = "hipify_ptx.hpp"
ON_AMD, ON_NVIDIA = b"HIPIFY_PTX_AMD", b"HIPIFY_PTX_NVIDIA"
COMPAT_HEADER = "hipify_compat.hpp"
HEADERS = (PTX_HEADER, COMPAT_HEADER)
# The options of `hipify-py ptx` that print them whole.
PRINTED_BY = {PTX_HEADER: "--header", COMPAT_HEADER: "--compat-header"}
_BEGINNINGS = tuple(f"// {name}: ".encode() for name in HEADERS)
_USES_HEADER = pattern(rb"\bhipify_ptx::|\bHIPIFY_PTX_")
_CALL = pattern(rb"\bhipify_ptx::(\w+)")
_COMPAT_CALL = pattern(rb"\bhipify_compat::(\w+)")


def is_our_header(data: bytes) -> bool:
    """Whether a file is a header of ours, of whatever version."""
    return data.startswith(_BEGINNINGS)


def uses_ptx_header(text: bytes) -> bool:
    """Whether a text means anything of what hipify_ptx.hpp defines."""
    return _USES_HEADER.search(text) is not None


def calls_of_ptx_header(text: bytes) -> frozenset[str]:
    """The functions and types of hipify_ptx.hpp that a text names."""
    return frozenset(name.decode() for name in _CALL.findall(text))


def calls_of_compat_header(text: bytes) -> frozenset[str]:
    """The functions of hipify_compat.hpp that a text names with their namespace, as those of warps."""
    return frozenset(name.decode() for name in _COMPAT_CALL.findall(text))
