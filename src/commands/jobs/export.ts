import type { JournalStep } from "../../bulk/journal/journal.ts";
import type { TableOptions } from "../../cli/bulk-flags.ts";
import { exportKind, exportRows, recordContent, tableContent } from "../../cli/export.ts";
import { type JobOptions, type ListedJob, listJobs } from "../../cli/jobs/list.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

interface ExportOptions extends JobOptions, TableOptions {
  format?: "csv" | "xlsx" | "ndjson";
}

const header = [
  "time",
  "actor",
  "host",
  "profile",
  "site",
  "job",
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

type Line = Record<(typeof header)[number], unknown>;

/** Writes one line per change to stdout or a file, newest job first. */
export async function run(
  context: Context,
  [file]: string[],
  { since, until, by, command, format: given, ...layout }: ExportOptions,
): Promise<ExitCode | undefined> {
  const kind = exportKind(file, given);
  const range = {
    ...(since && { since }),
    ...(until && { until }),
    ...(by && { by }),
    ...(command && { command }),
  };
  const jobs = await listJobs(context, range);
  await exportRows(context, {
    personal: true,
    file,
    format: kind,
    singular: "change",
    rows: linesOf(context, jobs),
    content: (lines) =>
      kind === "ndjson" || kind === "json"
        ? recordContent(context, kind, records(lines), { ...layout, fields: header })
        : tableContent(
            context,
            kind,
            { title: "Changes", header, rows: cells(lines), isDate: (column) => column === "time" },
            layout,
          ),
  });
  return undefined;
}

async function* linesOf(context: Context, jobs: readonly ListedJob[]): AsyncGenerator<Line> {
  for (const job of jobs) {
    if (job.state === "damaged") continue;
    const { actor, host, profile, site, id, command } = job;
    const common = { actor, host, profile, site, job: id, command };
    for (const call of job.calls ?? []) {
      const { name: what, label: object, state, before, after, input, error, requestId } = call;
      const time = call.at.toISOString();
      const values = { before, after: after === undefined && state !== "done" ? input : after };
      yield {
        ...common,
        time,
        what,
        object,
        id: call.id,
        state,
        ...values,
        error: error?.message,
        requestId,
      };
    }
    if (job.calls) continue;
    const journal = await (await context.jobs()).open(id);
    try {
      for (const step of journal.allSteps()) {
        if (step.state !== "planned")
          yield { ...common, ...stepLine(step), time: job.createdAt.toISOString() };
      }
    } finally {
      await journal.close();
    }
  }
}

function stepLine({ kind, label, id, state, before, after, error }: JournalStep) {
  const { message, requestId } = error ?? {};
  return { what: kind, object: label, id, state, before, after, error: message, requestId };
}

async function* records(lines: AsyncIterable<Line>) {
  for await (const line of lines) yield { _kind: "change", ...line };
}

async function* cells(lines: AsyncIterable<Line>) {
  for await (const line of lines) yield header.map((name) => cellOf(line[name]));
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : jsonText(value as object);
}
