"""How soon an editor knows what there is to say of a text: `python -m benchmarks.editor [--lines 2000] [--changes 40]`.

Real sources of the corpus (`python -m benchmarks.corpus fetch`) with about so many lines are opened in a language
server, each in a project with all files of its package. Lines are typed into them, and the time from each change to the
diagnostics of that version is measured, at the editor's end; on Linux also the CPU time that the server takes for it,
which says how long it would be on a machine with nothing else to do.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lsprotocol import types
from pygls.lsp.client import LanguageClient

CORPUS = Path(__file__).parent.parent / ".corpus"
_SUFFIXES = (".cu", ".cuh")
_NEAR = 0.1
# The first changes find out what later ones know.
_WARMING = 5
_SECONDS = 300


class Seconds(NamedTuple):
    """Until there is an answer, and those in which the server worked for it."""

    passed: float
    worked: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--lines", type=int, default=2_000)
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--alone", action="store_true", help="open files without the project around them")
    parser.add_argument("paths", nargs="*", type=Path)
    given = parser.parse_args()
    files = given.paths or list(_of_length(given.lines))[: given.files]
    if not files:
        sys.exit(f"{CORPUS}: no sources of about {given.lines} lines; run python -m benchmarks.corpus fetch")
    asyncio.run(_measure(files, given.changes, alone=given.alone))


def _of_length(lines: int) -> Iterator[Path]:
    """CUDA sources of packages, each text once."""
    seen = set()
    for path in sorted(CORPUS.glob("*/**/*")):
        if path.suffix in _SUFFIXES and path.is_file() and not path.relative_to(CORPUS).parts[0].startswith("."):
            data = path.read_bytes()
            if abs(data.count(b"\n") - lines) <= _NEAR * lines and data not in seen:
                seen.add(data)
                yield path


async def _measure(files: Sequence[Path], changes: int, *, alone: bool) -> None:
    every: list[Seconds] = []
    print(f"{'lines':>6} {'findings':>8} {'first':>8} {'median':>8} {'p95':>8} {'CPU':>8} {'p95':>8}  file")
    for path in files:
        first, count, seconds = await _session(path, changes, alone=alone)
        every += seconds
        lines = path.read_bytes().count(b"\n")
        print(f"{lines:6} {count:8} {_ms(first)} {_of(seconds)}  {path}")
    print(f"{'all':>6} {'':8} {'':8} {_of(every)}  {len(every)} changes of {len(files)} files")


async def _session(path: Path, changes: int, *, alone: bool) -> tuple[float, int, list[Seconds]]:
    """How long the first answer takes, how many findings it has, and how long answers to changes take."""
    client = LanguageClient("benchmark", "1")
    said: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

    def note(params: types.PublishDiagnosticsParams) -> None:
        said.put_nowait(params)

    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(note)
    await client.start_io(sys.executable, "-m", "hipify_py", "server")
    root = None if alone else (CORPUS / path.relative_to(CORPUS).parts[0]).as_uri()
    await client.initialize_async(types.InitializeParams(types.ClientCapabilities(), root_uri=root))
    client.initialized(types.InitializedParams())
    text, uri = path.read_text("utf-8", "replace"), path.as_uri()
    started = time.perf_counter()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "cuda-cpp", 0, text)))
    answer = await asyncio.wait_for(said.get(), _SECONDS)
    first = time.perf_counter() - started
    await asyncio.sleep(first)  # until nothing is left to be found out
    while not said.empty():
        answer = said.get_nowait()
    process = client._server.pid if client._server is not None else 0
    seconds = []
    for number in range(1, changes + _WARMING + 1):
        before = _cpu(process)
        passed = await _change(client, said, uri, text, number)
        seconds.append(Seconds(passed, _cpu(process) - before))
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]
    return first, len(answer.diagnostics), seconds[_WARMING:]


async def _change(
    client: LanguageClient, said: asyncio.Queue[types.PublishDiagnosticsParams], uri: str, text: str, version: int
) -> float:
    """Type a letter at the end of a line, as in a comment that is begun there, and wait for what is said of it."""
    lines = text.count("\n")
    place = types.Position((version * 37) % max(lines, 1), 0)
    typed = "// editing\n" if version % 2 else " "
    change = types.TextDocumentContentChangePartial(range=types.Range(place, place), text=typed)
    named = types.VersionedTextDocumentIdentifier(version=version, uri=uri)
    await asyncio.sleep(0.15)  # as people type
    started = time.perf_counter()
    client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))
    while (await asyncio.wait_for(said.get(), _SECONDS)).version != version:
        pass
    return time.perf_counter() - started


def _cpu(process: int) -> float:
    """The CPU time of a process's main thread until now."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9
    except OSError:
        return 0.0


def _of(seconds: Sequence[Seconds]) -> str:
    return " ".join(_of_one(sorted(each)) for each in zip(*seconds, strict=True))


def _of_one(ordered: Sequence[float]) -> str:
    return f"{_ms(statistics.median(ordered))} {_ms(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))])}"


def _ms(seconds: float) -> str:
    return f"{seconds * 1_000:5.0f} ms"


if __name__ == "__main__":
    main()
