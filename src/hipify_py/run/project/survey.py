"""One look at all files of a tree: in which of them something may be found that others need to know."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import NamedTuple

from hipify_py.file.assembler import standing_for_assembler
from hipify_py.file.lane_builtins import BUILTINS, WARP_SIZE
from hipify_py.file.ownership import OWN_BUILTINS, own_builtins
from hipify_py.file.warp_sizes import ATTRIBUTES, NUMBERS_LANES
from hipify_py.patterns import pattern
from hipify_py.reading.tokens import SPLICE, compile_linear, words
from hipify_py.run.project.includers import Mention, mentions_in
from hipify_py.run.project.stand_ins import MAYBE as MAYBE_STANDS_IN
from hipify_py.tables.model import Policy
from hipify_py.texts import to_bytes, to_text

_BETWEEN = rb"(?:[ \t\f\v]|" + SPLICE + rb"|/\*[^*\n]{0,80}\*/)"
_DEFINED = compile_linear(rb"#" + _BETWEEN + rb"*+(define|undef)" + _BETWEEN + _BETWEEN + rb"*+([A-Za-z_]\w*)")
# `#define MY_DEVICE __device__ __forceinline__`; of a macro that stands for one of those, the name alone is known.
_QUALIFIER = pattern(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)[ \t]+((?:[\w \t(),]|\\\r?\n)+)([^\r\n]?)")
_OF_ASSEMBLER = (b"asm", b"ASM")
_QUALIFIERS = (b"__global__", b"__device__", b"__host__")
_INCLUDED_MACRO = compile_linear(rb"#" + _BETWEEN + rb"*+include" + _BETWEEN + _BETWEEN + rb"*+([A-Za-z_]\w*)")
_MAYBE_VARIABLE = pattern(rb"\b(?:cu(?:da)?[A-Z]\w*|warpSize)(?=[ \t]*(?:=(?!=)|[;,}]|\)[ \t]*\())")
_MAYBE_TYPE = pattern(
    rb"\b(?:typedef\s[^;{}]{1,90}\b|using\s|(?:enum\s+)?(?:class|struct)\s|enum\s)\s{0,9}((?:cu|CU)\w+)\s{0,9}[;={:]"
)
_ENUMERATION = pattern(rb"\benum\b[^;{}()]{0,90}\{([^{}]{1,9000})\}")
_MAYBE_ENUMERATOR = pattern(rb"\b(?:cu|CU)\w+")
_MAYBE_BUILTIN = pattern(rb"\b__(?:shfl|any|all|ballot|match|reduce|activemask|syncwarp)\w*(?=[ \t]*\([^;{}]{0,400}\{)")
_CALLED = pattern(rb"\bcu(?:da)?[A-Z]\w*(?=[ \t]*\()")
_CALLED_OF_HIP = pattern(rb"\bhip[A-Z]\w*(?=[ \t]*\()")
_REACH = 40
_BEHIND_TYPE = b" \t\r\n*&"
_LAST_WORD = pattern(rb"[\w>]{1,40}\Z")
_OF_STATEMENTS = (b"return", b"else", b"do", b"throw", b"case", b"co_return", b"define", b"undef")
_OF_KERNELS = (b'.cu"', b'.ptx"', b'.cubin"', b'.fatbin"')
# Namespaces of which rules and rewrites ask what a file calls them.
_NAMESPACES = (b"cooperative_groups", b"cub", b"cuda", b"thrust", b"wmma", b"cg")
_MAYBE_USING = pattern(
    rb"\b(?:" + b"|".join(_NAMESPACES) + rb")\s{0,9}(?:;|::\s{0,9}\w{1,60}\s{0,9};|\{)|\busing\s{1,9}::\s{0,9}cu"
)


# A file with none of these words, and without a name of CUDA's or HIP's, has nothing of those that others need to know.
_SIGNS = BUILTINS.union(
    *(OWN_BUILTINS, _NAMESPACES, _QUALIFIERS),
    *((WARP_SIZE, b"threadIdx", b"__CUDA_ARCH__", b"CUdeviceptr", b"hipify_compat", b"shfl"),),
)
_READS_WARP_SIZE = pattern(rb"(?:\.|->)\s{0,9}warpSize\b|\b(?:" + b"|".join(sorted(ATTRIBUTES)) + rb")\b")
_ASKS_FOR_NUMBER = pattern(rb"(?m)^[ \t]*#[ \t]*(?:el)?if[^\n]*__CUDA_ARCH__")
_MAYBE_WARPS = (
    *(b"__shfl", b"__ballot", b"__any", b"__all", b"__activemask", b"__match", b"__reduce", b"__syncwarp"),
    *(b"warpSize", b"WarpReduce", b"WarpScan", b"hipify_compat::", b"shfl.sync"),
)


Look = Callable[[str, bytes, frozenset[bytes]], None]


class Survey(NamedTuple):
    """Which files define a macro, which may have a variable by the name of a function of CUDA or of `warpSize`, or
    a function in a namespace or a class, which may define a builtin of warps, which name a header, by the last part
    of its name, which may stand in for CUDA, which may have other names for namespaces of CUDA's libraries, and
    which may have types of their own by names of CUDA's own ones; which macros includes name for headers, which
    stand for qualifiers of functions, and which for the keyword of assembler; and which sources of kernels programs
    load at run time, by their names without endings. Macros that are taken back anywhere stand by themselves: what they
    are depends on where one asks. Which files may have a function of the device that
    is `constexpr`, which read the warp size of a device, which may have kernels with warps, which have conditions
    on the architecture of a GPU, and which speak of addresses of the driver's."""

    macros: Mapping[bytes, Sequence[str]]
    macros_taken_back: Mapping[bytes, Sequence[str]]
    variables: Mapping[bytes, Sequence[str]]
    functions: Mapping[bytes, Sequence[str]]
    builtins: Mapping[bytes, Sequence[str]]
    mentions: Mapping[str, Sequence[Mention]]
    stand_ins: Sequence[str]
    usings: Sequence[str]
    own_types: Mapping[bytes, Sequence[str]]
    included_macros: Set[bytes]
    qualifiers: Mapping[bytes, Set[bytes]]
    assembler: Set[bytes]
    loaded: Set[bytes]
    reading_warp_size: Sequence[str]
    maybe_with_warps: Sequence[str]
    architectures: Sequence[str]
    addresses: Sequence[str]

    def with_macro(self, name: bytes) -> Sequence[str]:
        """The files that define a macro, or may take it back."""
        return self.macros.get(name) or self.macros_taken_back.get(name, ())


