import { type FilterField, parseFilter } from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import { type CiRun, isSamePlace, type JobPlace, type RowCounts, type Who } from "../../bulk/engine/job.ts";
import type { JobState } from "../../bulk/journal/journals.ts";
import type { Counts } from "../../bulk/journal/step.ts";
import { queuedJobs } from "../../bulk/queue/queue.ts";
import { workerTimeout } from "../../bulk/queue/tables.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { lowerGuid } from "../../kernel/ids.ts";
import { timeRange } from "../date-range.ts";
import { sharedUrl, withShared } from "./shared-journal.ts";

/** The flags that choose jobs. */
export interface JobOptions {
  since?: string;
  until?: string;
  by?: string;
  command?: string;
  /** The id of a run of `till each`, the start of it, or `last`. */
  run?: string;
  filter?: string;
}

/** A job as lists show it. */
export interface ListedJob extends JobPlace, Partial<RowCounts> {
  id: string;
  state: JobState | "damaged" | "queued" | "queued, no worker" | "paused";
  kind: string;
  command: string;
  profile: string;
  createdAt: Date;
  startedAt: Date;
  actor?: string;
  host?: string;
  ci?: CiRun;
  undoneBy?: Who;
  approvedBy?: readonly string[];
  run?: string;
  counts: Counts;
  /** Whether nothing of it can be undone. */
  final?: boolean;
  /** Who runs it at present, if that is known. */
  holder?: string;
}

/** Returns the jobs that the flags choose, newest first. Damaged ones are in the list without a range. */
export async function listJobs(context: Context, options: JobOptions): Promise<ListedJob[]> {
  const { globals } = context;
  const matches = options.filter === undefined ? undefined : jobFilter(options.filter);
  const journals = await (await context.jobs()).list();
  const all = journals.map((entry): ListedJob => {
    if ("damaged" in entry) return { ...nothingKnown, id: entry.id };
    const { id, job, counts, state, holder } = entry;
    return { ...job, id, state, counts, holder };
  });
  await markQueued(context, all);
  const run = options.run === "last" ? (all.find(({ run }) => isRunOfEach(run))?.run ?? "") : options.run;
  const isChosen = chooser({ ...options, run: run ?? options.run }, globals.site, context.now());
  const here = globals.profile === undefined ? undefined : await context.place();
  return all.filter(
    (job) => isChosen(job) && (here === undefined || isSamePlace(job, here)) && (matches?.(job) ?? true),
  );
}

/** Returns whether a run is one of `till each`: that of a schedule has its name and its time, `nightly@2026-03-02T06:00:00.000Z`. */
const isRunOfEach = (run: string | undefined): boolean => run !== undefined && !run.includes("@");

/** Ids that till has made: six characters, or the name of a schedule and a time. Others are names from TILL_RUN. */
const madeId = /^[2-9a-z]{6}$|@/;

/** Returns whether a run is the one that was typed: its id, the start of one that till has made, or its whole name. */
export function isRun(id: string, typed: string): boolean {
  return id === typed || (typed !== "" && madeId.test(id) && id.startsWith(typed));
}

/** Returns the jobs of a run of `till each`, oldest first, by its id, a unique prefix of it, or `last`. Throws RUN_NOT_FOUND (exit 5). */
export async function jobsOfRun(context: Context, name: string): Promise<{ id: string; jobs: ListedJob[] }> {
  const all = (await listJobs(context, {})).filter(({ run }) => run !== undefined);
  const ids = [...new Set(all.map(({ run }) => run ?? ""))];
  const found = name === "last" ? ids.filter(isRunOfEach).slice(0, 1) : ids.filter((id) => isRun(id, name));
  const [id, more] = found;
  if (more !== undefined)
    throw new UsageError(`Several runs begin with ${name}: ${found.join(", ")}.`, {
      hint: "Add a character.",
    });
  if (id !== undefined) return { id, jobs: all.filter(({ run }) => run === id).reverse() };
  const recent = ids.slice(0, 3);
  throw new TillError(exitCodes.notFound, `There is no run ${name}.`, {
    code: "RUN_NOT_FOUND",
    hint:
      recent.length === 0
        ? "No run of till each is recorded."
        : `The newest: ${recent.map((one) => `--run ${one}`).join(", ")}`,
  });
}

/** Marks the jobs that wait for a worker, and says if no worker has their site. */
async function markQueued(context: Context, jobs: ListedJob[]): Promise<void> {
  if ((await sharedUrl(context)) === undefined) return;
  const queued = await withShared(context, "till jobs list", (postgres) =>
    queuedJobs(postgres, workerTimeout),
  );
  for (const job of jobs) {
    const found = queued.get(job.id);
    if (found && job.state !== "running")
      job.state = found.served ? "queued" : found.paused === undefined ? "queued, no worker" : "paused";
  }
}

const noCounts: Counts = { total: 0, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
const nothingKnown = {
  state: "damaged" as const,
  kind: "",
  command: "",
  profile: "",
  site: "",
  createdAt: new Date(0),
  startedAt: new Date(0),
  counts: noCounts,
};

/** Returns whether the flags choose a job. */
function chooser(options: JobOptions, site: string | undefined, now: Date): (job: ListedJob) => boolean {
  const { from, to } = timeRange(options, now);
  const { by, command, run } = options;
  const has = (text: string | undefined, wanted: string) =>
    text?.toLowerCase().includes(wanted.toLowerCase()) ?? false;
  return (job) =>
    (from === undefined || job.startedAt.toISOString() >= from) &&
    (to === undefined || job.startedAt.toISOString() < to) &&
    (by === undefined || [job.actor, `${job.actor}@${job.host}`].includes(by)) &&
    (site === undefined || job.site === lowerGuid(site)) &&
    (command === undefined || has(job.command, command)) &&
    (run === undefined || (job.run !== undefined && isRun(job.run, run)));
}

const operators = ["$eq", "$ne", "$in", "$startsWith", "$endsWith", "$contains", "$exists"];

/** The fields of filters over jobs. */
export const jobFields: readonly FilterField[] = [
  ...["id", "state", "kind", "command", "profile", "site", "actor", "host", "run"],
].map((name) => ({ name, type: "text", operators }));

/** Returns whether a job matches a filter. Throws UsageError if the filter is invalid. */
export function jobFilter(text: string): (job: object) => boolean {
  const filter = parseFilter(text, jobFields);
  if (filter.kind === "platform")
    throw new UsageError("Jobs are filtered on this computer; JSON filters are for the platform.", {
      hint: 'Write a filter such as: state = "running"',
    });
  return (job) => matchesFilter(filter, job);
}
