"""What earlier runs leave in sources, by which later ones know them: the header of ours that new text calls, and the
macros that select between a version for AMD and one for NVIDIA where `#if` cannot stand."""

from __future__ import annotations

from hipify_py.patterns import pattern

PTX_HEADER = "hipify_ptx.hpp"
ON_AMD, ON_NVIDIA = b"HIPIFY_PTX_AMD", b"HIPIFY_PTX_NVIDIA"
HEADER_BEGINS = b"// hipify_ptx.hpp: "
_USES_HEADER = pattern(rb"\bhipify_ptx::|\bHIPIFY_PTX_")
_CALL = pattern(rb"\bhipify_ptx::(\w+)")


def is_our_header(data: bytes) -> bool:
    """Whether a file is the header of ours, of whatever version."""
    return data.startswith(HEADER_BEGINS)


def uses_header(text: bytes) -> bool:
    """Whether a text means anything of what the header defines."""
    return _USES_HEADER.search(text) is not None


def calls_of_header(text: bytes) -> frozenset[str]:
    """The functions and types of the header that a text names."""
    return frozenset(name.decode() for name in _CALL.findall(text))
