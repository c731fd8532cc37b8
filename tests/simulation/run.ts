import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { type Fault, faults } from "./faults.ts";
import {
  createDisks,
  type Disks,
  type Night,
  type NightOptions,
  nightOf,
  type Outcome,
  runNight,
} from "./night.ts";
import type { Found, Report, Task } from "./worker.ts";
import { runWorkerNight, type WorkerNight, workerNightOf } from "./workers.ts";

/** A night of jobs, or of workers. */
export type AnyNight = Night | WorkerNight;

/** Runs a night of either kind. */
export async function runAnyNight(night: AnyNight, disks: Disks, options?: NightOptions): Promise<Outcome> {
  return night.scenario === "workers"
    ? await runWorkerNight(night, { timeline: options?.timeline })
    : await runNight(night, disks, options);
}

/** A night that was broken once. It is run with the tests, forever. */
export interface KeptNight {
  /** What was wrong, as a sentence. */
  title: string;
  night: AnyNight;
}

const keptFile = new URL("./nights.json", import.meta.url);

/** Returns the nights that were broken once. */
export function keptNights(): KeptNight[] {
  return JSON.parse(readFileSync(keptFile, "utf8"));
}

/** Runs nights in another thread, perhaps with a fault in the production code. */
export function runThread(task: Task, fault?: Fault): Promise<Report> {
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { task, fault } });
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("the thread ended without a report")));
  return promise;
}

/** Looks for a deliberate fault. */
export async function findFault(fault: Fault, seeds = 2000): Promise<Report> {
  const { workers } = fault;
  const nights = fault.kept ? keptNights().map(({ night }) => night) : undefined;
  return await runThread({ first: 1, count: nights?.length ?? seeds, nights, once: true, workers }, fault);
}

/** Runs many nights on all cores. */
export async function runNights(first: number, seeds: number, workers = false): Promise<Report> {
  const threads = Math.min(seeds, availableParallelism());
  const share = Math.ceil(seeds / threads);
  const tasks = Array.from({ length: threads }, (_, n) => ({
    first: first + n * share,
    count: Math.min(share, seeds - n * share),
    once: false,
    workers,
  }));
  const reports = await Promise.all(tasks.map((task) => runThread(task)));
  return {
    nights: reports.reduce((sum, { nights }) => sum + nights, 0),
    steps: reports.reduce((sum, { steps }) => sum + steps, 0),
    found: reports.flatMap(({ found }) => found),
  };
}

/**
 * Returns the smallest night found that breaks the same invariant: with fewer kinds of weather, rows, processes, sites and
 * minutes. What is left out changes everything after it, so that it may take another seed.
 */
export async function shrink(night: AnyNight, invariant: string): Promise<AnyNight> {
  const disks = createDisks();
  const find = async (candidates: Iterable<AnyNight>) => {
    for (const candidate of candidates)
      if ((await runAnyNight(candidate, disks)).broken?.invariant === invariant) return candidate;
    return undefined;
  };
  let smallest = night;
  for (let next: AnyNight | undefined = night; next; ) {
    smallest = next;
    next = (await find(smaller(smallest))) ?? (await find(withOtherSeeds(smaller(smallest))));
  }
  disks.close();
  return smallest;
}

function* withOtherSeeds(nights: Iterable<AnyNight>): Generator<AnyNight> {
  for (const night of nights) for (let seed = 1; seed <= 100; seed += 1) yield { ...night, seed };
}

function* smaller(night: AnyNight): Generator<AnyNight> {
  const without = <N extends AnyNight>(whole: N, kind: string): N => ({
    ...whole,
    weather: whole.weather.filter((other) => other !== kind),
  });
  for (const kind of night.weather) yield without(night, kind);
  if (night.scenario === "workers") {
    for (const sites of [1, 2]) if (sites < night.sites) yield { ...night, sites };
    for (const workers of [1, 2]) if (workers < night.workers) yield { ...night, workers };
    for (const minutes of [1, 2, 3, 5, 10]) if (minutes < night.minutes) yield { ...night, minutes };
    return;
  }
  for (const rows of [1, 2, 3, 5, 10, 20]) if (rows < night.rows) yield { ...night, rows };
  if (night.processes > 1) yield { ...night, processes: night.processes - 1 };
}

