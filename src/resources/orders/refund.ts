import type { Call } from "../../api/caller.ts";
import { valueAt, type WireInput } from "../../api/endpoint.ts";
import type { Order } from "../../api/services/orders.ts";
import { orderBilling, type Refund } from "../../api/services/payments.ts";
import { currencyDigits } from "../../kernel/currency.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { type Decimal, decimal, moneyText, parseAmount, sum } from "../../kernel/money.ts";
import { type Look, sendOnce } from "../send-once.ts";
import { describeRefundability, type PaymentRow, readTransactions } from "./payments.ts";

/** An amount to refund from one payment. */
export interface RefundPart {
  paymentId: string;
  amount: string;
  /** Whether it is paid outside the platform, which only records it. */
  external: boolean;
}

/** A quantity of an item. */
export type RefundItem = {
  lineItemId: string;
  quantity: number;
};

/** Parses an amount above 0 with the decimals of a currency, whose code may follow. Throws UsageError that names the flag. */
export function readAmount(text: string, currency: string, flag: string): Decimal {
  const [, number = text, code] = /^([\d.]+) *([a-z]{3})$/i.exec(text.trim()) ?? [];
  const amount = code === undefined || code.toUpperCase() === currency ? parseAmount(number) : undefined;
  const digits = currencyDigits(currency);
  if (amount === undefined || !amount.gt(decimal("0")) || (number.split(".")[1]?.length ?? 0) > digits) {
    const max = digits === 0 ? "without decimals" : `with at most ${digits} decimals`;
    throw new UsageError(`${flag} takes an amount in ${currency} above 0, ${max}, not "${text}".`, {
      field: flag,
    });
  }
  return amount;
}

/** Parses `ID`, `ID:2`, `NAME` or `NAME:2` as an item of an order. A name can end like `4:3`. Throws UsageError that lists the items. */
export function readItem({ lineItems }: Order, text: string, flag: string): RefundItem {
  const named = (name: string) =>
    (lineItems ?? []).filter(
      ({ id, productName }) => id === name || productName?.original?.toLowerCase() === name.toLowerCase(),
    );
  const isWhole = named(text).length > 0;
  const [, name = text, count] = (isWhole ? null : /^(.*):(\d+)$/.exec(text)) ?? [];
  const [item, other] = named(name);
  const quantity = count === undefined ? (item?.quantity ?? 1) : Number(count);
  if (!item?.id || other) {
    const all = (lineItems ?? []).map(({ id, productName }) => `${productName?.original} (${id})`).join(", ");
    const why = other ? `Several items are named "${name}"` : `The order has no item "${name}"`;
    throw new UsageError(`${why}.`, { field: flag, hint: `Items: ${all}` });
  }
  if (quantity < 1 || quantity > (item.quantity ?? 0)) {
    throw new UsageError(`${flag} ${text}: the order has ${item.quantity} of this item.`, { field: flag });
  }
  return { lineItemId: item.id, quantity };
}

/** Returns the refundable amount of some items. Throws TillError 6 with the platform's reasons if they cannot be refunded. */
export async function itemRefundAmount(
  call: Call,
  orderId: string,
  items: readonly RefundItem[],
): Promise<Decimal> {
  const input = { orderId, refundItems: { lineItems: [...items] } };
  const body = await call(orderBilling.calculateRefund, input);
  const { available, notAvailable, summary } = body;
  if (available === false || notAvailable) {
    const reasons = (notAvailable?.errors ?? []).map(
      ({ error }) => error?.description ?? error?.applicationError?.description ?? "",
    );
    throw new TillError(
      exitCodes.conflict,
      `These items cannot be refunded: ${reasons.filter(Boolean).join("; ")}`,
      {
        code: "NOT_REFUNDABLE",
      },
    );
  }
  return decimal(summary?.total?.amount ?? "0");
}

/**
 * Splits an amount, or all that is refundable, over the payments in order. Throws TillError 6 with the reason of each
 * payment if the refundable amount is too small.
 */
