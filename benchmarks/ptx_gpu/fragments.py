"""Cases of device/matrix.cu for wmma: a fragment tells nothing by itself, so each form is run in a whole product.

Matrices are loaded from memory, multiplied and stored; the form under test is one of the five instructions. Those in
shared memory have no stride, others one that is larger than a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from hipify_py.subjects.ptx import forms
from hipify_py.subjects.ptx.forms import Form

PLACES = ("a", "b", "c", "d")
# Of elements: their bits, and as what their registers are drawn and compared.
_ELEMENTS: Mapping[str, tuple[int, str]] = {
    "f16": (16, "f16x2"), "bf16": (16, "bf16x2"), "tf32": (32, "tf32"), "f64": (64, "f64"), "f32": (32, "f32"),
    "s32": (32, "s32"), "s8": (8, "b32"), "u8": (8, "b32"), "s4": (4, "b32"), "u4": (4, "b32"), "b1": (1, "b32"),
}  # fmt: skip
_SIZES: Mapping[str, tuple[int, int, int]] = {
    "m16n16k16": (16, 16, 16), "m32n8k16": (32, 8, 16), "m8n32k16": (8, 32, 16), "m16n16k8": (16, 16, 8),
    "m8n8k4": (8, 8, 4), "m8n8k32": (8, 8, 32), "m8n8k128": (8, 8, 128),
}  # fmt: skip
# What multiplies the elements of A, or has sums of a type, as opcodes end; `{}` is the shape.
_PRODUCTS: Mapping[str, str] = {
    "f16": "{}.f32.f32", "bf16": "{}.f32.bf16.bf16.f32", "tf32": "{}.f32.tf32.tf32.f32", "f64": "{}.f64.f64.f64.f64",
    "s8": "{}.s32.s8.s8.s32", "u8": "{}.s32.u8.u8.s32", "s4": "{}.s32.s4.s4.s32", "u4": "{}.s32.u4.u4.s32",
}  # fmt: skip
_REGISTERS = {"f32": "f32", "s32": "b32", "f64": "f64"}
_LARGER_BY = 16  # bytes


@dataclass(frozen=True)
class Matrix:
    """One of the four in memory."""

    place: str
    rows: int
    columns: int
    element: str
    by_rows: bool
    is_padded: bool

    @property
    def bits(self) -> int:
        return _ELEMENTS[self.element][0]

    @property
    def kind(self) -> str:
        return _ELEMENTS[self.element][1]

    @property
    def stride(self) -> int:
        line = self.columns if self.by_rows else self.rows
        return line + (_LARGER_BY * 8 // self.bits if self.is_padded else 0)

    @property
    def word(self) -> str:
        return "uint64_t" if self.bits == 64 else "uint32_t"

    @property
    def words(self) -> int:
        """Of a lane, all lanes together having the whole of it."""
        bits = (self.rows if self.by_rows else self.columns) * self.stride * self.bits
        return -(-bits // (32 * max(32, self.bits)))


def found(opcode: str) -> Form:
    """What the tool finds for an opcode, which may be no other instruction."""
    (form,) = forms.find(opcode)
    if form.opcode != opcode:
        raise ValueError(f"{form.opcode} is found for {opcode}")
    return form


@dataclass(frozen=True)
class Pipeline:
    """A product around a form."""

    form: Form

    @cached_property
    def _words(self) -> list[str]:
        return self.form.opcode.split(".")

    @cached_property
    def _shape(self) -> str:
        return next(word for word in self._words if word in _SIZES)

    @cached_property
    def _layouts(self) -> list[str]:
        return [word for word in self._words if word in ("row", "col")]

    @cached_property
    def _role(self) -> str:
        """`a`, `b`, `c`, `d`, or `mma`."""
        return self._words[2] if self._words[1] in ("load", "store") else "mma"

    @cached_property
    def product(self) -> Form:
        if self._role == "mma":
            return found(self.form.opcode)
        element = self._words[-1]
        if self._role in "cd":
            element = {"f32": "tf32" if self._shape == "m16n16k8" else "f16", "f64": "f64", "f16": "f16"}.get(
                element, {"m8n8k32": "s4", "m8n8k128": "b1"}.get(self._shape, "s8")
            )
        layouts = {"a": f"{self._layouts[0]}.col", "b": f"row.{self._layouts[0]}"}.get(self._role, "row.col")
        if element == "b1":
            return found(f"wmma.mma.xor.popc.sync.aligned.row.col.{self._shape}.s32.b1.b1.s32")
        ending = _PRODUCTS[element].format(self._shape)
        if self._role in "cd" and self._words[-1] == "f16":
            ending = f"{self._shape}.f16.f16"
        return found(f"wmma.mma.sync.aligned.{layouts}.{ending}")

    @cached_property
    def matrices(self) -> list[Matrix]:
        m, n, k = _SIZES[self._shape]
        words = self.product.opcode.split(".")
        la, lb = (word for word in words if word in ("row", "col"))
        types = words[words.index(self._shape) + 1 :]
        types = [word for word in types if word in _ELEMENTS]
        d, a, b, c = (types[0], "f16", "f16", types[1]) if len(types) == len("dc") else types
        others = {"c": "row", "d": "row", **({self._role: self._layouts[0]} if self._role in ("c", "d") else {})}
        is_padded = not self.is_shared
        return [
            Matrix("a", m, k, a, la == "row", is_padded),
            Matrix("b", k, n, b, lb == "row", is_padded),
            Matrix("c", m, n, c, others["c"] == "row", is_padded),
            Matrix("d", m, n, d, others["d"] == "row", is_padded),
        ]

    @cached_property
    def space(self) -> str:
        found = (word for word in self._words if word in ("shared", "shared::cta", "global"))
        return next(found, "shared" if self._role == "mma" else "")

    @property
    def is_shared(self) -> bool:
        return self.space.startswith("shared")

    def access(self, matrix: Matrix) -> Form:
        """What loads or stores a matrix."""
        what = "store" if matrix.place == "d" else "load"
        layout, space = "row" if matrix.by_rows else "col", f".{self.space}" if self.space else ""
        return found(f"wmma.{what}.{matrix.place}.sync.aligned.{layout}.{self._shape}{space}.{matrix.element}")

    def kinds(self) -> list[str]:
        """Of the words that a lane draws for A, B and C."""
        return [matrix.kind for matrix in self.matrices[:3] for _word in range(matrix.words)]

    @property
    def outputs(self) -> int:
        return self.matrices[3].words

    @property
    def result(self) -> str:
        return self.matrices[3].kind

    def _prepared(self) -> Iterator[str]:
        first = 0
        for matrix in self.matrices[:3]:
            template = f"{str(self.is_shared).lower()}, {matrix.word}, {first}, {matrix.words}"
            yield f"fill_area<{template}>(in, {PLACES.index(matrix.place)});"
            first += matrix.words
        yield f"clear_area<{str(self.is_shared).lower()}, {self.matrices[3].word}, {self.outputs}>(3);"
        for matrix in self.matrices:
            area = f"area<{str(self.is_shared).lower()}>({PLACES.index(matrix.place)})"
            as_address = f"static_cast<uint32_t>(__cvta_generic_to_shared({area}))" if self.is_shared else area
            yield f"const auto at_{matrix.place} = {as_address};"

    def _kept(self) -> str:
        matrix = self.matrices[3]
        return f"keep_area<{str(self.is_shared).lower()}, {matrix.word}, {matrix.words}>(out, 3);"

    def original(self) -> Iterator[str]:
        yield from self._prepared()
        yield "asm volatile("
        yield '    "{\\n"'
        for matrix, count in zip(self.matrices, self._counts(), strict=True):
            kind = _REGISTERS.get(matrix.element, "b32")
            yield f'    ".reg .{kind} {matrix.place}<{count}>;\\n"'
        for place, matrix in enumerate(self.matrices[:3]):
            yield f'    "{self._said(place, matrix)}\\n"'
        registers = ", ".join(self._braced(place) for place in (3, 0, 1, 2))
        yield f'    "{self.product.opcode} {registers};\\n"'
        yield f'    "{self._said(3, self.matrices[3])}\\n"'
        letter = "r" if self.is_shared else "l"
        bound = ", ".join(f'"{letter}"(at_{place})' for place in PLACES)
        yield f'    "}}" : : {bound} : "memory");'
        yield self._kept()

    def _said(self, place: int, matrix: Matrix) -> str:
        stride = f", {matrix.stride}" if matrix.is_padded else ""
        parts = [self._braced(place), f"[%{place}]"]
        return f"{self.access(matrix).opcode} {', '.join(parts if place < 3 else reversed(parts))}{stride};"

    def _counts(self) -> list[int]:
        a, b, c = (operand.count for operand in self.product.inputs)
        return [a, b, c, self.product.outputs[0].count]

    def _braced(self, place: int) -> str:
        return f"{{{', '.join(f'{PLACES[place]}{k}' for k in range(self._counts()[place]))}}}"

    def ours(self) -> Iterator[str]:
        """With the name of each result; what is wrong on purpose may be put in any of them."""
        yield from self._prepared()
        for matrix in self.matrices[:3]:
            yield f"const auto {matrix.place} = {self._call(matrix)};"
        given = {operand.name: place for operand, place in zip(self.product.inputs, "abc", strict=True)}
        yield f"const auto d = {self.product.text(given)};"
        yield f"{self._call(self.matrices[3])};"
        yield self._kept()

    def _call(self, matrix: Matrix) -> str:
        given = {"a": f"at_{matrix.place}"}
        if matrix.place == "d":
            given["d"] = "d"
        if matrix.is_padded:
            given["s"] = f"{matrix.stride}u"
        return self.access(matrix).text(given)
