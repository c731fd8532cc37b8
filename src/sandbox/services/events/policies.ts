import type { EventPolicy } from "../../../api/services/events/models/event-policy.ts";
import { type Kind, newEntity, removeEntity } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import type { LifecycleHooks } from "./lifecycle-hooks.ts";

/** A policy, and its place among those of its event. */
export interface StoredPolicy extends EventPolicy {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
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

/** A policy as it travels. */
export function showPolicy({ internal: _, ...policy }: StoredPolicy): EventPolicy {
  return policy;
}

/** The policies of an event in their order. */
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
