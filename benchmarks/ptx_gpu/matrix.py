"""Cases of device/matrix.cu: instructions on matrices of a warp, all lanes of which take part.

A case is a structure with the instruction, its translation, and what its registers hold. Each mutant is a translation
that is wrong on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.ptx_gpu.cases import fingerprint, signature
from benchmarks.ptx_gpu.fragments import Pipeline, found
from benchmarks.ptx_gpu.operands import count_of, register, type_of
from hipify_py.subjects.ptx.forms import Form, FormOperand

LISTED = "matrix_forms.jsonl"
RAW = "matrix.jsonl"
_TILE = 16
_OF_ELEMENTS: Mapping[str, str] = {
    "f16": "f16x2", "bf16": "bf16x2", "tf32": "tf32", "e4m3": "e4m3x4", "e5m2": "e5m2x4", "f64": "f64"
}  # fmt: skip
_OF_SUMS: Mapping[str, str] = {"f32": "f32", "f64": "f64", "s32": "s32", "f16x2": "f16x2"}
# What is wrong in them, and what that is put in place of.
_SECOND_OF_B = "in.template get<uint32_t>(5)", "in.template get<uint32_t>(4)"
_MUTANTS: Mapping[str, tuple[str, str]] = {
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32": _SECOND_OF_B,
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32": ("hipify_ptx::type::tf32", "hipify_ptx::type::f16"),
    "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32": ("true>", "false>"),
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64": ("in.template get<double>(1)", "in.template get<double>(0)"),
    "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16": ("true>", "false>"),
    "stmatrix.sync.aligned.m8n8.x2.shared.b16": ("false>", "true>"),
    "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16": ("layout::row", "layout::col"),
    "wmma.load.b.sync.aligned.col.m8n32k16.global.s8": ("32u", "16u"),
    "wmma.load.c.sync.aligned.col.m16n16k16.f32": ("layout::col", "layout::row"),
    "wmma.store.d.sync.aligned.row.m16n16k8.global.f32": ("layout::row", "layout::col"),
    "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.s8.s32.satfinite": ("true>", "false>"),
}
# How the line begins that a mutant changes.
_WRONG_PLACES = {
    **{place: f"const auto {place} " for place in "abc"}, "d": "hipify_ptx::wmma_store", "mma": "const auto d "
}  # fmt: skip


@dataclass(frozen=True)
class _Case:
    number: int
    form: Form
    wrong: tuple[str, str] | None = None
    pipeline: Pipeline | None = None

    def described(self) -> dict[str, object]:
        said = {"number": self.number, "form": self.form.opcode, "operands": signature(self.form)}
        more = {"mutant": True, "variant": self.wrong[1]} if self.wrong else {}
        return {**said, "fingerprint": fingerprint(self.form), **more}

    def code(self) -> str:
        """The structure."""
        kinds = ", ".join(f"kind::{name}" for name in self._kinds())
        bound = (self.pipeline.product if self.pipeline else self.form).bound.get("sum", 0)
        return "\n".join(
            (
                f"struct case_{self.number} {{",
                f'  static __host__ __device__ const char* name() {{ return "{self.form.opcode}"; }}',
                f"  static constexpr int inputs = {len(self._kinds())}, outputs = {self._outputs()};",
                f"  static constexpr kind result = kind::{self._result()};",
                "  static __device__ kind kind_of(int index) {",
                f"    constexpr kind all[] = {{{kinds}}};",
                "    return all[index];",
                "  }",
                f"  static constexpr double bound = {bound};",
                "  template <class Read> static __device__ void original(Read in, word* out) {",
                *(f"    {line}" for line in self._original()),
                "  }",
                "  template <class Read> static __device__ void ours(Read in, word* out) {",
                *(f"    {line}" for line in self._ours()),
                "  }",
                "};",
            )
        )

    @property
    def _memory(self) -> bool:
        return any(operand.type == "address" for operand in self.form.inputs)

    def _kinds(self) -> list[str]:
        """Of each input; words of a tile come first."""
        if self.pipeline is not None:
            return self.pipeline.kinds()
        words = self.form.opcode.split(".")
        elements = [word for word in words if word in _OF_ELEMENTS]
        found = ["b32"] * (_TILE if self._memory else 0)
        for place, operand in enumerate(self.form.inputs):
            found += [self._kind(operand, place, elements)] * count_of(operand)
        return found

    def _kind(self, operand: FormOperand, place: int, elements: list[str]) -> str:
        """Of `mma`, the last operand is what is added to."""
        if not self._is_product or not elements:
            return _OF_SUMS[operand.type] if self._is_product and operand.name == "c" else "b32"
        if operand.name == "c":
            return _OF_SUMS[operand.type]
        return _OF_ELEMENTS[elements[place] if len(elements) == len("ab") else elements[place + 1]]

    @property
    def _is_product(self) -> bool:
        return self.form.opcode.startswith("mma.")

    def _result(self) -> str:
        if self.pipeline is not None:
            return self.pipeline.result
        return _OF_SUMS.get(self.form.outputs[0].type, "b32") if self.form.outputs else "b32"

    def _outputs(self) -> int:
        if self.pipeline is not None:
            return self.pipeline.outputs
        return count_of(self.form.outputs[0]) if self.form.outputs else _TILE

    def _operands(self) -> Iterator[tuple[FormOperand, list[str]]]:
        """The inputs with the expressions for their registers."""
        place = _TILE if self._memory else 0
        for operand in self.form.inputs:
            if operand.type == "address":
                yield operand, [f"row_of(in.template get<uint32_t>({place}))"]
            else:
                kind = type_of(operand.type).name
                yield operand, [f"in.template get<{kind}>({place + k})" for k in range(count_of(operand))]
            place += count_of(operand)

    def _original(self) -> Iterator[str]:
        if self.pipeline is not None:
            yield from self.pipeline.original()
            return
        if self._memory:
            yield "fill_tile<Read>(in);"
        results = [f"r{k}" for k in range(self._outputs())] if self.form.outputs else []
        kind = register(self.form.outputs[0].type) if results else None
        if kind is not None:
            yield f"{kind.type} {', '.join(results)};"
        places = [_braced([f"%{k}" for k in range(len(results))], self.form.outputs[0])] if results else []
        inputs: list[str] = []
        for operand, expressions in self._operands():
            letter = "r" if operand.type == "address" else register(operand.type).constraint
            names = [f"%{len(results) + len(inputs) + k}" for k in range(len(expressions))]
            inputs += [f'"{letter}"({text})' for text in expressions]
            places.append(f"[{names[0]}]" if operand.type == "address" else _braced(names, operand))
        outputs = ", ".join(f'"={kind.constraint}"({name})' for name in results) if kind else ""
        text = f"{self.form.opcode} {', '.join(places)};"
        yield f'asm volatile("{text}" : {outputs} : {", ".join(inputs)} : "memory");'
        yield from self._kept(results)

    def _ours(self) -> Iterator[str]:
        if self.pipeline is not None:
            yield from self._made_wrong(list(self.pipeline.ours()))
            return
        if self._memory:
            yield "fill_tile<Read>(in);"
        given = {}
        for operand, expressions in self._operands():
            text = ", ".join(expressions)
            kind = "" if operand.type == "address" else type_of(operand.type).name
            given[operand.name] = f"hipify_ptx::vec<{kind}, {operand.count}>{{{{{text}}}}}" if operand.count else text
        says = found(self.form.opcode).text(given)
        if self.wrong:
            assert self.wrong[0] in says, self.form.opcode
            says = says.replace(*self.wrong)
        if not self.form.outputs:
            yield f"{says};"
        else:
            yield f"const auto r = {says};"
        count = self.form.outputs[0].count if self.form.outputs else 0
        yield from self._kept([f"r[{k}]" for k in range(count)] if count else ["r"] if self.form.outputs else [])

    def _made_wrong(self, lines: list[str]) -> Iterator[str]:
        if self.wrong is None:
            yield from lines
            return
        place = _WRONG_PLACES[self.form.opcode.split(".")[2 if "wmma.mma." not in self.form.opcode else 1]]
        wrong = [line.replace(*self.wrong) if line.startswith(place) else line for line in lines]
        assert wrong != lines, self.form.opcode
        yield from wrong

    def _kept(self, results: list[str]) -> Iterator[str]:
        for place, name in enumerate(results):
            yield f"memcpy(out + {place}, &{name}, sizeof({name}));"
        if not results:
            yield "keep_tile(out);"


def _braced(names: list[str], operand: FormOperand) -> str:
    return f"{{{', '.join(names)}}}" if operand.count else names[0]


def files(forms: Iterable[Form]) -> dict[str, str]:
    """By name, what device/matrix.cu is built with."""
    cases = list(_cases([form for form in forms if form.test == "matrix"]))
    return {
        "matrix_cases.hpp": "\n\n".join(case.code() for case in cases) + "\n",
        "matrix_calls.hpp": "".join(f"run<case_{case.number}>({case.number}, results);\n" for case in cases),
        LISTED: "".join(json.dumps(case.described()) + "\n" for case in cases),
    }


def _cases(forms: list[Form]) -> Iterator[_Case]:
    for form in forms:
        # Of the names of one space, one will do.
        yield _Case(len(forms) + forms.index(form), form, pipeline=_pipeline(form))
    for number, form in enumerate(form for form in forms if form.opcode in _MUTANTS):
        yield _Case(number, form, _MUTANTS[form.opcode], _pipeline(form))


def _pipeline(form: Form) -> Pipeline | None:
    return Pipeline(form) if form.opcode.startswith("wmma.") else None
