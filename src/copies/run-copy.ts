import { combinedWork } from "../bulk/journal/combined-work.ts";
import type { Journal } from "../bulk/journal/journal.ts";
import type { PlannedRow, PlanSummary } from "../bulk/plan/plan.ts";
import { stageRows } from "../bulk/plan/stage.ts";
import type { Deletions, JobRequest } from "../cli/jobs/request.ts";
import { beginJournal, runJob } from "../cli/jobs/run.ts";
import type { Context } from "../context/context.ts";
import type { CommandResult } from "../context/host.ts";
import { limitHeap } from "../kernel/heap.ts";
import { formatCount } from "../kernel/text.ts";
import { compareStores, inBothCatalogs } from "./compare.ts";
import type { CopyJob, CopyOptions } from "./copy-writer.ts";
import type { SnapshotDomain } from "./domains.ts";
import { openCatalogWriter } from "./plan-catalog.ts";
import { deletedLast, hasObjects, openObjectWriter } from "./plan-objects.ts";
import type { ShopObjects } from "./shop-object.ts";
import { idIn } from "./store.ts";

/** The kind, title and flags of a job that copies. */
type CopyRequest = Pick<JobRequest<PlannedRow>, "kind" | "title" | "options" | "results">;

/** Gives a shop the objects of another one, or those that it had, as a job: plans it, asks, and applies it. */
export async function runCopy(
  context: Context,
  request: CopyRequest,
  options: CopyOptions,
): Promise<CommandResult> {
  // The heap of a job with a hundred thousand products would grow by 30 MB more, without being faster.
  limitHeap();
  const journal = await beginJournal(context, request.kind);
  const { stores, domains } = options;
  // The stores are closed once everything is planned.
  const present = new Map(domains.map((domain) => [domain, stores.to.count(domain)]));
  const { close, ...copy } = await openCopy(context, journal, options);
  try {
    const toSteps = (row: PlannedRow) => row;
    const dangerous = ({ kinds }: PlanSummary) => Object.keys(kinds).some(isDeletion);
    const deletes = ({ kinds }: PlanSummary) => largeDeletion(kinds, stores.to.kinds, present);
    return await runJob<PlannedRow>(context, { ...request, ...copy, toSteps, dangerous, deletes }, journal);
  } finally {
    close();
  }
}

/** A shop that loses more than this part of a domain is asked about its number. */
const largePart = 1 / 5;

/** Returns the deletions of a plan if they are a large part of the objects of a domain. */
function largeDeletion(
  kinds: PlanSummary["kinds"],
  objects: ShopObjects,
  present: ReadonlyMap<SnapshotDomain, number>,
): Deletions | undefined {
  const deleted = new Map<SnapshotDomain, number>();
  for (const [kind, count] of Object.entries(kinds)) {
    const domain = isDeletion(kind) ? objects.get(kind.slice(0, kind.indexOf(".")))?.domain : undefined;
    if (domain !== undefined) deleted.set(domain, (deleted.get(domain) ?? 0) + count);
  }
  const large = [...deleted].filter(([domain, count]) => count > (present.get(domain) ?? 0) * largePart);
  if (large.length === 0) return undefined;
  const text = large.map(
    ([domain, count]) => `${formatCount(count)} of ${formatCount(present.get(domain) ?? 0)} in ${domain}`,
  );
  return { count: large.reduce((sum, [, count]) => sum + count, 0), text: text.join(" and ") };
}

const isDeletion = (kind: string): boolean => kind.endsWith(".delete") || kind === "collection.remove";

/** Opens the plan of the differences between two shops, and then reports what cannot be carried over. */
async function openCopy(context: Context, journal: Journal, options: CopyOptions) {
  const { source, target, stores } = options;
  const losses = new Map<string, number>();
  let line = 0;
  const job: CopyJob = {
    ...options,
    context,
    journal,
    nextRow(after) {
      line += 1;
      const isInFile = source.context === undefined && !options.restore && after !== undefined;
      return { line, at: isInFile ? after.id : `${source.name}:${line}` };
    },
    stage: async (rows) =>
      await stageRows(
        journal,
        rows.map(({ handle, line, of }) => {
          const restores = options.restore ? idIn(of?.ids ?? null) : undefined;
          return { handle, line, json: restores === undefined ? null : { restores } };
        }),
      ),
    countLoss: (what) => losses.set(what, (losses.get(what) ?? 0) + 1),
  };
  const catalog = await openCatalogWriter(job);
  const writers = hasObjects(options.domains) ? [catalog, await openObjectWriter(job)] : [catalog];

  async function* rows(): AsyncGenerator<PlannedRow> {
    const common = source.catalog === target.catalog ? {} : { common: inBothCatalogs };
    for (const writer of writers) {
      const domains = writer.domains.filter((domain) => options.domains.includes(domain));
      const planned = writer.plan(compareStores(stores.to, stores.from, { domains, ...common }));
      for await (const row of planned) yield writers.length > 1 ? deletedLast(row) : row;
    }
    // The job needs the memory of their caches.
    for (const store of [stores.from, stores.to]) store.close();
    for (const note of writers.flatMap((writer) => writer.notes?.() ?? [])) await context.notice(note);
    for (const [what, count] of losses)
      await context.notice(
        `Not ${options.restore ? "restored" : "carried over"}: ${what} (${formatCount(count)}).`,
      );
  }

  return {
    rows: rows(),
    work: writers.length === 1 ? catalog.work : combinedWork(writers.map(({ work }) => work)),
    begin: (begun: Journal) => writers.forEach((writer) => void writer.begin?.(begun)),
    saved: (planned: Journal) => writers.forEach((writer) => void writer.saved?.(planned)),
    close: () => writers.forEach((writer) => void writer.close?.()),
  };
}
