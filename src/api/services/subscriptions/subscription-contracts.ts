import { service } from "../../endpoint.ts";
import { genericEndpoints } from "../generic.ts";
import { SubscriptionContract } from "./models/subscription-contract.ts";

const { get, query } = genericEndpoints({
  name: ["subscription contract", "subscription contracts"],
  one: "subscriptionContract",
  many: "subscriptionContracts",
  model: SubscriptionContract,
  path: "/ecom/subscription-contracts/v1/subscription-contracts",
  queried: "GET",
});

/** Subscription contracts, which orders create. */
export const subscriptionContracts = service("subscriptionContracts", { get, query });