export function splitRefund(
  rows: readonly PaymentRow[],
  currency: string,
  {
    amount,
    paymentId,
    external,
  }: { amount?: Decimal | undefined; paymentId?: string | undefined; external: boolean },
): RefundPart[] {
  const own = paymentsOf(rows, paymentId);
  if (own.length === 0) {
    throw new TillError(exitCodes.notFound, `The order has no payment${paymentId ? ` ${paymentId}` : ""}.`, {
      code: "NOT_FOUND",
    });
  }
  const open = own.filter((row) => isRefundable(row, external));
  let remaining = amount;
  const parts: RefundPart[] = [];
  for (const { id, refundable } of open) {
    const max = decimal(refundable.max ?? "0");
    const part = remaining === undefined || remaining.gt(max) ? max : remaining;
    if (!part.gt(decimal("0"))) continue;
    parts.push({
      paymentId: id,
      amount: moneyText(part, currency),
      external: refundable.is === "by hand",
    });
    remaining = remaining?.minus(part);
  }
  if (parts.length > 0 && !remaining?.gt(decimal("0"))) return parts;
  const why = own.map((row) => `payment ${row.id}, refundable: ${describeRefundability(row)}`);
  const what =
    amount === undefined ? "Nothing can be" : `${moneyText(amount, currency)} ${currency} cannot be`;
  throw new TillError(exitCodes.conflict, [`${what} refunded. Nothing was sent.`, ...why].join("\n  "), {
    code: "NOT_REFUNDABLE",
    hint: own.some(({ refundable: { is } }) => is === "by hand")
      ? "To record a refund that was paid outside the platform, add: --external"
      : undefined,
  });
}

const paymentsOf = (rows: readonly PaymentRow[], id: string | undefined) =>
  id === undefined ? rows : rows.filter((row) => row.id === id);

const isRefundable = ({ refundable: { is } }: PaymentRow, external: boolean) =>
  is === "yes" || (external && is === "by hand");

/** Returns the most that can be refunded, of all payments or of one: `102.50 USD`. */
export function largestRefund(
  rows: readonly PaymentRow[],
  currency: string,
  { paymentId, external }: { paymentId: string | undefined; external: boolean },
): string {
  const open = paymentsOf(rows, paymentId).filter((row) => isRefundable(row, external));
  const max = sum(open.map(({ refundable }) => decimal(refundable.max ?? "0")));
  return `${moneyText(max, currency)} ${currency}`;
}

/** Sends a refund once. What its answer does not say, the refunds of the order say. */
export async function sendRefund(
  call: Call,
  orderId: string,
  input: { parts: readonly RefundPart[] } & Record<string, unknown>,
  sleep?: (ms: number) => Promise<void>,
): Promise<Refund> {
  const { parts, ...others } = input;
  const paymentRefunds = paymentRefundsOf(parts);
  const present = async () => (await readTransactions(call, orderId)).refunds ?? [];
  const refunds = (await present()).map(({ id }) => id);
  return await sendOnce({
    async send() {
      const { refund } = await call(orderBilling.refund, { orderId, paymentRefunds, ...others });
      return refund?.id ? refund : undefined;
    },
    look: async () => findRefund(await present(), parts, refunds),
    known: { refunds },
    unknown: "It is not known whether the refund was made",
    check: `till orders payments ${orderId}`,
    sleep,
  });
}

/** Returns the parts of a refund as they are sent. */
export const paymentRefundsOf = (parts: readonly RefundPart[]) =>
  parts.map(({ paymentId, amount, external }) => ({
    paymentId,
    amount: { amount },
    externalRefund: external || undefined,
  }));

/** Returns the refund of some parts among those that an order has besides those before. */
export function findRefund(
  present: readonly Refund[],
  parts: readonly Pick<RefundPart, "paymentId" | "amount">[],
  refunds: readonly unknown[],
): Look<Refund> {
  const before = new Set(refunds);
  const added = present.filter(({ id }) => !before.has(id));
  const found = added.find(({ transactions }) => isSame(transactions ?? [], parts));
  if (found) return { done: found, id: found.id ?? undefined };
  return added.length === 0 ? "absent" : "unclear";
}

/**
 * Returns whether a recorded refund was made, by the refunds that its order had before; undefined if the order's refunds do not tell.
 */
export async function refundState(
  call: Call,
  { input, known }: { input: unknown; known?: unknown },
): Promise<"done" | "failed" | undefined> {
  const { orderId, paymentRefunds } = input as WireInput<typeof orderBilling.refund>;
  const refunds = valueAt(known, "refunds");
  if (!Array.isArray(refunds)) return undefined;
  const parts = (paymentRefunds ?? []).map(({ paymentId, amount }) => ({
    paymentId: paymentId ?? "",
    amount: amount?.amount ?? "0",
  }));
  const found = findRefund((await readTransactions(call, orderId ?? "")).refunds ?? [], parts, refunds);
  if (found === "unclear") return undefined;
  return found === "absent" ? "failed" : "done";
}

function isSame(
  transactions: NonNullable<Refund["transactions"]>,
  parts: readonly Pick<RefundPart, "paymentId" | "amount">[],
): boolean {
  return (
    transactions.length === parts.length &&
    parts.every(({ paymentId, amount }) =>
      transactions.some(
        (transaction) =>
          transaction.paymentId === paymentId &&
          decimal(transaction.amount?.amount ?? "0").eq(decimal(amount)),
      ),
    )
  );
}
