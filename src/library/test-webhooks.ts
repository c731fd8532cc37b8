import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../api/caller.ts";
import { sandbox } from "../api/services/sandbox/sandbox.ts";
import { minute } from "../kernel/durations.ts";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { nearest } from "../kernel/text.ts";
import type { SentWebhook, ShopWebhook, TestShop, WebhookAttempt } from "./test-shop.ts";

const page = 100;

/** The minutes that the platform waits after each failed attempt before the next one. After the last one it gives up. */
const waits = [1, 10, 60, 120, 120, 120, 240, 240, 240, 480, 480, 720] as const;

/** How often `next` looks for a webhook that it waits for, in milliseconds: another process may cause it. */
const lookMs = 10;

/** The webhooks of a shop, with the function that delivers those that were sent since. */
export interface Webhooks {
  readonly webhooks: TestShop["webhooks"];
  /** Delivers in the background what was sent since the last call, and repeats what is due. */
  deliver(): void;
  /** Waits until everything is delivered. Rejects with TillError while a handler has not accepted a webhook. */
  delivered(): Promise<void>;
}

export interface WebhooksOptions {
  call: Call;
  /** The position in the outbox after which webhooks count. */
  start: number;
  /** The time of the shop. */
  now(): Date;
  /** How long `next` waits by default, in milliseconds. */
  patience(): number;
}

type Handler = (request: Request) => unknown;
type Sent = ShopWebhook & { seq: number };

/** A webhook that a handler has not accepted. */
interface Failed {
  handler: Handler;
  webhook: Sent;
  attempts: number;
  /** The time of the next attempt in milliseconds; infinite after the last one. */
  due: number;
  error: unknown;
}

/** Reads webhooks from the outbox, and forwards them to handlers as the platform does. */
export function createWebhooks({ call, start, now, patience }: WebhooksOptions): Webhooks {
  let position = start;
  const handlers = new Map<Handler, { after: number }>();
  const attempts = new Map<number, WebhookAttempt[]>();
  let failed: Failed[] = [];
  let running = Promise.resolve();
  let failure: { error: unknown } | undefined;

  async function* sentAfter(after: number): AsyncGenerator<Sent> {
    for (let from = after; ; ) {
      const { events = [], last = from } = await call(sandbox.deliveries, { after: from, limit: page });
      for (const { seq = 0, type = "", entityId = "", payload, jwt = "" } of events ?? [])
        yield { seq: seq ?? 0, type: type ?? "", entityId: entityId ?? "", payload, jwt: jwt ?? "" };
      if (last === null || last === from) return;
      from = last;
    }
  }

  /** Calls a handler at a time of the shop. Returns the failure, if it did not accept the webhook. */
  async function attempt(
    { handler, webhook, attempts: count }: Pick<Failed, "handler" | "webhook" | "attempts">,
    at: number,
  ): Promise<Failed | undefined> {
    const problem = await deliverOnce(handler, webhook.jwt);
    const error = problem && (problem.error instanceof Error ? problem.error.message : String(problem.error));
    const noted = { at: new Date(at), accepted: !problem, error };
    attempts.set(webhook.seq, [...(attempts.get(webhook.seq) ?? []), noted]);
    const wait = waits[count] ?? Number.POSITIVE_INFINITY;
    return (
      problem && { handler, webhook, attempts: count + 1, due: at + wait * minute, error: problem.error }
    );
  }

  /** Makes the attempts that are due, each at the time when it was: a clock that jumps leaves none out. */
  async function repeatDue(): Promise<void> {
    for (;;) {
      const [next] = failed.filter(({ due }) => due <= now().getTime()).sort((a, b) => a.due - b.due);
      if (!next) return;
      const again = await attempt(next, next.due);
      failed = failed.flatMap((one) => (one === next ? (again ?? []) : one));
    }
  }

  async function deliverTo(handler: Handler, state: { after: number }): Promise<void> {
    for await (const webhook of sentAfter(state.after)) {
      if (!handlers.has(handler)) return;
      state.after = webhook.seq;
      const rejected = await attempt({ handler, webhook, attempts: 0 }, now().getTime());
      if (rejected && handlers.has(handler)) failed.push(rejected);
    }
  }

  const deliver = () => {
    if (handlers.size === 0) return;
    running = running
      .then(async () => {
        await repeatDue();
        for (const [handler, state] of handlers) await deliverTo(handler, state);
      })
      .catch((error: unknown) => {
        failure ??= { error };
      });
  };

  async function nextOf(type: string | undefined, timeout: number): Promise<ShopWebhook<never>> {
    const skipped: string[] = [];
    const end = performance.now() + timeout;
    for (;;) {
      for await (const { seq, ...webhook } of sentAfter(position)) {
        position = seq;
        if (type === undefined || webhook.type === type || webhook.type.endsWith(`.${type}`))
          return webhook as ShopWebhook<never>;
        skipped.push(webhook.type);
      }
      if (performance.now() >= end) break;
      await pause(lookMs);
    }
    const others = skipped.length > 0 ? ` Sent: ${skipped.join(", ")}.` : "";
    const waited = timeout > 0 ? ` within ${timeout} ms` : "";
    throw new TillError(
      exitCodes.notFound,
      `No webhook${type ? ` "${type}"` : ""} was sent${waited}.${others}`,
      { code: "NO_WEBHOOK" },
    );
  }

  return {
    webhooks: {
      async publicKey() {
        return (await call(sandbox.keys, {})).publicKey ?? "";
      },
      async next(type?: string, { timeout = patience() }: { timeout?: number } = {}) {
        if (type !== undefined) await checkType(type);
        return await nextOf(type, timeout);
      },
      async history() {
        const sent: SentWebhook[] = [];
        for await (const { seq, ...webhook } of sentAfter(start))
          sent.push({ ...webhook, attempts: attempts.get(seq) ?? [] });
        return sent;
      },
      forward(handler) {
        if (typeof handler !== "function")
          throw new UsageError(`webhooks.forward takes a function, not ${typeof handler}.`, {
            field: "forward",
          });
        handlers.set(handler, { after: position });
        deliver();
        return () => {
          handlers.delete(handler);
          failed = failed.filter((one) => one.handler !== handler);
        };
      },
    },
    deliver,
    async delivered() {
      deliver();
      await running;
      const broken = failure;
      failure = undefined;
      if (broken) throw broken.error;
      if (failed.length > 0) throw notAccepted(failed);
    },
  };
}

