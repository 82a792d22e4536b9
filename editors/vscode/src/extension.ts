import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, Trace } from "vscode-languageclient/node";

import { type Answer, Previews } from "./preview";
import { serverCommand, startFailure } from "./server";

const SECTION = "hipify-py";
const LANGUAGES = ["cuda-cpp", "cuda", "cpp", "c", "cmake", "makefile", "python"];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const previews = new Previews(preview);
  context.subscriptions.push(
    previews,
    vscode.commands.registerCommand("hipify-py.preview", () => withActive((uri) => show(previews.address(uri)))),
    vscode.commands.registerCommand("hipify-py.compare", () =>
      withActive((uri) => vscode.commands.executeCommand("vscode.diff", uri, previews.address(uri))),
    ),
    vscode.commands.registerCommand("hipify-py.convertFile", () =>
      withActive((uri) => execute("hipify.convertFile", uri.toString())),
    ),
    vscode.commands.registerCommand("hipify-py.scanWorkspace", () =>
      vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "hipify-py: scanning" }, () =>
        Promise.resolve(execute("hipify.scanWorkspace")),
      ),
    ),
    vscode.commands.registerCommand("hipify-py.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.path`) || event.affectsConfiguration(`${SECTION}.args`)) {
        void restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const { command, args } = serverCommand(
    { path: settings.get("path", "hipify-py"), args: settings.get<string[]>("args", []) },
    vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
  );
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
  };
  client = new LanguageClient(SECTION, "hipify-py", { command, args }, options);
  try {
    await client.start();
    await client.setTrace(Trace.fromString(settings.get("trace.server", "off")));
  } catch (error) {
    client = undefined;
    void vscode.window.showErrorMessage(startFailure(error, command));
  }
}

async function restart(): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = undefined;
  await start();
}

async function preview(uri: string): Promise<Answer | null> {
  return (await client?.sendRequest<Answer | null>("hipify/preview", { textDocument: { uri } })) ?? null;
}

async function execute(command: string, ...args: string[]): Promise<unknown> {
  return client?.sendRequest("workspace/executeCommand", { command, arguments: args });
}

async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.languages.setTextDocumentLanguage(document, "cpp");
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

async function withActive(act: (uri: vscode.Uri) => Thenable<unknown>): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void vscode.window.showInformationMessage("hipify-py: open a file first");
    return;
  }
  await act(editor.document.uri);
}
