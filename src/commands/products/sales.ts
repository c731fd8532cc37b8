import { isSamePlace, type JobPlace } from "../../bulk/engine/job.ts";
import type { JobState, JobStore, JournalEntry } from "../../bulk/journal/journals.ts";
import type { Context } from "../../context/context.ts";
import { splitWords } from "../../kernel/command-line.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** Prints the sales of the shop, newest first. */
export async function run(context: Context): Promise<undefined> {
  const { jobs, place, now } = context;
  const here = await place();
  const sales = await listSales(await jobs(), here, now());
  const endOf = await endsOf(context, here.profile, sales);
  const rows = sales.map(({ command, ...sale }) => ({ ...sale, end: endOf(sale), command }));
  await context.print(rows, {
    kind: "sale",
    fields: {
      name: { label: "Sale" },
      state: {},
      until: { as: "time" },
      end: { label: "End", value: ({ end }) => (end === null ? "" : end) },
      changes: { path: "changes", value: ({ changes, total }) => `${changes}/${total}`, align: "right" },
      startedAt: { label: "Started", as: "date" },
      job: {},
      command: { grow: true },
    },
    empty: "No sales yet.",
  });
  return undefined;
}

/**
 * Returns a function that says whether a schedule ends a sale that is open: `scheduled` or `not scheduled`, null if it has ended. A
 * schedule that is paused or has no time left ends nothing.
 */
async function endsOf(
  context: Context,
  profile: string,
  sales: readonly Pick<Sale, "state">[],
): Promise<(sale: Pick<Sale, "name" | "job" | "state">) => "scheduled" | "not scheduled" | null> {
  if (!sales.some(isOpenSale)) return () => null;
  const ends = (await (await import("../../workers/scheduler.ts")).allRows(context)).flatMap((row) => {
    const words = splitWords(row.command);
    const at = words.findIndex((word, index) => word === "sale" && words[index + 1] === "end");
    const named = row.profile ?? words[words.indexOf("--profile") + 1];
    const isHere = words.includes("each") || named === profile;
    const [sale = ""] = words.slice(at + 2);
    return at < 0 || row.paused || row.next.length === 0 || !isHere
      ? []
      : [sale.startsWith("-") ? undefined : sale];
  });
  return (sale) => {
    if (!isOpenSale(sale)) return null;
    const isScheduled = ends.some((end) => end === undefined || end === sale.name || end === sale.job);
    return isScheduled ? "scheduled" : "not scheduled";
  };
}

/** The kind of the job that starts a sale. Undoing the job ends the sale. */
export const saleKind = "products.sale";

/**
 * State of a sale. `starting` and `ending`: not complete, because it was interrupted or requests failed; `overdue`: its time
 * is over; `ended`: everything is restored, except for what someone else has changed since.
 */
export type SaleState = "running" | "overdue" | "ending" | "ended" | "starting" | "failed";

/** A sale of the shop: a job that is to be undone. */
export interface Sale {
  /** Its name, or the id of its job. */
  name: string;
  job: string;
  state: SaleState;
  startedAt: string;
  until: string;
  /** Changes that are in effect, or were left when it ended, and all of them. */
  changes: number;
  total: number;
  command: string;
}

const states: Partial<Record<JobState, SaleState>> = {
  done: "running",
  failed: "running",
  undoing: "ending",
  "partly undone": "ending",
  undone: "ended",
};

/** Returns the sales of a shop, newest first. Plans that were never sent are not sales. */
export async function listSales(jobs: JobStore, place: JobPlace, now: Date): Promise<Sale[]> {
  const sales: Sale[] = [];
  for (const entry of await jobs.list()) {
    const sale = await saleOf(jobs, entry, place, now);
    if (sale) sales.push(sale);
  }
  return sales;
}

async function saleOf(
  jobs: JobStore,
  entry: JournalEntry,
  place: JobPlace,
  now: Date,
): Promise<Sale | undefined> {
  if ("damaged" in entry || entry.job.kind !== saleKind || !isSamePlace(entry.job, place)) return undefined;
  const { id, job, counts, state } = entry;
  if (state === "unplanned" || state === "planned") return undefined;
  const { until = "" } = job;
  const isSaleEnded = counts.done > 0 && state !== "running" && (await isSettled(jobs, id));
  const known = isSaleEnded ? "ended" : (states[state] ?? "starting");
  const isOver = known === "running" && new Date(until) <= now;
  return {
    name: job.name ?? id,
    job: id,
    state: state === "failed" && counts.done === 0 ? "failed" : isOver ? "overdue" : known,
    startedAt: job.createdAt.toISOString(),
    until,
    changes: counts.done,
    total: counts.total,
    command: job.command,
  };
}

/** Returns whether an undo skipped only what someone else has changed. */
async function isSettled(jobs: JobStore, job: string): Promise<boolean> {
  const journal = await jobs.open(job);
  try {
    const left = `state = 'done' AND (undo IS NOT 'failed' OR json_extract(undoError, '$.code') <> 'CHANGED')`;
    return journal.db.prepare(`SELECT 1 FROM step WHERE ${left} LIMIT 1`).get() === undefined;
  } finally {
    await journal.close();
  }
}

/** Returns whether a sale has not ended. */
export const isOpenSale = ({ state }: Pick<Sale, "state">): boolean =>
  state !== "ended" && state !== "failed";

/** Returns a sale by its name or job: one that has not ended, else the newest. Throws TillError 5 if there is none. */
export function findSale(sales: readonly Sale[], name: string): Sale {
  const named = sales.filter((sale) => sale.name === name || sale.job === name);
  const found = named.find(isOpenSale) ?? named[0];
  if (found) return found;
  const suggestion = nearest(
    name,
    sales.map((sale) => sale.name),
  );
  const question = suggestion === undefined ? "" : ` Did you mean ${suggestion}?`;
  throw new TillError(exitCodes.notFound, `There is no sale ${name}.${question}`, {
    hint: "See them all: till sale list",
  });
}

/** Returns the open sale of each product that one has changed. */
export async function productsOnSale(
  jobs: JobStore,
  sales: readonly Sale[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { job, name } of sales.filter(isOpenSale)) {
    const journal = await jobs.open(job);
    const ids = journal.db.iterate<{ id: string }>("SELECT DISTINCT id FROM step WHERE state = 'done'");
    for (const { id } of ids) found.set(id, name);
    await journal.close();
  }
  return found;
}

/** Returns a time in minutes: `2026-12-31 23:59 UTC`. */
export function readableTime(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
