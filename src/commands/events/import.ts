import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { JobOptions } from "../../cli/job-flags.ts";
import { writeRejects } from "../../cli/jobs/rejects.ts";
import { beginJournal, runJob } from "../../cli/jobs/run.ts";
import { stageSource } from "../../cli/jobs/stage-source.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { type EventImport, planEvents } from "../../resources/events/import.ts";
import { type InputOptions, stagedEvents, stageEvents } from "./stage.ts";

/** Rows that are looked up in one request. */
const batchSize = 100;

/** Imports events from a file: stages its rows, matches them to events, plans, previews, confirms and applies. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  options: JobOptions & Omit<InputOptions, "name" | "notice"> & { rejects?: string; allowEmpty?: boolean },
): Promise<CommandResult> {
  const call = await context.call("admin");
  const journal = await beginJournal(context, "events.import");
  const source = {
    file,
    example: "till events import - < events.csv",
    rejects: options.rejects,
    allowEmpty: options.allowEmpty,
  };
  const staged = await stageSource(context, journal, source, (bytes, name) =>
    stageEvents(journal, bytes, { ...options, name, notice: context.notice }),
  );
  const state: EventImport = { newSlugs: new Set(), lines: new Map() };

  async function* rows(): AsyncGenerator<PlannedRow> {
    for await (const batch of streamBatches(stagedEvents(journal, staged), batchSize))
      yield* await planEvents(call, batch, state);
  }

  const request = {
    kind: "events.import",
    title: `Import ${staged.name} (events)`,
    rows: rows(),
    toSteps: (plan: PlannedRow) => plan,
    options,
    finished: (ended: Journal) => writeRejects(context, ended, options.rejects),
  };
  return await runJob(context, request, journal);
}
