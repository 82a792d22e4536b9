"""Where there is no compiler for HIP, the programs are not collected, and test_toolchain.py says how to get one."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # pytest does not run from the root's modules

from tests.compile.judging import TOOLCHAIN

collect_ignore = [] if TOOLCHAIN else ["test_programs.py"]
