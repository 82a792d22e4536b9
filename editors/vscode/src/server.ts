/** The program to run, from the settings. No module of the editor is needed for it. */

export interface Settings {
  readonly path: string;
  readonly args: readonly string[];
}

export interface Command {
  readonly command: string;
  readonly args: string[];
}

/** The command line of the language server; `folder` is the first folder that is open. */
export function serverCommand(settings: Settings, folder: string | undefined): Command {
  const path = settings.path.trim() || "hipify-py";
  const filled = [path, ...settings.args].map((text) => text.replaceAll("${workspaceFolder}", folder ?? "."));
  const [command = "hipify-py", ...args] = filled;
  return { command, args: ["server", ...args] };
}

/** What to tell who has no server, or one that does not start. */
export function startFailure(error: unknown, command: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const isMissing = reason.includes("ENOENT");
  const hint = "install it with: pip install 'hipify-py[lsp]', or set hipify-py.path";
  return isMissing ? `${command} was not found; ${hint}` : `${command} did not start (${reason}); ${hint}`;
}
