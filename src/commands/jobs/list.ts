import { type JournalEntry, listJournals } from "../../bulk/journal/journals.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { column } from "../../output/table.ts";

/** Prints all jobs, newest first. */
export async function run(context: Context): Promise<ExitCode | undefined> {
  const { streams, format, globals } = context;
  await renderList({
    streams,
    format,
    kind: "job",
    fields: globals.fields,
    columns: [
      column<Row>("JOB", ({ id }) => id, { path: "id" }),
      column<Row>("STATE", ({ state }) => state, { path: "state" }),
      column<Row>("DONE", ({ done, total }) => `${done ?? 0}/${total ?? 0}`, {
        align: "right",
        path: "done",
      }),
      column<Row>("FAILED", ({ failed }) => failed ?? 0, { as: "number", path: "failed" }),
      column<Row>("WHEN", ({ createdAt }) => createdAt ?? "", { as: "ago", path: "createdAt" }),
      column<Row>("SITE", ({ profile }) => profile ?? "", { path: "profile" }),
      column<Row>("COMMAND", ({ command }) => command ?? "", { grow: true, path: "command" }),
    ],
    rows: listJournals(context.paths.jobs).map(rowOf),
    now: context.now(),
    empty: "No jobs yet.",
  });
  return undefined;
}

interface Row {
  id: string;
  state: string;
  done?: number;
  failed?: number;
  total?: number;
  createdAt?: string;
  profile?: string;
  site?: string;
  command?: string;
}

function rowOf(entry: JournalEntry): Row {
  if ("damaged" in entry) return { id: entry.id, state: "damaged" };
  const { id, job, counts, state } = entry;
  const { done, failed, total } = counts;
  return {
    id,
    state,
    done,
    failed,
    total,
    createdAt: job.createdAt.toISOString(),
    profile: job.profile,
    site: job.site,
    command: job.command,
  };
}
