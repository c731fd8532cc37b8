import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { createQueue } from "../../webhooks/queue.ts";
import { findTopics } from "../../webhooks/topic-names.ts";
import type { Heard } from "./feed.ts";
import { forwarder } from "./forwarder.ts";
import { nextEvents, type SandboxEvent } from "./outbox.ts";

/** What to listen to, as the flags say it. */
export interface ListenOptions {
  topic?: string[];
  forwardTo?: string;
  from?: string;
  once?: boolean;
}

/** Listens to the embedded sandbox, whoever causes its events. */
export interface Listener {
  /** Where events are forwarded to, if anywhere. */
  readonly address: string | undefined;
  /** Everything up to this event is settled: the next start goes on after it. */
  place(): number;
  /**
   * Tells of each event and then, where they are forwarded, of each attempt to deliver it; until the signal, or with
   * `once` until none is left.
   */
  follow(tell: Tell, signal: AbortSignal): Promise<void>;
  /** Sends an event that was heard once more. */
  resend(seq: number, tell: Tell, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export type Tell = (heard: Heard) => unknown;

/** Waits between looks into the outbox, in milliseconds: short after an event, longer when nothing happens. */
const [shortest, longest] = [20, 250];
/** A signature is valid for ten minutes; one that waited longer than this is made anew. Milliseconds. */
const freshFor = 300_000;

/** A listener at its place: where it stopped the last time, or where `--from` says. */
export async function openListener(context: Context, options: ListenOptions): Promise<Listener> {
  const { topic, forwardTo, from, once = false } = options;
  const types = topic?.flatMap((name) => findTopics(name).map(({ type }) => type));
  const control = await sandboxControl(context);
  const newest = async () => (await control.status({})).lastEvent ?? 0;
  const feed = { control, types, once };
  if (forwardTo === undefined) {
    let place = (await startFrom(from ?? (once ? "start" : "now"), newest)) ?? 0;
    return {
      address: undefined,
      place: () => place,
      async follow(tell, signal) {
        for await (const event of eventsFrom({ ...feed, start: place, signal })) {
          await tell({ event });
          place = event.seq;
        }
      },
      resend: async () => {},
      close: async () => {},
    };
  }

  const { url, deliver, close } = await forwarder<SandboxEvent>(context, forwardTo);
  const { openPositions } = await import("../../webhooks/positions.ts");
  const positions = openPositions(join(context.paths.data, "listeners.db"));
  const listener = `${(await context.site()).profile} ${url} ${types?.join(",") ?? "*"}`;
  let place = (await startFrom(from, newest)) ?? positions.get(listener) ?? (await newest());
  positions.set(listener, place);
  const again = async (seq: number) => (await nextEvents(control, { after: seq - 1, limit: 1 })).events[0];
  const signedAt = new WeakMap<SandboxEvent, number>();
  const signedNow = (event: SandboxEvent) => signedAt.set(event, context.now().getTime());
  const deliveryTo = (tell: Tell, signal: AbortSignal) => ({
    signal,
    bodyOf: async (event: SandboxEvent) => {
      const isFresh = context.now().getTime() - (signedAt.get(event) ?? 0) < freshFor;
      return isFresh ? event.jwt : ((await again(event.seq))?.jwt ?? event.jwt);
    },
    onAnswer: ({ delivery, ...answer }: { delivery: SandboxEvent } & NonNullable<Heard["answer"]>) =>
      void tell({ event: delivery, answer }),
  });
  return {
    address: url,
    place: () => place,
    async follow(tell, signal) {
      const delivery = deliveryTo(tell, signal);
      const queue = createQueue<SandboxEvent>({
        deliver: (event) => deliver(event, delivery),
        onSettled(seq) {
          place = seq;
          positions.set(listener, seq);
        },
      });
      try {
        for await (const event of eventsFrom({ ...feed, start: place, signal })) {
          signedNow(event);
          await tell({ event });
          await queue.push(event);
        }
        await queue.drained();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    async resend(seq, tell, signal) {
      const event = await again(seq);
      if (event === undefined) return;
      signedNow(event);
      await deliver(event, deliveryTo(tell, signal));
    },
    async close() {
      await close();
      positions.close();
    },
  };
}

interface Following {
  control: Awaited<ReturnType<typeof sandboxControl>>;
  types: readonly string[] | undefined;
  start: number;
  once: boolean;
  signal: AbortSignal;
}

/** The events after a place, in their order. The next ones are signed while these are taken. */
async function* eventsFrom({ control, types, start, once, signal }: Following): AsyncGenerator<SandboxEvent> {
  const look = (after: number) => {
    const found = nextEvents(control, { after, limit: 200, types });
    // A failure counts when it is this look's turn.
    found.catch(() => {});
    return found;
  };
  let pause = shortest;
  let after = start;
  for (let next = look(start); !signal.aborted; next = look(after)) {
    let looked = await next;
    while (looked.last !== after && !signal.aborted) {
      after = looked.last;
      const ahead = look(after);
      for (const event of looked.events) {
        if (signal.aborted) return;
        yield event;
      }
      pause = shortest;
      looked = await ahead;
    }
    if (once) return;
    await wait(pause, undefined, { signal }).catch(() => {});
    pause = Math.min(longest, pause * 2);
  }
}

async function startFrom(
  from: string | undefined,
  newest: () => Promise<number>,
): Promise<number | undefined> {
  if (from === undefined) return undefined;
  if (from === "start") return 0;
  if (from === "now") return await newest();
  if (/^\d+$/.test(from)) return Number(from);
  throw new UsageError(`--from takes start, now or an event number, not "${from}".`, { field: "--from" });
}
