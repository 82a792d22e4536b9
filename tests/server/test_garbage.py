"""Editors that send anything: no message ends the server, and what is wrong is said in one line."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import IO, Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

SERVER = (sys.executable, "-m", "hipify_py", "server")
_SOURCE = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); }\n"


class Wire:
    """A server, and what goes to it byte by byte."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )
        self._said: Queue[dict[str, Any]] = Queue()
        self.errors: list[str] = []
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin
        streams = ((self._listen, self._process.stdout), (self._note, self._process.stderr))
        self._threads = [threading.Thread(target=act, args=(stream,), daemon=True) for act, stream in streams]
        for thread in self._threads:
            thread.start()
        self._number = 0

    def _listen(self, stream: IO[bytes]) -> None:
        while header := stream.readline():
            if header.startswith(b"Content-Length:"):
                while stream.readline().strip():
                    pass
                self._said.put(json.loads(stream.read(int(header.split(b":")[1]))))

    def _note(self, stream: IO[bytes]) -> None:
        self.errors += [line.decode().rstrip() for line in stream]

    def raw(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def send(self, message: object) -> None:
        body = json.dumps(message).encode()
        self.raw(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def notify(self, method: str, params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object) -> dict[str, Any]:
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self.answer(self._number)

    def answer(self, number: object) -> dict[str, Any]:
        while True:
            try:
                said = self._said.get(timeout=60)
            except Empty:
                pytest.fail(f"no answer to {number}; standard error: {self.errors}")
            if said.get("id") == number and "method" not in said:
                return said

    def is_alive(self, uri: str) -> bool:
        """Whether it still answers, with what it always says."""
        name = {"uri": uri}
        found = self.ask("textDocument/hover", {"textDocument": name, "position": {"line": 1, "character": 13}})
        return "hipFree" in found["result"]["contents"]["value"]

    def end(self) -> int:
        self.ask("shutdown", None)
        self.notify("exit", None)
        code = self._process.wait(30)
        for thread in self._threads:
            thread.join()
        return code

    def kill(self) -> None:
        with self._process, suppress(BrokenPipeError):
            self._process.kill()
            for thread in self._threads:
                thread.join()
            self._stdin.close()


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[Wire]:
    (tmp_path / ".git").mkdir()
    found = Wire(tmp_path)
    found.ask("initialize", {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}})
    found.notify("initialized", {})
    yield found
    found.kill()


@pytest.fixture
def uri(wire: Wire, tmp_path: Path) -> str:
    (tmp_path / "a.cu").write_text(_SOURCE)
    name = (tmp_path / "a.cu").as_uri()
    item = {"uri": name, "languageId": "cuda", "version": 1, "text": _SOURCE}
    wire.notify("textDocument/didOpen", {"textDocument": item})
    assert wire.is_alive(name)
    return name


_PLACE = {"line": 0, "character": 0}
_RANGE = {"start": _PLACE, "end": _PLACE}
_FAR = {"line": 2**31 - 1, "character": 2**31 - 1}


def _framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


_NO_MESSAGES = [
    b"hello\n",
    b"\r\n\r\n",
    b"Content-Length: \r\n\r\n",
    b"Content-Length: -1\r\n\r\n",
    b"Content-Length: 0\r\n\r\n",
    b"Content-Length: " + b"9" * 30 + b"\r\n\r\n",
    b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n",
    b"Content-Length: 300000000\r\n\r\n{}\n",
    b"x" * 200_000 + b"\n",
    _framed(b"{"),
    _framed(b"[]"),
    _framed(b"null"),
    _framed(b"1"),
    _framed(b'{"jsonrpc": "1.0"}'),
    _framed(b'{"jsonrpc": "2.0"}'),
    _framed(b'{"jsonrpc": "2.0", "method": 5}'),
    _framed(b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}'),
    _framed(b'{"jsonrpc": "2.0", "id": 77, "result": 5}'),
    _framed(b'{"jsonrpc": "2.0", "id": 77, "error": 5}'),
    _framed(b'{"jsonrpc": "2.0", "method": "no/such", "params": {}}'),
    _framed(b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 4711}}'),
    _framed(b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": "\xff\xfe"}'),
    _framed(b"[" * 100_000),
    _framed(b'{"a":' * 100_000),
    b"Content-Length: 5\r\n\r\n" + b'{"jsonrpc": "2.0", "method": "initialized", "params": {}}\n',
]


def test_bytes_that_are_no_messages(wire: Wire, uri: str) -> None:
    for data in _NO_MESSAGES:
        wire.raw(data)
        assert wire.is_alive(uri), data[:80]
    assert wire.end() == 0
    assert all(line.startswith("hipify-py server: ") for line in wire.errors), wire.errors
    assert 5 < len(wire.errors) <= 2 * len(_NO_MESSAGES)


def test_requests_that_make_no_sense_are_answered(wire: Wire, uri: str) -> None:
    name = {"uri": uri}
    nobody = {"uri": "file:///no/such.cu"}
    for method, params in (
        ("textDocument/hover", {"textDocument": nobody, "position": _PLACE}),
        ("textDocument/hover", {"textDocument": name}),
        ("textDocument/hover", None),
        ("textDocument/hover", {"textDocument": name, "position": {"line": -1, "character": "x"}}),
        (
            "textDocument/codeAction",
            {"textDocument": nobody, "range": {"start": _PLACE, "end": _PLACE}, "context": {"diagnostics": []}},
        ),
        ("codeAction/resolve", {"title": "t"}),
        ("codeAction/resolve", {"title": "t", "data": {"uri": uri, "version": 1, "wish": [1, "b", None]}}),
        ("codeAction/resolve", {"title": "t", "data": {"uri": uri, "version": 9, "wish": ["file", 0, 0]}}),
        ("hipify/preview", {}),
        ("hipify/preview", None),
        ("hipify/preview", {"textDocument": {"uri": 5}}),
        ("workspace/executeCommand", {"command": "hipify.preview"}),
        ("workspace/executeCommand", {"command": "hipify.preview", "arguments": [1, 2]}),
        ("workspace/executeCommand", {"command": "rm"}),
        ("no/such", {}),
        ("initialize", {"capabilities": 5}),
    ):
        assert "error" in wire.ask(method, params), (method, params)
    far = wire.ask("textDocument/hover", {"textDocument": name, "position": _FAR})
    assert far["result"] is None
    range = {"start": _FAR, "end": _PLACE}
    acts = wire.ask("textDocument/codeAction", {"textDocument": name, "range": range, "context": {"diagnostics": []}})
    assert isinstance(acts["result"], list)
    assert wire.is_alive(uri)
    assert wire.end() == 0
    assert all(line.startswith("hipify-py server: ") for line in wire.errors), wire.errors


def test_changes_that_make_no_sense_change_nothing_else(wire: Wire, uri: str) -> None:
    nobody = {"uri": "file:///no/such.cu", "version": 2}
    wire.notify("textDocument/didChange", {"textDocument": nobody, "contentChanges": [{"text": "a"}]})
    wire.notify("textDocument/didClose", {"textDocument": {"uri": "untitled:%ff%fe\u0000"}})
    wire.notify("textDocument/didSave", {"textDocument": nobody})
    wire.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": "file:///%ff%fe.cu", "languageId": "", "version": 0, "text": "\ud800"}},
    )
    wire.notify(
        "textDocument/didOpen", {"textDocument": {"uri": "file://[::1", "languageId": "", "version": 0, "text": ""}}
    )
    wire.notify("textDocument/didChange", {"textDocument": {"uri": uri}, "contentChanges": 5})
    wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": "\u0000", "type": 9}]})
    wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": "x", "name": ""}], "removed": []}})
    far = {"range": {"start": _FAR, "end": _FAR}, "text": "\n// \ud83d\n"}
    wire.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [far]})
    assert wire.is_alive(uri)
    assert wire.end() == 0
    assert all(line.startswith("hipify-py server: ") for line in wire.errors), wire.errors


