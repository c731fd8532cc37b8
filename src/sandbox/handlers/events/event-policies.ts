import type { Handlers } from "../../../api/endpoint.ts";
import type { eventPolicies as endpoints } from "../../../api/services/events/event-settings.ts";
import {
  checkRevision,
  entityOf,
  insertEntity,
  newEntity,
  removeEntity,
  replaceEntity,
  requiredName,
} from "../../kernel/documents/entities.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { policiesOf, policyKind, type StoredPolicy, showPolicy } from "../../services/events/policies.ts";
import { offsetPage } from "../../services/events/query.ts";
import { reordered } from "../../services/events/reorder.ts";
import { eventOf } from "../../services/events/tables.ts";

const mostPerEvent = 3;
const known = ["id", "createdDate", "updatedDate", "body", "eventId", "name", "revision"];
const fields = { filterable: known, sortable: known };

/** Policies of events, in the order of their event. */
export const eventPolicies: Handlers<typeof endpoints, Tx> = {
  create(tx, { policy }) {
    const { id: eventId } = eventOf(tx, policy?.eventId);
    const others = policiesOf(tx, eventId);
    if (others.length >= mostPerEvent) {
      const message = `The event ${eventId} has ${others.length} policies; the maximum is ${mostPerEvent}`;
      throw new PlatformError(409, "POLICIES_LIMIT_REACHED", message, { eventId, limit: mostPerEvent });
    }
    const created: StoredPolicy = {
      ...newEntity(tx),
      name: requiredName("policy.name", policy?.name),
      body: requiredName("policy.body", policy?.body),
      eventId,
      internal: { place: (others.at(-1)?.internal.place ?? 0) + 1 },
    };
    return { policy: showPolicy(insertEntity(tx, policyKind, created)) };
  },
  update(tx, { policy }) {
    const before = entityOf(tx, policyKind, policy?.id ?? "");
    checkRevision(before, policy?.revision, policyKind.name);
    const after = replaceEntity(tx, policyKind, {
      ...before,
      ...(policy?.name !== undefined && { name: requiredName("policy.name", policy.name) }),
      ...(policy?.body !== undefined && { body: requiredName("policy.body", policy.body) }),
    });
    return { policy: showPolicy(after) };
  },
  remove(tx, { policyId }) {
    removeEntity(tx, policyKind, entityOf(tx, policyKind, policyId ?? ""));
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = offsetPage(tx, policyKind.table, query, fields);
    return { policies: items.map((one) => showPolicy(one)), metadata: pagingMetadata };
  },
  reorder(tx, { eventId, policyId, beforePolicyId, afterPolicyId }) {
    const policies = policiesOf(tx, eventOf(tx, eventId).id);
    const position = { before: beforePolicyId, after: afterPolicyId };
    const order = reordered(
      policies.map(({ id }) => id),
      policyId ?? "",
      position,
    );
    const sorted = order.map((id, index) => {
      const policy = { ...entityOf(tx, policyKind, id), internal: { place: index + 1 } };
      tx.put(policyKind.table, id, policy);
      return showPolicy(policy);
    });
    return { policies: sorted };
  },
  get: (tx, { policyId }) => ({ policy: showPolicy(entityOf(tx, policyKind, policyId ?? "")) }),
};
