"""A statement, its operands, and the kernel that runs it.

Operands are written as short words. An input is ``type`` or ``type:pool``; the pool says which numbers it gets. An
output is ``type``, with ``+`` if it is read too (``u32+:pool``) or ``&`` for an early clobber. What its bits mean, and
how they are compared, is said by the type:

* ``u16 s16 u32 s32 u64 s64``: bits
* ``f32 f64 f16 bf16 f16x2 bf16x2``: bits, but of a NaN only that it is one; ``f32!`` and others: bits also of a NaN
* ``f32~21``: within a relative 2^-21; ``f32~21~24``: or within an absolute 2^-24
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

C_TYPES = {
    "u16": "unsigned short",
    "s16": "short",
    "u32": "unsigned",
    "s32": "int",
    "u64": "unsigned long long",
    "s64": "long long",
    "f32": "float",
    "f64": "double",
    "f16": "unsigned short",
    "bf16": "unsigned short",
    "f16x2": "unsigned",
    "bf16x2": "unsigned",
}
CONSTRAINTS = {"short": "h", "unsigned short": "h", "int": "r", "unsigned": "r", "float": "f", "double": "d"}
BYTES = {"h": 2, "r": 4, "f": 4, "l": 8, "d": 8}


@dataclass(frozen=True)
class Operand:
    """An operand: its type, where its numbers come from, how a result is compared, and its modifier."""

    type: str
    pool: str
    compare: str = ""
    modifier: str = ""

    @property
    def c_type(self) -> str:
        return C_TYPES[self.type]

    @property
    def constraint(self) -> str:
        return CONSTRAINTS.get(self.c_type, "l")

    @property
    def bytes(self) -> int:
        return BYTES[self.constraint]


def operand(word: str) -> Operand:
    """``u32+:shift`` and others, see above."""
    head, _, pool = word.partition(":")
    modifier = next((mark for mark in "+&" if head.endswith(mark)), "")
    head = head.removesuffix(modifier) if modifier else head
    plain = head.split("~")[0].removesuffix("!")
    return Operand(plain, pool or plain, head, modifier)


@dataclass(frozen=True)
class Case:
    """A kernel with one statement of inline PTX.

    ``ins`` are read from the input before, ``outs`` written to the output behind. Where ``text`` is not the template
    of a statement but C++ code of its own (``is_code``), it names them ``a0``, ``a1``… and ``r0``, ``r1``….
    """

    text: str
    outs: tuple[Operand, ...]
    ins: tuple[Operand, ...]
    constants: tuple[str, ...] = ()
    is_code: bool = False
    meets_lanes: bool = False
    clobbers: bool = False

    @property
    def number(self) -> int:
        """Chooses the inputs and the spelling: the same whatever other cases there are."""
        return zlib.crc32(f"{self.text} {self.outs} {self.ins}".encode())

    @property
    def name(self) -> str:
        return f"k_{self.number:08x}"

    @property
    def reads(self) -> tuple[Operand, ...]:
        """Everything that the input of a thread holds: also what results are before."""
        return (*self.ins, *(out for out in self.outs if out.modifier == "+"))


def case(text: str, outs: str, ins: str = "", *, constants: str = "", clobbers: bool = False) -> Case:
    """A statement with this template."""
    return Case(text, _operands(outs), _operands(ins), tuple(constants.split()), clobbers=clobbers)


def code(text: str, outs: str, ins: str = "", *, meets_lanes: bool = False) -> Case:
    """C++ code with a statement."""
    return Case(text, _operands(outs), _operands(ins), is_code=True, meets_lanes=meets_lanes)


def lanes(text: str, outs: str, ins: str = "", *, constants: str = "") -> Case:
    """A statement with this template, which lanes of a warp reach together."""
    return Case(text, _operands(outs), _operands(ins), tuple(constants.split()), meets_lanes=True)


def _operands(words: str) -> tuple[Operand, ...]:
    return tuple(map(operand, words.split()))


def kernel(made: Case, has_names: bool = True) -> str:
    """The CUDA source of the kernel of a case. nvcc knows no named operands, which clang has: the tool sees both."""
    reads, width = made.reads, max(1, len(made.outs))
    lines = [f"__global__ void {made.name}(const unsigned long long* in, unsigned long long* out) {{"]
    lines.append("  const int t = blockIdx.x * blockDim.x + threadIdx.x;")
    names = [f"a{n}" for n in range(len(made.ins))]
    names += [f"r{n}" for n, out in enumerate(made.outs) if out.modifier == "+"]
    for n, (name, read) in enumerate(zip(names, reads, strict=True)):
        lines.append(f"  {read.c_type} {name} = second::read<{read.c_type}>(in[t * {len(reads)} + {n}]);")
    lines += [f"  {out.c_type} r{n};" for n, out in enumerate(made.outs) if out.modifier != "+"]
    if "row" in made.text:
        lines.append(f"  const unsigned long long* row = in + t * {len(reads)};")
    if "cell" in made.text:
        lines.append(f"  unsigned long long* cell = out + t * {width};")
    lines += [made.text] if made.is_code else _statement(made, has_names)
    lines += [f"  out[t * {width} + {n}] = second::written(r{n});" for n in range(len(made.outs))]
    return "\n".join([*lines, "}", ""])


def _statement(made: Case, has_names: bool) -> list[str]:
    """The statement, in one of the spellings that programs use."""
    style = made.number
    keyword = ("asm", "asm volatile", "__asm__", "__asm__ __volatile__", "asm volatile")[style % 5]
    is_named = has_names and style // 5 % 4 == 0
    tag = [f"[o{n}] " if is_named else "" for n in range(len(made.outs) + len(made.ins) + len(made.constants))]
    outs = [
        f'{tag[n]}"{"=" if out.modifier != "+" else ""}{out.modifier}{out.constraint}"(r{n})'
        for n, out in enumerate(made.outs)
    ]
    reads = [f'"{read.constraint}"(a{n})' for n, read in enumerate(made.ins)]
    reads += [f'"n"({constant})' for constant in made.constants]
    ins = [f"{tag[len(outs) + n]}{read}" for n, read in enumerate(reads)]
    text = made.text
    if is_named:
        for n in reversed(range(len(tag))):
            text = text.replace(f"%{n}", f"%[o{n}]")
    parts = _split(text) if style // 20 % 3 == 0 else [text]
    template = "\n      ".join(f'"{part}"' for part in parts)
    clobbers = ' : "memory"' if made.clobbers else ""
    tail = f" : {', '.join(ins)}" if ins or clobbers else ""
    return [f"  {keyword}({template}\n      : {', '.join(outs)}{tail}{clobbers});"]


def _split(text: str) -> list[str]:
    """One string for each instruction, as long templates are written."""
    parts = [part.strip() for part in text.replace(";", ";\0").split("\0")]
    return [f"{part}\\n\\t" for part in parts if part]
