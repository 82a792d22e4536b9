"""Textures that are looked up by their objects: HIP has the same functions. A `.texref`, and a sampler of its own, have
no counterpart."""

from __future__ import annotations

from collections.abc import Sequence

from hipify_py.subjects.ptx.grammar import AddressOfParts, NotUnderstood, Operand
from hipify_py.subjects.ptx.match import registers_of
from hipify_py.subjects.ptx.module.computing import Computing
from hipify_py.subjects.ptx.module.cpp import Local
from hipify_py.subjects.ptx.module.opcodes import FETCH
from hipify_py.subjects.ptx.module.syntax import known_type
from hipify_py.subjects.ptx.module.values import UNARY, Value
from hipify_py.subjects.ptx.operations import Op
from hipify_py.subjects.ptx.registers import Reg
from hipify_py.subjects.ptx.types import ADDRESS, FLOAT, S32, CppType

# Some GPUs have no textures, and functions that read them do not compile there.
GUARD = "#if !__HIP_NO_IMAGE_SUPPORT"
_VECTORS = {"u32": "uint4", "s32": "int4", "f32": "float4"}


def fetched(computing: Computing, op: Op) -> tuple[Value, str]:
    """The call, whose value is one of the elements, and the type of all four."""
    found = FETCH(op.opcode)
    place = op.operands[-1]
    parts = place.parts if isinstance(place, AddressOfParts) and len(op.operands) == 2 else ()
    object = parts[0] if parts else None
    if found is None or len(parts) != 2 or not isinstance(object, Reg) or object.cpp_type.width != 64:
        raise NotUnderstood(f"'{op.opcode}' names a texture that is no object")
    shape, kind = found[1], known_type(found[2])
    name, kinds = _function(op, shape, found[3])
    given = registers_of(parts[1])
    values = [computing.typed(op, part, wanted) for part, wanted in _ordered(shape, given, kinds)]
    texture = computing.typed(op, parts[0], ADDRESS)
    texts = [f"(hipTextureObject_t){texture.within(UNARY)}", *(value.text for value in values)]
    reads = frozenset[Local]().union(texture.reads, *(value.reads for value in values))
    type = _VECTORS[found[2]]
    return Value(f"{name}<{type}>({', '.join(texts)})", kind, reads=reads), type


def _function(op: Op, shape: str, coordinates: str) -> tuple[str, list[CppType]]:
    """The function, and what its coordinates are in PTX."""
    if coordinates == "s32":
        if shape != "1d":
            raise NotUnderstood(f"'{op.opcode}' has no translation")
        return "tex1Dfetch", [S32]
    if shape == "a2d":
        return "tex2DLayered", [S32, FLOAT, FLOAT]
    return f"tex{shape.upper()}", [FLOAT] * int(shape[0])


def _ordered(shape: str, given: Sequence[Operand], kinds: list[CppType]) -> list[tuple[Operand, CppType]]:
    """The coordinates as the function takes them; what stands behind them fills a vector of four, and says nothing."""
    if len(given) not in (len(kinds), 4 if len(kinds) == 3 else len(kinds)):
        raise NotUnderstood("a texture is read with an unexpected number of coordinates")
    found = list(zip(given, kinds, strict=False))
    return [*found[1:], found[0]] if shape == "a2d" else found
