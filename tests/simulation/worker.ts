import { registerHooks } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Fault } from "./faults.ts";
import type { AnyNight } from "./run.ts";

/** What a thread is asked to do: nights by their seeds, or those that are given. */
export interface Task {
  first: number;
  count: number;
  nights?: readonly AnyNight[] | undefined;
  /** Ends with the first broken night. */
  once: boolean;
  /** Nights of workers, not of jobs. */
  workers?: boolean | undefined;
}

/** A broken night. */
export interface Found {
  night: AnyNight;
  invariant: string;
  message: string;
}

export interface Report {
  nights: number;
  steps: number;
  found: Found[];
}

const { task, fault } = workerData as { task: Task; fault?: Fault };

let isApplied = fault === undefined;
if (fault) {
  // A fault may not wait for what then fails. The thread would end with that error, before or after its report is read.
  process.on("unhandledRejection", () => {});
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(fault.file)) return loaded;
      const source = String(loaded.source);
      if (source.split(fault.line).length !== 2)
        throw new Error(`${fault.file} does not have exactly one "${fault.line}"`);
      isApplied = true;
      return { ...loaded, source: source.replace(fault.line, () => fault.becomes) };
    },
  });
}

const { createDisks, nightOf, runNight } = await import("./night.ts");
const { runWorkerNight, workerNightOf } = await import("./workers.ts");
const disk = createDisks();
const report: Report = { nights: 0, steps: 0, found: [] };
for (let seed = task.first; seed < task.first + task.count; seed += 1) {
  const night = task.nights?.[seed - task.first] ?? (task.workers ? workerNightOf(seed) : nightOf(seed));
  const { broken, steps } =
    night.scenario === "workers" ? await runWorkerNight(night) : await runNight(night, disk);
  report.nights += 1;
  report.steps += steps;
  if (broken) report.found.push({ night, invariant: broken.invariant, message: broken.message });
  if (broken && task.once) break;
}
disk.close();
if (!isApplied) throw new Error(`no night uses ${fault?.file}`);
parentPort?.postMessage(report);
