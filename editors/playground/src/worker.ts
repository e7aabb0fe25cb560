// Python in a worker: the page stays quick while it checks and while bots think.
declare const self: DedicatedWorkerGlobalScope;

type Python = { globals: { get(name: string): any }; runPython(code: string): unknown; unpackArchive(data: ArrayBuffer, format: string): void; FS: any };

async function start(): Promise<Python> {
  // The runtime lies beside the page as it comes; it is no part of this bundle.
  const runtime = new URL("pyodide/pyodide.mjs", self.location.href).href;
  const { loadPyodide } = await import(/* @vite-ignore */ runtime);
  const python: Python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href });
  const files: { wheels: string[]; room: string; games: string } = await (await fetch("files.json")).json();
  for (const wheel of files.wheels) {
    python.unpackArchive(await (await fetch(wheel)).arrayBuffer(), "wheel");
  }
  const games: Record<string, string> = await (await fetch(files.games)).json();
  for (const [name, text] of Object.entries(games)) {
    const path = `/games/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython(await (await fetch(files.room)).text());
  return python;
}

const started = start();
started.then(
  () => self.postMessage({ id: 0, found: "ready" }),
  (problem: unknown) => self.postMessage({ id: 0, problem: String(problem) }),
);

self.onmessage = async (event: MessageEvent<{ id: number; what: string; given: unknown[] }>) => {
  const { id, what, given } = event.data;
  try {
    const python = await started;
    const found = what === "look" ? python.globals.get("look")() : python.globals.get("room")[what](...given);
    self.postMessage({ id, found });
  } catch (problem) {
    self.postMessage({ id, problem: String(problem) });
  }
};

export {};
