import type { Handlers } from "../../../api/endpoint.ts";
import {
  type subscriptionContracts as endpoints,
  SubscriptionContract,
} from "../../../api/services/subscriptions/subscriptions.ts";
import { regularHandlers } from "../../kernel/documents/regular.ts";
import type { Tx } from "../../kernel/tx.ts";
import { billCycle, pauseSubscription, startApproved } from "../../services/subscriptions/subscriptions.ts";
import { contractKind as kind } from "../../services/subscriptions/tables.ts";

const fields = ["id", "buyerInfo.contactId"];
const { get, query } = regularHandlers({
  kind,
  one: "subscriptionContract",
  many: "subscriptionContracts",
  model: SubscriptionContract,
  fields: { filterable: fields, sortable: fields },
  complete: (_tx, given) => given,
});

/** Handlers of subscription contracts. */
export const subscriptionContracts: Handlers<typeof endpoints, Tx> = { get, query };

/** Due work: charges a cycle, and starts the subscriptions of an approved order. */
export const due = { bill: billCycle, start: startApproved };
/** A cycle that cannot be charged pauses the subscription. */
export const giveUp = { bill: pauseSubscription };
