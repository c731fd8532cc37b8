import type { Journal } from "../../bulk/journal/journal.ts";
import { hasWorker } from "../../bulk/queue/queue.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { checkSubmittable } from "../jobs/submit.ts";
import { sharedUrl, withShared } from "./shared-journal.ts";

/** How Ctrl-B sends a running job to the background. */
export interface Background {
  /** Whether there can be workers, so that it is worth a hint. */
  readonly offered: boolean;
  /** Returns why it cannot, in sentences; undefined if a worker is ready. */
  reason(): Promise<string | undefined>;
  /** Ends the run here, once what is in flight has been recorded. */
  leave(): void;
  /** Aborted by `leave`. */
  readonly signal: AbortSignal;
}

const staying = "The job goes on here.";

/** Returns the way of a job into the background; undefined for a part of another run, such as a job of a worker. */
export async function backgroundOf(
  context: Context,
  { job }: Pick<Journal, "job">,
): Promise<Background | undefined> {
  if (context.run !== undefined) return undefined;
  const leaving = new AbortController();
  const offered = (await sharedUrl(context)) !== undefined;
  return {
    offered,
    signal: leaving.signal,
    leave: () => leaving.abort(),
    async reason() {
      if (!offered)
        return `Only workers run jobs in the background, and they need a journal in PostgreSQL: till config set journal postgres://…, then till worker. ${staying}`;
      try {
        await checkSubmittable(context, "Ctrl-B");
        const served = await withShared(context, "Ctrl-B", (postgres) => hasWorker(postgres, job.site), 1);
        return served
          ? undefined
          : `No worker with a profile of this site is running. Start one: till worker. ${staying}`;
      } catch (error) {
        return `${error instanceof UsageError ? error.message : `No worker was found: ${(error as Error).message}`} ${staying}`;
      }
    },
  };
}
