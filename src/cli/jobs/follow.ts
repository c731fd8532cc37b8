import type { Journal } from "../../bulk/journal/journal.ts";
import type { BulkEvent } from "../../bulk/journal/step.ts";
import type { Context } from "../../context/context.ts";
import { countOf } from "../../kernel/text.ts";
import { targetOf } from "../target.ts";
import type { Background } from "../worker/background.ts";
import type { Ending, JobReporter } from "./request.ts";

/** Returns whether a screen shows the progress of jobs. */
export function isOnScreen({ streams, globals, format }: Context): boolean {
  return streams.terminal !== undefined && !globals.json && !globals.quiet && format === "table";
}

const waitingText = ({ steps, seconds }: BulkEvent & { type: "waiting" }) =>
  `Waiting ${countOf(seconds, "second")}: the platform may still carry out ${countOf(steps, "request")} of the run before. To go on at once: --no-wait`;

/** Runs a job to its end and hands each event to the reporter; on a terminal a screen shows the progress. */
export async function follow(
  context: Context,
  journal: Journal,
  reporter: Pick<JobReporter, "title" | "event">,
  events: AsyncIterable<BulkEvent>,
  background?: Background,
): Promise<Ending> {
  const { streams } = context;
  const { terminal } = streams;
  const onScreen = isOnScreen(context);
  const ending: Ending = { counts: journal.counts(), stopped: undefined };
  const reported = (async function* () {
    for await (const event of events) {
      if (event.type === "finished") Object.assign(ending, { counts: event.counts, stopped: event.stopped });
      context.run?.event?.(event);
      await reporter.event(event, onScreen);
      if (event.type === "waiting" && !onScreen) await context.notice(waitingText(event));
      yield event;
    }
  })();
  if (!onScreen || terminal === undefined) {
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
      ...(background && { background }),
    },
  );
  return ending;
}
