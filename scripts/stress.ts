import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

/**
 * Runs the tests on a busy machine: `npm run test:stress` runs both suites ten times beside eight busy loops, three runs at a
 * time, each in another time zone and locale, and every fifth time in June 2027. Prints the output of each run that failed, and
 * exits 1 then.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    first: { type: "string", default: "1" },
    loops: { type: "string", default: "8" },
    together: { type: "string", default: "3" },
    suite: { type: "string", multiple: true, default: ["test", "processes"] },
  },
});
const places = [
  { TZ: "UTC", LANG: "C.UTF-8" },
  { TZ: "Pacific/Auckland", LANG: "de_DE.UTF-8" },
  { TZ: "America/Los_Angeles", LANG: "tr_TR.UTF-8" },
  { TZ: "Asia/Kolkata", LANG: "ja_JP.UTF-8" },
] as const;
const later = { NODE_OPTIONS: `--import=${new URL("stress-clock.js", import.meta.url).href}` };

const runs = Array.from({ length: Number(values.rounds) }, (_, index) =>
  values.suite.map((suite) => ({ suite, round: index + Number(values.first) })),
).flat();
const failed: string[] = [];

async function run({ suite, round }: (typeof runs)[number]): Promise<void> {
  const shifted = round % 5 === 0 && suite === "test";
  const place = places[round % places.length] ?? places[0];
  const began = performance.now();
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project", suite, "--reporter=minimal"];
  const env = { ...process.env, ...place, LC_ALL: place.LANG, ...(shifted && later) };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  const seconds = Math.round((performance.now() - began) / 1000);
  const name = `round ${round}, ${suite}, ${place.TZ}, ${place.LANG}${shifted ? ", June 2027" : ""}`;
  if (code !== 0) {
    failed.push(name);
    console.log(stdout + stderr);
  }
  console.log(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
}

// Runs that start together would build the program at the same time.
execFileSync(process.execPath, ["scripts/build.ts"], { stdio: "inherit" });
const busy = Array.from({ length: Number(values.loops) }, () => new Worker("for (;;);", { eval: true }));
const queue = runs.values();
await Promise.all(
  Array.from({ length: Number(values.together) }, async () => {
    for (const next of queue) await run(next);
  }),
);
await Promise.all(busy.map((worker) => worker.terminate()));
console.log(failed.length === 0 ? "All runs passed." : `Failed:\n${failed.join("\n")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
