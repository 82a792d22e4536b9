"""What a file of a tree has to do with GPUs, at one look."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hipify_py.file.marks import is_our_header
from hipify_py.file.style import Style
from hipify_py.patterns import pattern
from hipify_py.relevance import may_concern_us, may_concern_us_by
from hipify_py.run.discover import File
from hipify_py.run.project.counterparts import FOR_AMD, LIBRARIES
from hipify_py.run.project.evidence import is_of_amd
from hipify_py.run.project.support import is_stub, supported
from hipify_py.tables.model import Policy

Read = Callable[[File], bytes | None]

# Most files of CUDA have one of these.
_GPU_WORDS = (b"cuda", b"CUDA", b"__global__", b"__device__")
_HIP_WORDS = (b"hip", b"HIP", b"hsa_", b"rocm", b"ROCM")
# Words of HIP, and not `ship` or `relationship`.
_LIBRARIES = LIBRARIES.encode() + rb"|cub"
_HIP = pattern(
    rb"(?:\b|_)hip[A-Z]|\b(?:hip(?:[A-Z_/]|rtc|" + _LIBRARIES + rb")|hsa_|roc(?:m|tx|" + _LIBRARIES + rb"))|"
    rb"(?:\b|_)(?:HIP|ROCM)(?:\b|_)"
)
_CALLED_FOR_AMD = pattern(f"(?i){'|'.join(sorted({*sum(FOR_AMD.values(), ())}))}")


class Seen(NamedTuple):
    """A file about GPUs, or for AMD. `hip` is what it holds, if there is HIP in it, without what does nothing there."""

    file: File
    hip: bytes
    is_about_gpus: bool
    is_for_amd: bool


class Relevance:
    """Which files conversion may concern: each is looked at once."""

    def __init__(self, policy: Policy, style: Style) -> None:
        self._policy = policy
        self._style = style
        self._changes: dict[str, bool] = {}

    def look(self, path: str, data: bytes, words: frozenset[bytes]) -> None:
        """Find out whether a file that does not speak of GPUs may change after all, by its words. One that cannot be
        read here has none, which says nothing of it."""
        if data and not _speaks_of_gpus(data):
            self._changes[path] = may_concern_us_by(words, data, self._policy, self._style)

    def concerns(self, file: File, data: bytes) -> bool:
        return file.is_cuda or _speaks_of_gpus(data) or self.may_change(file, data)

    def may_change(self, file: File, data: bytes) -> bool:
        """Whether there may be anything to do in a file that is not CUDA by its name."""
        path = file.real.as_posix()
        if path not in self._changes:
            self._changes[path] = may_concern_us(data, self._policy, self._style)
        return self._changes[path]


def _speaks_of_gpus(data: bytes) -> bool:
    return any(map(data.__contains__, _GPU_WORDS))


def seen(file: File, read: Read, policy: Policy, relevance: Relevance | None = None) -> Seen | None:
    """Without `relevance`, only whether it is for AMD is asked."""
    data = read(file)
    if data is None or is_our_header(data):
        return None
    is_about_gpus = relevance is not None and relevance.concerns(file, data)
    hip = supported(data) if _has_hip(data) else b""
    is_called_so = _CALLED_FOR_AMD.search(file.relative.as_posix()) is not None
    is_for_amd = is_called_so and is_of_amd(hip or data, policy) and not is_stub(hip or data)
    if not (is_about_gpus or hip or is_for_amd):
        return None
    return Seen(file, hip, is_about_gpus, is_for_amd)


def _has_hip(data: bytes) -> bool:
    return any(word in data for word in _HIP_WORDS) and _HIP.search(data) is not None
