import { shortName } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import { padEnd, sanitiseLine } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { styleFor } from "../../output/style.ts";
import type { DeliveryResult } from "../../webhooks/forward.ts";
import type { SandboxEvent } from "./outbox.ts";

/** An event of the sandbox and, after a delivery attempt, the receiver's answer. */
export interface FeedEntry {
  event: SandboxEvent;
  answer?: Omit<DeliveryResult, "delivery">;
}

/** Returns a function that prints events one per line: text in the table format, else NDJSON. */
export function createEventPrinter(context: Context): (entry: FeedEntry) => Promise<void> {
  const { stdout } = context.streams;
  const style = styleFor(stdout);
  if (context.format !== "table") {
    return async ({ event: { jwt: _, ...event }, answer }) =>
      await stdout.write(`${jsonText({ _kind: "event", ...event, ...answer })}\n`);
  }
  return async ({ event, answer }) => {
    const { seq, at, type, entityId } = event;
    const line = `${padEnd(String(seq), 6)}  ${at}  ${sanitiseLine(shortName(type))}  ${sanitiseLine(entityId)}`;
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
      `${sanitiseLine(reason ?? "no response").replace(/\.$/, "")} (retrying${tries})`,
    );
  const summary = `${status} in ${ms} ms${tries}`;
  if (status >= 200 && status < 300) return style.mark("good", summary);
  return style.mark("bad", settled ? `${summary}, given up` : `${summary}, retrying`);
}
