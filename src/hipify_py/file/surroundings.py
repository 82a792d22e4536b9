"""What other files of the project make of the macros that a file asks for in its conditions."""

from __future__ import annotations

import sys
from typing import NamedTuple

from hipify_py.reading.expressions import Worth
from hipify_py.reading.scopes import Path


class OtherMacro(NamedTuple):
    """A macro of other files: what it is in builds for AMD, in builds for NVIDIA with the newest of everything, and in
    all builds without HIP, as far as that is sure."""

    name: str
    on_amd: Worth
    on_nvidia: Worth
    without_hip: Worth

    @property
    def is_for_amd(self) -> bool:
        """Whether only builds for AMD define or set it. That the newest GPU of NVIDIA does without is not enough."""
        return _is_set(self.on_amd) and self.without_hip.value == 0

    @property
    def is_for_nvidia(self) -> bool:
        return _is_set(self.on_nvidia) and self.on_amd.value == 0


def _is_set(worth: Worth) -> bool:
    return worth.is_defined is True and worth.value != 0


class BuildMacro(NamedTuple):
    """A macro that no file defines, and the build does: where it `is_for_cuda`, in builds for CUDA alone, where it
    `is_always_with_cuda`, in all of these, and where it `is_for_hip`, in builds for HIP, and in all of them."""

    name: str
    is_for_cuda: bool = False
    is_always_with_cuda: bool = False
    is_for_hip: bool = False


class Pasting(NamedTuple):
    """A macro of an included file, and which of its parameters it makes parts of names; `order` is that in which it
    joins them, if it does no more."""

    macro: str
    parameters: frozenset[int]
    order: tuple[int, ...] = ()


# How a file comes to see what another one defines.
INCLUDED = "which this file includes"
INCLUDING = "which includes this file"
BEFORE = "which is included before this file"


class OwnElsewhere(NamedTuple):
    """What another file makes a name of CUDA: its own variable, macro, or function, of some namespaces or classes
    maybe, in sight from a place on, as `relation` says. No file is named where this one declares the function, and who
    includes it defines that. A macro that `is_called` is one with arguments only; one that `is_maybe` there is none in
    all builds, or not all over the file. A function `takes` so many arguments; calls from outside of its namespace may
    find it by what they pass, with so many arguments."""

    name: str
    what: str
    file: str
    is_called: bool = False
    begin: int = 0
    scope: Path = Path()
    is_maybe: bool = False
    takes: range = range(sys.maxsize)
    found_with: range = range(0)
    relation: str = INCLUDED


class PtxModule(NamedTuple):
    """A file with PTX that a string names: the source that it becomes, and the path to convert, if it is not yet."""

    name: str
    path: str
    source: str


class GpuLimit(NamedTuple):
    """Conditions on `__CUDA_ARCH__` stay from a number on, as those of another file do that belong with them."""

    number: int
    file: str


class AddressMember(NamedTuple):
    """A member of a structure `of` another file that is a `CUdeviceptr`, or has those for elements."""

    of: str
    name: str
    is_list: bool


