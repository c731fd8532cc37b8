import { type JobState, type JournalEntry, listJournals, openJournal } from "../../bulk/journal/journals.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** The kind of the job that starts a sale. Undoing the job ends the sale. */
export const saleKind = "products.sale";

/**
 * State of a sale. `starting` and `ending`: not complete, because it was interrupted or requests failed; `overdue`: its time
 * is over; `ended`: everything is restored, except for what somebody else has changed since.
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
  undone: "ended",
};

/** Returns the sales of a site, newest first. Plans that were never sent are not sales. */
export function listSales(dir: string, site: string, now: Date): Sale[] {
  return listJournals(dir).flatMap((entry) => saleOf(dir, entry, site, now) ?? []);
}

function saleOf(dir: string, entry: JournalEntry, site: string, now: Date): Sale | undefined {
  if ("damaged" in entry || entry.job.kind !== saleKind || entry.job.site !== site) return undefined;
  const { id, job, counts, state } = entry;
  if (state === "planning" || state === "planned") return undefined;
  const { until = "" } = job;
  const known = state === "undoing" && isSettled(dir, id) ? "ended" : (states[state] ?? "starting");
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

/** Returns whether all that an undo left is what somebody else has changed. */
function isSettled(dir: string, job: string): boolean {
  const journal = openJournal(dir, job);
  try {
    const left = `state = 'done' AND (undo IS NOT 'failed' OR json_extract(undoError, '$.code') <> 'CHANGED')`;
    return journal.db.prepare(`SELECT 1 FROM step WHERE ${left} LIMIT 1`).get() === undefined;
  } finally {
    journal.close();
  }
}

/** Returns whether a sale has not ended. */
export const isOpen = ({ state }: Sale): boolean => state !== "ended" && state !== "failed";

/** Returns a sale by its name or job: one that has not ended, else the newest. Throws TillError 5 if there is none. */
export function findSale(sales: readonly Sale[], name: string): Sale {
  const named = sales.filter((sale) => sale.name === name || sale.job === name);
  const found = named.find(isOpen) ?? named[0];
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
export function productsOnSale(dir: string, sales: readonly Sale[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { job, name } of sales.filter(isOpen)) {
    const journal = openJournal(dir, job);
    const ids = journal.db.iterate<{ id: string }>("SELECT DISTINCT id FROM step WHERE state = 'done'");
    for (const { id } of ids) found.set(id, name);
    journal.close();
  }
  return found;
}
