import type { WebhookEvent } from "./verify.ts";

/** The members of payloads that name what an event is about, the most specific first. Older events have no `entityId`. */
const entityMembers = [
  "entityId",
  "inventoryItemId",
  "productId",
  "collection_Id",
  "cartId",
  "orderNumber",
  "reservationId",
  "ticketDefinitionId",
  "rsvpId",
  "eventId",
];

/**
 * Returns the entity that an event is about, together with its installation, and the id of the event. Only events in the envelope
 * of the platform have an id. Without a known entity, it is the installation.
 */
export function eventKey({ instanceId, payload }: WebhookEvent): {
  entity: string;
  event: string | undefined;
} {
  const facts = payload as Record<string, unknown>;
  const member = entityMembers.find((name) => isId(facts[name]));
  const entity = member === undefined ? instanceId : `${instanceId} ${String(facts[member])}`;
  return { entity, event: member === "entityId" && isId(facts.id) ? facts.id : undefined };
}

const isId = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= 200;
