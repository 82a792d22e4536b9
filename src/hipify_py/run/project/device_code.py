"""Device code that is CUDA's or HIP's by the files around it: `__global__` and `warpSize` are names of both."""

from __future__ import annotations

from enum import Enum, auto

from hipify_py.file.amd_branches import on_nvidia
from hipify_py.file.assembler import KEYWORDS
from hipify_py.file.facts import Facts
from hipify_py.once import cached_property
from hipify_py.patterns import pattern
from hipify_py.reading.file_names import CUDA_SUFFIXES
from hipify_py.reading.preprocessor import included_names
from hipify_py.reading.tokens import words
from hipify_py.run.project.includers import HEADERS, Mention
from hipify_py.run.project.tree import Tree
from hipify_py.texts import to_bytes

# One of them is in any code for a GPU, or says how many lanes a warp has.
_OF_DEVICES = (
    *(b"__device__", b"__global__", b"__launch_bounds__", b"__shared__", b"__CUDA_ARCH__", b"threadIdx", b"arpSize"),
    *(b"ARP_SIZE", b"__syncthreads", b"__syncwarp", b"__shfl", b"__ballot", b"hipify_compat::"),
)
_OF_HIP = b"hip/hip_"
_OF_CUDA = (b"cuda_runtime", b"<cuda.h>")
_HIP_SUFFIX = ".hip"
_HIP_NAME = pattern(rb"\bhip[A-Z]\w*|\bhipcub\b")
_NAMED_CUDA = tuple(CUDA_SUFFIXES - {_HIP_SUFFIX})
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
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, _Code] = {}
        self._kinds: dict[str, _Code] = {}

    def is_cuda(self, path: str, data: bytes) -> bool:
        return self._code(path, data) is _Code.CUDA

    def is_hip(self, path: str, data: bytes) -> bool:
        return self._code(path, data) is _Code.HIP

    def _code(self, path: str, data: bytes) -> _Code:
        """What device code is that does not tell itself: a header is what the files are that include it. Of one that
        nothing includes that is compiled, and of a host file with a kernel, all files of the tree decide."""
        if path not in self._known:
            self._known[path] = _Code.ANY if _includes_hip(data) else self._by_others(path, data)
        return self._known[path]

    def _by_others(self, path: str, data: bytes) -> _Code:
        if path.lower().endswith(_NAMED_CUDA) and self._is_hip_in_cuda_file(path, data):
            return _Code.HIP
        if path.lower().endswith(_HEADERS):
            return self._by_includers(path) if self._may_be_for_devices(data) else _Code.ANY
        return _Code.CUDA if _KERNEL in data and self._of_tree is _Code.CUDA else _Code.ANY

    def _may_be_for_devices(self, data: bytes) -> bool:
        """Whether a header has code for a GPU, or assembler in functions that macros of the tree say to run there."""
        if any(word in data for word in _OF_DEVICES):
            return True
        return any(word in data for word in KEYWORDS) and not self._tree.survey.qualifiers.keys().isdisjoint(
            words(data)
        )

    def _is_hip_in_cuda_file(self, path: str, data: bytes) -> bool:
        """Whether a file with the ending of CUDA gets HIP from headers of the tree, and it names HIP, or the tree has
        no CUDA: what is converted in several runs has some."""
        if not self._with_hip or any(word in data for word in _OF_CUDA):
            return False
        reached = self._tree.reached_from(path)
        if reached.isdisjoint(self._with_hip) or not reached.isdisjoint(self._with_cuda):
            return False
        return _HIP_NAME.search(data) is not None or not self._with_cuda

    @cached_property
    def _with_hip(self) -> frozenset[str]:
        """The headers that include HIP under no condition."""
        mentions = (each for found in self._tree.survey.mentions.values() for each in found if each.is_sure)
        return frozenset(each.path for each in mentions if to_bytes(each.include.spelling).startswith(_OF_HIP))

    @cached_property
    def _with_cuda(self) -> frozenset[str]:
        files = self._tree.files
        return frozenset(path for path in files if any(word in self._tree.bytes_of(path) for word in _OF_CUDA))

    @cached_property
    def _of_tree(self) -> _Code:
        kinds = {self._kind(path) for path in self._tree.files} - {_Code.ANY}
        return kinds.pop() if len(kinds) == 1 else _Code.ANY

    def _by_includers(self, start: str) -> _Code:
        found, waiting, kinds = {start}, [start], set[_Code]()
        while waiting and _Code.HIP not in kinds and len(found) <= _MOST_VISITED:
            mentions = self._tree.includers.mentions_of(waiting.pop()) or ()
            new = {each.path for each in mentions if not self._is_for_cuda_beside_hip(each)} - found
            found |= new
            waiting += new
            kinds |= {self._kind(path) for path in new}
        if _Code.HIP in kinds:
            return _Code.HIP
        if not waiting and kinds <= {_Code.ANY} and all(path.lower().endswith(_HEADERS) for path in found):
            return self._of_tree
        return _Code.CUDA if not waiting and _Code.CUDA in kinds else _Code.ANY

    def _is_for_cuda_beside_hip(self, mention: Mention) -> bool:
        """Whether a file for both includes a header only where it is CUDA."""
        if mention.is_sure or self._kind(mention.path) is not _Code.HIP:
            return False
        unit = self._tree.unit(mention.path)
        if unit is None:
            return False
        places = [each.place for each in unit.includes if each.spelling == mention.include.spelling]
        facts, branches = Facts(unit.reading, unit.policy), unit.branches(on_nvidia, is_converted=False)
        return bool(places) and all(facts.is_left_alone(place) and not branches.is_dead(place) for place in places)

    def _kind(self, path: str) -> _Code:
        if path not in self._kinds:
            data = self._tree.bytes_of(path)
            is_hip = path.lower().endswith(_NAMED_CUDA) and self._is_hip_in_cuda_file(path, data)
            found = _Code.HIP if is_hip else _kind(path.lower(), data)
            is_told = found is _Code.ANY and path in self._tree.said.as_cuda
            self._kinds[path] = _Code.CUDA if is_told else found
        return self._kinds[path]


def _includes_hip(data: bytes) -> bool:
    """Whether a file includes HIP, and does not only speak of it."""
    return _OF_HIP in data and any(name.startswith(_OF_HIP) for name in included_names(data))


def _kind(path: str, data: bytes) -> _Code:
    if path.endswith(_HIP_SUFFIX) or _includes_hip(data):
        return _Code.HIP
    if path.endswith(_NAMED_CUDA) or any(word in data for word in _OF_CUDA):
        return _Code.CUDA
    return _Code.ANY
