// The page: a text on the left, what is wrong with it below, the table of its game on the right.
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { basicSetup, EditorView } from "codemirror";
import { colours } from "./colours";

type Finding = { from: number; to: number; severity: "error" | "warning"; code: string; message: string; title: string; edits: [number, number, string][] };

const byId = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind;
const status = byId("status"), findings = byId("findings"), frame = byId<HTMLIFrameElement>("table");
const LARGEST = 2_000_000;
const waiting = new Map<number, [(found: string) => void, (problem: Error) => void]>();
let asked = 0;
let files: Record<string, string> = {};
let look = { css: "", js: "" };

let worker: Worker, ready: Promise<void>;

function begin(): void {
  ready = new Promise((resolve, reject) => waiting.set(0, [() => resolve(), reject]));
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = (event: MessageEvent<{ id: number; found?: string; problem?: string }>) => {
    const { id, found, problem } = event.data;
    const [resolve, reject] = waiting.get(id) ?? [];
    waiting.delete(id);
    if (problem === undefined) resolve?.(found ?? "");
    else reject?.(new Error(problem));
  };
}

/** What takes too long is ended, and all that was asked with it; a game that lies there is gone. */
function end(): void {
  worker.terminate();
  const ended = [...waiting.values()];
  waiting.clear();
  frame.hidden = true;
  begin();
  for (const [, reject] of ended) reject(new Error("it took too long, and was ended"));
}

async function ask(what: string, ...given: unknown[]): Promise<string> {
  await ready;
  const id = ++asked;
  const found = new Promise<string>((resolve, reject) => waiting.set(id, [resolve, reject]));
  worker.postMessage({ id, what, given });
  // Longer than any text takes that somebody means well with.
  const patience = setTimeout(end, Number(document.body.dataset.longest));
  return found.finally(() => clearTimeout(patience));
}

// ---- the text

let pause = 0;
const editor = new EditorView({
  parent: byId("editor"),
  extensions: [
    basicSetup,
    colours,
    lintGutter(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": "The rules" }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      clearTimeout(pause);
      pause = window.setTimeout(check, 400);
    }),
  ],
});
const text = (): string => editor.state.doc.toString();
const write = (rules: string): void => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: rules } });

// The text stays with the page when it is loaded again, unless the browser forbids it.
addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem("text", text());
  } catch {}
});

function kept(): string | null {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  try {
    return how?.type === "navigate" ? null : sessionStorage.getItem("text");
  } catch {
    return null;
  }
}

/** Python counts characters, the editor units of UTF-16. */
function units(rules: string): (offset: number) => number {
  if (!/[\ud800-\udbff]/.test(rules)) return (offset) => Math.min(offset, rules.length);
  const characters = Array.from(rules);
  return (offset) => characters.slice(0, offset).join("").length;
}

async function check(): Promise<void> {
  const checked = text();
  let found: Finding[];
  try {
    found = JSON.parse(await ask("check", checked));
  } catch (problem) {
    status.textContent = `This could not be checked: ${problem}`;
    return;
  }
  if (checked !== text()) return;
  const at = units(checked);
  const shown: Diagnostic[] = found.map((one) => ({
    from: at(one.from),
    to: at(one.to),
    severity: one.severity,
    source: one.code,
    message: one.message,
    actions: one.title ? [{ name: one.title, apply: () => mend(one, checked) }] : [],
  }));
  editor.dispatch(setDiagnostics(editor.state, shown));
  findings.replaceChildren(
    ...found.map((one) => {
      const item = document.createElement("li"), go = document.createElement("button");
      item.className = one.severity;
      go.type = "button";
      go.textContent = `${editor.state.doc.lineAt(at(one.from)).number}: ${one.message}`;
      go.addEventListener("click", () => {
        editor.dispatch({ selection: { anchor: at(one.from) }, scrollIntoView: true });
        editor.focus();
      });
      item.append(go);
      if (one.title) {
        const repair = document.createElement("button");
        repair.type = "button";
        repair.className = "repair";
        repair.textContent = one.title;
        repair.addEventListener("click", () => mend(one, checked));
        item.append(repair);
      }
      return item;
    }),
  );
  const errors = found.filter((one) => one.severity === "error").length;
  status.textContent = errors ? `${errors} to be mended` : found.length ? "It can be played; there are remarks." : "Nothing is wrong.";
  document.body.dataset.checked = String(found.length);
}

function mend(one: Finding, checked: string): void {
  if (checked !== text()) return;
  const at = units(checked);
  editor.dispatch({ changes: one.edits.map(([from, to, insert]) => ({ from: at(from), to: at(to), insert })) });
}

