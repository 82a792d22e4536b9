"""A translator that translates nothing: kernels whose bodies are the PTX itself, in one statement of assembler.

    python -m benchmarks.ptx_modules.verbatim FILE.ptx

nvcc compiles this, and it is the same by construction: a run of it on a GPU is a test of the judge. Modules with
variables or functions are beyond it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchmarks.ptx_modules import ptx_text
from benchmarks.ptx_modules.ptx_text import Function, Parameter

_TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}
_DIRECTIVE = re.compile(r"^\s*\.(?:loc|pragma)\b.*$", re.MULTILINE)


def main() -> int:
    text = Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace")
    found = list(ptx_text.functions(text))
    outside = re.search(
        r"^\.?(?:\w+ )?\.?(?:extern|global|const|visible \.(?:global|const))\b.*[;=]", text, re.MULTILINE
    )
    if outside or not all(each.is_kernel for each in found):
        print(f"{sys.argv[1]}:1:1: error more than kernels", file=sys.stderr)
        return 1
    print("#include <hip/hip_runtime.h>\n\n" + "\n".join(map(_kernel, found)))
    return 0


def _kernel(kernel: Function) -> str:
    names = {parameter.name: f"{kernel.name}_param_{at}" for at, parameter in enumerate(kernel.parameters)}
    body = re.sub(r"[\w$]+", lambda word: names.get(word[0], word[0]), _DIRECTIVE.sub("", kernel.body))
    lines = (line.strip().replace("\\", "\\\\").replace('"', '\\"') for line in body.splitlines())
    code = "\n".join(f'      "{line}\\n"' for line in lines if line)
    parameters = ", ".join(_parameter(each, at) for at, each in enumerate(kernel.parameters))
    structs = "".join(_struct(kernel, each, at) for at, each in enumerate(kernel.parameters) if each.type == "b8")
    parameters = parameters.replace("STRUCT", f"bytes_{abs(hash(kernel.name))}_")
    structs = structs.replace("STRUCT", f"bytes_{abs(hash(kernel.name))}_")
    return f'{structs}extern "C" __global__ void {kernel.name}({parameters}) {{\n  asm volatile(\n{code});\n}}\n'


def _parameter(parameter: Parameter, at: int) -> str:
    return f"STRUCT{at} p{at}" if parameter.type == "b8" else f"{_TYPES[parameter.size]} p{at}"


def _struct(_kernel: Function, parameter: Parameter, at: int) -> str:
    return f"struct alignas({parameter.align}) STRUCT{at} {{ char bytes[{parameter.size}]; }};\n"


if __name__ == "__main__":
    sys.exit(main())
