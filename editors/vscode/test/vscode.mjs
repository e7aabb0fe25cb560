// An editor without a screen: as much of the module `vscode` as the extension and its language client ask for.
// What they do is written down; what only has to be there is there, and does nothing.
import { readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const nothing = { dispose() {} };

/** Something of the module that is asked for and does not matter here: a class, a number, a function. */
function whatever(name) {
  if (/^on[A-Z]/.test(name)) return () => nothing;
  if (/^[A-Z]/.test(name)) return new Proxy(class {}, { get: (one, key) => (key in one ? one[key] : 0) });
  return () => nothing;
}

function withRest(known) {
  return new Proxy(known, {
    get: (one, name) => (name in one || typeof name === "symbol" ? one[name] : (one[name] = whatever(name))),
  });
}

class Uri {
  scheme = "file";
  constructor(fsPath) {
    this.fsPath = fsPath;
  }
  static file = (path) => new Uri(path);
  static parse = (text) => new Uri(fileURLToPath(text));
  static joinPath = (uri, ...parts) => new Uri(join(uri.fsPath, ...parts));
  toString() {
    return pathToFileURL(this.fsPath).href;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, { start, end });
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append = (part) => new CodeActionKind(this.value ? `${this.value}.${part}` : part);
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => nothing };
  cancel() {}
  dispose() {}
}

class EventEmitter {
  #told = new Set();
  event = (tell, self) => {
    const listener = tell.bind(self);
    this.#told.add(listener);
    return { dispose: () => this.#told.delete(listener) };
  };
  fire(what) {
    for (const tell of this.#told) tell(what);
  }
  dispose() {
    this.#told.clear();
  }
}

export class Document {
  isUntitled = false;
  version = 1;
  saved = 0;
  constructor(path, languageId = "rulesdsl") {
    Object.assign(this, { uri: Uri.file(path), fileName: path, languageId });
  }
  getText() {
    return readFileSync(this.fileName, "utf-8");
  }
  async save() {
    this.saved += 1;
    return true;
  }
}

/** An editor, and what was done with it. */
export function editor(command) {
  const done = { terminals: [], panels: [], said: [], problems: [], diagnostics: new Map(), commands: new Map() };
  const say = (kind) => async (text) => void done[kind].push(text);
  const picks = [];
  const window = withRest({
    activeTextEditor: undefined,
    showInformationMessage: say("said"),
    showWarningMessage: say("problems"),
    showErrorMessage: say("problems"),
    async showQuickPick(items) {
      picks.push(items);
      return items.at(-1);
    },
    createTerminal(options) {
      const terminal = { ...options, shown: false, show: () => void (terminal.shown = true) };
      done.terminals.push(terminal);
      return terminal;
    },
    createWebviewPanel(kind, title, column, options) {
      const panel = { kind, title, options, webview: { html: "" } };
      done.panels.push(panel);
      return panel;
    },
    createOutputChannel: () => withRest({}),
  });
  const workspace = withRest({
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    fs: { stat: (uri) => stat(uri.fsPath) },
    createFileSystemWatcher: () => withRest({}),
    openTextDocument: async (uri) => new Document(uri.fsPath),
    getConfiguration: () => ({ get: (key) => (key === "command" ? command : undefined) }),
  });
  const languages = withRest({
    match: () => 10,
    createDiagnosticCollection: () => ({
      set: (uri, found) => void done.diagnostics.set(uri.toString(), found),
      delete: (uri) => void done.diagnostics.delete(uri.toString()),
      clear() {},
      dispose() {},
    }),
  });
  const commands = {
    registerCommand(name, run) {
      done.commands.set(name, run);
      return nothing;
    },
    executeCommand: async () => undefined,
  };
  const env = { language: "en", appName: "test" };
  const classes = { Uri, Position, Range, Diagnostic, CodeActionKind, CancellationTokenSource, EventEmitter };
  const ViewColumn = { Beside: -2 };
  const module = withRest({ ...classes, ViewColumn, window, workspace, languages, commands, env, version: "1.90.0" });
  return { module, window, workspace, done, picks };
}
