import type { Refund } from "../../api/services/payments/models/order-payment.ts";
import { confirm } from "../../cli/confirm.ts";
import { payingCall } from "../../cli/sandbox/payment.ts";
import { announceWriting } from "../../cli/write-notice.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, UsageError } from "../../kernel/errors.ts";
import { decimal, moneyText, sum } from "../../kernel/money.ts";
import { renderRecord } from "../../output/render.ts";
import { column } from "../../output/table.ts";
import { wordFor } from "../../output/words.ts";
import { describeOrder } from "../../resources/orders/customer.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { paymentRows, readRefundability, readTransactions } from "../../resources/orders/payments.ts";
import {
  itemRefundAmount,
  readAmount,
  readItem,
  sendRefund,
  splitRefund,
} from "../../resources/orders/refund.ts";
import { transactionWords } from "../../resources/orders/words.ts";

interface RefundOptions {
  amount?: string;
  all?: boolean;
  item?: string[];
  payment?: string;
  reason?: string;
  restock?: boolean;
  notify?: boolean;
  external?: boolean;
  pay?: string;
  yes?: boolean;
}

/** Refunds an amount, the price of some items, or all that is left. */
export async function run(
  context: Context,
  [reference = ""]: string[],
  options: RefundOptions,
): Promise<ExitCode | undefined> {
  const amounts = [options.amount, options.item, options.all].filter((one) => one !== undefined);
  if (amounts.length !== 1) {
    throw new UsageError("Give exactly one of --amount, --item and --all.", {
      field: "--amount",
    });
  }
  const call = await payingCall(context, await context.call("admin"), options.pay);
  const order = await findOrder(call, reference);
  const [id, currency] = [order.id ?? "", order.currency ?? ""];
  const items = (options.item ?? []).map((text) => readItem(order, text, "--item"));
  const [transactions, refundability] = await Promise.all([
    readTransactions(call, id),
    readRefundability(call, id),
  ]);
  const amount =
    options.amount !== undefined
      ? readAmount(options.amount, currency, "--amount")
      : items.length > 0
        ? await itemRefundAmount(call, id, items)
        : undefined;
  const { payment: paymentId, external = false } = options;
  const parts = splitRefund(paymentRows(transactions, refundability, currency), currency, {
    amount,
    paymentId,
    external,
  });
  const amountText = parts
    .map((part) => `${part.amount} ${currency} of payment ${part.paymentId}`)
    .join(", ");
  if (context.globals.dryRun) await context.notice(`Would refund ${amountText} (order ${order.number}).`);
  const total = `${moneyText(sum(parts.map((part) => decimal(part.amount))), currency)} ${currency}`;
  await confirm(
    context,
    `Refund ${total} of ${describeOrder(order)}${
      parts.length === 1 ? `, payment ${parts[0]?.paymentId}` : `: ${amountText}`
    }? This cannot be undone.`,
    options.yes,
    { typed: total },
  );
  await announceWriting(context);
  const restock = options.restock ? (items.length > 0 ? items : allItems(order)) : [];
  const refund = await sendRefund(call, id, {
    parts,
    ...(items.length > 0 && { refundItems: { lineItems: items } }),
    ...(options.reason !== undefined && { customerReason: options.reason }),
    sideEffects: {
      ...(restock.length > 0 && { restock: { lineItems: restock } }),
      ...(options.notify && { notifications: { sendCustomerEmail: true } }),
    },
  });
  await printRefund(context, refund, currency);
  const statuses = (refund.transactions ?? []).map(({ refundStatus }) => refundStatus);
  if (statuses.includes("FAILED")) {
    const all = statuses.every((status) => status === "FAILED");
    return all ? exitCodes.failure : exitCodes.partial;
  }
  return undefined;
}

const allItems = ({ lineItems }: Awaited<ReturnType<typeof findOrder>>) =>
  (lineItems ?? []).map(({ id, quantity }) => ({ lineItemId: id ?? "", quantity: quantity ?? 1 }));

const statusesOf = ({ transactions }: Refund) =>
  (transactions ?? []).map(({ refundStatus }) => refundStatus ?? "");

async function printRefund(
  { streams, format, globals, now }: Context,
  record: Refund,
  currency: string,
): Promise<void> {
  const amount = (price: { amount?: string | null } | null | undefined) =>
    price?.amount ? `${price.amount} ${currency}` : "";
  await renderRecord<Refund>({
    streams,
    format,
    kind: "refund",
    fields: globals.fields,
    now: now(),
    record,
    columns: [
      column("Refund", ({ id }) => id ?? ""),
      column("Requested", ({ summary }) => amount(summary?.requestedRefund)),
      column("Refunded", ({ summary }) => amount(summary?.refunded)),
      column("Pending", ({ summary }) => amount(summary?.pendingRefund)),
      column("Failed", ({ summary }) => amount(summary?.failedRefundAmount)),
      column("Status", (one) => statusesOf(one).join(", "), {
        words: (one) => [
          statusesOf(one)
            .map((status) => wordFor(transactionWords, status)[0])
            .join(", "),
        ],
      }),
      column("Reason", ({ details }) => details?.reason ?? ""),
    ],
  });
}
