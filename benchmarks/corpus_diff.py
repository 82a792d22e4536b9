"""What a change does to the corpus: the unified diff between two commands' conversions of it.

    python -m benchmarks.corpus_diff --before "../old/.venv/bin/hipify-py" --after ".venv/bin/hipify-py"

Nothing printed means that no byte of any conversion changes. Exit 1 if something does, as diff does.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpus import DEFAULT_INTO
from benchmarks.tree_snapshot import snapshot


def convert(command: str, source: Path, into: Path) -> None:
    """Into a folder that exists even if nothing was converted; findings (exit 1) are no failure."""
    into.mkdir(parents=True)
    homes = {"XDG_CACHE_HOME": str(into.parent / "cache" / into.name)}  # neither sees the other's results
    done = subprocess.run(
        [*shlex.split(command), "-q", "--no-gitignore", "--no-copy", "-o", str(into), str(source)],
        env=dict(os.environ) | homes,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode not in (0, 1) or "Traceback (most recent call last)" in done.stderr:
        raise SystemExit(f"{command}: exit {done.returncode} on {source.name}\n{done.stderr.strip()}")


def changed_files(source: Path, before: Path, after: Path) -> Iterator[tuple[str, bytes, bytes]]:
    """A file that one side did not convert counts as unchanged there."""
    converted = {name for root in (before, after) for name, entry in snapshot(root).items() if entry.kind == "file"}
    for name in sorted(converted):
        old, new = (_first_of(root / name, source / name) for root in (before, after))
        if old != new:
            yield name, old, new


def _first_of(*paths: Path) -> bytes:
    return next((path.read_bytes() for path in paths if path.is_file()), b"")


def unified(name: str, before: bytes, after: bytes) -> str:
    """Bytes are shown one to one; a byte that is no UTF-8 must not stop a review."""
    old, new = (text.decode("utf-8", "backslashreplace").splitlines(keepends=True) for text in (before, after))
    lines = difflib.unified_diff(old, new, f"before/{name}", f"after/{name}")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.corpus_diff", description=__doc__.splitlines()[0])
    parser.add_argument("--before", required=True, metavar="CMD")
    parser.add_argument("--after", required=True, metavar="CMD")
    parser.add_argument("--corpus", type=Path, default=DEFAULT_INTO, metavar="DIR")
    parser.add_argument("--only", action="append", metavar="NAME", help="this package only; may be repeated")
    options = parser.parse_args(arguments)
    changed = 0
    for source in sorted(path for path in options.corpus.resolve().glob("[!.]*") if path.is_dir()):
        if options.only and source.name not in options.only:
            continue
        with tempfile.TemporaryDirectory(prefix="hipify-py-diff-") as work:
            before, after = Path(work, "before"), Path(work, "after")
            convert(options.before, source, before)
            convert(options.after, source, after)
            for name, old, new in changed_files(source, before, after):
                changed += 1
                sys.stdout.write(unified(f"{source.name}/{name}", old, new))
    print(f"{changed} files differ", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
