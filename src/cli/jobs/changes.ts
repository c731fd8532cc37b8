import type { Who } from "../../bulk/engine/job.ts";
import type { JournalStep } from "../../bulk/journal/tables.ts";
import type { Context } from "../../context/context.ts";
import { openDatabase } from "../../kernel/sqlite.ts";
import { jsonText } from "../../output/json.ts";
import type { TableOptions } from "../bulk-flags.ts";
import { timeRange } from "../date-range.ts";
import { type ExportKind, exportRows, recordContent, tableContent } from "../export.ts";
import { type JobOptions, type ListedJob, listJobs } from "./list.ts";

/** The columns of recorded changes. */
const header = [
  "time",
  "actor",
  "host",
  "ci",
  "workflow",
  "ciRun",
  "ciActor",
  "commit",
  "profile",
  "site",
  "job",
  "run",
  "approvedBy",
  "command",
  "what",
  "object",
  "id",
  "state",
  "before",
  "after",
  "error",
  "requestId",
] as const;

/** One change of one object: who made it, when, and what came of it. */
export type RecordedChange = Record<(typeof header)[number], unknown>;

/**
 * Returns the recorded changes of the jobs that the flags choose, in order of time. A range is about the changes themselves. Throws
 * UsageError for a time that cannot be read, before the first change.
 */
export function recordedChanges(
  context: Context,
  { since, until, ...chosen }: JobOptions,
): AsyncGenerator<RecordedChange> {
  return inOrderOfTime(changesIn(context, timeRange({ since, until }, context.now()), chosen));
}

/** Yields changes in order of time, in constant memory: they are sorted on the disk. */
async function* inOrderOfTime(changes: AsyncIterable<RecordedChange>): AsyncGenerator<RecordedChange> {
  const db = openDatabase(":memory:", { synchronous: "NORMAL", migrations: [] });
  try {
    db.exec(`PRAGMA temp.journal_mode = MEMORY;
      CREATE TEMP TABLE change (time TEXT NOT NULL, json TEXT NOT NULL);
      BEGIN`);
    const insert = db.prepare("INSERT INTO change VALUES (?, ?)");
    for await (const change of changes) insert.run(String(change.time), JSON.stringify(change));
    for (const { json } of db.iterate<{ json: string }>("SELECT json FROM change ORDER BY time, rowid"))
      yield JSON.parse(json) as RecordedChange;
  } finally {
    db.close();
  }
}

async function* changesIn(
  context: Context,
  { from = "", to = "~" }: ReturnType<typeof timeRange>,
  chosen: JobOptions,
): AsyncGenerator<RecordedChange> {
  const jobs = await listJobs(context, chosen);
  const store = await context.jobs();
  const touched = from === "" ? undefined : await store.touchedSince(new Date(from));
  for (const job of jobs) {
    if (job.state === "damaged" || job.startedAt.toISOString() >= to) continue;
    if (touched?.has(job.id) === false) continue;
    for await (const change of changesOf(context, job)) {
      const time = String(change.time);
      if (time >= from && time < to) yield change;
    }
  }
}

async function* changesOf(context: Context, job: ListedJob): AsyncGenerator<RecordedChange> {
  const { profile, site, id, command, run, undoneBy, approvedBy } = job;
  const common = {
    ...whoColumns(job),
    profile,
    site,
    job: id,
    run,
    approvedBy: approvedBy?.join(", "),
    command,
  };
  const journal = await (await context.jobs()).open(id);
  try {
    for (const step of journal.allSteps()) {
      if (step.state === "planned") continue;
      yield { ...common, ...stepColumns(step, job) };
      const undoAt = step.undoneAt ?? (step.undo === "sent" ? step.sentAt : undefined);
      if (undoAt !== undefined)
        yield { ...common, ...(undoneBy && whoColumns(undoneBy)), ...undoColumns(step, undoAt) };
    }
  } finally {
    await journal.close();
  }
}

function whoColumns({ actor, host, ci }: Partial<Who>) {
  const { system, workflow, run, actor: ciActor, commit } = ci ?? {};
  return { actor, host, ci: system, workflow, ciRun: run, ciActor, commit };
}

function stepColumns(step: JournalStep, { startedAt }: ListedJob) {
  const { kind, label, id, state, before, after, error, requestId, endedAt, sentAt } = step;
  const time = new Date(endedAt ?? sentAt ?? startedAt).toISOString();
  // An error of the undo is in the line of the undo.
  const message = state === "failed" || state === "sent" ? error?.message : undefined;
  return { time, what: kind, object: label, id, state, before, after, error: message, requestId };
}

/** Returns the line of an undo: it succeeded, failed, or was sent and has no outcome. */
function undoColumns({ kind, label, state, before, after, error, undo, ...step }: JournalStep, at: number) {
  const isUndone = state === "undone";
  return {
    time: new Date(at).toISOString(),
    what: `undo ${kind}`,
    object: label,
    id: step.newId ?? step.id,
    state: isUndone ? "done" : undo === "sent" ? "sent" : "failed",
    before: after,
    after: before,
    error: isUndone ? undefined : error?.message,
    requestId: step.undoRequestId,
  };
}

/** Writes one line per change to stdout or a file. */
export async function exportChanges(
  context: Context,
  { file, kind, layout }: { file: string | undefined; kind: ExportKind; layout: TableOptions },
  changes: AsyncIterable<RecordedChange>,
): Promise<void> {
  await exportRows(context, {
    personal: true,
    file,
    format: kind,
    singular: "change",
    open: () => ({ rows: changes }),
    content: (lines) =>
      kind === "ndjson" || kind === "json"
        ? recordContent(context, kind, records(lines), { ...layout, fields: header })
        : tableContent(
            context,
            kind,
            { file, title: "Changes", header, rows: cells(lines), isDate: (column) => column === "time" },
            layout,
          ),
  });
}

async function* records(lines: AsyncIterable<RecordedChange>) {
  for await (const line of lines) yield { _kind: "change", ...line };
}

async function* cells(lines: AsyncIterable<RecordedChange>) {
  for await (const line of lines) yield header.map((name) => cellOf(line[name]));
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : jsonText(value as object);
}

/** Prints changes as a table, or in the format of the command line. */
export async function printChanges(
  context: Context,
  changes: AsyncIterable<RecordedChange>,
  empty: string,
): Promise<void> {
  const here = context.who().host;
  await context.print(changes, {
    kind: "change",
    fields: {
      time: { as: "date" },
      actor: {
        path: "actor",
        label: "By",
        value: ({ actor, host, ci, ciActor }) =>
          ci === undefined
            ? `${actor ?? ""}${host === here || host === undefined ? "" : `@${host}`}`
            : `${ciActor ?? actor}, ${ci}`,
      },
      profile: { label: "Site" },
      job: {},
      what: {},
      object: { value: ({ object, id }) => String(object ?? id ?? ""), grow: true },
      state: {},
      requestId: { label: "Request" },
    },
    paths: header,
    empty,
  });
}
