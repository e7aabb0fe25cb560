// The extension: starts the language server, and runs the commands of rulesdsl on the file that is open.
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const LANGUAGE = "rulesdsl";
const BASE = /^variant\s+"[^"]*"\s+of\s+"([^"]+)"/m;
const EXAMPLE = /^(?:(?:add|replace)\s+)?example\s+"([^"]*)"/;
let client: LanguageClient | undefined;

function command(): [string, string[]] {
  const [program, ...given] = vscode.workspace.getConfiguration(LANGUAGE).get<string[]>("command") ?? [];
  return [program ?? "rulesdsl", given];
}

/** The game that is meant: that of a code lens, else the one in front. It is saved before it is used. */
async function game(uri?: unknown): Promise<vscode.TextDocument | undefined> {
  const document =
    typeof uri === "string"
      ? await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))
      : vscode.window.activeTextEditor?.document;
  if (document?.languageId !== LANGUAGE || document.isUntitled) {
    void vscode.window.showInformationMessage("Open a .game file that is saved, and try again.");
    return undefined;
  }
  await document.save();
  return document;
}

/** A command in a terminal; the program is started as it is, with no shell between that would read the names. */
function inTerminal(title: string, document: vscode.TextDocument, ...args: string[]): void {
  const [program, given] = command();
  const terminal = vscode.window.createTerminal({
    name: title,
    cwd: dirname(document.fileName),
    shellPath: program,
    shellArgs: [...given, ...args],
  });
  terminal.show();
}

function output(document: vscode.TextDocument, ...args: string[]): Promise<string> {
  const [program, given] = command();
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [...given, ...args],
      { cwd: dirname(document.fileName), maxBuffer: 1 << 26 },
      (error, stdout, stderr) => (error ? reject(new Error(stderr.trim() || error.message)) : resolve(stdout)),
    );
  });
}

/** The title of the example in which a line stands. */
export function exampleAt(lines: readonly string[], line: number): string | undefined {
  for (let above = line; above >= 0; above--) {
    const text = lines[above] ?? "";
    const found = EXAMPLE.exec(text);
    if (found) return found[1];
    if (/^\S/.test(text) && !text.startsWith("#")) return undefined;
  }
  return undefined;
}

async function testAtCursor(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const document = await game();
  if (!document || !editor) return;
  const title = exampleAt(document.getText().split(/\r?\n/), editor.selection.active.line);
  if (title === undefined) {
    void vscode.window.showInformationMessage("Put the cursor into an example, and try again.");
    return;
  }
  await client?.sendRequest("workspace/executeCommand", {
    command: "rulesdsl.runExample",
    arguments: [document.uri.toString(), title],
  });
}

async function showMap(): Promise<void> {
  const document = await game();
  if (!document) return;
  try {
    const shown: unknown = JSON.parse(await output(document, "show", document.fileName, "--format", "json"));
    const graphs = (shown as { graphs?: ({ name: string } | string)[] }).graphs ?? [];
    const maps = graphs.map((one) => (typeof one === "string" ? one : one.name));
    const map = maps.length > 1 ? await vscode.window.showQuickPick(maps, { title: "Which map?" }) : maps[0];
    if (!map) {
      void vscode.window.showInformationMessage("This game has no map.");
      return;
    }
    const picture = await output(document, "show", document.fileName, "--graph", map);
    const panel = vscode.window.createWebviewPanel("rulesdsl.map", map, vscode.ViewColumn.Beside, { enableScripts: false });
    const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
    panel.webview.html = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><body style="background:white">${picture}</body>`;
  } catch (problem) {
    void vscode.window.showErrorMessage(String(problem instanceof Error ? problem.message : problem));
  }
}

async function diff(): Promise<void> {
  const document = await game();
  const base = document && BASE.exec(document.getText());
  if (!document) return;
  if (!base?.[1]) {
    void vscode.window.showInformationMessage("This file is no variant: it begins with no `variant … of …`.");
    return;
  }
  // The base lies beside the variant, or it is a game that comes along and is known by its name.
  const beside = vscode.Uri.joinPath(document.uri, "..", base[1]);
  const there = await vscode.workspace.fs.stat(beside).then(() => true, () => false);
  inTerminal("rulesdsl diff", document, "diff", there ? beside.fsPath : base[1].replace(/\.game$/, ""), document.fileName);
}

async function start(): Promise<void> {
  const [program, args] = command();
  client = new LanguageClient(
    LANGUAGE,
    "rulesdsl",
    { command: program, args: [...args, "lsp"] },
    {
      documentSelector: [
        { scheme: "file", language: LANGUAGE },
        { scheme: "file", pattern: "**/*.csv" },
      ],
      initializationOptions: { commands: ["rulesdsl.play"] },
    },
  );
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    const said = problem instanceof Error ? problem.message : String(problem);
    void vscode.window.showErrorMessage(
      `The language server of rulesdsl does not start (${said}). Install it with pip install 'rulesdsl[lsp]', or set rulesdsl.command.`,
    );
  }
}

async function restart(): Promise<void> {
  await client?.dispose();
  await start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const commands: Record<string, (uri?: unknown) => Promise<void>> = {
    "rulesdsl.play": async (uri) => {
      const document = await game(uri);
      if (document) inTerminal("rulesdsl play", document, "play", document.fileName);
    },
    "rulesdsl.run": async () => {
      const document = await game();
      if (document) inTerminal("rulesdsl run", document, "run", document.fileName);
    },
    "rulesdsl.testAtCursor": testAtCursor,
    "rulesdsl.showMap": showMap,
    "rulesdsl.diff": diff,
    "rulesdsl.restart": restart,
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}
