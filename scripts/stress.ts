import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";

/**
 * Runs the tests on a busy machine: `npm run test:stress` runs both suites ten times beside eight busy loops, each time in
 * another time zone and locale, and every fifth time in June 2027. Exits 1 if a run failed.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    loops: { type: "string", default: "8" },
    suite: { type: "string", multiple: true, default: ["test", "processes"] },
  },
});
const places = [
  { TZ: "UTC", LANG: "C.UTF-8" },
  { TZ: "Pacific/Auckland", LANG: "de_DE.UTF-8" },
  { TZ: "America/Los_Angeles", LANG: "tr_TR.UTF-8" },
  { TZ: "Asia/Kolkata", LANG: "ja_JP.UTF-8" },
];
const later = { NODE_OPTIONS: `--import=${new URL("stress-clock.js", import.meta.url).href}` };

const busy = Array.from({ length: Number(values.loops) }, () => new Worker("for (;;);", { eval: true }));
const failed: string[] = [];
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const suite of values.suite) {
    const shifted = round % 5 === 0 && suite === "test";
    const place = places[round % places.length];
    const began = performance.now();
    const args = ["node_modules/vitest/vitest.mjs", "run", "--project", suite, "--reporter=minimal"];
    const env = { ...process.env, ...place, LC_ALL: place?.LANG, ...(shifted && later) };
    const child = spawn(process.execPath, args, { env, stdio: "inherit" });
    const [code] = await once(child, "exit");
    const seconds = Math.round((performance.now() - began) / 1000);
    const name = `round ${round}, ${suite}, ${place?.TZ}, ${place?.LANG}${shifted ? ", June 2027" : ""}`;
    console.log(`${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s`);
    if (code !== 0) failed.push(name);
  }
}
await Promise.all(busy.map((worker) => worker.terminate()));
console.log(failed.length === 0 ? "All runs passed." : `Failed:\n${failed.join("\n")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
