import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/** What the driver is asked for, one JSON object in each line. */
export type Order =
  | {
      id: number;
      order: "spawn";
      program: string;
      args: readonly string[];
      cwd: string;
      env: Record<string, string>;
      /** Whether it has the console, and no pipes. */
      console: boolean;
    }
  | { id: number; order: "write"; text: string }
  | { id: number; order: "end" }
  | { id: number; order: "kill" };

/** What happened to a program, one JSON object in each line. */
export type Report =
  | { id: number; stdout: string }
  | { id: number; stderr: string }
  | { id: number; code: number | null }
  | { id: 0; interrupted: true };

/**
 * Starts programs on Windows for the tests: `node.exe driver.ts PORT`. Under Wine, a program of Windows cannot use the pipes of Linux;
 * this program gives it pipes of Windows, and talks to the test through a socket.
 */
const socket = connect(Number(process.argv[2]), "127.0.0.1");
const running = new Map<number, ChildProcess>();
const report = (text: Report) => socket.write(`${JSON.stringify(text)}\n`);

// As an installation of Node does it.
process.env.PATH = `${process.env.PATH};${dirname(process.execPath)}`;
// Ctrl-C is for the programs that share the console.
process.on("SIGINT", () => report({ id: 0, interrupted: true }));
socket.on("close", () => process.exit());

for await (const line of createInterface({ input: socket })) {
  const order = JSON.parse(line) as Order;
  const { id } = order;
  if (order.order === "spawn") start(order);
  else if (order.order === "write") running.get(id)?.stdin?.write(order.text);
  else if (order.order === "end") running.get(id)?.stdin?.end();
  else running.get(id)?.kill("SIGKILL");
}

function start({ id, program, args, cwd, env, console }: Extract<Order, { order: "spawn" }>): void {
  const child = spawn(program === "node" ? process.execPath : program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: console ? "inherit" : "pipe",
    // cmd.exe does not take the quotes that Node writes.
    windowsVerbatimArguments: program === "cmd.exe",
  });
  running.set(id, child);
  child.stdout?.setEncoding("utf8").on("data", (stdout: string) => report({ id, stdout }));
  child.stderr?.setEncoding("utf8").on("data", (stderr: string) => report({ id, stderr }));
  child.stdin?.on("error", () => {});
  child.on("error", (error) => report({ id, stderr: error.message }));
  child.on("close", (code) => {
    running.delete(id);
    report({ id, code });
  });
}