const usage = `npm run simulate -- --seeds 5000 --first 1     runs these nights
npm run simulate -- --seed 42 --timeline       replays one, and tells it in words
npm run simulate -- --seed 42 --keep "title"   adds it, as small as possible, to the nights that every test run repeats
npm run simulate -- --workers --seeds 500      runs nights of workers and schedules; also with --seed
npm run simulate -- --faults                   looks for each deliberate fault in 2,000 nights
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string" },
      first: { type: "string" },
      seed: { type: "string" },
      timeline: { type: "boolean" },
      keep: { type: "string" },
      faults: { type: "boolean" },
      fault: { type: "string", multiple: true },
      workers: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const print = (text: string) => void process.stdout.write(`${text}\n`);
  if (values.help) print(usage);
  else if (values.faults || values.fault !== undefined) {
    const chosen = faults.filter(({ name }) => values.fault?.includes(name) ?? true);
    let missed = 0;
    const next = chosen.values();
    const search = async () => {
      for (const fault of next) {
        const { nights, found } = await findFault(fault, Number(values.seeds ?? 2000));
        const [first] = found;
        if (!first) missed += 1;
        const where = fault.kept ? `kept night ${nights}` : `seed ${nights}`;
        print(`${fault.name}: ${first ? `${where}, ${first.message}` : `not found in ${nights} nights`}`);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, search));
    return missed === 0 ? 0 : 1;
  } else if (values.seed !== undefined) {
    const seed = Number(values.seed);
    return await replay(
      values.workers ? workerNightOf(seed) : nightOf(seed),
      values.timeline === true,
      values.keep,
      print,
    );
  } else {
    const began = performance.now();
    const { first = 1, seeds = 1000, workers = false } = values;
    const { nights, found } = await runNights(Number(first), Number(seeds), workers);
    for (const { night, message } of found) print(`seed ${night.seed} (${night.scenario}): ${message}`);
    const rate = Math.round((nights / (performance.now() - began)) * 60_000);
    print(`${nights} nights, ${found.length} broken, ${rate} a minute`);
    const [broken] = found;
    if (broken) await explain(broken, print);
    return broken ? 1 : 0;
  }
  return 0;
}

async function explain({ night, invariant }: Found, print: (text: string) => void): Promise<void> {
  const command = `npm run simulate -- ${night.scenario === "workers" ? "--workers " : ""}--seed ${night.seed}`;
  print(`\nSeed ${night.seed}, made as small as possible:`);
  await replay(await shrink(night, invariant), true, undefined, print);
  print(`\nThe whole night:        ${command} --timeline`);
  print(`To keep it as a test:   ${command} --keep "what was wrong, as a sentence"`);
}

async function replay(
  night: AnyNight,
  timeline: boolean,
  keep: string | undefined,
  print: (text: string) => void,
): Promise<number> {
  const disks = createDisks();
  const outcome = await runAnyNight(night, disks, { timeline });
  disks.close();
  const { broken } = outcome;
  print(describeNight(night));
  if (timeline) for (const line of outcome.timeline) print(line);
  print(broken ? `Broken: ${broken.message}` : `Nothing broken in ${Math.round(outcome.ms / 1000)} s.`);
  if (keep === undefined) return broken ? 1 : 0;
  if (!broken) {
    print("Only a broken night can be kept.");
    return 2;
  }
  const kept: KeptNight = { title: keep, night: await shrink(night, broken.invariant) };
  writeFileSync(keptFile, JSON.stringify([...keptNights(), kept]));
  execFileSync("node_modules/.bin/biome", ["format", "--write", fileURLToPath(keptFile)], {
    stdio: "ignore",
  });
  print(`Kept, as small as possible: ${describeNight(kept.night)}`);
  print(`Until it is fixed, this fails: npx vitest run --project test tests/simulation -t "${keep}"`);
  return 1;
}

function describeNight(night: AnyNight): string {
  const size =
    night.scenario === "workers"
      ? `up to ${night.sites} sites, ${night.workers} workers, ${night.minutes} minutes`
      : `${night.rows} rows, up to ${night.processes} processes${night.shared ? ", a shared journal" : ""}`;
  return `seed ${night.seed}, ${night.scenario}, ${size}: ${night.weather.join(", ") || "good weather"}`;
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main();
