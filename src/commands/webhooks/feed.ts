import { shortName } from "../../api/topics/topics.ts";
import type { Context } from "../../context/context.ts";
import { padEnd, sanitiseLine } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import { styleFor } from "../../output/style.ts";
import type { DeliveryAnswer } from "../../webhooks/forward.ts";
import type { SandboxEvent } from "./outbox.ts";

/** An event of the sandbox, and what a receiver said to it. */
export interface Heard {
  event: SandboxEvent;
  answer?: Omit<DeliveryAnswer, "delivery">;
}

/** Prints what was heard, a line each: words, or NDJSON where a format for machines was asked for. */
export function printer(context: Context): (heard: Heard) => Promise<void> {
  const { stdout } = context.streams;
  const style = styleFor(stdout);
  if (context.format !== "table") {
    return async ({ event: { jwt: _, ...event }, answer }) =>
      await stdout.write(`${jsonText({ _kind: "event", ...event, ...answer })}\n`);
  }
  return async ({ event, answer }) => {
    const { seq, at, type, entityId } = event;
    const what = `${padEnd(String(seq), 6)}  ${at}  ${sanitiseLine(shortName(type))}  ${sanitiseLine(entityId)}`;
    await stdout.write(`${what}${answer ? `  ${said(answer, style)}` : ""}\n`);
  };
}

function said(
  { status, reason, ms, attempt, settled }: NonNullable<Heard["answer"]>,
  style: ReturnType<typeof styleFor>,
): string {
  const tries = attempt > 1 ? `, attempt ${attempt}` : "";
  if (status === undefined)
    return style.mark(
      "warn",
      `${sanitiseLine(reason ?? "no answer").replace(/\.$/, "")} (trying again${tries})`,
    );
  const words = `${status} in ${ms} ms${tries}`;
  if (status >= 200 && status < 300) return style.mark("good", words);
  return style.mark("bad", settled ? `${words}, given up` : `${words}, trying again`);
}
