import type { Call } from "../../api/caller.ts";
import type { Order, OrderLineItem } from "../../api/services/orders.ts";
import type { Refund } from "../../api/services/payments.ts";
import { payingCall } from "../../cli/pay.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { exitOf } from "../../kernel/exit-of.ts";
import { decimal, moneyText, sum } from "../../kernel/money.ts";
import { kebab } from "../../kernel/text.ts";
import { wordFor } from "../../output/table.ts";
import { findOrder } from "../../resources/orders/find.ts";
import { paymentRows, readRefundability, readTransactions } from "../../resources/orders/payments.ts";
import {
  itemRefundAmount,
  largestRefund,
  type RefundItem,
  readAmount,
  readItem,
  sendRefund,
  splitRefund,
} from "../../resources/orders/refund.ts";
import { describeOrder, transactionWords } from "../../resources/orders/words.ts";
import type { RefundListOptions } from "./refund-from.ts";

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

/** Refunds an order, or with `--file` the orders of a list as one job. */
export async function run(
  context: Context,
  [reference]: string[],
  { file, ...options }: RefundOptions & RefundListOptions & { file?: string },
): Promise<ExitCode | CommandResult | undefined> {
  if (file === undefined) {
    const given = Object.keys(options).find((name) => !ofOne.has(name));
    if (given !== undefined)
      throw new UsageError(`--${kebab(given)} is for --file <file>.`, { field: `--${kebab(given)}` });
    if (reference === undefined)
      throw new UsageError("No order given.", { hint: "Name one, or give a list of refunds with --file." });
    return await refundOne(context, reference, options);
  }
  const other = Object.keys(options).find((name) => ofOne.has(name) && name !== "yes" && name !== "pay");
  if (reference !== undefined || other !== undefined)
    throw new UsageError("Give an order with its flags or --file, not both.", { field: "--file" });
  const { dryRun, planOut, detailedExitcode } = context.globals;
  const { refundFrom } = await import("./refund-from.ts");
  const preview = { dryRun: dryRun === true && planOut === undefined, planOut, detailedExitcode };
  return await refundFrom(context, file, { ...options, ...preview });
}

/** The options of one refund. */
const ofOne = new Set([
  "amount",
  "all",
  "item",
  "payment",
  "reason",
  "restock",
  "notify",
  "external",
  "pay",
  "yes",
]);

/**
 * Refunds an amount, the price of some items, or all that is left, and restocks the items: with an amount those that `--item`
 * names, because an amount says nothing about items.
 */
async function refundOne(
  context: Context,
  reference: string,
  options: RefundOptions,
): Promise<ExitCode | undefined> {
  const { amount: typed, restock: restocks = false } = options;
  if (typed !== undefined && restocks && options.item === undefined) {
    throw new UsageError("--amount says nothing about items, so --restock would return all of them.", {
      field: "--restock",
      hint: "Name the items to restock: --item 'Mug:1'. To refund and restock the whole order: --all --restock",
    });
  }
  const names = typed !== undefined && restocks ? undefined : options.item;
  const amounts = [typed, names, options.all].filter((one) => one !== undefined);
  if (amounts.length !== 1) {
    throw new UsageError("Give exactly one of --amount, --item and --all.", {
      field: "--amount",
    });
  }
  const call = await payingCall(context, await context.call("admin"), options.pay);
  const order = await findOrder(call, reference);
  const [id, currency] = [order.id, order.currency ?? ""];
  const items = (options.item ?? []).map((text) => readItem(order, text, "--item"));
  const restock = restocks ? restockable(order, options.item === undefined ? undefined : items) : [];
  const [transactions, refundability] = await Promise.all([
    readTransactions(call, id),
    readRefundability(call, id),
  ]);
  const refundItems = typed === undefined ? items : [];
  const amount =
    typed !== undefined
      ? readAmount(typed, currency, "--amount")
      : items.length > 0
        ? await named(order, itemRefundAmount(call, id, items))
        : undefined;
  const { payment: paymentId, external = false } = options;
  const rows = paymentRows(transactions, refundability, currency);
  const parts = splitRefund(rows, currency, { amount, paymentId, external });
  const amountText = parts
    .map((part) => `${part.amount} ${currency} of payment ${part.paymentId}`)
    .join(", ");
  const returned = restock.length === 0 ? "" : ` and restock ${itemsText(order, restock)}`;
  if (context.globals.dryRun)
    await context.notice(`Would refund ${amountText}${returned} (order ${order.number}).`);
  const total = `${moneyText(sum(parts.map((part) => decimal(part.amount))), currency)} ${currency}`;
  await context.asks({
    text: `Refund ${total}${typed === undefined ? "" : ` (at most ${largestRefund(rows, currency, { paymentId, external })})`} of ${describeOrder(order)}${
      parts.length === 1 ? `, payment ${parts[0]?.paymentId}` : `: ${amountText}`
    }${returned}?`,
    typed: total,
    yes: options.yes,
  });
  const input = {
    parts,
    refundItems: refundItems.length > 0 ? { lineItems: refundItems } : undefined,
    customerReason: options.reason,
    sideEffects: {
      ...(restock.length > 0 && { restock: { lineItems: restock } }),
      ...(options.notify && { notifications: { sendCustomerEmail: true } }),
    },
  };
  const sent = sendRefund(call, id, input, context.sleep);
  const refund = await named(order, sent);
  const restocked = restock.length === 0 ? [] : await readRestocked(context, call, order);
  await printRefund(context, { ...refund, ...(restocks && restocked && { restocked }) }, order);
  const statuses = (refund.transactions ?? []).map(({ refundStatus }) => refundStatus);
  const failed = statuses.filter((status) => status === "FAILED").length;
  if (failed > 0) return exitOf({ unknown: 0, failed, done: statuses.length - failed });
  const isWhole = restock.every(({ lineItemId, quantity }) =>
    restocked?.some((item) => item.lineItemId === lineItemId && item.quantity >= quantity),
  );
  if (isWhole) return undefined;
  await context.notice(
    `The refund was made, but not all of ${itemsText(order, restock)} is in stock again. Check it: till orders get ${order.number}`,
  );
  return exitCodes.partial;
}

