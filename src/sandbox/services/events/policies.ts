import type { EventPolicy } from "../../../api/services/events/event-settings.ts";
import { type Kind, newEntity, removeEntity, type Stored } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";

/** A policy with its position in the event. */
export interface StoredPolicy extends Stored<EventPolicy> {
  name: string;
  body: string;
  eventId: string;
  internal: { place: number };
}

export const policyKind: Kind<StoredPolicy> = {
  table: {
    name: "eventPolicies",
    columns: {
      eventId: { type: "text", value: ({ eventId }) => eventId },
      "internal.place": { type: "number", value: ({ internal }) => internal.place },
    },
  },
  fqdn: "wix.events.v2.policy",
  name: "policy",
  show: showPolicy,
};

/** Returns a policy in API form. */
export function showPolicy({ internal: _, ...policy }: StoredPolicy): EventPolicy {
  return policy;
}

/** Returns the policies of an event in order. */
export const policiesOf = (tx: Tx, eventId: string): StoredPolicy[] =>
  tx.query(policyKind.table, {
    filter: { eventId },
    sort: [{ fieldName: "internal.place", order: "ASC" }],
    limit: 1000,
  }).items;

export const policyHooks: LifecycleHooks = {
  copied(tx, from, to) {
    for (const policy of policiesOf(tx, from.id)) {
      const copy = { ...policy, ...newEntity(tx), eventId: to.id };
      tx.put(policyKind.table, copy.id, copy);
    }
  },
  removed(tx, { id }) {
    for (const policy of policiesOf(tx, id)) removeEntity(tx, policyKind, policy);
  },
};
