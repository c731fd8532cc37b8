import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sandboxControl } from "../../cli/sandbox-control.ts";
import { argumentName, readSource, readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { streamBytes } from "../../output/bytes.ts";
import { styleFor } from "../../output/style.ts";
import { verifyWebhook, type WebhookEvent } from "../../webhooks/verify.ts";

const maxSize = 2 * 1024 * 1024;

/** Verifies a body with a public key and prints its event. An unverified body is not printed. */
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
    'till webhooks replay last --jq ".items[0].jwt" | till webhooks verify',
  );
  for await (const chunk of streamBytes(source)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxSize)
      throw new UsageError(`${argumentName(file)} is larger than 2 MiB, the maximum for a webhook.`);
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

/** Returns the public key from a file, or the embedded sandbox's key. Throws UsageError for a hosted profile without a file. */
export async function publicKeyFor(context: Context, file: string | undefined): Promise<string> {
  if (file !== undefined) {
    return await readText(context, file);
  }
  const { hosted, profile } = await context.site();
  if (hosted) {
    throw new UsageError(
      `Profile "${profile}" is a hosted site, whose webhooks are signed with the app's key.`,
      {
        field: "--key",
        hint: "Save the public key from the app's settings to a file and add: --key app.pem",
      },
    );
  }
  return (await (await sandboxControl(context))(sandbox.keys, {})).publicKey ?? "";
}
