import { readSource, sourceName } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, UsageError } from "../../kernel/errors.ts";
import { bytesOf } from "../../output/bytes.ts";
import { styleFor } from "../../output/style.ts";
import { verifyWebhook } from "../../webhooks/verify.ts";
import { printEvent } from "./event.ts";
import { publicKeyFor } from "./key.ts";

const most = 2 * 1024 * 1024;

/** Proves a body against a public key and prints the event in it; nothing of it is printed before. */
export async function run(
  context: Context,
  [file = "-"]: string[],
  { key }: { key?: string },
): Promise<ExitCode | undefined> {
  const publicKey = await publicKeyFor(context, key);
  const event = await verifyWebhook(await readBody(context, file), publicKey, { now: context.now() });
  if (context.format === "table" && !context.globals.quiet) {
    const style = styleFor(context.streams.stderr);
    await context.streams.stderr.write(`${style.mark("good", "Verified: the platform signed this body.")}\n`);
  }
  await printEvent(context, event);
  return undefined;
}

async function readBody(context: Context, file: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const source = readSource(
    context,
    file,
    "till webhooks replay last --jq '.items[0].jwt' | till webhooks verify",
  );
  for await (const piece of bytesOf(source)) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) throw new UsageError(`${sourceName(file)} is larger than 2 MiB: no webhook is.`);
  }
  return Buffer.concat(pieces).toString("utf8");
}
