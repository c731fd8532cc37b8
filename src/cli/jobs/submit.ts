import type { Journal } from "../../bulk/journal/journal.ts";
import { hasWorker, resumeSite } from "../../bulk/queue/queue.ts";
import { queuePlanned } from "../../bulk/queue/schedules.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { exitCodes, UsageError } from "../../kernel/errors.ts";
import { jobLine } from "../same-site.ts";
import { noShared, sharedUrl, withQueue, withShared } from "./shared-journal.ts";

/**
 * Throws UsageError if there is no shared journal, if the profile's shop is on this computer only (a worker elsewhere would
 * change another one), or if a flag is given that is not kept with the job.
 */
export async function checkSubmittable(context: Context, what: string): Promise<void> {
  if ((await sharedUrl(context)) === undefined) throw noShared(what);
  const { maxRequests, concurrency } = context.globals;
  if ((maxRequests ?? concurrency) !== undefined && context.run?.schedule === undefined) {
    const flag = maxRequests === undefined ? "--concurrency" : "--max-requests";
    throw new UsageError(`${flag} is not kept with a job that a worker runs.`, {
      code: "FLAG_NOT_KEPT",
      hint: `Nothing was sent. Set it in the profile of the worker instead: till config set ${flag.slice(2)} VALUE --profile NAME`,
    });
  }
  const { platform, name } = await context.profile();
  if (platform !== "sandbox") return;
  throw new UsageError(
    `${what} does not work with the embedded sandbox (profile ${name}): it is on this computer only.`,
    {
      code: "LOCAL_SANDBOX",
      hint: "Nothing was sent. Start a server (till sandbox start), and use a profile with its URL.",
    },
  );
}

/** Queues a planned job for a worker, and prints its id. */
export async function submitJob(
  context: Context,
  { id, job }: Pick<Journal, "id" | "job">,
  what: string,
): Promise<CommandResult> {
  const { site, profile } = job;
  const queued = await withQueue(context, what, async (queue, postgres) => {
    const run = context.run?.schedule;
    const added = run
      ? await queuePlanned(postgres, queue, run, { job: id, site, profile })
      : await queue.put({ task: { job: id }, site, profile });
    // Workers that were rejected try again.
    await resumeSite(postgres, site);
    return { added, served: await hasWorker(postgres, { site, profile }) };
  });
  const state = queued.added ? "queued" : "queued already";
  await context.printResult({ _kind: "job", id, kind: job.kind, state: "queued" }, `Job ${id}: ${state}.`);
  if (!queued.served)
    await context.notice(
      `No worker with a profile of site ${site} is running: till worker, where that profile is.`,
    );
  await context.notice(`Follow it with: ${jobLine(context, "watch", id)}`);
  return {
    exitCode: exitCodes.ok,
    job: { id, undoable: false, queued: true },
    summary: `Job ${id} is ${state}.`,
  };
}

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
        const served = await withShared(context, "Ctrl-B", (postgres) => hasWorker(postgres, job), 1);
        return served
          ? undefined
          : `No worker with a profile of this site is running. Start one: till worker. ${staying}`;
      } catch (error) {
        return `${error instanceof UsageError ? error.message : `No worker was found: ${(error as Error).message}`} ${staying}`;
      }
    },
  };
}
