import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent, Counts, Step, StepError } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import type { ErrorReport } from "../../kernel/errors.ts";
import { formatCount } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { targetOf } from "../target.ts";
import { reportRun } from "./github.ts";
import { countOf } from "./preview.ts";

/** How a run ended. */
export interface Ending {
  counts: Counts;
  stopped: ErrorReport | undefined;
}

/** Follows a run to its end: Ink on a terminal, lines elsewhere, NDJSON under `--output ndjson`; then the result on stdout. */
export async function follow(
  context: Context,
  journal: Journal,
  { title, events }: { title: string; events: AsyncIterable<BulkEvent> },
): Promise<Ending> {
  const { streams, globals, format } = context;
  const ending: Ending = { counts: journal.counts(), stopped: undefined };
  const watched = watch(events, ending);
  const { terminal } = streams;
  if (terminal && !globals.json && !globals.quiet && format === "table") {
    const { showProgress } = await import("../../ui/screens/bulk-progress.tsx");
    const site = await context.site();
    await showProgress(
      { ...terminal, colour: streams.stderr.colour },
      {
        title,
        target: targetOf(site),
        events: watched,
        now: context.now,
        stop: context.stop,
        signal: context.signal,
      },
    );
  } else for await (const event of watched) await tell(context, event);
  await printResult(context, journal, ending);
  await reportRun(context, journal, title);
  return ending;
}

async function* watch(events: AsyncIterable<BulkEvent>, ending: Ending): AsyncGenerator<BulkEvent> {
  for await (const event of events) {
    if (event.type === "finished") Object.assign(ending, { counts: event.counts, stopped: event.stopped });
    yield event;
  }
}

async function tell(context: Context, event: BulkEvent): Promise<void> {
  const { streams, globals, format } = context;
  if (format === "ndjson" && !globals.json) {
    await streams.stdout.write(`${jsonText(event)}\n`);
    return;
  }
  if (event.type === "step.failed" || event.type === "step.unknown") {
    await context.notice(
      `${event.type === "step.failed" ? "failed" : "unknown"}  ${problemWords(event.step, event.error)}`,
    );
  } else if (event.type === "step.done" && (globals.verbose || event.note)) {
    await context.notice(
      `done  ${event.step.label}  ${event.step.kind}${event.note ? `  ${event.note}` : ""}`,
    );
  }
}

/** A failed step in a line: where it came from, what it is called, why, and the platform's request id. */
export function problemWords(
  { source, label }: Pick<Step, "source" | "label">,
  { code, message, requestId }: StepError,
): string {
  const facts = [message.startsWith(code) ? "" : code, requestId && `request ${requestId}`].filter(Boolean);
  return [source, label, facts.length > 0 ? `${message} (${facts.join(", ")})` : message]
    .filter(Boolean)
    .join("  ");
}

/** The result on stdout: every row is accounted for. */
async function printResult(context: Context, journal: Journal, { counts }: Ending): Promise<void> {
  const { streams, globals, format } = context;
  const rows = rowTotals(journal);
  if (globals.json || format === "json") {
    await streams.stdout.write(
      `${jsonText({ _kind: "job", id: journal.id, kind: journal.job.kind, rows, steps: counts })}\n`,
    );
    return;
  }
  if (format === "ndjson") return;
  const parts = Object.entries(rows).flatMap(([name, count]) =>
    name === "rows" || count === 0 ? [] : [`${formatCount(count)} ${name}`],
  );
  await streams.stdout.write(`Job ${journal.id}: ${[countOf(rows.rows, "row"), ...parts].join(", ")}.\n`);
}
