import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../api/caller.ts";
import type { WireInput } from "../../api/endpoint.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, stopCode, UsageError } from "../../kernel/errors.ts";
import { padEnd, sanitizeLine } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { styleFor } from "../../output/style.ts";
import { createQueue, type DeliveryResult, isArrived, maxRejections } from "../../webhooks/forward.ts";
import { findTopics, shortName } from "../../webhooks/topic-names.ts";
import { createSummarizer, nextEvents, type SandboxEvent } from "./events.ts";
import { openForwarder } from "./forwarder.ts";

/** Shows and forwards the embedded sandbox's events until stopped. */
export async function run(
  context: Context,
  _args: string[],
  options: ListenOptions,
): Promise<ExitCode | undefined> {
  const listener = await openListener(context, options);
  const { url } = listener;
  let outcome: "quit" | "interrupted" | undefined;
  try {
    outcome = await showScreen(context, listener, options);
    if (outcome === undefined) {
      const print = createEventPrinter(context);
      if (url !== undefined)
        await context.notice(
          `Forwarding to ${url}, from event ${listener.position() + 1} on. Press Ctrl-C to stop.`,
        );
      // With forwarding, an event is printed once per delivery attempt instead.
      const onEntry = (entry: FeedEntry) => (url !== undefined && !entry.answer ? undefined : print(entry));
      await listener.follow(onEntry, context.signal);
    }
    if (!options.once) await context.notice(stopMessage(listener));
    if (listener.rejected.size > 0) await context.notice(rejectedMessage(context, listener));
  } finally {
    await listener.close();
  }
  const { signal } = context;
  if (outcome === "interrupted") return exitCodes.interrupted;
  if (signal.aborted) return stopCode(signal);
  return outcome === undefined && listener.rejected.size > 0 ? exitCodes.partial : undefined;
}

/** Shows the live screen until the user leaves it. Returns undefined without a suitable terminal. */
async function showScreen(
  context: Context,
  listener: Listener,
  { once }: ListenOptions,
): Promise<"quit" | "interrupted" | undefined> {
  const { streams, format, globals, signal } = context;
  const { terminal } = streams;
  if (!terminal || once || globals.quiet || format !== "table") return undefined;
  const { showFeed } = await import("../../ui/screens/webhook-feed.tsx");
  const { profile } = await context.site();
  const summarize = createSummarizer();
  const done = new AbortController();
  const combined = AbortSignal.any([signal, done.signal]);
  const failed = Promise.withResolvers<never>();
  // Handled by Promise.race below; this prevents an unhandled rejection until then.
  failed.promise.catch(() => {});
  let onEntry: (entry: FeedEntry) => void = () => {};
  return await showFeed(
    { ...terminal, color: streams.stderr.color },
    {
      target: { profile, live: false },
      address: listener.url,
      resend: (seq) =>
        void listener
          .resend(seq, (entry) => onEntry(entry), combined)
          .catch((error) => {
            if (!combined.aborted) failed.reject(error);
          }),
      async listen(show, screenClosed) {
        screenClosed.addEventListener("abort", () => done.abort(screenClosed.reason));
        onEntry = ({ event, answer }) => {
          const { seq, at, type, entityId } = event;
          if (answer) show({ type: "delivered", seq, delivery: answer });
          else
            show({
              type: "received",
              event: {
                seq,
                at,
                topic: shortName(type),
                entity: entityId,
                what: summarize(event),
                payload: event.payload,
              },
            });
        };
        await Promise.race([listener.follow(onEntry, combined), failed.promise]);
      },
    },
  );
}

function stopMessage(listener: Listener): string {
  const position = listener.position();
  return listener.url === undefined
    ? `Stopped. To continue from here, use --after ${position}.`
    : `Stopped. The next run with the same URL and topics continues with event ${position + 1}.`;
}

/** The most numbers of events that a message names. */
const namedEvents = 20;

/** Says which events the receiver never accepted, and how to send them again. */
function rejectedMessage(context: Context, { rejected, url = "" }: Listener): string {
  const [count, them] =
    rejected.size === 1 ? ["1 event was", "it"] : [`${rejected.size} events were`, "them"];
  const numbers = [...rejected].slice(0, namedEvents).map(String);
  const line = sameSiteLine(context, "webhooks", "replay", ...numbers, "--forward-to", url);
  const rest = rejected.size > namedEvents ? ` (the first ${namedEvents})` : "";
  return `${count} rejected ${maxRejections} times and given up. Send ${them} again${rest}: ${line}`;
}

/** Options of `till webhooks listen`. */
interface ListenOptions {
  topic?: string[];
  forwardTo?: string;
  after?: string;
  once?: boolean;
}

