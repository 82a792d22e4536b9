"""Neovim's own client, headless: what a user of it sees."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

_NEOVIM = shutil.which("nvim")
_SOURCE = """#include <cuda_runtime.h>
__global__ void k(int* p) { p[threadIdx.x % 32] = 1; /* 😀 */ cudaProfilerInitialize(0, 0, 0); }
void f(int* p) {
  cudaMalloc(&p, 12);
}
"""
# Waits until what is said satisfies a condition; each answer goes into a table that is written at the end.
_SCRIPT = """
local told = {}
local function until_true(condition)
  assert(vim.wait(60000, condition, 20), "nothing was said in time")
end
local function codes()
  return vim.tbl_map(function(each) return each.code end, vim.diagnostic.get(0))
end
local function has(code) return vim.tbl_contains(codes(), code) end
vim.o.swapfile = false
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.SOURCE))
local id = vim.lsp.start_client({name = "hipify-py", cmd = vim.fn.json_decode(vim.env.SERVER), root_dir = vim.env.ROOT})
vim.lsp.buf_attach_client(0, id)
until_true(function() return has("API026") end)
told.codes = codes()
for _, each in ipairs(vim.diagnostic.get(0)) do
  if each.code == "API026" then
    local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, true)[1]
    told.place = line:sub(each.col + 1, each.end_col)
  end
end
local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(0, method, params, 60000))
  return answers[id].result
end
vim.api.nvim_win_set_cursor(0, {4, 4})
told.hover = ask("textDocument/hover", vim.lsp.util.make_position_params()).contents.value
local params = vim.lsp.util.make_range_params()
params.context = {diagnostics = {}}
local actions = ask("textDocument/codeAction", params)
told.actions = vim.tbl_map(function(each) return each.title end, actions)
local action = ask("codeAction/resolve", actions[1])
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
told.converted = vim.api.nvim_buf_get_lines(0, 3, 4, true)[1]
vim.api.nvim_buf_set_lines(0, 1, 2, true, {"// 😀", "__global__ void k(int* p) {}"})
until_true(function() return not has("API026") end)
told.typed = codes()
local preview = ask("hipify/preview", {textDocument = vim.lsp.util.make_text_document_params()})
told.preview = preview.text
vim.lsp.stop_client(id)
vim.fn.writefile({vim.fn.json_encode(told)}, vim.env.TOLD)
vim.cmd("qall!")
"""


@pytest.mark.slow
@pytest.mark.skipif(_NEOVIM is None, reason="neovim is not installed")
def test_neovim_sees_what_there_is_to_say(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    source, script, told = tmp_path / "a.cu", tmp_path / "test.lua", tmp_path / "told.json"
    source.write_text(_SOURCE)
    script.write_text(_SCRIPT)
    server = json.dumps([sys.executable, "-m", "hipify_py", "server"])
    found = subprocess.run(
        [_NEOVIM or "", "--headless", "--clean", "-c", f"luafile {script}"],
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": str(tmp_path),
            "ROOT": str(tmp_path),
            "SOURCE": str(source),
            "SERVER": server,
            "TOLD": str(told),
        },
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert told.exists(), found.stderr
    said = json.loads(told.read_text())
    assert "API026" in said["codes"]
    assert said["place"] == "cudaProfilerInitialize"
    assert "cudaMalloc → hipMalloc" in said["hover"]
    assert said["actions"] == ["Convert cudaMalloc to hipMalloc", "Convert the file to HIP"]
    assert said["converted"] == "  hipMalloc(&p, 12);"
    assert "API026" not in said["typed"]
    assert "hip/hip_runtime.h" in said["preview"]
    assert "cuda" not in said["preview"]
