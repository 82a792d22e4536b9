"""What objects hold of device code, as far as a link depends on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from hipify_py.patterns import pattern
from hipify_py.texts import to_bytes, to_text

# The section of linked device code, and what registers it, where host code is in the same object.
LINKED, REGISTERED = ".hip_fatbin", "__hip_module_ctor"
# A part of an object with device code that is to be linked yet.
_BUNDLED = pattern(
    rb"__CLANG_OFFLOAD_BUNDLE__hip(?:v\d)?-(?:amdgcn|spirv64)-amd-amdhsa-{1,2}"
    rb"(amdgcnspirv|gfx[0-9a-f]+[\w:+-]{0,40})"
)
# Any code for a GPU, linked or not.
_CODE = pattern(rb"\bhip(?:v\d)?-amdgcn-amd-amdhsa--(gfx[0-9a-f]+[\w:+-]{0,40})")
_OBJECTS = (".o", ".obj", ".lo")
_SUFFIXES = (".o", ".obj", ".a", ".lo")
_MOST_BYTES = 500_000_000


def archs_of(objects: Iterable[str]) -> tuple[str, ...]:
    """The GPUs for which there is device code to link; none where one of the objects has all of it, linked already."""
    objects = list(objects)
    if any(map(_is_linked, objects)):
        return ()
    return tuple(dict.fromkeys(arch for path in objects for arch in _unlinked(path)))


def gpus_of(path: str) -> frozenset[str]:
    """The GPUs that an object has code for, so far as it shows: code may be compressed."""
    if not path.endswith(_OBJECTS):
        return frozenset()
    return frozenset(to_text(gpu) for gpu in _CODE.findall(_content(path)))


@cache
def _unlinked(path: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(to_text(arch) for arch in _BUNDLED.findall(_content(path))))


def _is_linked(path: str) -> bool:
    """Whether an object is one that `-dlink` has written."""
    data = _content(path)
    return to_bytes(f"\0{LINKED}\0") in data and REGISTERED.encode() not in data


@cache
def _content(path: str) -> bytes:
    """That of an object or archive."""
    file = Path(path)
    if file.suffix not in _SUFFIXES:
        return b""
    try:
        return file.read_bytes() if file.stat().st_size < _MOST_BYTES else b""
    except OSError:
        return b""
