import { operatorSets } from "../../api/query/filter.ts";
import type { Order } from "../../api/services/orders.ts";
import { formatAddress } from "../cart/address.ts";
import { described, wordsFor } from "../described.ts";
import { fulfillmentStatuses, orderStatuses, paymentStatuses } from "./statuses.ts";
import {
  customerOf,
  fulfillmentWords,
  type ListedOrder,
  orderWords,
  paymentWord,
  paymentWords,
  shortWord,
} from "./words.ts";

const choice = ["$eq", "$ne", "$in", "$nin"];
const chosen = (values: readonly string[]) => ({ type: "enum", values, operators: choice }) as const;
const amount = { type: "number", operators: operatorSets.number, decimalText: true } as const;
const flag = { type: "boolean", operators: ["$eq", "$ne", "$exists"] } as const;

type Price = { amount?: string | null } | null | undefined;
/** A price of an order, with its currency. */
const price = (pick: (order: Order) => Price) => ({
  value: (order: Order) => orderMoney(order, pick(order)),
  as: "money" as const,
});

/** The fields of orders. Those whose filter has no operators are filtered here. */
export const orderView = described<ListedOrder>(
  {
    id: { filter: "text", sort: false },
    number: { filter: "text" },
    status: { words: orderWords, min: 8, spare: true, filter: chosen(orderStatuses) },
    paymentStatus: {
      label: "Payment",
      words: paymentWord,
      status: true,
      brief: (order, times) => shortWord(paymentWord(order, times)),
      min: 15,
      filter: {
        ...chosen(paymentStatuses),
        words: wordsFor(paymentWords),
        instead: { authorized: "authorized > 0" },
        finds: {
          authorized: "paymentStatus in (NOT_PAID, PENDING) and authorized > 0",
          "not paid": "paymentStatus = NOT_PAID and authorized = 0",
          pending: "paymentStatus = PENDING and authorized = 0",
        },
      },
    },
    fulfillmentStatus: {
      label: "Fulfillment",
      words: fulfillmentWords,
      brief: { ...fulfillmentWords, PARTIALLY_FULFILLED: ["partly", "warn"] },
      min: 11,
      filter: {
        ...chosen(fulfillmentStatuses),
        words: { ...wordsFor(fulfillmentWords), partly: "PARTIALLY_FULFILLED" },
      },
    },
    createdDate: { label: "Date", as: "date", min: 12, filter: "date" },
    updatedDate: { filter: "date" },
    purchasedDate: { filter: "date" },
    email: { path: "buyerInfo.email", filter: "text" },
    firstName: { path: "billingInfo.contactDetails.firstName", filter: "text" },
    lastName: { path: "billingInfo.contactDetails.lastName", filter: "text" },
    total: {
      path: "priceSummary.total.amount",
      ...price(({ priceSummary }) => priceSummary?.total),
      align: "right",
      min: 12,
      filter: amount,
    },
    authorized: {
      path: "balanceSummary.authorized.amount",
      ...price(({ balanceSummary }) => balanceSummary?.authorized),
      filter: amount,
    },
    pendingRefund: { path: "balanceSummary.pendingRefund.amount", filter: amount },
    currency: { filter: { here: "text" } },
    channel: { path: "channelInfo.type", words: {}, filter: { type: "text", operators: choice } },
    delivery: {
      path: "shippingInfo.title",
      filter: { type: "text", operators: choice },
    },
    location: { path: "businessLocation.id", filter: "text" },
    // Matches any of the items, so there is no order and no prefix to compare.
    productId: {
      path: "lineItems.catalogReference.catalogItemId",
      filter: { type: "text", operators: ["$eq", "$in"] },
      sort: false,
    },
    archived: { absent: false, filter: flag, sort: false },
    imported: { absent: false, filter: flag, sort: false },
    customer: { value: customerOf, grow: true, min: 11 },
    phone: { value: (order) => contactOf(order)?.phone },
    shipTo: { value: shipTo },
    units: { label: "Items", value: unitsOf, as: "number", spare: true },
    items: { value: describeItems },
    subtotal: price(({ priceSummary }) => priceSummary?.subtotal),
    discount: price(({ priceSummary }) => priceSummary?.discount),
    shipping: price(({ priceSummary }) => priceSummary?.shipping),
    fees: price(({ priceSummary }) => priceSummary?.totalAdditionalFees),
    tax: price(({ priceSummary }) => priceSummary?.tax),
    paid: price(({ balanceSummary }) => balanceSummary?.paid),
    refunded: price(({ balanceSummary }) => balanceSummary?.refunded),
    balanceDue: price(({ balanceSummary }) => balanceSummary?.balance),
    note: { path: "buyerNote" },
    // The page says it of the few orders that are.
    isArchived: { label: "Archived", value: ({ archived }) => archived || "" },
    isImported: { label: "Imported", value: ({ imported }) => imported || "" },
  },
  {
    list: "number createdDate customer total paymentStatus fulfillmentStatus units status",
    csv: "number createdDate customer total paymentStatus fulfillmentStatus units status currency id",
    get: "number id createdDate status paymentStatus fulfillmentStatus customer email items subtotal discount shipping fees tax total paid authorized refunded balanceDue delivery channel note archived imported",
    page: "paymentStatus fulfillmentStatus status createdDate customer email phone delivery shipTo note channel isArchived isImported id",
  },
);

export const orderFilterFields = orderView.filterFields;

/** Returns an amount of an order with its currency: `80.00 USD`. */
export function orderMoney({ currency }: Order, price: Price): string {
  return price?.amount ? `${price.amount} ${currency ?? ""}` : "";
}

/** Returns the number of units ordered. */
export function unitsOf({ lineItems }: Order): number {
  return (lineItems ?? []).reduce((units, { quantity }) => units + (quantity ?? 0), 0);
}

/** Returns the text that `--search` searches: number, customer, email and item names. */
export function orderSearchText(order: Order): string {
  const names = (order.lineItems ?? []).map(({ productName }) => productName?.original);
  return [order.number, customerOf(order), order.buyerInfo?.email, ...names].filter(Boolean).join("\n");
}

function describeItems({ lineItems }: Order): string {
  return (lineItems ?? [])
    .map(({ quantity, productName }) => `${quantity ?? 1} x ${productName?.original ?? "?"}`)
    .join(", ");
}

function contactOf({ recipientInfo, billingInfo }: Order) {
  return recipientInfo?.contactDetails ?? billingInfo?.contactDetails;
}

function shipTo({ shippingInfo, recipientInfo }: Order): string {
  const { address, contactDetails } = shippingInfo?.logistics?.shippingDestination ?? recipientInfo ?? {};
  const name = [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(" ");
  return [name, address ? formatAddress(address) : ""].filter(Boolean).join("\n");
}
