import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import { targetOf } from "../target.ts";
import type { Ending, JobReporter } from "./request.ts";

/** Runs a job to its end and hands each event to the reporter; on a terminal a screen shows the progress. */
export async function follow(
  context: Context,
  journal: Journal,
  reporter: Pick<JobReporter, "title" | "event">,
  events: AsyncIterable<BulkEvent>,
): Promise<Ending> {
  const { streams, globals, format } = context;
  const { terminal } = streams;
  const onScreen = terminal !== undefined && !globals.json && !globals.quiet && format === "table";
  const ending: Ending = { counts: journal.counts(), stopped: undefined };
  const reported = (async function* () {
    for await (const event of events) {
      if (event.type === "finished") Object.assign(ending, { counts: event.counts, stopped: event.stopped });
      context.run?.event?.(event);
      await reporter.event(event, onScreen);
      yield event;
    }
  })();
  if (!onScreen) {
    for await (const _ of reported);
    return ending;
  }
  const { showProgress } = await import("../../ui/screens/bulk-progress.tsx");
  await showProgress(
    { ...terminal, colour: streams.stderr.colour },
    {
      title: reporter.title(),
      target: targetOf(await context.site()),
      events: reported,
      now: context.now,
      stop: context.stop,
      signal: context.signal,
    },
  );
  return ending;
}
