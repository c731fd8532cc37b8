import type { Handlers } from "../../api/endpoint.ts";
import type { subscriptionContracts as endpoints } from "../../api/endpoints/subscription-contracts.ts";
import { SubscriptionContract } from "../../api/models/subscription-contract.ts";
import { regularCalls } from "../crud/regular.ts";
import { contractKind as kind } from "../selling/kinds.ts";
import { billCycle } from "../selling/subscriptions.ts";
import type { Tx } from "../tx.ts";

const fields = ["id", "buyerInfo.contactId"];
const { get, query } = regularCalls({
  kind,
  one: "subscriptionContract",
  many: "subscriptionContracts",
  model: SubscriptionContract,
  fields: { filterable: fields, sortable: fields },
  settle: (_tx, given) => given,
});

/** What buyers buy again and again. */
export const subscriptionContracts: Handlers<typeof endpoints, Tx> = { get, query };

/** Each cycle is charged when its time comes. */
export const due = { bill: billCycle };
