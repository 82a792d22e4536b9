import * as vscode from "vscode";

import { previewOf, SCHEME, sourceOf } from "./addresses";
import { Later } from "./later";

/** What the server answers to `hipify/preview`: nothing for a file that hipify-py does not look at. */
export interface Answer {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  readonly changed: boolean;
}

export type Ask = (uri: string) => Promise<Answer | null>;

const TYPING_MILLISECONDS = 200;

/** Shows texts as HIP, and follows what is typed in them. */
export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly later = new Later(TYPING_MILLISECONDS);
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(private readonly ask: Ask) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidChangeTextDocument((event) => this.follow(event.document)),
      this.changed,
      this.later,
    ];
  }

  async provideTextDocumentContent(preview: vscode.Uri): Promise<string> {
    const source = sourceOf(preview);
    if (source === undefined) {
      return "";
    }
    // The server knows what is open; a preview may be shown again after its source was closed.
    await vscode.workspace.openTextDocument(vscode.Uri.parse(source, true));
    const answer = await this.ask(source);
    return answer?.text ?? "// hipify-py does not look at this file\n";
  }

  address(source: vscode.Uri): vscode.Uri {
    const { scheme, path, query } = previewOf(source.toString(), source.path);
    return vscode.Uri.from({ scheme, path, query });
  }

  dispose(): void {
    this.subscriptions.forEach((each) => each.dispose());
  }

  private follow(document: vscode.TextDocument): void {
    if (document.uri.scheme !== SCHEME) {
      const preview = this.address(document.uri);
      this.later.call(preview.toString(), () => this.changed.fire(preview));
    }
  }
}
