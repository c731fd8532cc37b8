import type { Transport } from "../api/transport/transport.ts";
import { type DueForward, type ForwardOutcome, sendNext, tidyOutbox } from "../bulk/queue/outbox.ts";
import { withShared } from "../cli/jobs/shared-journal.ts";
import type { Context } from "../context/context.ts";
import { reportError } from "../kernel/errors.ts";
import type { Postgres } from "../kernel/postgres.ts";
import { isArrived, maxRejections, post, waitAfter } from "../webhooks/forward.ts";
import type { WorkerCounts, WorkerLog } from "./log.ts";

/** What a worker needs to send webhooks from the outbox, and how often it looks; times in milliseconds. */
export interface OutboxOptions {
  /** Connections for `atOnce` events, which are not used for anything else. */
  postgres: Postgres;
  send: Transport;
  /** The most events at a time; each holds a connection. */
  atOnce: number;
  log: WorkerLog;
  counts: WorkerCounts;
  onError(error: unknown): void;
  /** Between looks at an outbox in which nothing is due. Default 250. */
  poll?: number;
  /** Between counts of what waits. Default 5,000. */
  tick?: number;
}

/** The time in which a server has to respond to a webhook, in milliseconds. */
const webhookTimeout = 30_000;

/** The most events that a worker sends at a time. */
const webhooksAtOnce = 8;

/** How often it is logged that a URL cannot be reached, in milliseconds. */
const repeated = 30_000;

/** Opens what is needed to send webhooks, and calls `work` with a function that sends them until the signal aborts. */
export async function withOutbox(
  context: Context,
  options: Pick<OutboxOptions, "log" | "counts" | "onError">,
  work: (outbox: (signal: AbortSignal) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { createNetwork } = await import("../api/transport/network.ts");
  const network = createNetwork({
    proxy: context.environment.proxies,
    timeouts: { total: webhookTimeout },
  });
  const atOnce = webhooksAtOnce;
  try {
    await withShared(
      context,
      "till worker --webhooks",
      async (postgres) =>
        await work((signal) => runOutbox(signal, { ...options, postgres, atOnce, send: network.send })),
      atOnce + 1,
    );
  } finally {
    await network.close();
  }
}

/** Sends webhooks until the signal aborts; then waits for the responses that are due. */
async function runOutbox(signal: AbortSignal, options: OutboxOptions): Promise<void> {
  const { postgres, atOnce, counts, onError, poll = 250, tick = 5_000 } = options;
  const running = new Set<Promise<void>>();
  const sendOne = sender(options);
  let freed = Promise.withResolvers<void>();

  /** Begins to send an event; resolves with whether one was due. */
  const begin = async () => {
    const taken = Promise.withResolvers<boolean>();
    let isTaken = false;
    const onTaken = () => {
      isTaken = true;
      taken.resolve(true);
    };
    const ended = sendOne(onTaken)
      .catch(onError)
      .finally(() => {
        running.delete(ended);
        taken.resolve(false);
        if (isTaken) freed.resolve();
      });
    running.add(ended);
    return await taken.promise;
  };

  let tickAt = 0;
  while (!signal.aborted) {
    if (Date.now() >= tickAt) {
      tickAt = Date.now() + tick;
      await tidyOutbox(postgres).then((waiting) => {
        counts.webhooks.waiting = waiting;
      }, onError);
    }
    freed = Promise.withResolvers();
    const isFull = running.size >= atOnce;
    if (!isFull && (await begin())) continue;
    // A delivery that ends makes room, or makes the next event of its entity due.
    await pause(poll, signal, running.size > 0 ? freed.promise : undefined);
  }
  await Promise.all(running);
}

/** Returns a function that sends the next event, and counts and logs what became of it. */
function sender({ postgres, send, log, counts }: OutboxOptions): (onTaken: () => void) => Promise<void> {
  const loggedAt = new Map<string, number>();
  const attempt = async (forward: DueForward) => {
    const { url, body, received } = forward;
    const headers = { "x-till-received": new Date(received).toISOString() };
    // Whatever the reason is, such as a proxy that is not reached: the event waits.
    return await post(body, { url, send, headers }).catch((error: unknown) => ({
      status: undefined,
      reason: reportError(error).message,
      ms: 0,
    }));
  };
  const isRepeated = (url: string) => {
    if (Date.now() - (loggedAt.get(url) ?? 0) < repeated) return true;
    if (loggedAt.size > 100) loggedAt.clear();
    loggedAt.set(url, Date.now());
    return false;
  };
  return async (onTaken) => {
    let result: Awaited<ReturnType<typeof attempt>> | undefined;
    const sent = await sendNext(postgres, async (forward) => {
      onTaken();
      result = await attempt(forward);
      return outcomeOf(forward, result.status);
    });
    if (sent === undefined || result === undefined) return;
    const { forward, outcome } = sent;
    const { status, reason, ms } = result;
    const facts = {
      webhook: forward.seq,
      type: forward.type,
      entity: forward.entity,
      url: withoutSecrets(forward.url),
      attempt: forward.attempts + 1,
      ms,
    };
    counts.webhooks.attempts += 1;
    if (outcome.state !== "waiting") {
      counts.webhooks[outcome.state] += 1;
      log({ event: `webhook.${outcome.state}`, ...facts, status: outcome.status });
      return;
    }
    if (!outcome.rejected && isRepeated(forward.url)) return;
    const why = status === undefined ? { message: reason ?? "No response." } : { status };
    log({ event: "webhook.waiting", ...facts, ...why, seconds: outcome.wait / 1000 });
  };
}

/** Returns what follows an attempt: only responses count as rejections, as with `till webhooks listen`. */
function outcomeOf(
  { attempts, rejections }: Pick<DueForward, "attempts" | "rejections">,
  status: number | undefined,
): ForwardOutcome {
  if (status !== undefined && isArrived(status)) return { state: "delivered", status };
  if (status !== undefined && rejections + 1 >= maxRejections) return { state: "dropped", status };
  return { state: "waiting", rejected: status !== undefined, wait: waitAfter(attempts + 1) };
}

/** The address may have a key in its query. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

async function pause(ms: number, signal: AbortSignal, sooner: Promise<void> | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([promise, ...(sooner ? [sooner] : [])]);
  signal.removeEventListener("abort", stop);
  clearTimeout(timer);
}