/** Throws UsageError for a type of webhook that the platform does not have. CommonJS programs cannot load the topics at once. */
async function checkType(type: string): Promise<void> {
  const [{ topics }, { shortName }] = await Promise.all([
    import("../api/contract/topics.ts"),
    import("../webhooks/topic-names.ts"),
  ]);
  const names = topics.flatMap((topic) => [shortName(topic.type), topic.type]);
  if (names.includes(type)) return;
  const guess = nearest(type, names);
  throw new UsageError(
    `No webhook has the type "${type}".${guess === undefined ? "" : ` Did you mean ${guess}?`}`,
    { code: "UNKNOWN_TOPIC", field: "type" },
  );
}

/** Sends a webhook to a handler. Returns its error, if it throws or responds with another status than 200. */
async function deliverOnce(handler: Handler, jwt: string): Promise<{ error: unknown } | undefined> {
  try {
    const headers = { "content-type": "text/plain" };
    const response = await handler(
      new Request("http://localhost/webhook", { method: "POST", body: jwt, headers }),
    );
    const { status } = (typeof response === "object" && response !== null ? response : {}) as {
      status?: unknown;
    };
    const isRefused = typeof status === "number" && status !== 200;
    return isRefused
      ? { error: new Error(`the handler responded with ${status}, and the platform expects 200`) }
      : undefined;
  } catch (error) {
    return { error };
  }
}

function notAccepted(failed: readonly Failed[]): TillError {
  const lines = failed.map(({ webhook, attempts, due, error }) => {
    const why = error instanceof Error ? error.message : String(error);
    const next = Number.isFinite(due) ? `next at ${new Date(due).toISOString()}` : "no further attempt";
    return `  ${webhook.type}, attempt ${attempts} of ${waits.length + 1} (${next}): ${why}`;
  });
  return new TillError(
    exitCodes.failure,
    `${failed.length === 1 ? "A webhook was" : `${failed.length} webhooks were`} not accepted:\n${lines.join("\n")}`,
    {
      code: "WEBHOOK_NOT_ACCEPTED",
      hint: 'The platform sends it again: advance the clock, such as shop.clock.advance("1m").',
      cause: failed[0]?.error,
    },
  );
}
