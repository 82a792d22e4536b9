"""The translator without its command line: what `hipify-py ptx FILE.ptx` prints.

python -m benchmarks.ptx_modules.direct FILE.ptx
"""

from __future__ import annotations

import sys
from pathlib import Path

from hipify_py.subjects.ptx.module.translate import translated


def main() -> int:
    path = Path(sys.argv[1])
    text = path.read_text(encoding="utf-8", errors="replace")
    result = translated(text)
    print(result.code)
    for left in result.left:
        line = text.count("\n", 0, left.offset) + 1
        print(f"{path}:{line}:1: error PTX012 {left.reason}", file=sys.stderr)
    return 1 if result.left else 0


if __name__ == "__main__":
    sys.exit(main())
