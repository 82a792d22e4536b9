"""The options of other converters, and what does the same here: for error messages and docs/coming-from.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Foreign(NamedTuple):
    tools: str  # a letter for each: p for hipify-perl, c for hipify-clang, t for hipify_torch
    option: str  # without dashes: hipify-perl and hipify-clang take one or two
    here: str

    @property
    def dashed(self) -> str:
        """As its tool spells it: hipify-perl takes one dash, and hipify-clang both."""
        return f"-{self.option}" if "p" in self.tools or len(self.option) == 1 else f"--{self.option}"

    @property
    def names_of_tools(self) -> tuple[str, ...]:
        return tuple(TOOLS[tool] for tool in self.tools)


NOTHING = "nothing: "
TOOLS = {"p": "hipify-perl", "c": "hipify-clang", "t": "hipify_torch"}

# What a newcomer types first, first.
FOREIGN: tuple[Foreign, ...] = (
    Foreign("pc", "inplace", NOTHING + "`hipify-py FILE` converts in place, and `hipify-py undo` restores the files"),
    Foreign("pc", "o", "`-o DIR` for a tree, `-o FILE` for one source"),
    Foreign("c", "o-dir", "`-o DIR`"),
    Foreign("pc", "examine", "`hipify-py scan PATH`"),
    Foreign("pc", "no-output", "`hipify-py scan PATH`, or `--check`"),
    Foreign("pc", "print-stats", "`hipify-py scan --statistics PATH`"),
    Foreign("c", "print-stats-csv", "`hipify-py scan --format json PATH`"),
    Foreign("c", "o-stats", "`hipify-py scan --format json:FILE PATH`"),
    Foreign("pc", "roc", "`--target roc`"),
    Foreign("c", "miopen", "`--target roc`"),
    Foreign("pc", "cuda-kernel-execution-syntax", "`--launch-syntax kernel`, the default"),
    Foreign("pc", "hip-kernel-execution-syntax", "`--launch-syntax macro`"),
    Foreign("pc", "exclude-dirs", "`--exclude 'DIR/'`"),
    Foreign("pc", "exclude-files", "`--exclude 'FILE'`"),
    Foreign("p", "whitelist", "a table of your own for `--mapping`, or `// hipify: off` in the source"),
    Foreign("p", "quiet-warnings", "`--quiet`, or `--ignore warning`"),
    Foreign("pc", "local-headers", NOTHING + "headers of the tree are converted with the sources that include them"),
    Foreign("c", "local-headers-recursive", NOTHING + "headers of the tree are converted with the sources"),
    Foreign("pc", "experimental", NOTHING + "experimental names of HIP are converted"),
    Foreign("c", "cuda-path", NOTHING + "no CUDA toolkit is needed"),
    Foreign("c", "clang-resource-directory", NOTHING + "no compiler is needed"),
    Foreign("c", "D", NOTHING + "every branch of `#if` is converted"),
    Foreign("c", "I", NOTHING + "headers are found in the tree"),
    Foreign("c", "p", "`--compile-commands FILE`, which only `--verify` needs"),
    Foreign("c", "default-preprocessor", NOTHING + "every branch of `#if` is converted"),
    Foreign("c", "skip-excluded-preprocessor-conditional-blocks", "`// hipify: off` in the source"),
    Foreign("c", "no-backup", NOTHING + "originals are kept outside of the tree, for `hipify-py undo`"),
    Foreign("c", "md", "`hipify-py map --library NAME --format md`"),
    Foreign("c", "csv", "`hipify-py map --library NAME --format csv`"),
    Foreign("pc", "help", "`--help`"),
    Foreign("pc", "version", "`--version`"),
    Foreign("c", "extra-arg", NOTHING + "no compiler is needed"),
    Foreign("c", "doc-format", "`hipify-py map --library NAME --format md`"),
    Foreign("c", "save-temps", NOTHING + "no temporary files are written"),
    Foreign("c", "perl", NOTHING + "the tables are the same for all users"),
    Foreign("c", "versions", "`hipify-py map NAME`"),
    Foreign("t", "project-directory", "PATH"),
    Foreign("t", "output-directory", "`-o DIR`"),
    Foreign("t", "includes", "`--include 'PATTERN'`"),
    Foreign("t", "ignores", "`--exclude 'PATTERN'`"),
    Foreign("t", "extra-files", "more PATHs"),
    Foreign("t", "custom-map-list", "`--mapping FILE`, which reads the JSON as it is"),
    Foreign("t", "show-detailed", "`--verbose`"),
    Foreign("t", "show-progress", NOTHING + "a terminal gets a progress bar"),
    Foreign("t", "hipify-extra-files-only", "the files as PATHs"),
    Foreign("t", "hip-clang-launch", "`--launch-syntax kernel`, the default"),
    Foreign("t", "header-include-dirs", NOTHING + "headers are found in the tree"),
)
# Of tools that convert nothing.
_DRY_RUNS = ("--dry-run", "-n")


def hint(words: Sequence[str], unknown: str = "") -> str:
    """What does here what the first foreign option on a command line does elsewhere; or nothing. `unknown` is the
    option that the command line does not know, which may be the first letter of a word."""
    if unknown in _DRY_RUNS and unknown in words:
        return f"{unknown}: no such option; use --diff or --check, which write nothing"
    known = {foreign.option: foreign for foreign in FOREIGN}
    for word in words:
        name = word.lstrip("-").partition("=")[0].replace("_", "-")
        found = known.get(name) if word.startswith("-") and len(name) > 1 else None
        if found is None and len(unknown) == 2 and word.startswith(unknown):
            found = known.get(unknown[1])  # -Iinclude
        if found is not None:
            here = found.here.removeprefix(NOTHING)
            tools = " and ".join(found.names_of_tools)
            return f"{word} is an option of {tools}; {'hipify-py needs none' if here != found.here else 'use'}: {here}"
    return ""
