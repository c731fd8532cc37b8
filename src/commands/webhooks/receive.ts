import { once } from "node:events";
import { withShared } from "../../cli/jobs/shared-journal.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, stopCode } from "../../kernel/errors.ts";
import type { Postgres } from "../../kernel/postgres.ts";
import { sanitizeLine } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { receiveWebhooks } from "../../webhooks/receive.ts";
import type { WebhookEvent } from "../../webhooks/verify.ts";
import { parseReceiverUrl } from "./forwarder.ts";
import { publicKeyFor } from "./verify.ts";

interface ReceiveOptions {
  port?: number;
  host?: string[];
  key?: string;
  forwardTo?: string;
  sync?: boolean;
}

/** Stores an event with its body. Returns false if it is stored already. */
type Store = (event: WebhookEvent, body: string) => Promise<boolean>;

/**
 * Receives webhooks on 127.0.0.1, verifies and prints them until stopped. With --forward-to, stores them for workers; with --sync,
 * brings the local copy of the shop up to date.
 */
export async function run(
  context: Context,
  _args: string[],
  { forwardTo, ...options }: ReceiveOptions,
): Promise<ExitCode | undefined> {
  if (forwardTo === undefined) return await receive(context, options);
  const url = parseReceiverUrl(forwardTo);
  return await withShared(
    context,
    "till webhooks receive --forward-to",
    async (postgres) => await receive(context, options, await openStore(context, postgres, url)),
    storing,
  );
}

/** The most events that are stored at a time. */
const storing = 8;

async function receive(
  context: Context,
  { port = 0, host, key, sync }: ReceiveOptions,
  store?: Store,
): Promise<ExitCode> {
  const { stdout } = context.streams;
  const copy = sync ? await (await import("../../mirror/follow.ts")).followEvents(context) : undefined;
  const server = await receiveWebhooks({
    port,
    publicKey: await publicKeyFor(context, key),
    // The URL of a tunnel names its host.
    hosts: host?.map((name) => URL.parse(name)?.host || name),
    now: context.now,
    async onEvent(event, body) {
      if ((await store?.(event, body)) === false) return;
      copy?.onEvent(event.eventType);
      const text =
        context.format === "table"
          ? `${context.now().toISOString()}  ${sanitizeLine(event.eventType)}  ${sanitizeLine(JSON.stringify(event.payload))}`
          : jsonText({ _kind: "webhook", ...event });
      await stdout.write(`${text}\n`);
    },
    onPlatformError: (error) => void context.notice(`Rejected a request: ${error.message}`),
    onError: (error) => void context.notice(`The receiver failed: ${(error as Error).message}`),
  });
  try {
    await context.notice(`Receiving webhooks on ${server.origin}. Press Ctrl-C to stop.`);
    if (!context.signal.aborted) await once(context.signal, "abort");
    return stopCode(context.signal);
  } finally {
    await server.close();
    await copy?.idle();
  }
}

async function openStore(context: Context, postgres: Postgres, url: string): Promise<Store> {
  const { isForwarded, storeForward } = await import("../../bulk/queue/outbox.ts");
  const { workerTimeout } = await import("../../bulk/queue/tables.ts");
  const { eventKey } = await import("../../webhooks/forward.ts");
  if (!(await isForwarded(postgres, workerTimeout)))
    await context.notice("No worker sends webhooks, so the events wait for one: till worker --webhooks");
  return async (event, body) =>
    await storeForward(postgres, { url, type: event.eventType, body, ...eventKey(event) });
}
