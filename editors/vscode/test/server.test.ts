/** The messages of the extension with a real server, which `HIPIFY_PY` names; without it they are skipped. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from "vscode-languageserver-protocol/node";

import { serverCommand } from "../src/server";

const path = process.env["HIPIFY_PY"];
const source = "#include <cuda_runtime.h>\nvoid f() { cudaFree(0); cudaProfilerInitialize(0, 0, 0); }\n";

interface Diagnostics {
  readonly uri: string;
  readonly diagnostics: readonly { readonly code: string }[];
}

test("a server answers what the extension asks", { skip: path === undefined }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "hipify-"));
  writeFileSync(join(folder, ".hipify-py.toml"), "");
  writeFileSync(join(folder, "a.cu"), source);
  const { command, args } = serverCommand({ path: path ?? "", args: [] }, folder);
  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const said = new Promise<Diagnostics>((resolve) => {
    connection.onNotification("textDocument/publishDiagnostics", resolve);
  });
  connection.listen();
  const uri = pathToFileURL(join(folder, "a.cu")).href;
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
  });
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "cuda-cpp", version: 1, text: source },
  });
  const { diagnostics } = await said;
  assert.deepEqual(diagnostics.map((each) => each.code), ["API026"]);
  const preview = await connection.sendRequest<{ text: string; changed: boolean }>("hipify/preview", {
    textDocument: { uri },
  });
  assert.ok(preview.changed);
  assert.match(preview.text, /hipFree/);
  const counts = await connection.sendRequest("workspace/executeCommand", {
    command: "hipify.scanWorkspace",
    arguments: [],
  });
  assert.deepEqual(counts, { files: 1, findings: 1 });
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  assert.equal(await ended, 0);
  connection.dispose();
  rmSync(folder, { recursive: true });
});
