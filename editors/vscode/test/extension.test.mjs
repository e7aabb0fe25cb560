// Every command of the extension is carried out, with its language server at work, in an editor without a screen.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { Document, editor } from "./vscode.mjs";

const RULESDSL = process.env.RULESDSL ?? "rulesdsl";
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf-8"));
const { module, window, workspace, done, picks } = editor([RULESDSL]);
const GAME = `game "Walk"
players 1..2
places Town
  | town |
  | rome |
  | bonn |
links road of Town
  | a    | b    |
  | rome | bonn |
links rail of Town
  | a    | b    |
  | bonn | rome |
option rounds: 1..9, normally 2
state seat per Player: Town, starts rome

flow
  phase walk rounds times
    each player in turn
      set your seat to bonn
      say "{you} comes to {your seat}"
  if some(a in Town: neighbours(road, a) is not empty and neighbours(rail, a) is not empty)
    end game

winner shared

example "everybody comes to Bonn"
  players Anna, Ben
  play
  expect Anna.seat is bonn
`;
const VARIANT = 'variant "Longer" of "walk.game"\n\nset rounds to 3\n';

let folder, walk, variant, extension;

before(async () => {
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? module : load(name, ...rest));
  extension = createRequire(import.meta.url)("../dist/extension.js");
  folder = mkdtempSync(join(tmpdir(), "rulesdsl-"));
  const written = (name, text) => {
    writeFileSync(join(folder, name), text);
    return new Document(join(folder, name));
  };
  walk = written("walk.game", GAME);
  variant = written("longer.game", VARIANT);
  workspace.textDocuments.push(walk);
  await extension.activate({ subscriptions: [] });
});

after(async () => {
  await extension.deactivate();
  rmSync(folder, { recursive: true });
});

/** Carries out a command on a document, with the cursor in a line. */
async function run(name, document, line = 0, ...given) {
  for (const list of [done.terminals, done.panels, done.said, done.problems, picks]) list.length = 0;
  window.activeTextEditor = document && { document, selection: { active: { line, character: 0 } } };
  await done.commands.get(name)(...given);
}

/** What the program says that the extension has started in a terminal. */
async function inTerminal() {
  const [terminal] = done.terminals;
  assert.ok(terminal.shown);
  assert.equal(terminal.cwd, folder);
  assert.equal(terminal.shellPath, RULESDSL);
  const child = promisify(execFile)(terminal.shellPath, terminal.shellArgs, { cwd: terminal.cwd });
  child.child.stdin.end();
  return (await child.catch((stopped) => stopped)).stdout;
}

/** What the server says of a document, as soon as it does. */
async function diagnosed(document) {
  const uri = document.uri.toString();
  for (let waited = 0; !done.diagnostics.has(uri); waited += 50) {
    assert.ok(waited < 60_000, "the language server says nothing");
    await setTimeout(50);
  }
  return done.diagnostics.get(uri);
}

const lineOf = (text) => GAME.split("\n").findIndex((line) => line.includes(text));

test("every command of the manifest is there", () => {
  const ofTheServer = ["rulesdsl.runExample"];
  const named = manifest.contributes.commands.map((one) => one.command);
  assert.deepEqual([...done.commands.keys()], [...named, ...ofTheServer]);
});

test("the language server reads what is open", async () => {
  assert.deepEqual(done.problems, []);
  assert.deepEqual(await diagnosed(walk), []);
});

test("play begins the game at the table of the terminal", async () => {
  await run("rulesdsl.play", walk);
  assert.equal(walk.saved, 1);
  assert.match(await inTerminal(), /Walk/);
});

test("play takes the game of a code lens", async () => {
  await run("rulesdsl.play", undefined, 0, variant.uri.toString());
  assert.deepEqual(done.terminals[0].shellArgs, ["play", variant.fileName]);
});

test("run plays a whole game with bots", async () => {
  await run("rulesdsl.run", walk);
  assert.match(await inTerminal(), /bonn/i);
});

test("the example at the cursor is run", async () => {
  await run("rulesdsl.testAtCursor", walk, lineOf("expect"));
  assert.deepEqual(done.said, ['ok "everybody comes to Bonn"']);
  await run("rulesdsl.testAtCursor", walk, lineOf("option"));
  assert.deepEqual(done.said, ["Put the cursor into an example, and try again."]);
});

test("an example that fails says why", async () => {
  const other = new Document(join(folder, "other.game"));
  writeFileSync(other.fileName, GAME.replace("expect Anna.seat is bonn", "expect Anna.seat is rome"));
  await run("rulesdsl.testAtCursor", other, lineOf("expect"));
  assert.match(done.problems[0], /failed/);
});

test("the map that is chosen is shown", async () => {
  await run("rulesdsl.showMap", walk);
  assert.deepEqual(picks, [["road", "rail"]]);
  assert.deepEqual(done.problems, []);
  const [panel] = done.panels;
  assert.equal(panel.title, "rail");
  assert.equal(panel.options.enableScripts, false);
  assert.match(panel.webview.html, /<svg[^]*rome/i);
});

test("what a variant changes is said", async () => {
  await run("rulesdsl.diff", variant);
  assert.match(await inTerminal(), /rounds/);
  await run("rulesdsl.diff", walk);
  assert.equal(done.terminals.length, 0);
  assert.match(done.said[0], /no variant/);
});

test("a variant of a game that comes along", async () => {
  const far = new Document(join(folder, "far.game"));
  writeFileSync(far.fileName, 'variant "Long road" of "road_trip.game"\n\nset rounds to 5\n');
  await run("rulesdsl.diff", far);
  assert.match(await inTerminal(), /rounds/);
});

test("what is no game is told", async () => {
  await run("rulesdsl.play", undefined);
  assert.match(done.said[0], /Open a \.game file/);
  await run("rulesdsl.run", new Document(join(folder, "notes.txt"), "plaintext"));
  assert.match(done.said[0], /Open a \.game file/);
  assert.equal(done.terminals.length, 0);
});

test("a game that cannot be read has no map to show", async () => {
  const broken = new Document(join(folder, "broken.game"));
  writeFileSync(broken.fileName, 'game "Broken"\nplayers 1..2\nflow\n  nonsense\n');
  await run("rulesdsl.showMap", broken);
  assert.match(done.problems[0], /broken\.game/);
  assert.equal(done.panels.length, 0);
});

test("the server is started anew", async () => {
  done.diagnostics.clear();
  await run("rulesdsl.restart", walk);
  assert.deepEqual(await diagnosed(walk), []);
});

test("a program that is not there is told", async () => {
  await extension.deactivate();
  const other = editor([join(folder, "no-such-program")]);
  const kept = workspace.getConfiguration;
  workspace.getConfiguration = other.workspace.getConfiguration;
  await run("rulesdsl.restart", walk);
  workspace.getConfiguration = kept;
  assert.match(done.problems.join(), /does not start/);
  await run("rulesdsl.restart", walk);
  assert.deepEqual(done.problems, []);
});
