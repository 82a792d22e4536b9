"""What a function needs to know of its module, and what C++ makes of the module's variables and functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from functools import lru_cache
from types import MappingProxyType

from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.records import dataclass
from hipify_py.subjects.ptx.constants import Number
from hipify_py.subjects.ptx.grammar import NotUnderstood
from hipify_py.subjects.ptx.module.pointers import Pointer, element_of
from hipify_py.subjects.ptx.module.reserved_names import is_reserved, is_reserved_in_functions
from hipify_py.subjects.ptx.module.syntax import Function, Module, Signature, Variable
from hipify_py.subjects.ptx.module.type_inference import BYTES
from hipify_py.subjects.ptx.operations import Names
from hipify_py.subjects.ptx.registers import SpecialRegister
from hipify_py.subjects.ptx.types import CppType, cpp_type

# A parameter where it is read or written from its beginning.
_ACCESS = pattern(r"\b(?:ld|st)\.param\.(\w+)\s[^;\[\]]{0,200}\[\s{0,9}([\w$%]+)(?:\+0)?\s{0,9}\]")
_NO_ACCESSES: Mapping[str, set[str]] = MappingProxyType({})
_NO_NAME = pattern(r"\W", 0)
_MOST_NAMES = 1 << 12


def size_of(variable: Variable) -> int:
    """In bytes; 0 for `[]`."""
    kind = cpp_type(variable.type)
    width = (kind.width if kind is not None else 64) // 8 * max(variable.lanes, 1)
    for dimension in variable.dimensions or ():
        width *= dimension
    return width


def align_of(variable: Variable) -> int:
    kind = cpp_type(variable.type)
    return variable.align or (kind.width if kind is not None else 64) // 8 * max(variable.lanes, 1)


def identifier(name: str) -> str:
    """A name as C++ can have it."""
    text = _NO_NAME.sub("_", name.lstrip("%$")) or "r"
    text = text if not text[0].isdigit() else f"_{text}"
    return f"{text}_" if is_reserved_in_functions(text) else text


@dataclass(frozen=True)
class Passed:
    """How a value is passed to a function or back: as a type of C++, or as bytes."""

    text: str
    kind: CppType | None = None  # of a scalar
    points_to: str = ""
    size: int = 0
    align: int = 0


NOTHING = Passed("void")


def passed(variable: Variable, seen: Collection[str] = ()) -> Passed:
    """A parameter by its declaration, and by the types that it is read or written as."""
    kind = cpp_type(variable.type)
    if variable.dimensions is not None or variable.lanes or kind is None:
        size, align = size_of(variable), align_of(variable)
        if not size:
            raise NotUnderstood("a parameter has no size")
        return Passed(f"hipify_ptx::by_value<{size}, {align}>", None, "", size, align)
    if seen and all(each == f"f{kind.width}" for each in seen):
        kind = cpp_type(f"f{kind.width}") or kind
    return Passed(kind.name, kind)


# What asks for a launch in clusters, which AMD GPUs have not.
_CLUSTERED = frozenset(("reqnctapercluster", "explicitcluster", "maxclusterrank", "blocksareclusters"))


def _without_clusters() -> Names:
    """What registers of clusters hold in a launch that has none: each block is one."""
    names = Names()
    constant = {"cluster_ctarank": "0u", "cluster_nctarank": "1u"}
    for axis in "xyz":
        constant[f"cluster_ctaid.{axis}"], constant[f"cluster_nctaid.{axis}"] = "0u", "1u"
        constant[f"clusterid.{axis}"], constant[f"nclusterid.{axis}"] = f"blockIdx.{axis}", f"gridDim.{axis}"
    for name, code in constant.items():
        names.declare(f"%{name}", SpecialRegister(name, "u32", code))
    return names


class ModuleContext:
    """A module as its functions see it. `used` gathers the names that translated functions say."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self.variables: Mapping[str, Variable] = {each.name: each for each in module.variables}
        self.functions: dict[str, Function] = {}
        for function in module.functions:
            if function.name not in self.functions or function.body is not None:
                self.functions[function.name] = function
        self.used: set[str] = set()
        self._signatures: dict[str, tuple[Passed, list[Passed]]] = {}
        self.elements: dict[str, str] = {}  # the types that variables are used as, where that is known of all uses

    def element(self, variable: Variable) -> str:
        """The type of the elements of a variable of the module."""
        declared = declared_element(variable)
        is_kept = declared == "u64" or variable.linkage not in ("", "extern")
        return declared if is_kept else element_as_used(variable, self.elements.get(variable.name, ""))

    @cached_property
    def names(self) -> Names | None:
        """What names mean that no function declares."""
        is_clustered = any(_CLUSTERED & each.directives.keys() for each in self._module.functions)
        return None if is_clustered else _without_clusters()

    @cached_property
    def spaces(self) -> Mapping[str, str]:
        return {name: variable.space for name, variable in self.variables.items()}

    @cached_property
    def taken(self) -> frozenset[str]:
        """What a function cannot call anything of its own."""
        functions = map(function_name, self.functions.values())
        return frozenset(
            (*map(identifier, (*self.variables, *self.functions)), *map(global_name, self.variables), *functions)
        )

    def place(self, name: str, offset: int) -> Pointer:
        """The address of a variable or a function of the module."""
        variable = self.variables.get(name)
        self.used.add(name)
        if variable is None:
            if name not in self.functions:
                raise NotUnderstood(f"'{name}' is not declared", offset)
            return Pointer(f"((u8*)&{function_name(self.functions[name])})", BYTES)
        if variable.space not in ("global", "const", "shared"):
            raise NotUnderstood(f"'{name}' is a .{variable.space} variable, which has no counterpart", offset)
        return pointer_to(variable, global_name(name), self.element(variable))

    def spelled(self, name: str) -> str:
        """A variable or a function as C++ calls it."""
        return global_name(name) if name in self.variables else function_name(self.functions[name])

    def text_of(self, name: str) -> bytes | None:
        """The bytes of a variable that is a string of C."""
        variable = self.variables.get(name)
        if variable is None or variable.initial is None or cpp_type(variable.type) is None:
            return None
        if variable.type not in ("b8", "u8", "s8") or any(not isinstance(each, Number) for each in variable.initial):
            return None
        found = bytes(int(each.value) & 255 for each in variable.initial if isinstance(each, Number))
        return found.partition(b"\0")[0]

    def signature(self, name: str) -> tuple[Passed, list[Passed]]:
        """How a function is called, by its declaration and its body."""
        if name not in self._signatures:
            function = self.functions[name]
            if function.body is None and function.linkage != "extern":
                raise NotUnderstood(f"'{name}' is declared, and not defined in the module")
            start, end = function.body or (0, 0)
            self._signatures[name] = signature_of(function.signature, _accesses(self._module.text[start:end]))
        return self._signatures[name]


