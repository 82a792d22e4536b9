"""Where there is no compiler for HIP, what needs one is not collected: tests/compile says how to get it."""

from __future__ import annotations

from tools.hip_toolchain import find_toolchain

collect_ignore = [] if find_toolchain(None) else ["test_header_compiles.py"]
