#!/usr/bin/env node
// Read by old Nodes too: finds one that is new enough, answers --version, then hands over to the bundle.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const home = new URL("..", import.meta.url);
const needed = [22, 19];
const running = process.versions.node.split(".").map(Number);
const newEnough = running[0] > needed[0] || (running[0] === needed[0] && running[1] >= needed[1]);
const args = process.argv.slice(2);

if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`${JSON.parse(readFileSync(new URL("package.json", home), "utf8")).version}\n`);
} else if (newEnough) run();
else reexec();

function run() {
  if (!process.env.NODE_ENV) process.env.NODE_ENV = "production";
  import("../dist/main.js").then(
    (program) =>
      program.runProcess().then((code) => {
        process.exitCode = code;
      }),
    (error) => {
      const missing = error && error.code === "ERR_MODULE_NOT_FOUND";
      process.stderr.write(
        missing ? "till is not built yet. Run: npm run build\n" : `${error && error.stack}\n`,
      );
      process.exitCode = 1;
    },
  );
}

/** The project brings a Node of its own as a devDependency. */
function reexec() {
  const pinned = new URL("node_modules/node/bin/node", home);
  if (!existsSync(pinned)) {
    const what = `till needs Node ${needed.join(".")} or newer; this is ${process.versions.node}.`;
    process.stderr.write(`${what} Get it at https://nodejs.org, or run: npm ci (in the checkout)\n`);
    process.exitCode = 1;
    return;
  }
  import("node:child_process").then(({ spawn }) => {
    const self = fileURLToPath(import.meta.url);
    const child = spawn(fileURLToPath(pinned), [self].concat(args), { stdio: "inherit" });
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      // A terminal sends SIGINT to the child by itself.
      process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
    }
    child.on("exit", (code, signal) => {
      process.exitCode = code !== null ? code : signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 1;
    });
  });
}