def signature_of(signature: Signature, accesses: Mapping[str, set[str]] = _NO_ACCESSES) -> tuple[Passed, list[Passed]]:
    """What is passed to a function and back; `accesses` are the types that parameters are read or written as."""
    if len(signature.returns) > 1:
        raise NotUnderstood(f"'{signature.name}' returns several values")
    results, parameters = (
        [passed(each, accesses.get(each.name, ())) for each in side]
        for side in (signature.returns, signature.parameters)
    )
    return (results or [NOTHING])[0], parameters


def _accesses(text: str) -> Mapping[str, set[str]]:
    """The types that each parameter as a whole is read or written as, in the text of a body."""
    found: dict[str, set[str]] = {}
    for type, name in _ACCESS.findall(text):
        found.setdefault(name, set()).add(type)
    return found


def symbol_name(name: str) -> str:
    """A variable or a kernel for whoever looks it up in the code object."""
    return name.replace("%", "_")


@lru_cache(_MOST_NAMES)
def global_name(name: str) -> str:
    """A variable or a kernel as the source calls it: as it is, if C++ and HIP mean nothing else by that."""
    name = symbol_name(name)
    return f"ptx_{name}" if is_reserved(name) else name


def function_name(function: Function) -> str:
    """The name of a kernel stays; a function of C, as nvcc defines `sqrtf` for debuggers, gets another than HIP has."""
    if function.is_kernel or function.name.startswith("_Z"):
        return global_name(function.name)
    return f"ptx_{symbol_name(function.name)}"


def declared_element(variable: Variable) -> str:
    """The type of the elements of a variable, as memory is accessed."""
    kind = cpp_type(variable.type)
    if kind is None or variable.type == "pred":
        return BYTES
    if variable.symbols:
        return "u64"
    return element_of(kind)


def element_as_used(variable: Variable, used: str) -> str:
    """The type that a variable is used as, if whole elements of that fit."""
    size = int(used[1:]) // 8 if used not in ("", BYTES) else 0
    fits = size and size_of(variable) % size == 0 and align_of(variable) % size == 0
    return used if fits else declared_element(variable)


def pointer_to(variable: Variable, name: str, element: str) -> Pointer:
    is_shared = variable.space == "shared"
    if variable.dimensions is None and not variable.lanes:
        return Pointer(f"(&{name})", element, is_shared=is_shared, variable=name)
    return Pointer(name, element, is_shared=is_shared)


@dataclass(eq=False)
class FunctionContext:
    """A function that is being translated: its names, and the variables that it declares."""

    name: str
    is_kernel: bool
    result: Passed
    fresh: Callable[[str], str]  # gives a name that nothing else has
    own: dict[str, tuple[Variable, str, str]] = field(default_factory=dict)  # name and element by name in PTX
    parameters: dict[str, tuple[str, Passed]] = field(default_factory=dict)
    returned: str = ""  # the name of the result in PTX

    def place(self, variable: Variable, element: str) -> Pointer:
        """The address of a variable of the function."""
        if variable.name in self.parameters:
            name, how = self.parameters[variable.name]
            if how.kind is None:
                return Pointer(f"{name}.element", BYTES)
            return Pointer(f"((u8*)&{name})", BYTES)
        if variable.space not in ("local", "shared"):
            raise NotUnderstood(f"'{variable.name}' is a .{variable.space} variable of a function", variable.offset)
        if variable.name not in self.own:
            self.own[variable.name] = (variable, self.fresh(variable.name), element_as_used(variable, element))
        _variable, name, element = self.own[variable.name]
        return pointer_to(variable, name, element)
