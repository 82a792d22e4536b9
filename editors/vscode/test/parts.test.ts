/** What can be tested without an editor. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { previewOf, sourceOf } from "../src/addresses";
import { Later } from "../src/later";
import { serverCommand, startFailure } from "../src/server";

const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8")) as {
  contributes: { commands: { command: string }[]; configuration: { properties: Record<string, unknown> } };
};
const extension = readFileSync(join(__dirname, "../../src/extension.ts"), "utf8");

test("the server is started as the settings say", () => {
  assert.deepEqual(serverCommand({ path: "hipify-py", args: [] }, undefined), { command: "hipify-py", args: ["server"] });
  assert.deepEqual(serverCommand({ path: "${workspaceFolder}/.venv/bin/hipify-py", args: ["--config", "a b"] }, "/w"), {
    command: "/w/.venv/bin/hipify-py",
    args: ["server", "--config", "a b"],
  });
  assert.equal(serverCommand({ path: " ", args: [] }, undefined).command, "hipify-py");
});

test("who has no server is told how to install it", () => {
  assert.match(startFailure(new Error("spawn x ENOENT"), "x"), /^x was not found; .*pip install 'hipify-py\[lsp\]'/);
  assert.match(startFailure("exit code 2", "x"), /^x did not start \(exit code 2\)/);
});

test("a preview knows its source, whatever that is called", () => {
  for (const path of ["/a/b.cu", "/a/b c#?%.cuh", "/a.b/c", "Untitled-1", "/ä/𝛼.cpp"]) {
    const source = `file://${encodeURI(path)}`;
    const preview = previewOf(source, path);
    assert.equal(sourceOf(preview), source);
    assert.ok(preview.path.startsWith("/"));
  }
  assert.equal(previewOf("s", "/a/b.cu").path, "/a/b.hip.cpp");
  assert.equal(previewOf("s", "/a/b.cuh").path, "/a/b.hip.h");
  assert.equal(previewOf("s", "/a.b/c").path, "/a.b/c.hip");
  assert.equal(sourceOf({ scheme: "file", path: "/a.cu", query: "x" }), undefined);
});

test("calls in quick succession are one", async () => {
  const later = new Later(5);
  const called: number[] = [];
  [1, 2, 3].forEach((number) => later.call("a", () => called.push(number)));
  later.call("b", () => called.push(4));
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(called.sort(), [3, 4]);
  later.call("a", () => called.push(5));
  later.dispose();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(called, [3, 4]);
});

test("the manifest and the code speak of the same commands and settings", () => {
  const registered = [...extension.matchAll(/registerCommand\("([\w.-]+)"/g)].map((found) => found[1]);
  assert.deepEqual(registered.sort(), manifest.contributes.commands.map((each) => each.command).sort());
  const settings = Object.keys(manifest.contributes.configuration.properties);
  const read = [...extension.matchAll(/settings\.get(?:<[^>]*>)?\("([\w.]+)"/g)].map((found) => `hipify-py.${found[1]}`);
  assert.deepEqual(read.sort(), settings.sort());
});
