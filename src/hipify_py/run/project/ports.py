"""Which files of a tree are portable already, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import field

from hipify_py.once import cached_property
from hipify_py.records import dataclass
from hipify_py.run.discover import File

BRANCHES = "branches for HIP beside those for CUDA"
BUILDS = " builds for ROCm as "


@dataclass(frozen=True)
class Ports:
    """Why files are portable, by their paths; and by these reasons the macro that a build for AMD has to define, where
    it is no compiler and no PyTorch that does. What files ask for `beside` a macro for CUDA is that for HIP. Build
    files are `kept` that are for CUDA alone, where another one builds the same sources for both. Builds for AMD take
    others in place of sources that are `replaced`."""

    reasons: Mapping[str, str]
    macros: Mapping[str, str]
    beside: Mapping[str, str] = field(default_factory=dict)
    kept: Set[str] = frozenset()
    replaced: Set[str] = frozenset()

    def __contains__(self, file: object) -> bool:
        return isinstance(file, File) and file.real.as_posix() in self.reasons

    def among(self, files: Iterable[File]) -> Ports:
        """What of these files is portable."""
        paths = (file.real.as_posix() for file in files)
        reasons = {path: self.reasons[path] for path in paths if path in self.reasons}
        return Ports(reasons, self.macros, self.beside, self.kept, self.replaced)

    @cached_property
    def with_branches(self) -> Set[str]:
        """The paths of files with branches for HIP of their own."""
        return {path for path, why in self.reasons.items() if why == BRANCHES}

    @cached_property
    def with_headers(self) -> Set[str]:
        """The paths of files that a header makes portable which has HIP's names for CUDA's."""
        return {path for path, why in self.reasons.items() if " maps " in why and " to HIP" in why}

    @cached_property
    def by_builds(self) -> Set[str]:
        """The paths of files that a build file for both platforms speaks for."""
        return {path for path, why in self.reasons.items() if BUILDS in why}

    def ranked(self, files: Iterable[File]) -> list[tuple[str, int]]:
        """The reasons for these files, and for how many each is one: that for most files first."""
        reasons = Counter(self.reasons[file.real.as_posix()] for file in files)
        return sorted(reasons.items(), key=lambda item: (-item[1], item[0]))


NO_PORTS = Ports({}, {})
