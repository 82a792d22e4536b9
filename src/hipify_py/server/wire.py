"""What comes from an editor and what goes to it, whatever that sends: no message ends the server, and each error is one
line."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import RPCMessage, RPCRequest
from pygls.protocol.language_server import lsp_method

from hipify_py.report.lines import printable

_HEADER = b"Content-Length: "
# Longer ones are no headers, and longer messages no texts that anybody edits.
_LONGEST_LINE = 65_536
_LONGEST_HEADER = 40
_LONGEST_MESSAGE = 256_000_000
_SHOWN = 500

Say = Callable[[str], object]


class Input:
    """The stream of an editor. What is no message is passed over until the next one begins."""

    def __init__(self, stream: BinaryIO, say: Say) -> None:
        self._stream = stream
        self._say = say

    def readline(self) -> bytes:
        line = self._stream.readline(_LONGEST_LINE)
        start = line.rfind(_HEADER)
        line = line[start:] if start > 0 else line
        return b"\n" if start >= 0 and len(line) > _LONGEST_HEADER else line

    def read(self, size: int) -> bytes:
        if size <= _LONGEST_MESSAGE:
            return self._stream.read(size)
        self._say(f"a message of {size} bytes is too long, and was passed over")
        return b"null"


class Protocol(LanguageServerProtocol):
    """Texts are ours to keep, and a request that cannot be read gets an answer."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if isinstance(data.get("id"), (int, str)) and "method" in data:
                self._send_response(data["id"], None, error.to_response_error())
            raise

    def handle_message(self, message: RPCMessage) -> None:
        """The library answers nothing any more when the editor has said that it is enough."""
        if self._shutdown and isinstance(message, RPCRequest):
            refused = JsonRpcInvalidRequest("the server has been shut down")
            self._send_response(message.id, None, refused.to_response_error())
        super().handle_message(message)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class Server(LanguageServer):
    """One that tells its errors in the log of the editor and on standard error."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        del source
        self.tell(f"{type(error).__name__}: {error}", types.MessageType.Error)

    def tell(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        line = one_line(text)
        logging.getLogger(__name__).warning("%s", line)
        self.window_log_message(types.LogMessageParams(kind, line))


def one_line(text: str) -> str:
    line = printable(" ".join(text.split()))
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def log_to_standard_error() -> None:
    """Our own lines, and not what the library says beside them."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("hipify-py server: %(message)s"))
    ours = logging.getLogger(__name__)
    ours.addHandler(handler)
    ours.propagate = False
    library = logging.getLogger("pygls")
    library.addHandler(logging.NullHandler())
    library.propagate = False
