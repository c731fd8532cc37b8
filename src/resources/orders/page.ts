import type { Call } from "../../api/caller.ts";
import type { Order, OrderLineItem } from "../../api/services/orders/models.ts";
import type { OrderTransactions } from "../../api/services/payments/order-transactions.ts";
import { columnsOf } from "../../output/field.ts";
import type { Column } from "../../output/table.ts";
import { wordFor } from "../../output/words.ts";
import type { Page } from "../resource.ts";
import { type Section, tableSection, textSection } from "../sections.ts";
import { moneyIn } from "./fields.ts";
import { paymentMethodOf, readTransactions } from "./payments.ts";
import { scheduleOf } from "./schedules.ts";
import { authorizedWord, isMoney, type ListedOrder, transactionWords } from "./words.ts";

/** Reads the payments of an order, for its page on the screen. */
export async function orderPage(call: Call, order: Order): Promise<Page<ListedOrder>> {
  const transactions = await readTransactions(call, order.id);
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

function itemColumns(order: Order): Column<OrderLineItem>[] {
  return columnsOf<OrderLineItem>({
    quantity: { label: "Qty", absent: 1, as: "number" },
    item: {
      value({ productName, descriptionLines }) {
        const options = (descriptionLines ?? []).map(
          ({ plainText, colorInfo }) => plainText?.original ?? colorInfo?.original,
        );
        return [productName?.original, ...options].filter(Boolean).join(", ");
      },
    },
    price: { path: "price.amount", as: "money" },
    total: {
      value: ({ lineItemPrice, totalPriceAfterTax }) => moneyIn(order, lineItemPrice ?? totalPriceAfterTax),
      as: "money",
    },
  });
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

const amountColumns = (order: Order): Column<Amount>[] =>
  columnsOf<Amount>({
    name: { label: "", value: ([name]) => name },
    price: { label: "", value: ([, price]) => moneyIn(order, price), as: "money" },
  });

function paymentSections(order: Order, { payments, refunds }: OrderTransactions): Section[] {
  const columns = columnsOf<NonNullable<OrderTransactions["payments"]>[number]>({
    method: { value: paymentMethodOf },
    amount: { value: ({ amount }) => moneyIn(order, amount), as: "money" },
    status: {
      words: (payment, times) =>
        payment.status === "AUTHORIZED"
          ? authorizedWord(scheduleOf({ payments: [payment] }), times)
          : wordFor(transactionWords, payment.status ?? ""),
    },
    createdDate: { label: "Date", as: "date" },
  });
  const refunded = (refunds ?? []).flatMap(({ createdDate, details, transactions }) =>
    (transactions ?? []).map(({ amount, refundStatus }) => ({
      amount,
      refundStatus,
      createdDate,
      reason: details?.reason,
    })),
  );
  const refundColumns = columnsOf<(typeof refunded)[number]>({
    amount: { value: ({ amount }) => moneyIn(order, amount), as: "money" },
    refundStatus: { label: "Status", words: transactionWords },
    createdDate: { label: "Date", as: "date" },
    reason: {},
  });
  return [
    ...(payments?.length ? [tableSection("Payments", columns, payments)] : [textSection("Payments", "none")]),
    ...(refunded.length > 0 ? [tableSection("Refunds", refundColumns, refunded)] : []),
  ];
}
