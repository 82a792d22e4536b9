"""Builds a HIP program for an AMD GPU and runs it on the CPU: python -m tools.amdgcn [--arch GFX] FILE"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tools.amdgcn.build import compile_program, run, translate
from tools.amdgcn.pseudocode import Unknown
from tools.hip_toolchain import SET_UP, find_toolchain


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.amdgcn", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--arch", default="gfx942", help="gfx90a, gfx942 or gfx1100")
    parser.add_argument("-O", dest="level", default="2", help="level of optimization")
    parser.add_argument("--count", action="store_true", help="print how many instructions of waves ran")
    parser.add_argument("-I", dest="include", action="append", default=[], help="a folder of headers")
    parser.add_argument("-X", dest="flags", action="append", default=[], help="an argument for the compiler")
    parser.add_argument("file", type=Path)
    parser.add_argument("arguments", nargs="*")
    options = parser.parse_args()
    toolchain = find_toolchain("7.2")
    if toolchain is None:
        print(f"error: no compiler for HIP; run: {SET_UP}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program")
        flags = [f"-O{options.level}", *options.flags, *(f"-I{each}" for each in options.include)]
        try:
            compile_program(toolchain, options.arch, options.file, program, flags)
            translate([program])
        except Unknown as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        done = run(program, *options.arguments, environment={"AMDGCN_COUNT": "1"} if options.count else {})
    print(done.printed, end="")
    print(done.errors, end="", file=sys.stderr)
    return done.code


if __name__ == "__main__":
    sys.exit(main())
