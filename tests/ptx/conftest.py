"""Where there is no compiler for HIP, what needs one is not collected: tests/compile says how to get it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # pytest does not run from the root's modules

from tools.hip_toolchain import find_toolchain

collect_ignore = [] if find_toolchain(None) else ["test_header_compiles.py"]