/** An item that was returned to stock. */
interface Restocked extends RefundItem {
  name: string;
}

const lineName = ({ productName, id }: OrderLineItem) => productName?.original ?? id ?? "";

const itemsText = ({ lineItems }: Order, items: readonly RefundItem[]): string =>
  items
    .map(({ lineItemId, quantity }) => {
      const line = (lineItems ?? []).find(({ id }) => id === lineItemId);
      return `${quantity} x ${line === undefined ? lineItemId : lineName(line)}`;
    })
    .join(", ");

/** Returns the items to restock: the given ones, or of all what is left. Throws TillError 6 for more than is left. */
function restockable(order: Order, items: readonly RefundItem[] | undefined): RefundItem[] {
  const lines = (order.lineItems ?? []).map((line) => ({
    line,
    left: (line.quantity ?? 0) - (line.restockQuantity ?? 0),
  }));
  if (items === undefined)
    return lines.flatMap(({ line, left }) => (left > 0 ? [{ lineItemId: line.id, quantity: left }] : []));
  for (const { lineItemId, quantity } of items) {
    const found = lines.find(({ line }) => line.id === lineItemId);
    if (found !== undefined && quantity > found.left)
      throw new TillError(
        exitCodes.conflict,
        `Cannot restock ${quantity} x ${lineName(found.line)}: ${found.left} of ${found.line.quantity} are left. Nothing was sent.`,
        { code: "NOT_RESTOCKABLE", field: "--restock" },
      );
  }
  return [...items];
}

/**
 * Returns the items that a refund returned to stock, by comparing the order before and after it; undefined if that is not
 * known.
 */
async function readRestocked(context: Context, call: Call, before: Order): Promise<Restocked[] | undefined> {
  let after: Order;
  try {
    after = await findOrder(call, before.id);
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    await context.notice(`The order could not be read after the refund: ${error.message}`);
    return undefined;
  }
  return (after.lineItems ?? []).flatMap((line): Restocked[] => {
    const old = (before.lineItems ?? []).find(({ id }) => id === line.id);
    const quantity = (line.restockQuantity ?? 0) - (old?.restockQuantity ?? 0);
    return quantity > 0 ? [{ lineItemId: line.id, name: lineName(line), quantity }] : [];
  });
}

/** Waits for a call; an error names the items of the order instead of their ids. */
async function named<T>({ lineItems }: Order, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof TillError)) throw error;
    const inNames = (text: string) =>
      (lineItems ?? []).reduce(
        (named, line) => (line.id ? named.replaceAll(line.id, () => `"${lineName(line)}"`) : named),
        text,
      );
    if (error instanceof ApiError) throw error.forPeople({}, inNames(error.message));
    const { code, hint } = error;
    if (code === "NOT_REFUNDABLE")
      throw new TillError(error.exitCode, inNames(error.message), { code, hint });
    throw error;
  }
}

const statusesOf = ({ transactions }: Refund) =>
  (transactions ?? []).map(({ refundStatus }) => refundStatus ?? "");

async function printRefund(
  { printRecord }: Context,
  record: Refund & { restocked?: readonly Restocked[] },
  { currency = "", number = "" }: Order,
): Promise<void> {
  const amount = (price: { amount?: string | null } | null | undefined) =>
    price?.amount ? `${price.amount} ${currency}` : "";
  await printRecord(record, {
    kind: "refund",
    byLabel: true,
    fields: {
      id: { label: "Refund" },
      order: { value: () => number },
      requested: { value: ({ summary }) => amount(summary?.requestedRefund) },
      refunded: { value: ({ summary }) => amount(summary?.refunded) },
      pending: { value: ({ summary }) => amount(summary?.pendingRefund) },
      failed: { value: ({ summary }) => amount(summary?.failedRefundAmount) },
      status: {
        value: (one) => statusesOf(one).join(", "),
        words: (one) => [
          statusesOf(one)
            .map((status) => wordFor(transactionWords, status)[0])
            .join(", "),
        ],
      },
      reason: { path: "details.reason" },
      ...(record.restocked !== undefined && {
        restocked: {
          value: ({ restocked = [] }: typeof record) =>
            restocked.length === 0
              ? "nothing"
              : restocked.map(({ quantity, name }) => `${quantity} x ${name}`).join(", "),
        },
      }),
    },
  });
}
