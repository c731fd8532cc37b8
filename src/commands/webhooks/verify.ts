import { readSource, sourceName } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { bytesOf } from "../../output/bytes.ts";
import { styleFor } from "../../output/style.ts";
import { verifyWebhook, type WebhookEvent } from "../../webhooks/verify.ts";
import { publicKeyFor } from "./public-key.ts";

const maxSize = 2 * 1024 * 1024;

/** Verifies a body with a public key and prints its event. Prints nothing of an unverified body. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  { key }: { key?: string },
): Promise<ExitCode | undefined> {
  const publicKey = await publicKeyFor(context, key);
  const event = await verifyWebhook(await readBody(context, file), publicKey, { now: context.now() });
  if (context.format === "table" && !context.globals.quiet) {
    const style = styleFor(context.streams.stderr);
    await context.streams.stderr.write(`${style.mark("good", "Verified: the signature is valid.")}\n`);
  }
  await printEvent(context, event);
  return undefined;
}

async function readBody(context: Context, file: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const source = readSource(
    context,
    file,
    "till webhooks replay last --jq '.items[0].jwt' | till webhooks verify",
  );
  for await (const chunk of bytesOf(source)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxSize)
      throw new UsageError(`${sourceName(file)} is larger than 2 MiB, the maximum for a webhook.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function printEvent(context: Context, event: WebhookEvent): Promise<void> {
  await context.printRecord(event, {
    kind: "webhook",
    fields: {
      eventType: { label: "Event" },
      instanceId: { label: "Installation" },
      causedBy: { path: "identity.identityType" },
      payload: { path: "payload", value: ({ payload }) => JSON.stringify(payload) },
    },
  });
}
