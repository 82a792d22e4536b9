"""Device code that is CUDA's or HIP's by the files around it: `__global__` and `warpSize` are names of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, auto

from hipify_py.once import cached_property
from hipify_py.reading.preprocessor import included_names
from hipify_py.run.discover import CUDA_SUFFIXES
from hipify_py.run.project.includers import HEADERS

# One of them is in any code for a GPU, or says how many lanes a warp has.
_OF_DEVICES = (
    *(b"__device__", b"__global__", b"__launch_bounds__", b"__shared__", b"threadIdx", b"arpSize", b"ARP_SIZE"),
    *(b"__syncthreads", b"__syncwarp", b"__shfl", b"__ballot"),
)
_OF_HIP = b"hip/hip_"
_OF_CUDA = (b"cuda_runtime", b"<cuda.h>")
_HIP_SUFFIX = ".hip"
_UNITS_OF_CUDA = tuple(CUDA_SUFFIXES - {_HIP_SUFFIX})
_HEADERS = tuple(HEADERS)
# Source of a kernel that a host file holds as a string, for NVRTC.
_KERNEL = b"__global__"
# What more files lead to is no header of one kind of code.
_MOST_VISITED = 2_000


class _Code(Enum):
    CUDA = auto()
    HIP = auto()
    ANY = auto()


class DeviceCode:
    """`files` are those of a tree, by paths, `including` those that mention a header; `read` is what they hold."""

    def __init__(
        self, files: Iterable[str], including: Callable[[str], Iterable[str]], read: Callable[[str], bytes]
    ) -> None:
        self._files = files
        self._including = including
        self._read = read
        self._known: dict[str, bool] = {}
        self._kinds: dict[str, _Code] = {}

    def is_cuda(self, path: str, data: bytes) -> bool:
        """Whether files of CUDA include a header of device code, and none of HIP do. Of a header that nothing
        includes that is compiled, and of a host file with a kernel, all files of the tree decide."""
        if path not in self._known:
            self._known[path] = not _is_hip(data) and self._is_by_others(path, data)
        return self._known[path]

    def _is_by_others(self, path: str, data: bytes) -> bool:
        if path.lower().endswith(_HEADERS):
            return any(word in data for word in _OF_DEVICES) and self._is_included_by_cuda(path)
        return _KERNEL in data and self._is_tree_of_cuda

    @cached_property
    def _is_tree_of_cuda(self) -> bool:
        kinds = {self._kind(path) for path in self._files}
        return _Code.CUDA in kinds and _Code.HIP not in kinds

    def _is_included_by_cuda(self, start: str) -> bool:
        found, waiting, kinds = {start}, [start], set[_Code]()
        while waiting and _Code.HIP not in kinds and len(found) <= _MOST_VISITED:
            new = set(self._including(waiting.pop())) - found
            found |= new
            waiting += new
            kinds |= {self._kind(path) for path in new}
        if not waiting and kinds <= {_Code.ANY} and all(path.lower().endswith(_HEADERS) for path in found):
            return self._is_tree_of_cuda
        return not waiting and _Code.CUDA in kinds and _Code.HIP not in kinds

    def _kind(self, path: str) -> _Code:
        if path not in self._kinds:
            self._kinds[path] = _kind(path.lower(), self._read(path))
        return self._kinds[path]


def _is_hip(data: bytes) -> bool:
    """Whether a file includes HIP, and does not only speak of it."""
    return _OF_HIP in data and any(name.startswith(_OF_HIP) for name in included_names(data))


def _kind(path: str, data: bytes) -> _Code:
    if path.endswith(_HIP_SUFFIX) or _is_hip(data):
        return _Code.HIP
    if path.endswith(_UNITS_OF_CUDA) or any(word in data for word in _OF_CUDA):
        return _Code.CUDA
    return _Code.ANY
