import { once } from "node:events";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { receiveWebhooks } from "../../webhooks/receive.ts";
import { publicKeyFor } from "./public-key.ts";

interface ReceiveOptions {
  port?: number;
  host?: string[];
  key?: string;
}

/** Receives webhooks on 127.0.0.1, verifies and prints them until stopped. */
export async function run(
  context: Context,
  _args: string[],
  { port = 0, host, key }: ReceiveOptions,
): Promise<ExitCode | undefined> {
  const { stdout } = context.streams;
  const server = await receiveWebhooks({
    port,
    publicKey: await publicKeyFor(context, key),
    ...(host && { hosts: host }),
    now: context.now,
    async onEvent(event) {
      const text =
        context.format === "table"
          ? `${context.now().toISOString()}  ${sanitiseLine(event.eventType)}  ${sanitiseLine(JSON.stringify(event.payload))}`
          : jsonText({ _kind: "webhook", ...event });
      await stdout.write(`${text}\n`);
    },
    onPlatformError: (error) => void context.notice(`Rejected a request: ${error.message}`),
    onError: (error) => void context.notice(`The receiver failed: ${(error as Error).message}`),
  });
  try {
    await context.notice(`Receiving webhooks on ${server.origin}. Press Ctrl-C to stop.`);
    if (!context.signal.aborted) await once(context.signal, "abort");
    return context.signal.reason === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
  } finally {
    await server.close();
  }
}
