import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/orders.gen.ts";
import document from "../contract/orders.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/orders.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { tags, orders, storesOrders, orderFulfillments, orderInvoices, draftOrders } =
  contract.services as unknown as models.Services;
export const CommitSettings = contract.models.CommitSettings as Schema<models.CommitSettings>;
export type CommitSettings = models.CommitSettings;
export const DraftOrder = contract.models.DraftOrder as Schema<models.DraftOrder>;
export type DraftOrder = models.DraftOrder;
export const FulfillmentStatus = contract.models.FulfillmentStatus as Schema<models.FulfillmentStatus>;
export type FulfillmentStatus = models.FulfillmentStatus;
export const Order = contract.models.Order as Schema<models.Order>;
export type Order = models.Order;
export const OrderPaymentStatus = contract.models.OrderPaymentStatus as Schema<models.OrderPaymentStatus>;
export type OrderPaymentStatus = models.OrderPaymentStatus;
export type StoresOrder = models.StoresOrder;
export const OrderWithFulfillments = contract.models
  .OrderWithFulfillments as Schema<models.OrderWithFulfillments>;
export type OrderWithFulfillments = models.OrderWithFulfillments;
