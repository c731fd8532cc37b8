import { readContract } from "../contract/contract.ts";
import type * as sharedTypes from "../contract/models.gen.ts";
import type * as models from "../contract/payments.gen.ts";
import document from "../contract/payments.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/payments.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { orderTransactions, orderBilling, orderPaymentRequests } =
  contract.services as unknown as models.Services;
export const OrderPaymentRequest = contract.models.OrderPaymentRequest as Schema<models.OrderPaymentRequest>;
export type OrderPaymentRequest = models.OrderPaymentRequest;
export const OrderTransactions = sharedModels.models
  .OrderTransactions as Schema<sharedTypes.OrderTransactions>;
export type OrderTransactions = sharedTypes.OrderTransactions;