class Surroundings(NamedTuple):
    """`guard` is the condition that keeps all builds for AMD from including the file, if there is one, and
    `is_for_nvidia` says that it is one for CUDA beside one for HIP. The build defines the macros `given`. Of the names
    of CUDA that HIP lacks, `declared` are those that included files define as macros in builds for AMD, and `headers`
    are what the file includes of the tree by names that look as those of CUDA's libraries. `overloads` are those of
    atomics that included files define in builds for AMD. `own` are the names of CUDA that included files have something
    else by, and `usings` what these say of namespaces at file scope, as `namespace cg = cooperative_groups;`. `outside`
    are the headers from elsewhere that the file includes, also through files of the tree, if it may have what these
    bring. Device code `is_cuda` or `is_hip` by the files around it: it may not tell so itself. What `is_unit` is
    compiled as CUDA, as build files say, whatever its name is. A file that `is_without_cuda` is included in place of a
    header of CUDA: its names are renamed as CUDA's are. Includes of the tree name `included_macros` for headers. Files
    that a unit includes rely on the headers `implied` by nvcc, or by other headers of CUDA; one that
    `is_never_included` has its macros for itself. What `is_in_c`
    is included in `extern "C" {`. What `is_fragment` is included in braces alone, and the file around it includes those
    of our headers that it calls; `of_fragments` are
    these for what this file includes in braces. A build file needs the `packages` of ROCm in place of CUDA's;
    `languages` are variables of CMake with the name of the language, which becomes HIP; `compilers` are variables that
    name nvcc, and `folders` those that name CUDA's folder where it is not the usual one, and `own_folders` those that
    name the usual one as no other project does; a file of the tree
    `finds_hip`, once it is converted. Sources that are portable ask for macros for HIP `beside` those for CUDA; a build
    file `is_kept` for CUDA alone, as another one builds its sources for AMD. The folder of a file of CMake `is_added`
    to the project of another one, or it `is_above_cuda`, has files of CMake for CUDA below it; a template of CMake
    `is_copied` as it is. `cuda_sources` are C++ sources there that call CUDA, `host_sources` those that do not, and
    functions of CMake that are `called_with_targets` add the former; other files give CUDA sources to
    `extended_targets`. Macros of other files stand for the `qualifiers` of functions behind their names. The tree
    `has_warps` of 32 lanes, if the file reads the warp size of a device, and host code of others computes with the
    `warp_sizes` that it keeps. Some conditions on `__CUDA_ARCH__` stay because of the `gpu_limit`. Macros
    `for_newer_gpus` are those that other files define for newer GPUs of NVIDIA's alone, those `on_amd_gpus` what they
    may define there; those of `assembler` stand for `asm` there, maybe with `volatile`. A file that the tree
    `has_bfloat` for is one with templates that others may use with bfloat16. Strings of the file name the `modules` of
    the tree. Files that it includes declare `addresses` as members of structures. What `is_linked_for_devices` is a
    source of a tree whose builds link device code of several files. No build file links the libraries that are
    `unlinked`, which sources need."""

    macros: tuple[OtherMacro, ...] = ()
    guard: str = ""
    is_for_nvidia: bool = False
    given: tuple[BuildMacro, ...] = ()
    declared: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()
    overloads: tuple[str, ...] = ()
    own: tuple[OwnElsewhere, ...] = ()
    pasting: tuple[Pasting, ...] = ()
    is_cuda: bool = False
    is_hip: bool = False
    is_unit: bool = False
    usings: tuple[str, ...] = ()
    is_without_cuda: bool = False
    included_macros: tuple[str, ...] = ()
    outside: tuple[str, ...] | None = None
    implied: tuple[str, ...] = ()
    is_fragment: bool = False
    is_in_c: bool = False
    is_never_included: bool = False
    of_fragments: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    compilers: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    own_folders: tuple[str, ...] = ()
    finds_hip: bool = False
    unlinked: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()
    is_kept: bool = False
    is_added: bool = False
    is_above_cuda: bool = False
    is_copied: bool = False
    cuda_sources: tuple[str, ...] = ()
    host_sources: tuple[str, ...] = ()
    called_with_targets: tuple[str, ...] = ()
    extended_targets: tuple[str, ...] = ()
    qualifiers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_warps: bool = False
    warp_sizes: tuple[str, ...] = ()
    gpu_limit: GpuLimit | None = None
    for_newer_gpus: tuple[str, ...] = ()
    on_amd_gpus: tuple[str, ...] = ()
    assembler: tuple[str, ...] = ()
    has_bfloat: bool = False
    modules: tuple[PtxModule, ...] = ()
    addresses: tuple[AddressMember, ...] = ()
    is_linked_for_devices: bool = False


ALONE = Surroundings()
