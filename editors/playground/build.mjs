// Builds the page into dist/, a folder of files that any server can give out.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url)), top = join(here, "..", ".."), out = join(here, "dist");
const python = process.env.PYTHON ?? "python3";

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, "pyodide"), { recursive: true });
await build({ entryPoints: [join(here, "src/main.ts"), join(here, "src/worker.ts")], bundle: true, minify: true, format: "esm", target: "es2022", outdir: out });
for (const name of ["index.html", "page.css"]) cpSync(join(here, "src", name), join(out, name));
cpSync(join(top, "rulesdsl/table/icon.svg"), join(out, "icon.svg"));
cpSync(join(here, "room.py"), join(out, "room.py"));
for (const name of readdirSync(join(here, "node_modules/pyodide"))) {
  if (/^(pyodide\.(mjs|asm\.(js|mjs|wasm))|python_stdlib\.zip|pyodide-lock\.json)$/.test(name)) {
    cpSync(join(here, "node_modules/pyodide", name), join(out, "pyodide", name));
  }
}

// The project, from a copy so that nothing is left in it, and what it needs to check and to play.
const copy = mkdtempSync(join(tmpdir(), "playground-"));
for (const name of ["rulesdsl", "cli", "games", "pyproject.toml", "README.md", "LICENSE"]) cpSync(join(top, name), join(copy, name), { recursive: true });
execFileSync(python, ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", join(out, "wheels"), copy, "attrs>=23.2", "lark>=1.2"], { stdio: "inherit" });
rmSync(copy, { recursive: true, force: true });

const games = {};
const gather = (folder) => {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (/\.(game|csv|md|txt)$/.test(name) && !name.endsWith("README.md")) games[name.replaceAll("\\", "/")] = readFileSync(join(folder, name), "utf8");
  }
};
gather(join(top, "examples/classics"));
gather(join(top, "games"));
const title = (text, name) => /^(?:game|variant) "([^"]*)"/m.exec(text)?.[1] ?? name;
const isVariant = ({ file }) => Number(games[file].startsWith("variant"));
const examples = Object.entries(games)
  .filter(([name]) => name.endsWith(".game"))
  .map(([file, text]) => ({ file, title: title(text, file) }))
  .sort((one, other) => isVariant(one) - isVariant(other) || games[one.file].length - games[other.file].length);
writeFileSync(join(out, "games.json"), JSON.stringify(games));
const wheels = readdirSync(join(out, "wheels")).map((name) => `wheels/${name}`);
writeFileSync(join(out, "files.json"), JSON.stringify({ wheels, room: "room.py", games: "games.json", examples }));

const files = readdirSync(out, { recursive: true }).map(String).filter((name) => statSync(join(out, name)).isFile()).map((name) => name.replaceAll("\\", "/")).sort();
const mark = createHash("sha256");
for (const name of files) mark.update(name).update(readFileSync(join(out, name)));
const offline = readFileSync(join(here, "src/offline.js"), "utf8");
writeFileSync(join(out, "offline.js"), offline.replace("BUILD", mark.digest("hex").slice(0, 16)).replace('["FILES"]', JSON.stringify(["./", ...files])));
const bytes = files.reduce((sum, name) => sum + statSync(join(out, name)).size, 0);
console.log(`${relative(process.cwd(), out)}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
