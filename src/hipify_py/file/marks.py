"""What earlier runs leave in sources, by which later ones know them: the header of ours that new text calls, and the
macros that select between a version for AMD and one for NVIDIA where `#if` cannot stand."""

from __future__ import annotations

PTX_HEADER = "hipify_ptx.hpp"
ON_AMD, ON_NVIDIA = b"HIPIFY_PTX_AMD", b"HIPIFY_PTX_NVIDIA"
HEADER_BEGINS = b"// hipify_ptx.hpp: "


def is_our_header(data: bytes) -> bool:
    """Whether a file is the header of ours, of whatever version."""
    return data.startswith(HEADER_BEGINS)
