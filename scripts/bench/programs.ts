import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The built program and the baseline scripts. */
export const till = file("../../bin/till.js");
export const baselines = {
  capture: file("baseline-capture.js"),
  each: file("baseline-each.js"),
  checkIn: file("baseline-check-in.js"),
  export: file("baseline-export.js"),
  update: file("baseline-update.js"),
  forward: file("baseline-forward.js"),
  import: file("baseline-import.js"),
  shopTests: file("baseline-shop-tests.js"),
  mswTests: file("baseline-msw-tests.js"),
  rows: file("baseline-rows.js"),
};

/** The wall time, the processor time and the largest resident set of a run. */
export interface Ran {
  ms: number;
  cpuMs: number;
  peakMb: number;
}

/**
 * A JavaScript expression: the largest resident set of the program in KiB. `maxRSS` starts with the size of the parent process; Linux also
 * reports the program's own. Uses `existsSync` and `readFileSync`.
 */
export const ownPeak = `Number(
  /^VmHWM:\\s+(\\d+) kB$/m.exec(existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "")?.[1] ??
    process.resourceUsage().maxRSS)`;

/** Writes the largest resident set in KiB and the processor time in microseconds to file descriptor 3 when the program ends. */
const tellPeak = `import { existsSync, readFileSync, writeSync } from "node:fs";
process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, ${ownPeak} + " " + (user + system));
});`;

/** Runs a script with this Node, optionally with stdin from a file. Throws its output if it fails. */
export async function run(
  args: readonly string[],
  env: Record<string, string>,
  stdin?: string,
): Promise<Ran> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(tellPeak)}`, ...args],
    {
      env: environment(env),
      stdio: [stdin === undefined ? "ignore" : openSync(stdin, "r"), "ignore", "pipe", "pipe"],
    },
  );
  const [output, usage, [code]] = await Promise.all([
    text(child.stdio[2] as NodeJS.ReadableStream),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${output}`);
  const [kib = 0, microseconds = 0] = usage.split(" ").map(Number);
  return { ms: performance.now() - started, cpuMs: microseconds / 1000, peakMb: kib / 1024 };
}

/** The environment without variables that would select one of the user's shops, or say that no person looks on. */
export function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith("TILL_") && name !== "CI");
  // Without a terminal, a change needs a shop that is named.
  const shop = env.TILL_BASE_URL === undefined ? { TILL_PROFILE: "sandbox" } : {};
  return { ...Object.fromEntries(clean), ...shop, ...env };
}

/** A sandbox served by a separate process. */
export interface Served {
  /** The variables that connect till, or a baseline, to it. */
  env: { TILL_BASE_URL: string; TILL_API_KEY: string };
  controlToken: string;
  stop(): Promise<void>;
}

/**
 * Serves a sandbox from a folder. If it is empty and a number is given, generates that many products first. With a name, it
 * is a profile of commands whose TILL_HOME is the folder.
 */
export async function serve(folder: string, products?: number, name?: string): Promise<Served> {
  const seed = products === undefined ? [] : ["--seed", String(products)];
  const named = name === undefined ? [] : ["--name", name];
  const args = [till, "sandbox", "start", "--data", folder, ...seed, ...named, "--json"];
  const child = spawn(process.execPath, args, {
    env: environment({ TILL_HOME: folder }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { baseUrl, apiKey, controlToken } = JSON.parse(line.toString()) as Record<
    "baseUrl" | "apiKey" | "controlToken",
    string
  >;
  return {
    env: { TILL_BASE_URL: baseUrl, TILL_API_KEY: apiKey },
    controlToken,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

/** Adds generated products to a served sandbox in a catalog version. */
export const seed = (served: Served, count: number, catalog: "v1" | "v3"): Promise<void> =>
  controlled(served, "seed", { count, catalog });

/** Makes a control call of a served sandbox. */
export async function controlled({ env, controlToken }: Served, name: string, input: object): Promise<void> {
  const response = await fetch(`${env.TILL_BASE_URL}/__till/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-till-control": controlToken },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
}

/** Returns how many requests the sandbox in a folder has logged, once the last ones are written. */
export async function requestsOf(folder: string): Promise<number> {
  await sleep(300);
  const db = new DatabaseSync(join(folder, "sandbox.db"), { readOnly: true });
  const row = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'request'").get();
  db.close();
  return Number(row?.seq ?? 0);
}
