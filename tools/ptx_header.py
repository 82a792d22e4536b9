"""Print hipify_ptx.hpp as the tool writes it: `python -m tools.ptx_header > hipify_ptx.hpp`."""

from __future__ import annotations

import sys

from hipify_py.ptx.header import text


def main() -> None:
    sys.stdout.write(text())


if __name__ == "__main__":
    main()
