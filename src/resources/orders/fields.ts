import type { FilterField } from "../../api/query/filter.ts";
import { orderOperators, textOperators } from "../../api/query/filter.ts";
import type { Order } from "../../api/services/orders/models/order.ts";
import { type Column, column } from "../../output/table.ts";
import { customerOf } from "./customer.ts";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "./statuses.ts";
import { briefly, fulfillmentWords, type ListedOrder, orderWords, paymentWord } from "./words.ts";

const choice = ["$eq", "$ne", "$in", "$nin"];
const text = (name: string, path = name): FilterField => ({
  name,
  path,
  type: "text",
  operators: textOperators,
});
const date = (name: string): FilterField => ({ name, type: "date", operators: orderOperators });
const chosen = (name: string, values: readonly string[]): FilterField => ({
  name,
  type: "enum",
  values,
  operators: choice,
});
const amount = (name: string, path: string): FilterField => ({
  name,
  path,
  type: "number",
  operators: orderOperators,
  decimalText: true,
});
const flag = (name: string): FilterField => ({ name, type: "boolean", operators: ["$eq", "$ne", "$exists"] });

/** The fields of orders for `--filter` and `--sort`. Fields without operators are filtered here. */
export const orderFilterFields: readonly FilterField[] = [
  text("id"),
  text("number"),
  chosen("status", orderStatuses),
  chosen("paymentStatus", paymentStatuses),
  chosen("fulfillmentStatus", fulfillmentStatuses),
  date("createdDate"),
  date("updatedDate"),
  date("purchasedDate"),
  text("email", "buyerInfo.email"),
  text("firstName", "billingInfo.contactDetails.firstName"),
  text("lastName", "billingInfo.contactDetails.lastName"),
  amount("total", "priceSummary.total.amount"),
  amount("authorized", "balanceSummary.authorized.amount"),
  amount("pendingRefund", "balanceSummary.pendingRefund.amount"),
  { name: "currency", type: "text" },
  { name: "channel", path: "channelInfo.type", type: "text", operators: choice },
  { name: "delivery", path: "shippingInfo.title", type: "text", operators: choice },
  text("location", "businessLocation.id"),
  // Matches any of the items, so there is no order and no prefix to compare.
  {
    name: "productId",
    path: "lineItems.catalogReference.catalogItemId",
    type: "text",
    operators: ["$eq", "$in"],
  },
  flag("archived"),
  flag("imported"),
];

/** Returns an amount of an order with its currency: `80.00 USD`. */
export function moneyIn({ currency }: Order, price: { amount?: string | null } | null | undefined): string {
  return price?.amount ? `${price.amount} ${currency ?? ""}` : "";
}

/** Returns the number of units ordered. */
export const unitsOf = ({ lineItems }: Order): number =>
  (lineItems ?? []).reduce((units, { quantity }) => units + (quantity ?? 0), 0);

/** Returns the text that `--search` searches: number, customer, email and item names. */
export function orderSearchText(order: Order): string {
  const names = (order.lineItems ?? []).map(({ productName }) => productName?.original);
  return [order.number, customerOf(order), order.buyerInfo?.email, ...names].filter(Boolean).join("\n");
}

/** The columns of `till orders list`. */
export const orderColumns: readonly Column<ListedOrder>[] = [
  column("NUMBER", ({ number }) => number ?? "", { path: "number" }),
  column("DATE", ({ createdDate }) => createdDate ?? "", { as: "ago", path: "createdDate", min: 12 }),
  column("CUSTOMER", customerOf, { grow: true, min: 11 }),
  column("TOTAL", (order) => moneyIn(order, order.priceSummary?.total), {
    align: "right",
    path: "priceSummary.total.amount",
    min: 12,
  }),
  column("PAYMENT", ({ paymentStatus }) => paymentStatus ?? "", {
    path: "paymentStatus",
    words: (order, times) => briefly(paymentWord(order, times)),
    min: 14,
  }),
  column("FULFILLMENT", ({ fulfillmentStatus }) => fulfillmentStatus ?? "", {
    path: "fulfillmentStatus",
    words: fulfillmentWords,
    min: 11,
  }),
  column("ITEMS", unitsOf, { as: "number" }),
  column("STATUS", ({ status }) => status ?? "", { path: "status", words: orderWords, min: 8 }),
];

/** The columns of CSV output, where the total is a number. */
export const orderCsvColumns: readonly Column<Order>[] = [
  ...orderColumns,
  column("CURRENCY", ({ currency }) => currency ?? "", { path: "currency" }),
  column("ID", ({ id }) => id ?? "", { path: "id" }),
];

const price = (header: string, pick: (order: Order) => { amount?: string | null } | null | undefined) =>
  column<Order>(header, (order) => moneyIn(order, pick(order)), { align: "right" });

/** The lines of `till orders get`. */
export const orderDetails: readonly Column<ListedOrder>[] = [
  column("Number", ({ number }) => number ?? ""),
  column("Id", ({ id }) => id ?? ""),
  column("Date", ({ createdDate }) => createdDate ?? "", { as: "time" }),
  column("Status", ({ status }) => status ?? "", { words: orderWords }),
  column("Payment", ({ paymentStatus }) => paymentStatus ?? "", { words: paymentWord }),
  column("Fulfillment", ({ fulfillmentStatus }) => fulfillmentStatus ?? "", { words: fulfillmentWords }),
  column("Customer", customerOf),
  column("Email", ({ buyerInfo }) => buyerInfo?.email ?? ""),
  column("Items", describeItems),
  price("Subtotal", ({ priceSummary }) => priceSummary?.subtotal),
  price("Discount", ({ priceSummary }) => priceSummary?.discount),
  price("Shipping", ({ priceSummary }) => priceSummary?.shipping),
  price("Fees", ({ priceSummary }) => priceSummary?.totalAdditionalFees),
  price("Tax", ({ priceSummary }) => priceSummary?.tax),
  price("Total", ({ priceSummary }) => priceSummary?.total),
  price("Paid", ({ balanceSummary }) => balanceSummary?.paid),
  price("Authorized", ({ balanceSummary }) => balanceSummary?.authorized),
  price("Refunded", ({ balanceSummary }) => balanceSummary?.refunded),
  price("Balance due", ({ balanceSummary }) => balanceSummary?.balance),
  column("Shipping option", ({ shippingInfo }) => shippingInfo?.title ?? ""),
  column("Channel", ({ channelInfo }) => channelInfo?.type ?? ""),
  column("Note", ({ buyerNote }) => buyerNote ?? ""),
  column("Archived", ({ archived }) => archived ?? false),
  column("Imported", ({ imported }) => imported ?? false),
];

function describeItems({ lineItems }: Order): string {
  return (lineItems ?? [])
    .map(({ quantity, productName }) => `${quantity ?? 1} x ${productName?.original ?? "?"}`)
    .join(", ");
}
