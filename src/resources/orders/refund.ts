import type { Call } from "../../api/caller.ts";
import type { Order } from "../../api/services/orders/models/order.ts";
import type { CalculatedRefund } from "../../api/services/payments/models/order-billing.ts";
import type { Refund } from "../../api/services/payments/models/order-payment.ts";
import { orderBilling } from "../../api/services/payments/order-billing.ts";
import { exitCodes, TillError, UnknownOutcomeError, UsageError } from "../../kernel/errors.ts";
import { currencyDigits, type Decimal, decimal, moneyText, parseAmount } from "../../kernel/money.ts";
import { type PaymentRow, readTransactions, refundWords } from "./money.ts";

/** How much of which payment is given back. */
export interface RefundPart {
  paymentId: string;
  amount: string;
  /** It was, or will be, given back by hand: the platform only writes it down. */
  external: boolean;
}

/** Units of an item. */
export interface RefundItem {
  lineItemId: string;
  quantity: number;
}

/** Reads an amount with the digits of a currency, above 0. UsageError that names the flag. */
export function readAmount(text: string, currency: string, flag: string): Decimal {
  const amount = parseAmount(text);
  const digits = currencyDigits(currency);
  if (amount === undefined || !amount.gt(decimal("0")) || (text.split(".")[1]?.length ?? 0) > digits) {
    const most = digits === 0 ? "without decimals" : `with at most ${digits} decimals`;
    throw new UsageError(`${flag} takes an amount of ${currency} above 0, ${most}, not "${text}".`, {
      field: flag,
    });
  }
  return amount;
}

/** Reads `ID`, `ID:2`, a name or a name with `:2`, among the items of an order. UsageError with all of them otherwise. */
export function readItem({ lineItems }: Order, text: string, flag: string): RefundItem {
  const [, name = text, count] = /^(.*):(\d+)$/.exec(text) ?? [];
  const items = (lineItems ?? []).filter(
    ({ id, productName }) => id === name || productName?.original?.toLowerCase() === name.toLowerCase(),
  );
  const [item, other] = items;
  const quantity = count === undefined ? (item?.quantity ?? 1) : Number(count);
  if (!item?.id || other) {
    const all = (lineItems ?? []).map(({ id, productName }) => `${productName?.original} (${id})`).join(", ");
    const why = other ? `Several items are called "${name}"` : `The order has no item "${name}"`;
    throw new UsageError(`${why}.`, { field: flag, hint: `Its items are: ${all}` });
  }
  if (quantity < 1 || quantity > (item.quantity ?? 0)) {
    throw new UsageError(`${flag} ${text}: there are ${item.quantity} of it in the order.`, { field: flag });
  }
  return { lineItemId: item.id, quantity };
}

/** What some items of an order are worth when they come back. TillError 6 with the platform's reasons where they cannot. */
export async function worthOf(call: Call, orderId: string, items: readonly RefundItem[]): Promise<Decimal> {
  const input = { orderId, refundItems: { lineItems: items } };
  const { body } = await call("orderBilling.calculateRefund", orderBilling.calculateRefund, input);
  const { available, notAvailable, summary } = body as CalculatedRefund;
  if (available === false || notAvailable) {
    const reasons = (notAvailable?.errors ?? []).map(
      ({ error }) => error?.description ?? error?.applicationError?.description ?? "",
    );
    throw new TillError(
      exitCodes.conflict,
      `These items cannot be given back: ${reasons.filter(Boolean).join("; ")}`,
      {
        code: "NOT_REFUNDABLE",
      },
    );
  }
  return decimal(summary?.total?.amount ?? "0");
}

/**
 * Shares an amount (absent: all that can be given back) out over the payments, the first one first. TillError 6 with the
 * reason of each payment where there is not so much to give back.
 */
export function shareOut(
  rows: readonly PaymentRow[],
  currency: string,
  {
    amount,
    paymentId,
    external,
  }: { amount?: Decimal | undefined; paymentId?: string | undefined; external: boolean },
): RefundPart[] {
  const own = paymentId === undefined ? rows : rows.filter(({ id }) => id === paymentId);
  if (own.length === 0) {
    throw new TillError(exitCodes.notFound, `The order has no payment${paymentId ? ` ${paymentId}` : ""}.`, {
      code: "NOT_FOUND",
    });
  }
  const open = own.filter(({ refundable: { is } }) => is === "yes" || (external && is === "by hand"));
  let left = amount;
  const parts: RefundPart[] = [];
  for (const { id, refundable } of open) {
    const most = decimal(refundable.most ?? "0");
    const part = left === undefined || left.gt(most) ? most : left;
    if (!part.gt(decimal("0"))) continue;
    parts.push({
      paymentId: id ?? "",
      amount: moneyText(part, currency),
      external: refundable.is === "by hand",
    });
    left = left?.minus(part);
  }
  if (parts.length > 0 && !left?.gt(decimal("0"))) return parts;
  const why = own.map((row) => `payment ${row.id}: ${refundWords(row)}`);
  const what =
    amount === undefined ? "Nothing can be" : `${moneyText(amount, currency)} ${currency} cannot be`;
  throw new TillError(exitCodes.conflict, [`${what} given back. Nothing was sent.`, ...why].join("\n  "), {
    code: "NOT_REFUNDABLE",
    ...(own.some(({ refundable: { is } }) => is === "by hand") && {
      hint: "What was given back by hand is written down with: --by-hand",
    }),
  });
}

/** Makes the one call that gives money back; where its answer is lost, the order's refunds tell. */
export async function giveBack(
  call: Call,
  orderId: string,
  input: { parts: readonly RefundPart[] } & Record<string, unknown>,
): Promise<Refund> {
  const { parts, ...others } = input;
  const paymentRefunds = parts.map(({ paymentId, amount, external }) => ({
    paymentId,
    amount: { amount },
    ...(external && { externalRefund: true }),
  }));
  const before = new Set(((await readTransactions(call, orderId)).refunds ?? []).map(({ id }) => id));
  try {
    const { body } = await call("orderBilling.refund", orderBilling.refund, {
      orderId,
      paymentRefunds,
      ...others,
    });
    return body.refund as Refund;
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const { refunds } = await readTransactions(call, orderId);
    const made = (refunds ?? []).filter(({ id }) => !before.has(id));
    const [found] = made.filter(({ transactions }) => isSame(transactions ?? [], parts));
    if (found) return found;
    throw new UnknownOutcomeError(`Nobody knows whether the refund was made: ${error.message}`, {
      hint: `Look before you run it again: till orders payments ${orderId}`,
      cause: error.cause,
    });
  }
}

function isSame(transactions: NonNullable<Refund["transactions"]>, parts: readonly RefundPart[]): boolean {
  return (
    transactions.length === parts.length &&
    parts.every(({ paymentId, amount }) =>
      transactions.some(
        (one) => one.paymentId === paymentId && decimal(one.amount?.amount ?? "0").eq(decimal(amount)),
      ),
    )
  );
}
