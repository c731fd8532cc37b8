import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sandboxControl } from "../../cli/sandbox/control.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { createQueue } from "../../webhooks/forward.ts";
import { findTopics } from "../../webhooks/topic-names.ts";
import type { FeedEntry } from "./event-printer.ts";
import { openForwarder } from "./forwarder.ts";
import { nextEvents, type SandboxEvent } from "./outbox.ts";

/** Options of `till webhooks listen`. */
export interface ListenOptions {
  topic?: string[];
  forwardTo?: string;
  from?: string;
  once?: boolean;
}

/** Follows the events of the embedded sandbox, including those caused by other processes. */
export interface Listener {
  /** The URL that events are forwarded to. */
  readonly url: string | undefined;
  /** The number of the last event that is done; the next run continues after it. */
  position(): number;
  /**
   * Calls `onEntry` for each event and, with forwarding, for each delivery attempt. Ends when the signal aborts, or with
   * `once` after the last event.
   */
  follow(onEntry: OnEntry, signal: AbortSignal): Promise<void>;
  /** Sends an event again. */
  resend(seq: number, onEntry: OnEntry, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type OnEntry = (entry: FeedEntry) => unknown;

/** Limits of the polling interval in milliseconds; it grows while nothing happens. */
const [minPause, maxPause] = [20, 250];
/** Signatures are valid for ten minutes; older ones are renewed before sending. Milliseconds. */
const maxSignatureAge = 300_000;

/** Opens a listener at the position of `--from`, or where the last run stopped. */
export async function openListener(context: Context, options: ListenOptions): Promise<Listener> {
  const { topic, forwardTo, from, once = false } = options;
  const types = topic?.flatMap((name) => findTopics(name).map(({ type }) => type));
  const control = await sandboxControl(context);
  const newest = async () => (await control(sandbox.status, {})).lastEvent ?? 0;
  const feed = { control, types, once };
  if (forwardTo === undefined) {
    let position = (await parseStart(from ?? (once ? "start" : "now"), newest)) ?? 0;
    return {
      url: undefined,
      position: () => position,
      async follow(onEntry, signal) {
        for await (const event of eventsFrom({ ...feed, start: position, signal })) {
          await onEntry({ event });
          position = event.seq;
        }
      },
      resend: async () => {},
      close: async () => {},
    };
  }

  const { url, deliver, close } = await openForwarder<SandboxEvent>(context, forwardTo);
  const { openPositions } = await import("../../webhooks/forward.ts");
  const positions = openPositions(join(context.paths.data, "listeners.db"));
  const listener = `${(await context.site()).profile} ${url} ${types?.join(",") ?? "*"}`;
  let position = (await parseStart(from, newest)) ?? positions.get(listener) ?? (await newest());
  positions.set(listener, position);
  const findEvent = async (seq: number) =>
    (await nextEvents(control, { after: seq - 1, limit: 1 })).events[0];
  const signedAt = new WeakMap<SandboxEvent, number>();
  const recordSigning = (event: SandboxEvent) => signedAt.set(event, context.now().getTime());
  const deliveryTo = (onEntry: OnEntry, signal: AbortSignal) => ({
    signal,
    bodyOf: async (event: SandboxEvent) => {
      const isFresh = context.now().getTime() - (signedAt.get(event) ?? 0) < maxSignatureAge;
      return isFresh ? event.jwt : ((await findEvent(event.seq))?.jwt ?? event.jwt);
    },
    onResult: ({ delivery, ...answer }: { delivery: SandboxEvent } & NonNullable<FeedEntry["answer"]>) =>
      void onEntry({ event: delivery, answer }),
  });
  return {
    url,
    position: () => position,
    async follow(onEntry, signal) {
      const delivery = deliveryTo(onEntry, signal);
      const queue = createQueue<SandboxEvent>({
        deliver: (event) => deliver(event, delivery),
        onSettled(seq) {
          position = seq;
          positions.set(listener, seq);
        },
      });
      try {
        for await (const event of eventsFrom({ ...feed, start: position, signal })) {
          recordSigning(event);
          await onEntry({ event });
          await queue.push(event);
        }
        await queue.drained();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    async resend(seq, onEntry, signal) {
      const event = await findEvent(seq);
      if (event === undefined) return;
      recordSigning(event);
      await deliver(event, deliveryTo(onEntry, signal));
    },
    async close() {
      await close();
      positions.close();
    },
  };
}

interface EventSource {
  control: Call;
  types: readonly string[] | undefined;
  start: number;
  once: boolean;
  signal: AbortSignal;
}

/** Yields the events after `start` in order. Fetches the next page while a page is processed. */
async function* eventsFrom({
  control,
  types,
  start,
  once,
  signal,
}: EventSource): AsyncGenerator<SandboxEvent> {
  const fetchPage = (after: number) => {
    const events = nextEvents(control, { after, limit: 200, types });
    // A failed prefetch is reported when its page is needed.
    events.catch(() => {});
    return events;
  };
  let pause = minPause;
  let after = start;
  for (let next = fetchPage(start); !signal.aborted; next = fetchPage(after)) {
    let page = await next;
    while (page.last !== after && !signal.aborted) {
      after = page.last;
      const nextPage = fetchPage(after);
      for (const event of page.events) {
        if (signal.aborted) return;
        yield event;
      }
      pause = minPause;
      page = await nextPage;
    }
    if (once) return;
    await wait(pause, undefined, { signal }).catch(() => {});
    pause = Math.min(maxPause, pause * 2);
  }
}

async function parseStart(
  from: string | undefined,
  newest: () => Promise<number>,
): Promise<number | undefined> {
  if (from === undefined) return undefined;
  if (from === "start") return 0;
  if (from === "now") return await newest();
  if (/^\d+$/.test(from)) return Number(from);
  throw new UsageError(`Invalid value "${from}" for --from: expected start, now or an event number.`, {
    field: "--from",
  });
}
