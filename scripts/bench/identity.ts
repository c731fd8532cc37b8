import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { alternate, type Figure, slowdown } from "./figures.ts";
import { environment, run, till } from "./programs.ts";

const port = 17_599;

/** Measures `whoami` of a member, and the time until a browser can start to log in. */
export async function identity(folder: string, quick: boolean): Promise<Figure[]> {
  const env = { TILL_HOME: join(folder, "home") };
  const password = join(folder, "password.txt");
  mkdirSync(folder, { recursive: true });
  writeFileSync(password, "till-demo-1\n");
  await run([till, "sandbox", "seed", "demo"], env);
  await run([till, "login", "--email", "mira@example.com", "--password-file", password], env);
  const start = (args: readonly string[]) => () => {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { env: environment(env) });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
    return performance.now() - started;
  };
  const medians = await alternate(quick ? 3 : 15, {
    bare: start(["-e", "0"]),
    whoami: start([till, "whoami"]),
    login: () => loginReady(env),
  });
  const baseline = { name: "node -e 0", ms: medians.bare };
  return [
    slowdown("till whoami", medians.whoami, baseline, 3.5),
    slowdown("till login: address printed, port open", medians.login, baseline, 6),
  ];
}

/** Returns the milliseconds until the address is printed and the callback port accepts connections. */
async function loginReady(env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [till, "login", "--no-browser", "--port", String(port)], {
    env: environment(env),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  for await (const chunk of child.stderr) {
    output += chunk;
    if (output.includes("http://")) break;
  }
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const ms = performance.now() - started;
  socket.destroy();
  child.kill("SIGKILL");
  await once(child, "close");
  return ms;
}
