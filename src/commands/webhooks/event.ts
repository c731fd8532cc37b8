import type { Context } from "../../context/context.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import type { WebhookEvent } from "../../webhooks/verify.ts";

/** Prints an event that was verified. */
export async function printEvent(context: Context, event: WebhookEvent): Promise<void> {
  await renderRecord<WebhookEvent>({
    streams: context.streams,
    format: context.format,
    kind: "webhook",
    fields: context.globals.fields,
    columns: [
      column<WebhookEvent>("Event", ({ eventType }) => eventType, { path: "eventType" }),
      column<WebhookEvent>("Installation", ({ instanceId }) => instanceId, { path: "instanceId" }),
      column<WebhookEvent>("Caused by", ({ identity }) => identity?.identityType ?? "", {
        path: "identity.identityType",
      }),
      column<WebhookEvent>("Payload", ({ payload }) => JSON.stringify(payload), { path: "payload" }),
    ],
    record: event,
  });
}