def survey(files: Iterable[tuple[str, bytes]], policy: Policy, look: Look | None = None) -> Survey:
    """`look` is shown each file with its words, as these take longer than what is asked of them."""
    found = _Found(policy)
    for path, data in files:
        found.look_for_what_any_file_may_have(path, data)
        listed = frozenset(words(data))
        if look is not None:
            look(path, data, listed)
        if not found.signs.isdisjoint(listed):
            found.look_for_names(path, data)
            found.look_for_device_code(path, data)
    return found.all()


class _Found:
    """What was found so far, by name the files that may have it."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._changing = _changing_functions(policy)
        self.signs = _SIGNS | policy.telling_words | policy.tables.names_of_hip
        self._macros, self._undefined = defaultdict[bytes, list[str]](list), defaultdict[bytes, list[str]](list)
        self._variables, self._types = defaultdict[bytes, list[str]](list), defaultdict[bytes, list[str]](list)
        self._functions, self._builtins = defaultdict[bytes, list[str]](list), defaultdict[bytes, list[str]](list)
        self._own_types = defaultdict[bytes, list[str]](list)
        self._mentions = defaultdict[str, list[Mention]](list)
        self._included_macros, self._loaded = set[bytes](), set[bytes]()
        self._bodies, self._heads = defaultdict[bytes, set[bytes]](set), dict[bytes, list[bytes]]()
        self._stand_ins, self._usings = list[str](), list[str]()
        self._reading_warp_size, self._maybe_with_warps = list[str](), list[str]()
        self._architectures, self._addresses = list[str](), list[str]()

    def look_for_what_any_file_may_have(self, path: str, data: bytes) -> None:
        for name, keyword in {name: keyword for keyword, name in _DEFINED.findall(data)}.items():
            # `#undef cudaMalloc` before it takes nothing back
            (self._macros if keyword == b"define" else self._undefined)[name].append(path)
        self._included_macros.update(_INCLUDED_MACRO.findall(data))
        if any(sign in data for sign in _OF_ASSEMBLER):
            defined = _QUALIFIER.findall(data)
            self._heads |= {name: words(body) for name, body, behind in defined if _is_bare(body, behind)}
        self._loaded.update(_loaded_in(data))
        for mention in mentions_in(path, data):
            self._mentions[posixpath.basename(mention.include.spelling)].append(mention)

    def look_for_names(self, path: str, data: bytes) -> None:
        for found, names in (
            (self._variables, _MAYBE_VARIABLE.findall(data)),
            (self._types, _MAYBE_TYPE.findall(data)),
            (self._types, _enumerators(data)),
            (self._functions, _maybe_declared(data, self._changing)),
            (self._builtins, _MAYBE_BUILTIN.findall(data)),
            (self._own_types, (name for name, _place in own_builtins(data))),
        ):
            for name in set(names):
                found[name].append(path)
        if MAYBE_STANDS_IN.search(data) is not None:
            self._stand_ins.append(path)
        if _MAYBE_USING.search(data) is not None:
            self._usings.append(path)

    def look_for_device_code(self, path: str, data: bytes) -> None:
        if b"__device__" in data or b"__global__" in data:
            for name, body, behind in _QUALIFIER.findall(data):
                if behind in (b"", b"/"):
                    self._bodies[name].update(words(body))
        if (b"arpSize" in data or b"WARP_SIZE" in data) and _READS_WARP_SIZE.search(data) is not None:
            self._reading_warp_size.append(path)
        if any(word in data for word in _MAYBE_WARPS) or (b"threadIdx" in data and NUMBERS_LANES.search(data)):
            self._maybe_with_warps.append(path)
        if b"__CUDA_ARCH__" in data and _ASKS_FOR_NUMBER.search(data) is not None:
            self._architectures.append(path)
        if b"CUdeviceptr" in data:
            self._addresses.append(path)

    def all(self) -> Survey:
        policy, macros, undefined = self._policy, self._macros, self._undefined
        return Survey(
            {name: paths for name, paths in macros.items() if name not in undefined},
            {name: [*macros[name], *paths] for name, paths in undefined.items()},
            {name: paths for name, paths in self._types.items() if name in policy.interesting}
            | {
                name: paths
                for name, paths in self._variables.items()
                if name == WARP_SIZE or _is_function(name, policy)
            },
            {
                name: paths
                for name, paths in self._functions.items()
                if name in self._changing or _is_function(name, policy)
            },
            {name: self._builtins[name] for name in sorted(BUILTINS & self._builtins.keys())},
            self._mentions,
            self._stand_ins,
            self._usings,
            self._own_types,
            self._included_macros,
            _qualifiers(self._bodies),
            standing_for_assembler(self._heads),
            self._loaded,
            self._reading_warp_size,
            self._maybe_with_warps,
            self._architectures,
            self._addresses,
        )


def _enumerators(data: bytes) -> list[bytes]:
    bodies = _ENUMERATION.findall(data) if b"enum" in data else ()
    return [name for body in bodies for name in _MAYBE_ENUMERATOR.findall(body)]


def _is_bare(body: bytes, behind: bytes) -> bool:
    """Whether the text of a macro is nothing but words."""
    return behind in (b"", b"/") and not any(sign in body for sign in (b"(", b","))


def _qualifiers(bodies: Mapping[bytes, Set[bytes]]) -> Mapping[bytes, Set[bytes]]:
    """The macros that stand for qualifiers of functions, also through others, and for which."""
    known: dict[bytes, Set[bytes]] = {word: {word} for word in _QUALIFIERS}
    waiting = {name: body for name, body in bodies.items() if name not in known}
    while found := {
        name: frozenset(each for word in body & known.keys() for each in known[word])
        for name, body in waiting.items()
        if not body.isdisjoint(known)
    }:
        known |= found
        waiting = {name: body for name, body in waiting.items() if name not in found}
    return {name: said for name, said in known.items() if name not in _QUALIFIERS}


def _loaded_in(data: bytes) -> Iterator[bytes]:
    """The names of files in strings that hold kernels, or are made from those that do."""
    for ending in _OF_KERNELS:
        place = data.find(ending)
        while place >= 0:
            if stem := _LAST_WORD.search(data, max(0, place - _REACH), place):
                yield stem[0]
            place = data.find(ending, place + 1)


def _changing_functions(policy: Policy) -> frozenset[bytes]:
    """The functions of device code that have another name in HIP, or none."""
    homes = policy.tables.homes
    of_device = (name for name, (_library, section) in homes.items() if section == "device_functions")
    names = {to_bytes(name): name for name in of_device if not name.startswith("cu")}
    found = {name: policy.name(names[name]) for name in policy.interesting & names.keys()}
    return frozenset(name for name, each in found.items() if each is not None and each.target != each.entry.name)


def _maybe_declared(data: bytes, others: Set[bytes]) -> Iterator[bytes]:
    """The names of CUDA and HIP, and others of device code, with parameters behind them, and what may be a type
    before."""
    named = others & set(words(data)) if b"__device__" in data else ()
    in_device_code = (re.finditer(rb"\b%s(?=[ \t]*\()" % name, data) for name in named)
    of_hip = _CALLED_OF_HIP.finditer(data) if b"hip" in data else ()
    for found in chain(_CALLED.finditer(data), of_hip, *in_device_code):
        before = data[max(0, found.start() - _REACH) : found.start()]
        type_end = before.rstrip(_BEHIND_TYPE)
        word = _LAST_WORD.search(type_end) if len(type_end) < len(before) else None
        if word is not None and word[0] not in _OF_STATEMENTS:
            yield found[0]


def _is_function(name: bytes, policy: Policy) -> bool:
    if name.startswith(b"hip"):
        return name in policy.tables.names_of_hip
    resolution = policy.name(to_text(name)) if name in policy.interesting else None
    return resolution is not None and resolution.entry.section == "functions"
