import { spawnSync } from "node:child_process";
import { type Figure, memory, time } from "./figures.ts";

/** Measures the time and memory of type-checking the whole project: from nothing, and again when nothing has changed. A quick run leaves it out. */
export function types(quick: boolean): Figure[] {
  if (quick) return [];
  const cold = check("--incremental", "false");
  check();
  const warm = check();
  return [
    time("type-check of the whole project", cold.ms, 13_000),
    memory("type-check of the whole project, memory", cold.peak, 1_400),
    time("type-check when nothing has changed", warm.ms, 4_000),
  ];
}

function check(...flags: readonly string[]): { ms: number; peak: number } {
  const started = performance.now();
  const { stdout } = spawnSync("node_modules/.bin/tsc", ["--noEmit", "--extendedDiagnostics", ...flags], {
    encoding: "utf8",
  });
  const ms = performance.now() - started;
  const [, kilobytes] = /^Memory used: +(\d+)K$/m.exec(stdout) ?? [];
  if (kilobytes === undefined) throw new Error(`the compiler said:\n${stdout}`);
  return { ms, peak: Number(kilobytes) / 1024 };
}
