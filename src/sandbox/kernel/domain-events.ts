import type { Tx } from "./tx.ts";

type Body =
  | { createdEvent: { entity: unknown } }
  | { updatedEvent: { currentEntity: unknown } }
  | { deletedEvent: { deletedEntity?: unknown } }
  | { actionEvent: { body: unknown } };

/**
 * Writes a domain event in the platform's envelope to the outbox. Its type is `fqdn_slug`, such as
 * `wix.stores.catalog.v3.brand_created`.
 */
export function emitDomainEvent(tx: Tx, fqdn: string, slug: string, entityId: string, body: Body): void {
  tx.emit(`${fqdn}_${slug}`, entityId, {
    id: tx.newId(),
    entityFqdn: fqdn,
    slug,
    entityId,
    eventTime: tx.now.toISOString(),
    triggeredByAnonymizeRequest: false,
    originatedFrom: "",
    entityEventSequence: String(tx.next(`events of ${fqdn}`)),
    ...body,
  });
}
