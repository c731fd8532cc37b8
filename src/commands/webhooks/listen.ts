import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "../../context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../errors.ts";
import { createQueue } from "../../webhooks/queue.ts";
import { findTopics } from "../../webhooks/topic-names.ts";
import { controlOf } from "../sandbox-control.ts";
import { printer } from "./feed.ts";
import { forwarder } from "./forwarder.ts";
import { nextEvents, type SandboxEvent } from "./outbox.ts";

interface ListenOptions {
  topic?: string[];
  forwardTo?: string;
  from?: string;
  once?: boolean;
}

/** Waits between looks into the outbox, in milliseconds: short after an event, longer when nothing happens. */
const [shortest, longest] = [20, 250];

/** Shows the events of the embedded sandbox as they happen, whoever causes them, and forwards them, until it is stopped. */
export async function run(
  context: Context,
  _args: string[],
  { topic, forwardTo, from, once = false }: ListenOptions,
): Promise<ExitCode | undefined> {
  const types = topic?.flatMap((name) => findTopics(name).map(({ type }) => type));
  const control = await controlOf(context);
  const newest = async () => (await control.status({})).lastEvent ?? 0;
  const print = printer(context);
  const feed = { control, types, once, signal: context.signal };
  if (forwardTo === undefined) {
    const start = (await startFrom(from ?? (once ? "start" : "now"), newest)) ?? 0;
    await follow({ ...feed, start, take: (event) => print({ event }) });
    return stopped(context);
  }

  const { openPositions } = await import("../../webhooks/positions.ts");
  const positions = openPositions(join(context.paths.data, "listeners.db"));
  const heard = new Map<number, SandboxEvent>();
  const to = await forwarder(context, forwardTo, ({ delivery, ...answer }) => {
    const event = heard.get(delivery.seq);
    if (event) void print({ event, answer });
    if (answer.settled) heard.delete(delivery.seq);
  });
  const listener = `${(await context.site()).profile} ${to.url} ${types?.join(",") ?? "*"}`;
  const queue = createQueue({
    deliver: to.deliver,
    onSettled: (seq) => positions.set(listener, seq),
  });
  try {
    const start = (await startFrom(from, newest)) ?? positions.get(listener) ?? (await newest());
    positions.set(listener, start);
    await context.notice(`Forwarding to ${to.url}, from event ${start + 1} on. Stop with Ctrl-C.`);
    await follow({
      ...feed,
      start,
      take: async (event) => {
        heard.set(event.seq, event);
        await queue.push(event);
      },
    });
    await queue.drained();
  } catch (error) {
    if (!context.signal.aborted) throw error;
  } finally {
    await to.close();
    positions.close();
  }
  return stopped(context);
}

interface Following {
  control: Awaited<ReturnType<typeof controlOf>>;
  types: readonly string[] | undefined;
  start: number;
  once: boolean;
  signal: AbortSignal;
  take(event: SandboxEvent): Promise<unknown>;
}

/** Takes events in their order, from `start` on, until the signal; with `once`, until none is left. */
async function follow({ control, types, start, once, signal, take }: Following): Promise<void> {
  let pause = shortest;
  for (let after = start; !signal.aborted; ) {
    const { events, last } = await nextEvents(control, { after, limit: 200, types });
    for (const event of events) {
      if (signal.aborted) return;
      await take(event);
    }
    const isQuiet = last === after;
    after = last;
    if (!isQuiet) pause = shortest;
    else if (once) return;
    else {
      await wait(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(longest, pause * 2);
    }
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

function stopped({ signal }: Context): ExitCode | undefined {
  if (!signal.aborted) return undefined;
  return signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}
