import type { SubscriptionContract } from "../../../api/services/subscriptions/models/subscription-contract.ts";
import { type Kind, kindOf, type Stored } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";

/** Other items, another delivery or recipient: from a cycle on, or for that cycle alone. */
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
    /** Cycles that were billed; the order itself is the first. */
    cycles: number;
    status: "ACTIVE" | "PAUSED" | "ENDED";
    /** When the cycles are counted from. */
    anchor: string;
    /** What was committed for cycles to come. */
    changes?: ContractChange[];
  };
};

export const subscriptionContracts: Table<StoredContract> = { name: "subscriptionContracts", columns: {} };

export const contractKind: Kind<StoredContract> = {
  ...kindOf(subscriptionContracts, "ecom.subscription_contracts.v1", "subscription contract"),
  show: ({ internal: _, ...contract }) => contract,
};
