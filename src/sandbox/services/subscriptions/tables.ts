import type { SubscriptionContract } from "../../../api/services/subscriptions/subscriptions.ts";
import { type Kind, kindOf, type Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

/** Changed items, delivery or recipient, from a cycle on or for that cycle only. */
export interface ContractChange {
  cycle: number;
  once: boolean;
  content: Partial<SubscriptionContract>;
}

export type StoredContract = Stored<
  SubscriptionContract,
  "currency" | "lineItems" | "subscriptionSettings"
> & {
  internal: {
    orderId: string;
    /** Number of billed cycles. The order itself is the first. */
    cycles: number;
    status: "ACTIVE" | "PAUSED" | "ENDED";
    /** The start of the first cycle. */
    anchor: string;
    /** Committed changes for future cycles. */
    changes?: ContractChange[];
  };
};

export const subscriptionContracts: Table<StoredContract> = { name: "subscriptionContracts", columns: {} };

/** Nothing deletes a contract, not even on the platform, so its topic `subscription_contract_deleted` is never emitted. */
export const contractKind: Kind<StoredContract> = {
  ...kindOf(subscriptionContracts, "ecom.subscription_contracts.v1", "subscription contract"),
  show: ({ internal: _, ...contract }) => contract,
};