/** Follows the events of the embedded sandbox, including those caused by other processes. */
interface Listener {
  /** The URL that events are forwarded to. */
  readonly url: string | undefined;
  /** The number of the last event that is done; the next run continues after it. */
  position(): number;
  /** The numbers of the events that were given up, because the receiver rejected them too often. */
  readonly rejected: ReadonlySet<number>;
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

/** Opens a listener at the position of `--after`, or where the last run stopped. */
async function openListener(context: Context, options: ListenOptions): Promise<Listener> {
  const { topic, forwardTo, after, once = false } = options;
  const types = topic?.flatMap((name) => findTopics(name).map(({ type }) => type));
  const control = await sandboxControl(context);
  const newest = async () => (await control(sandbox.status, {})).lastEvent ?? 0;
  /** When events were signed: if the receiver is slow, a page is fetched long before its last event is sent. */
  const signedAt = new WeakMap<SandboxEvent, number>();
  const fetchEvents: FetchEvents = async (request) => {
    const time = context.now().getTime();
    const page = await nextEvents(control, request);
    for (const event of page.events) signedAt.set(event, time);
    return page;
  };
  const feed = { fetchEvents, types, once };
  if (forwardTo === undefined) {
    let position = (await parseStart(after ?? (once ? "start" : "now"), newest)) ?? 0;
    return {
      url: undefined,
      position: () => position,
      rejected: new Set(),
      async follow(onEntry, signal) {
        try {
          for await (const event of eventsFrom({ ...feed, start: position, signal })) {
            await onEntry({ event });
            position = event.seq;
          }
        } catch (error) {
          if (!signal.aborted) throw error;
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
  let position = (await parseStart(after, newest)) ?? positions.get(listener) ?? (await newest());
  positions.set(listener, position);
  const findEvent = async (seq: number) => (await fetchEvents({ after: seq - 1, limit: 1 })).events[0];
  const records = deliveryRecords(control);
  const rejected = new Set<number>();
  const deliveryTo = (onEntry: OnEntry, signal: AbortSignal) => ({
    signal,
    sleep: context.sleep,
    bodyOf: async (event: SandboxEvent) => {
      const isFresh = context.now().getTime() - (signedAt.get(event) ?? 0) < maxSignatureAge;
      return isFresh ? event.jwt : ((await findEvent(event.seq))?.jwt ?? event.jwt);
    },
    onResult: ({ delivery, ...answer }: { delivery: SandboxEvent } & NonNullable<FeedEntry["answer"]>) => {
      const { status, reason, attempt, settled } = answer;
      records.add({ event: delivery.seq, url, status, reason, attempts: attempt, settled });
      if (isArrived(status)) rejected.delete(delivery.seq);
      else if (settled) rejected.add(delivery.seq);
      void onEntry({ event: delivery, answer });
    },
  });
  return {
    url,
    position: () => position,
    rejected,
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
      await deliver(event, deliveryTo(onEntry, signal));
    },
    async close() {
      await records.flush();
      await close();
      positions.close();
    },
  };
}

type Delivered = NonNullable<NonNullable<WireInput<typeof sandbox.recordDeliveries>["deliveries"]>[number]>;

/** How long results of deliveries wait for others before they are recorded together, in milliseconds. */
const recordMs = 100;

/** Records in the sandbox what became of events, for the page of the request that caused them. */
function deliveryRecords(control: Call): { add(delivered: Delivered): void; flush(): Promise<void> } {
  let waiting = new Map<unknown, Delivered>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const deliveries = [...waiting.values()];
    waiting = new Map();
    // The events themselves do not depend on it: a sandbox of an older version has no such call.
    if (deliveries.length > 0) await control(sandbox.recordDeliveries, { deliveries }).catch(() => {});
  };
  return {
    add(delivered) {
      waiting.set(delivered.event, delivered);
      timer ??= setTimeout(flush, recordMs);
    },
    flush,
  };
}

type FetchEvents = (request: Parameters<typeof nextEvents>[1]) => ReturnType<typeof nextEvents>;

interface EventSource {
  fetchEvents: FetchEvents;
  types: readonly string[] | undefined;
  start: number;
  once: boolean;
  signal: AbortSignal;
}

/** Yields the events after `start` in order. Fetches the next page while a page is processed. */
async function* eventsFrom({
  fetchEvents,
  types,
  start,
  once,
  signal,
}: EventSource): AsyncGenerator<SandboxEvent> {
  const fetchPage = (after: number) => {
    const events = fetchEvents({ after, limit: 200, types, signal });
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
  after: string | undefined,
  newest: () => Promise<number>,
): Promise<number | undefined> {
  if (after === undefined) return undefined;
  if (after === "start") return 0;
  if (after === "now") return await newest();
  if (/^\d+$/.test(after)) return Number(after);
  throw new UsageError(`Invalid value "${after}" for --after: expected start, now or an event number.`, {
    field: "--after",
  });
}

/** An event of the sandbox and, after a delivery attempt, the receiver's answer. */
interface FeedEntry {
  event: SandboxEvent;
  answer?: Omit<DeliveryResult, "delivery">;
}

/** Returns a function that prints events one per line: text in the table format, else NDJSON. */
function createEventPrinter(context: Context): (entry: FeedEntry) => Promise<void> {
  const { stdout } = context.streams;
  const style = styleFor(stdout);
  if (context.format !== "table") {
    return async ({ event: { jwt, ...event }, answer }) =>
      await stdout.write(`${jsonText({ _kind: "event", ...event, ...answer })}\n`);
  }
  return async ({ event, answer }) => {
    const { seq, at, type, entityId } = event;
    const line = `${padEnd(String(seq), 6)}  ${at}  ${sanitizeLine(shortName(type))}  ${sanitizeLine(entityId)}`;
    await stdout.write(`${line}${answer ? `  ${answerText(answer, style)}` : ""}\n`);
  };
}

function answerText(
  { status, reason, ms, attempt, settled }: NonNullable<FeedEntry["answer"]>,
  style: ReturnType<typeof styleFor>,
): string {
  const tries = attempt > 1 ? `, attempt ${attempt}` : "";
  if (status === undefined)
    return style.mark(
      "warn",
      `${sanitizeLine(reason ?? "no response").replace(/\.$/, "")} (retrying${tries})`,
    );
  const summary = `${status} in ${ms} ms${tries}`;
  if (status >= 200 && status < 300) return style.mark("good", summary);
  return style.mark("bad", settled ? `${summary}, given up` : `${summary}, retrying`);
}