def test_a_huge_text_is_left_alone(wire: Wire, uri: str) -> None:
    text = _SOURCE + "void g() { cudaFree(0); }\n" * 700_000
    wire.notify(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}
    )
    assert wire.is_alive(uri)
    wire.notify(
        "textDocument/didChange", {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": _SOURCE}]}
    )
    assert wire.is_alive(uri)
    assert wire.end() == 0


def test_changed_messages(wire: Wire, uri: str) -> None:
    """Real messages with a byte or two changed."""
    source = random.Random(1)
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": _SOURCE}]}
    hover = {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 13}}
    for number in range(300):
        method, params = source.choice([("textDocument/didChange", change), ("textDocument/hover", hover)])
        body = bytearray(
            json.dumps({"jsonrpc": "2.0", "id": f"x{number}", "method": method, "params": params}).encode()
        )
        for _ in range(source.randint(1, 3)):
            body[source.randrange(len(body))] = source.randrange(256)
        wire.raw(_framed(bytes(body)))
    wire.notify("textDocument/didChange", change)
    assert wire.is_alive(uri)
    assert wire.end() == 0
    assert all(line.startswith("hipify-py server: ") for line in wire.errors), wire.errors


def test_requests_after_the_end_are_refused(wire: Wire, uri: str) -> None:
    wire.ask("shutdown", None)
    refused = wire.ask("hipify/preview", {"textDocument": {"uri": uri}})
    assert refused["error"]["code"] == -32600
    wire.notify("exit", None)
    assert wire._process.wait(30) == 0


def test_an_editor_that_goes_without_a_word(wire: Wire) -> None:
    wire._stdin.close()
    assert wire._process.wait(30) == 1


def test_without_the_extra_the_command_says_how_to_install_it() -> None:
    code = "import sys; sys.modules['pygls'] = sys.modules['lsprotocol'] = None; sys.argv[1:] = ['server']; "
    code += "from hipify_py.__main__ import main; main()"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert found.stderr == "error: the language server needs pygls: pip install 'hipify-py[lsp]'\n"
