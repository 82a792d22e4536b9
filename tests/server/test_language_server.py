"""What an editor sees: each feature, asked for by a client."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")
pytest.importorskip("pytest_lsp", reason="pytest-lsp is not installed")

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hipify_py.server.positions import Text
from tests.server.editor import editor

if TYPE_CHECKING:
    from tests.server.editor import Editor

SOURCE = """#include <cuda_runtime.h>
__global__ void k(int* p, unsigned x) {
  int lane = threadIdx.x % 32;
  unsigned r;
  asm volatile("bfe.u32 %0, %1, 4, 8;" : "=r"(r) : "r"(x));
  p[lane] = __shfl_down_sync(0xffffffff, r, 1);
}
void f(int* p) {
  cudaMalloc(&p, 12); cudaDeviceSynchronize();
  k<<<1, 64>>>(p, 1);
  cudaProfilerInitialize(0, 0, 0);
}
"""
ODD = (
    "\ufeff// \U0001d6fc is not in the basic plane\r\n\tvoid g() { /* 😀 */ cudaProfilerInitialize(0, 0, 0); }\r\n"
    '#define A(x) \\\r\n\tcudaProfilerInitialize("é", x, 0)\r\nvoid h() { \f\u2028 cudaProfilerInitialize(0,0,0); }\r\n'
)


def _command(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hipify_py", *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


async def test_diagnostics_are_those_of_a_scan(shared: Editor) -> None:
    uri = await shared.open("scan/a.cu", SOURCE)
    found = await shared.diagnostics(uri)
    report = json.loads(_command("scan", "--format", "json", "scan/a.cu", cwd=shared.folder).stdout)
    ours = [(each.code, each.range.start.line + 1, each.range.start.character + 1) for each in found]
    assert ours == [(each["rule"], *each["start"].values()) for each in report["findings"]]
    severities = {"error": 1, "warning": 2, "info": 4}
    assert [each.severity for each in found] == [severities[each["severity"]] for each in report["findings"]]


async def test_a_diagnostic_marks_all_places_that_it_stands_for(shared: Editor) -> None:
    use = "o[0] = tex2D<float>(t, 1, 2);\n"
    uri = await shared.open("textures.cu", f"__global__ void k(cudaTextureObject_t t, float *o) {{\n{use * 3}}}\n")
    (texture,) = (each for each in await shared.diagnostics(uri) if each.code == "TEX001")
    assert texture.range.start.line == 1
    assert [each.location.range.start.line for each in texture.related_information or ()] == [2, 3]


async def test_a_diagnostic_links_to_the_page_of_its_rule(shared: Editor) -> None:
    uri = await shared.open("link.cu", SOURCE)
    lanes = next(each for each in await shared.diagnostics(uri) if each.code == "WRP002")
    assert lanes.code_description is not None
    page = Path(lanes.code_description.href.removeprefix("file://")).read_text(encoding="utf-8")
    assert page.startswith("# WRP002 lane-index-literal")
    assert lanes.source == "hipify-py"
    assert isinstance(lanes.data, dict) or hasattr(lanes.data, "subject")


async def test_what_is_typed_counts_and_not_what_is_saved(shared: Editor) -> None:
    uri = await shared.open("typed.cu", SOURCE)
    assert "API026" in await shared.codes(uri)
    version = shared.replace(uri, "cudaProfilerInitialize(0, 0, 0);", "cudaDeviceReset();")
    assert "API026" not in await shared.codes(uri)
    assert shared.said[uri][-1].version == version


async def test_many_changes_at_once_are_one(shared: Editor) -> None:
    uri = await shared.open("burst.cu", SOURCE)
    await shared.diagnostics(uri)
    before = len(shared.said[uri])
    for _ in range(50):
        shared.replace(uri, "unsigned r;", "unsigned r; ")
    await shared.diagnostics(uri)
    assert len(shared.said[uri]) - before < 50


async def test_comments_silence_rules(shared: Editor) -> None:
    uri = await shared.open("silent.cu", SOURCE.replace("% 32;", "% 32;  // hipify: ignore[WRP002]"))
    assert "WRP002" not in await shared.codes(uri)
    shared.replace(uri, "ignore[WRP002]", "ignore[WRP001]")
    assert {"WRP002", "TOOL005"} <= set(await shared.codes(uri))


@pytest.mark.parametrize("name", ["README.md", "node_modules/a.cu", "left/a.cu"])
async def test_nothing_is_said_of_what_a_run_does_not_look_at(shared: Editor, name: str) -> None:
    (shared.folder / ".gitignore").write_text("left/\n")
    uri = await shared.open(name, SOURCE)
    assert await shared.diagnostics(uri) == []


async def test_nothing_is_said_of_files_outside_of_the_project(shared: Editor, tmp_path: Path) -> None:
    (tmp_path / "cuda_runtime.h").write_text(SOURCE)
    uri = await shared.open_uri((tmp_path / "cuda_runtime.h").as_uri(), SOURCE)
    assert await shared.diagnostics(uri) == []


async def test_a_text_without_a_file_is_read_alone(shared: Editor) -> None:
    uri = await shared.open_uri("untitled:Untitled-1", SOURCE)
    assert "API026" in await shared.codes(uri)
    other = await shared.open_uri("untitled:Untitled-2", SOURCE, "markdown")
    assert await shared.diagnostics(other) == []


async def test_a_new_file_is_read_before_it_is_saved(shared: Editor) -> None:
    uri = await shared.open("new/b.cu", SOURCE, is_saved=False)
    assert "API026" in await shared.codes(uri)


async def test_build_files_are_read(shared: Editor) -> None:
    text = "find_package(CUDA REQUIRED)\nproject(a LANGUAGES CXX CUDA)\nif(CUDA_VERSION VERSION_LESS 12)\nendif()\n"
    uri = await shared.open("build/CMakeLists.txt", text, language="cmake")
    assert "BLD014" in await shared.codes(uri)
    found = await shared.actions(uri, "CUDA_VERSION")
    title = next(title for title in found if title.startswith("BLD014") and "suppress" in title)
    assert "# hipify: ignore[BLD014]" in await shared.act(uri, found[title])


async def test_files_of_the_tree_tell_of_each_other(shared: Editor) -> None:
    (shared.folder / "tree").mkdir()
    (shared.folder / "tree/mine.h").write_text("#pragma once\ninline int cudaMineOnly(int a) { return a; }\n")
    uri = await shared.open("tree/uses.cu", '#include "mine.h"\nint f() { return cudaMineOnly(1); }\n')
    assert await shared.diagnostics(uri, []) == []


async def test_of_open_files_the_text_in_the_editor_counts(folder: Path) -> None:
    (folder / "mine.h").write_text("#pragma once\ninline int cudaBefore(int a) { return a; }\n")
    async with editor(folder) as found:
        await found.open("mine.h", "#pragma once\ninline int cudaMineOnly(int a) { return a; }\n", is_saved=False)
        uri = await found.open("uses.cu", '#include "mine.h"\nint f() { return cudaMineOnly(1); }\n')
        assert await found.diagnostics(uri, []) == []


async def test_settings_are_read_again_when_they_change(shared: Editor) -> None:
    uri = await shared.open("settings/a.cu", SOURCE)
    assert "WRP002" in await shared.codes(uri)
    settings = shared.folder / "settings/pyproject.toml"
    settings.write_text('[tool.hipify-py]\nignore = ["WRP"]\n')
    change = types.FileEvent(settings.as_uri(), types.FileChangeType.Created)
    shared.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([change]))
    codes = [code for code in await shared.codes(uri) if not code.startswith("WRP")]
    assert await shared.diagnostics(uri, codes)
    settings.write_text('[tool.hipify-py]\nignore = ["WRP", "API"]\n')
    await asyncio.sleep(1.1)  # and without being told
    shared.replace(uri, "unsigned r;", "unsigned r ;")
    assert await shared.diagnostics(uri, [code for code in codes if not code.startswith("API")]) is not None


async def test_settings_that_are_wrong_are_said_in_one_line(folder: Path) -> None:
    (folder / ".hipify-py.toml").write_text("rocm = 7\n")
    async with editor(folder) as found:
        uri = await found.open("a.cu", SOURCE)
        assert await found.diagnostics(uri) == []
        said = [each.message for each in found.client.log_messages if ".hipify-py.toml" in each.message]
        assert said == [f"{folder}/.hipify-py.toml: rocm: expected a string"]


@pytest.mark.parametrize(
    ("words", "ahead", "expected"),
    [
        ("cudaMalloc", 3, "cudaMalloc → hipMalloc"),
        ("cuda_runtime.h", 3, "<cuda_runtime.h> → hip/hip_runtime.h"),
        ("bfe.u32", 2, "hipify_ptx::bfe<uint32_t>(x, 4u, 8u)"),
        ("cudaProfilerInitialize", 1, "no counterpart"),
    ],
)
async def test_hover(shared: Editor, words: str, ahead: int, expected: str) -> None:
    uri = await shared.open("hover.cu", SOURCE)
    found = await shared.hover(uri, words, ahead)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert expected in found.contents.value


async def test_hover_says_what_changes_in_arguments(shared: Editor) -> None:
    uri = await shared.open(
        "arguments.cu",
        "void f() { cudaGraphAddNode(0, 0, 0, 0, 0); }\n",
    )
    said = _command("map", "cudaGraphAddNode", cwd=shared.folder).stdout.strip()
    found = await shared.hover(uri, "cudaGraphAddNode")
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    assert said in found.contents.value


async def test_what_is_quoted_of_a_source_is_no_markup(shared: Editor) -> None:
    text = 'void f() { asm("nonsense ```\\n[link](command:evil) \u202e;"); cuda\u202eFoo(); }\n'
    uri = await shared.open("markup.cu", text)
    found = await shared.hover(uri, "asm")
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    first, *_inside, last = found.contents.value.split("\n")
    assert first.removesuffix("text") == last
    assert last not in "\n".join(_inside)
    assert "\u202e" not in found.contents.value
    assert "\u202e" not in "".join(each.message for each in await shared.diagnostics(uri))


async def test_hover_on_a_rule_in_a_comment(shared: Editor) -> None:
    uri = await shared.open("rule.cu", "int a;  // hipify: ignore[WRP002, PTX]\n// cudaMalloc in a sentence\n")
    rule, group, none = [await shared.hover(uri, words) for words in ("WRP002", "PTX]", "cudaMalloc")]
    assert rule is not None
    assert group is not None
    assert isinstance(rule.contents, types.MarkupContent)
    assert "Lane index" in rule.contents.value
    assert none is None


async def test_a_name_is_converted_with_what_belongs_to_it(shared: Editor) -> None:
    uri = await shared.open("names.cu", SOURCE)
    action = (await shared.actions(uri, "cudaMalloc"))["Convert cudaMalloc to hipMalloc"]
    assert await shared.act(uri, action) == SOURCE.replace("cudaMalloc", "hipMalloc")
    action = (await shared.actions(uri, "__shfl_down_sync"))["Convert __shfl_down_sync to __shfl_down"]
    assert "p[lane] = __shfl_down(r, 1, 32);" in await shared.act(uri, action)


async def test_a_statement_a_launch_and_a_selection_are_converted(shared: Editor) -> None:
    uri = await shared.open("statements.cu", SOURCE.replace("k<<<1, 64>>>", "k<<<1, 64, 0, cudaStreamPerThread>>>"))
    found = await shared.act(uri, (await shared.actions(uri, "asm volatile"))["Convert this statement to HIP"])
    assert "hipify_ptx::bfe" in found
    assert '#include "hipify_ptx.hpp"' in found
    assert "cudaMalloc" in found
    found = await shared.act(uri, (await shared.actions(uri, "k<<<"))["Convert this launch to HIP"])
    assert "hipStreamPerThread" in found
    assert "cudaMalloc" in found
    words = "cudaMalloc(&p, 12); cudaDeviceSynchronize();"
    found = await shared.act(uri, (await shared.actions(uri, words, selected=True))["Convert the selection to HIP"])
    assert "hipMalloc(&p, 12); hipDeviceSynchronize();" in found
    assert "cudaStreamPerThread" in found


async def test_a_file_is_converted_as_the_command_does(folder: Path) -> None:
    (folder / "b.cu").write_text("#include <cuda_runtime.h>\n")
    async with editor(folder) as shared:
        uri = await shared.open("src/a.cu", SOURCE)
        action = (await shared.actions(uri, "cudaMalloc"))["Convert the file to HIP"]
        assert action.kind == "source.hipify"
        found = await shared.act(uri, action)
        preview = await shared.request("hipify/preview", {"textDocument": {"uri": uri}})
        assert preview.text == found
        assert (await shared.command("hipify.preview", uri))["text"] == found
        assert await shared.command("hipify.convertFile", uri)
        applied = shared.applied[-1]
        assert shared.after(uri, applied) == found
        assert _command(".", cwd=folder).returncode == 1  # of findings
        assert found == (folder / "src/a.cu").read_text()
        made = [each.uri for each in applied.document_changes or () if isinstance(each, types.CreateFile)]
        assert made == [(folder / "hipify_ptx.hpp").as_uri()]
        texts = [each for each in applied.document_changes or () if isinstance(each, types.TextDocumentEdit)]
        assert [each.new_text for each in texts[0].edits if isinstance(each, types.TextEdit)] == [
            (folder / "hipify_ptx.hpp").read_text()
        ]


async def test_a_helper_header_that_is_open_is_brought_up_to_date(folder: Path) -> None:
    """As after an earlier action: the editor has created it, has its text, and has not saved it."""
    async with editor(folder) as found:
        uri = await found.open("a.cu", SOURCE)
        actions = await found.actions(uri, "asm")
        made = await found.client.code_action_resolve_async(actions["Convert the file to HIP"])
        header = await found.open("hipify_ptx.hpp", "", language="cpp")
        assert made.edit is not None
        text = _new_text(made.edit, header)
        found.change(header, [types.TextDocumentContentChangeWholeDocument(text.replace("bfe", "bfi"))])
        again = await found.client.code_action_resolve_async(actions["Convert the file to HIP"])
        assert again.edit is not None
        (edits,) = (each.edits for each in _texts(again.edit) if each.text_document.uri == header)
        assert len(edits) == 1
        assert isinstance(edits[0], types.TextEdit)
        assert edits[0].range.end.line == text.count("\n")
        assert not any(isinstance(each, types.CreateFile) for each in again.edit.document_changes or ())


def _texts(edit: types.WorkspaceEdit) -> list[types.TextDocumentEdit]:
    return [each for each in edit.document_changes or () if isinstance(each, types.TextDocumentEdit)]


def _new_text(edit: types.WorkspaceEdit, uri: str) -> str:
    (edits,) = (each.edits for each in _texts(edit) if each.text_document.uri == uri)
    assert isinstance(edits[0], types.TextEdit)
    return edits[0].new_text


async def test_findings_have_answers(shared: Editor) -> None:
    uri = await shared.open("answers.cu", SOURCE)
    found = await shared.actions(uri, "threadIdx.x % 32")
    silent = await shared.act(uri, found["WRP002: suppress here"])
    assert "int lane = threadIdx.x % 32;  // hipify: ignore[WRP002]\n" in silent
    assert found["WRP002: suppress here"].diagnostics
    hint = await shared.act(uri, found["WRP002: insert what to write instead, as a comment"])
    assert "  // WRP002, write instead:\n  //   __global__ void kernel" in hint
    shared.change(uri, [types.TextDocumentContentChangeWholeDocument(silent)])
    assert "WRP002" not in await shared.codes(uri)


async def test_a_statement_of_several_lines_is_suppressed(shared: Editor) -> None:
    uri = await shared.open(
        "lines.cu",
        "__device__ void tail(volatile float *s, int i) {\n"
        "  s[i] = ((s[i] + s[i + 32]) +\n          (s[i + 64] + s[i + 96]));\n"
        "  s[i] += s[i + 16];\n  s[i] += s[i + 8];\n  s[i] += s[i + 4];\n}\n",
    )
    assert await shared.codes(uri) == ["WRP015"]
    found = await shared.actions(uri, "s[i] = (")
    silent = await shared.act(uri, found["WRP015: suppress here"])
    assert "s[i + 96]));  // hipify: ignore[WRP015]\n" in silent
    shared.change(uri, [types.TextDocumentContentChangeWholeDocument(silent)])
    assert await shared.codes(uri) == []


async def test_an_unsafe_fix_is_offered(shared: Editor) -> None:
    uri = await shared.open("fix.cu", "#include <cuda_runtime.h>\nint f() { return CUDART_VERSION; }\n")
    found = await shared.actions(uri, "CUDART_VERSION")
    fixes = [action for title, action in found.items() if "HIP_VERSION" in title]
    assert len(fixes) == 1
    assert "return HIP_VERSION;" in await shared.act(uri, fixes[0])


async def test_actions_of_an_old_version_are_refused(shared: Editor) -> None:
    uri = await shared.open("old.cu", SOURCE)
    action = (await shared.actions(uri, "cudaMalloc"))["Convert the file to HIP"]
    shared.replace(uri, "unsigned r;", "unsigned  r;")
    with pytest.raises(JsonRpcException, match="the text has changed"):
        await shared.act(uri, action)


async def test_only_what_is_asked_for_is_offered(shared: Editor) -> None:
    uri = await shared.open("only.cu", SOURCE)
    place = shared.place(uri, "cudaMalloc")
    context = types.CodeActionContext([], only=[types.CodeActionKind.Source])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(place, place), context)
    found = await shared.client.text_document_code_action_async(params)
    assert [each.title for each in found or ()] == ["Convert the file to HIP"]


async def test_the_workspace_is_scanned(folder: Path) -> None:
    (folder / "a.cu").write_text(SOURCE)
    (folder / "b.cu").write_text("int a;\n")
    async with editor(folder) as found:
        (folder / "large.cu").write_bytes(b"// cudaFree\n" * 1_500_000)
        (folder / "k.cubin").write_bytes(b"\x7fELF\0")
        counts = await found.command("hipify.scanWorkspace")
        assert counts["files"] == 4
        assert [each.code for each in found.said[found.uri("large.cu")][-1].diagnostics] == ["TOOL008"]
        assert [each.code for each in found.said[found.uri("k.cubin")][-1].diagnostics] == ["MOD009"]
        assert "API026" in [each.code for each in found.said[found.uri("a.cu")][-1].diagnostics]
        assert found.uri("b.cu") not in found.said
        (folder / "a.cu").write_text("int a;\n")
        await found.command("hipify.scanWorkspace")
        assert not found.said[found.uri("a.cu")][-1].diagnostics


async def test_a_scan_can_be_cancelled(folder: Path) -> None:
    for number in range(200):
        (folder / f"a{number}.cu").write_text(SOURCE * 5)
    async with editor(folder) as found:
        params = types.ExecuteCommandParams("hipify.scanWorkspace")
        asked = found.client.protocol.send_request(types.WORKSPACE_EXECUTE_COMMAND, params, msg_id="scan")
        await asyncio.sleep(1.5)
        found.client.cancel_request(types.CancelParams("scan"))
        with pytest.raises(JsonRpcException, match="cancel"):
            await asyncio.wait_for(asyncio.wrap_future(asked), 30)
        assert len(found.said) < 200
        assert await found.hover(await found.open("b.cu", SOURCE), "cudaMalloc") is not None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_places_are_right_in_every_encoding(folder: Path, encoding: str) -> None:
    async with editor(folder, encodings=[encoding]) as found:
        assert found.documents.encoding == encoding
        uri = await found.open("odd.cu", ODD)
        places = [each.range for each in await found.diagnostics(uri) if each.code == "API026"]
        text = Text.of(ODD)
        names = [text.data[slice(*found.documents.span(text, each))] for each in places]
        assert names == [b"cudaProfilerInitialize"] * 3
        found.replace(uri, "/* 😀 */", "/* \U0001d6fc😀 */ ")
        moved = [each.range for each in await found.diagnostics(uri) if each.code == "API026"]
        units = {"utf-8": 5, "utf-16": 3, "utf-32": 2}[encoding]
        assert moved[0].start.character == places[0].start.character + units
        assert "ignore[API026]" in await found.act(
            uri, (await found.actions(uri, "cudaProfiler"))["API026: suppress here"]
        )


async def test_without_a_directory_a_file_is_read_alone(folder: Path) -> None:
    async with editor(folder, opened=False) as found:
        assert "API026" in await found.codes(await found.open("a.cu", SOURCE))


async def test_an_editor_that_can_do_little_gets_edits_at_once(folder: Path) -> None:
    async with editor(folder, client_name="neovim@v0.6.1") as found:
        uri = await found.open("a.cu", SOURCE)
        action = (await found.actions(uri, "cudaMalloc"))["Convert cudaMalloc to hipMalloc"]
        assert await found.act(uri, action) == SOURCE.replace("cudaMalloc", "hipMalloc")
