import { spawnSync } from "node:child_process";
import { type Figure, median, memory, time } from "./figures.ts";

/** Measures the time and memory of type-checking the whole project: from nothing, and again when nothing has changed. */
export function types(quick: boolean): Figure[] {
  const cold = Array.from({ length: quick ? 1 : 3 }, () => check("--incremental", "false"));
  check();
  const warm = Array.from({ length: quick ? 1 : 3 }, () => check());
  return [
    time("type-check of the whole project", median(cold.map(({ ms }) => ms)), 8_000),
    memory("type-check of the whole project, memory", median(cold.map(({ peak }) => peak)), 800),
    time("type-check when nothing has changed", median(warm.map(({ ms }) => ms)), 4_000),
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