// ---- the table: its own page in a frame that may run scripts and nothing else (a form asks them, and is sent nowhere), whose questions are answered here instead of by a server

const BRIDGE = `
  let asked = 0; const waiting = new Map(); let source;
  window.fetch = (address, init) => new Promise((resolve) => {
    const id = ++asked; waiting.set(id, resolve);
    parent.postMessage({ id, what: address.split("/").pop(), given: init.body }, "*");
  });
  window.EventSource = class { constructor() { source = this; setTimeout(() => { this.onopen && this.onopen(); document.body.dataset.live = "yes"; }); } close() {} };
  addEventListener("message", ({ data }) => {
    if (data.change) source.onmessage({ data: data.change });
    else { waiting.get(data.id)({ status: 200, ok: true, json: async () => JSON.parse(data.found) }); waiting.delete(data.id); }
  });`;

addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow || typeof data?.what !== "string") return;
  try {
    const found = await ask("told", data.what, String(data.given));
    frame.contentWindow?.postMessage({ id: data.id, found }, "*");
    frame.contentWindow?.postMessage({ change: await ask("shown") }, "*");
  } catch (problem) {
    frame.contentWindow?.postMessage({ id: data.id, found: JSON.stringify({ said: String(problem) }) }, "*");
  }
});

const escaped = (script: string): string => script.replace(/<\/(script|style)/gi, "<\\/$1");

async function play(): Promise<void> {
  status.textContent = "The table is being laid …";
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  let found;
  try {
    found = JSON.parse(await ask("begin", text(), Number(byId<HTMLSelectElement>("players").value), seed));
  } catch (problem) {
    status.textContent = `This could not be played: ${problem}`;
    return;
  }
  if (found.trouble) {
    status.textContent = found.trouble;
    return;
  }
  const players = byId<HTMLSelectElement>("players");
  const [least, most] = found.players;
  players.replaceChildren(...Array.from({ length: most - least + 1 }, (_, at) => new Option(`${least + at} players`, String(least + at))));
  players.value = String(found.playing);
  frame.hidden = false;
  frame.srcdoc = found.page
    .replace(/<link rel="(stylesheet|icon)"[^>]*>/g, "")
    .replace(/<script[^>]*><\/script>/, () => `<style>${escaped(look.css)}</style><script>${BRIDGE}</script>`)
    .replace("</body>", () => `<script>${escaped(look.js)}</script></body>`);
  frame.scrollIntoView({ block: "nearest" });
  status.textContent = "You play with bots.";
}

// ---- examples, and links that hold a whole text

async function packed(rules: string): Promise<string> {
  const stream = new Blob([rules]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function unpacked(word: string): Promise<string> {
  const bytes = Uint8Array.from(atob(word.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rules = "";
  // A few characters can be unpacked to more than fits into any machine.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rules += part.value;
    if (rules.length > LARGEST) throw new Error("too long");
  }
  return rules;
}

async function share(): Promise<void> {
  // The text stays as it is: nobody is told that the address has changed.
  history.replaceState(null, "", `#${await packed(text())}`);
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  status.textContent = "The address of this page holds the text now.";
}

/** What the address holds; nothing where it holds no text. */
async function fromAddress(): Promise<string | undefined> {
  if (location.hash.length < 2) return undefined;
  try {
    return await unpacked(location.hash.slice(1));
  } catch {
    return "# There is no text in the address of this page, or only a part of one.\n";
  }
}

async function main(): Promise<void> {
  const begun = performance.now();
  begin();
  const examples = byId<HTMLSelectElement>("examples");
  files = await (await fetch("games.json")).json();
  const listed = (await (await fetch("files.json")).json()).examples as { file: string; title: string }[];
  examples.replaceChildren(...listed.map(({ file, title }) => new Option(title, file)));
  const show = (rules: string): void => {
    write(rules);
    examples.selectedIndex = listed.findIndex(({ file }) => files[file] === rules);
  };
  examples.addEventListener("change", () => write(files[examples.value] ?? ""));
  show(kept() ?? (await fromAddress()) ?? files[listed[0]?.file ?? ""] ?? "");
  addEventListener("hashchange", () => void fromAddress().then((rules) => rules !== undefined && show(rules)));
  byId("share").addEventListener("click", () => void share());
  byId("play").addEventListener("click", () => void play());
  if ("serviceWorker" in navigator) void navigator.serviceWorker.register("offline.js");
  status.textContent = "Python is being fetched; the first time this takes a while.";
  look = JSON.parse(await ask("look"));
  document.body.dataset.started = String(Math.round(performance.now() - begun));
  byId<HTMLButtonElement>("play").disabled = false;
  await check();
}

main().catch((problem: unknown) => {
  status.textContent = `This page cannot work here: ${problem}`;
});
