#!/usr/bin/env node
// Must run on old Node versions: finds a Node that is new enough, prints --version, then loads the bundle.
// Has no static imports: they would slow down every start.

const home = new URL("..", import.meta.url);
const needed = [22, 19];
const running = process.versions.node.split(".").map(Number);
const newEnough = running[0] > needed[0] || (running[0] === needed[0] && running[1] >= needed[1]);
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) import("node:fs").then(printVersion);
else if (newEnough) run();
else Promise.all([import("node:fs"), import("node:url"), import("node:child_process")]).then(reexec);

/** Writes to the file descriptor: opening Node's stream takes longer than everything else here. */
function printVersion({ readFileSync, writeSync }) {
  const { version } = JSON.parse(readFileSync(new URL("package.json", home), "utf8"));
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    if (error.code === "EPIPE") return;
    process.stderr.write(`error: Could not write to stdout: ${error.message}\n`);
    process.exitCode = 1;
  }
}

function run() {
  keepCompiled();
  import("../dist/main.js").then(
    (program) =>
      program.runProcess().then((code) => {
        process.exitCode = code;
      }),
    (error) => {
      const missing = error && error.code === "ERR_MODULE_NOT_FOUND";
      const what = missing ? "till is not built yet. Run: npm run build" : error && error.stack;
      process.stderr.write(`${what}\n`);
      process.exitCode = 1;
    },
  );
}

/**
 * Caches compiled code next to the program, which saves a tenth of the start. It does not use the system's temporary folder:
 * another user could place code there.
 */
function keepCompiled() {
  const { enableCompileCache } = process.getBuiltinModule("node:module");
  const { fileURLToPath } = process.getBuiltinModule("node:url");
  if (!process.env.NODE_COMPILE_CACHE) enableCompileCache(fileURLToPath(new URL(".cache", home)));
}

/** Runs the program of a checkout with the Node in the project's devDependencies. */
function reexec([{ existsSync }, { fileURLToPath }, { spawn }]) {
  const exists = (path) => existsSync(new URL(path, home));
  const pinned = ["node", "node.exe"].map((name) => `node_modules/node/bin/${name}`).find(exists);
  if (pinned === undefined) {
    const what = `till needs Node ${needed.join(".")} or newer; this is ${process.versions.node}.`;
    const how = exists("src/main.ts")
      ? "Run: npm ci"
      : "Install Node 24 from https://nodejs.org or with: nvm install 24";
    process.stderr.write(`${what} ${how}\n`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(fileURLToPath(new URL(pinned, home)), [fileURLToPath(import.meta.url)].concat(args), {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    // A terminal sends SIGINT to the child directly.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code !== null ? code : signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1;
  });
}
