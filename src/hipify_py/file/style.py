"""What a user asks for beyond the tables."""

from __future__ import annotations

from typing import Literal, cast

from hipify_py.records import dataclass

Launches = Literal["kernel", "macro"]
PtxLevel = Literal["exact", "approx", "off"]
DEFAULT_PTX: PtxLevel = "approx"
PTX_WORDS = ("exact", "approx", "off", "replace")
BuildStyle = Literal["replace", "dual", "single"]


@dataclass(frozen=True, slots=True)
class Style:
    """What the user asks for beyond the tables."""

    launches: Launches = "kernel"
    ptx: PtxLevel = DEFAULT_PTX
    replaces_ptx: bool = False
    translates_matrices: bool = True
    converts_builds: bool = True
    builds: BuildStyle = "replace"
    stays: bool = False  # the file builds for AMD as it is: nothing in it is CUDA's that conversion would change
    for_shim: bool = False  # edits tell what macros have to do: all calls need the same

    @property
    def keeps_sources(self) -> bool:
        """Whether sources stay as they are: the build for AMD converts them as it compiles, or takes them so."""
        return self.builds != "replace"

    @classmethod
    def of(cls, launches: str, ptx: str) -> Style:
        """From the words that users write; a ValueError says what is wrong with them."""
        words = [word.strip() for word in ptx.split(",")]
        for word in words:
            if word not in PTX_WORDS:
                raise ValueError(f"ptx: {word!r} is not one of {', '.join(PTX_WORDS)}")
        levels = [word for word in words if word != "replace"]
        if len(set(levels)) > 1 or (levels == ["off"] and len(words) > 1):
            raise ValueError(f"ptx: {' and '.join(words)} are mutually exclusive")
        if launches not in ("kernel", "macro"):
            raise ValueError(f"launch-syntax: {launches!r} is not one of kernel, macro")
        level = levels[0] if levels else DEFAULT_PTX
        return cls(cast(Launches, launches), cast(PtxLevel, level), "replace" in words)


DEFAULT_STYLE = Style()
