import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { EventPolicy } from "./models/event-policy.ts";

const policyId = guid();
const policy = obj({ policy: EventPolicy });

/** The policies of ticketed events. */
export const eventPolicies = service("eventPolicies", {
  create: endpoint("POST /events-policies/v2/policies", {
    alternatives: ["/events/v2/policies"],
    input: policy,
    result: policy,
    required: ["policy.name", "policy.body", "policy.eventId"],
    summary: "Add a policy to an event",
  }),
  update: endpoint("PATCH /events-policies/v2/policies/{policy.id}", {
    alternatives: ["/events/v2/policies/{policy.id}"],
    input: policy,
    result: policy,
    required: ["policy.id", "policy.revision"],
    summary: "Update a policy",
  }),
  remove: endpoint("DELETE /events-policies/v2/policies/{policyId}", {
    alternatives: ["/events/v2/policies/{policyId}"],
    input: obj({ policyId }),
    result: obj({}),
    summary: "Delete a policy",
  }),
  query: endpoint("POST /events-policies/v2/policies/query", {
    alternatives: ["/events/v2/policies/query"],
    input: obj({ query: Query }),
    result: obj({ policies: list(EventPolicy), metadata: PagingMetadata }),
    ...pagedBy("cursor", "policies", "metadata", 100),
    summary: "List policies that match a query",
  }),
  reorder: endpoint("POST /events-policies/v2/policies/reorder", {
    alternatives: ["/events/v2/policies/reorder"],
    input: obj(
      { beforePolicyId: guid(), afterPolicyId: guid(), eventId: guid(), policyId },
      { oneOf: [["beforePolicyId", "afterPolicyId"]] },
    ),
    result: obj({ policies: list(EventPolicy) }),
    required: ["eventId", "policyId"],
    effect: "set",
    summary: "Reorder the policies of an event",
  }),
  get: endpoint("GET /events-policies/v2/policies/{policyId}", {
    alternatives: ["/events/v2/policies/{policyId}"],
    input: obj({ policyId }),
    result: policy,
    summary: "Get a policy",
  }),
});
