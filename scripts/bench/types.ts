import { spawnSync } from "node:child_process";
import { type Figure, median, memory, time } from "./figures.ts";

/** Measures the time and memory of type-checking the whole project. */
export function types(quick: boolean): Figure[] {
  const runs = Array.from({ length: quick ? 1 : 3 }, () => {
    const started = performance.now();
    const { stdout } = spawnSync("node_modules/.bin/tsc", ["--noEmit", "--extendedDiagnostics"], {
      encoding: "utf8",
    });
    const ms = performance.now() - started;
    const [, kilobytes] = /^Memory used: +(\d+)K$/m.exec(stdout) ?? [];
    if (kilobytes === undefined) throw new Error(`the compiler said:\n${stdout}`);
    return { ms, peak: Number(kilobytes) / 1024 };
  });
  return [
    time("type-check of the whole project", median(runs.map(({ ms }) => ms)), 8_000),
    memory("type-check of the whole project, memory", median(runs.map(({ peak }) => peak)), 1_024),
  ];
}
