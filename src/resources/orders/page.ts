import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models/order.ts";
import type { OrderLineItem } from "../../api/services/orders/models/order-line-item.ts";
import type { OrderTransactions } from "../../api/services/payments/models/order-payment.ts";
import { type Column, column } from "../../output/table.ts";
import { wordFor } from "../../output/words.ts";
import { formatAddress } from "../cart/address.ts";
import type { Page } from "../resource.ts";
import { type Section, tableSection, textSection } from "../sections.ts";
import { customerOf } from "./customer.ts";
import { moneyIn } from "./fields.ts";
import { paymentMethodOf, readTransactions } from "./payments.ts";
import { scheduleOf } from "./schedules.ts";
import {
  authorizedWord,
  fulfillmentWords,
  isMoney,
  type ListedOrder,
  orderWords,
  paymentWord,
  transactionWords,
} from "./words.ts";

/** The first lines of the page of an order on the screen. */
export const orderPageColumns: readonly Column<ListedOrder>[] = [
  column("Payment", ({ paymentStatus }) => paymentStatus ?? "", { words: paymentWord }),
  column("Fulfillment", ({ fulfillmentStatus }) => fulfillmentStatus ?? "", { words: fulfillmentWords }),
  column("Status", ({ status }) => status ?? "", { words: orderWords }),
  column("Date", ({ createdDate }) => createdDate ?? "", { as: "time" }),
  column("Buyer", customerOf),
  column("Email", ({ buyerInfo }) => buyerInfo?.email ?? ""),
  column("Phone", (order) => contactOf(order)?.phone ?? ""),
  column("Delivery", ({ shippingInfo }) => shippingInfo?.title ?? ""),
  column("Ship to", shipTo),
  column("Note", ({ buyerNote }) => buyerNote ?? ""),
  column("Channel", ({ channelInfo }) => channelInfo?.type ?? "", { words: {} }),
  column("Archived", ({ archived }) => archived || ""),
  column("Imported", ({ imported }) => imported || ""),
  column("Id", ({ id }) => id ?? ""),
];

/** Reads the payments of an order, for its page on the screen. */
export async function orderPage(call: Call, order: Order): Promise<Page<ListedOrder>> {
  const transactions = await readTransactions(call, order.id ?? "");
  const scheduled = scheduleOf(transactions);
  return {
    row: scheduled === undefined ? order : { ...order, scheduled },
    sections: [
      tableSection("Items", itemColumns(order), order.lineItems ?? []),
      tableSection("Amounts", amountColumns(order), amountsOf(order)),
      ...paymentSections(order, transactions),
    ],
  };
}

function contactOf({ recipientInfo, billingInfo }: Order) {
  return recipientInfo?.contactDetails ?? billingInfo?.contactDetails;
}

function shipTo({ shippingInfo, recipientInfo }: Order): string {
  const { address, contactDetails } = shippingInfo?.logistics?.shippingDestination ?? recipientInfo ?? {};
  const name = [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(" ");
  return [name, address ? formatAddress(address) : ""].filter(Boolean).join("\n");
}

function itemColumns(order: Order): Column<OrderLineItem>[] {
  return [
    column("QTY", ({ quantity }) => quantity ?? 1, { as: "number" }),
    column("ITEM", ({ productName, descriptionLines }) => {
      const options = (descriptionLines ?? []).map(
        ({ plainText, colorInfo }) => plainText?.original ?? colorInfo?.original,
      );
      return [productName?.original, ...options].filter(Boolean).join(", ");
    }),
    column("PRICE", ({ price }) => price?.amount ?? "", { as: "money" }),
    column(
      "TOTAL",
      ({ lineItemPrice, totalPriceAfterTax }) => moneyIn(order, lineItemPrice ?? totalPriceAfterTax),
      { as: "money" },
    ),
  ];
}

type Amount = readonly [name: string, price: { amount?: string | null } | null | undefined];

/** Amounts of 0 say nothing, except for the total and what is left to pay. */
function amountsOf({ priceSummary, balanceSummary }: Order): Amount[] {
  const optional: Amount[] = [
    ["Discount", priceSummary?.discount],
    ["Shipping", priceSummary?.shipping],
    ["Fees", priceSummary?.totalAdditionalFees],
    ["Tax", priceSummary?.tax],
  ];
  const paid: Amount[] = [
    ["Paid", balanceSummary?.paid],
    ["Authorized", balanceSummary?.authorized],
    ["Refunded", balanceSummary?.refunded],
    ["Balance due", balanceSummary?.balance],
  ];
  const some = ([, price]: Amount) => isMoney(price);
  return [
    ["Subtotal", priceSummary?.subtotal],
    ...optional.filter(some),
    ["Total", priceSummary?.total],
    ...paid.filter(some),
  ];
}

const amountColumns = (order: Order): Column<Amount>[] => [
  column("", ([name]) => name),
  column("", ([, price]) => moneyIn(order, price), { as: "money" }),
];

function paymentSections(order: Order, { payments, refunds }: OrderTransactions): Section[] {
  type Payment = NonNullable<OrderTransactions["payments"]>[number];
  const columns: Column<Payment>[] = [
    column("METHOD", paymentMethodOf),
    column("AMOUNT", ({ amount }) => moneyIn(order, amount), { as: "money" }),
    column("STATUS", ({ status }) => status ?? "", {
      words: (payment, times) =>
        payment.status === "AUTHORIZED"
          ? authorizedWord(scheduleOf({ payments: [payment] }), times)
          : wordFor(transactionWords, payment.status ?? ""),
    }),
    column("DATE", ({ createdDate }) => createdDate ?? "", { as: "ago" }),
  ];
  const refunded = (refunds ?? []).flatMap(({ createdDate, details, transactions }) =>
    (transactions ?? []).map(({ amount, refundStatus }) => ({
      amount,
      refundStatus,
      createdDate,
      reason: details?.reason,
    })),
  );
  const refundColumns: Column<(typeof refunded)[number]>[] = [
    column("AMOUNT", ({ amount }) => moneyIn(order, amount), { as: "money" }),
    column("STATUS", ({ refundStatus }) => refundStatus ?? "", { words: transactionWords }),
    column("DATE", ({ createdDate }) => createdDate ?? "", { as: "ago" }),
    column("REASON", ({ reason }) => reason ?? ""),
  ];
  return [
    ...(payments?.length ? [tableSection("Payments", columns, payments)] : [textSection("Payments", "none")]),
    ...(refunded.length > 0 ? [tableSection("Refunds", refundColumns, refunded)] : []),
  ];
}
