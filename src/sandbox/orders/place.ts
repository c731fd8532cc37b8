import type { NewOrder } from "../../api/services/orders.ts";
import type { DelayedCapture } from "../../api/services/payments.ts";
import { type Decimal, decimal, sum } from "../../kernel/money.ts";
import { contactIdOf } from "../kernel/ids.ts";
import { weightUnitOf } from "../kernel/settings.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import {
  type Currency,
  completeFee,
  completeLine,
  completeSummary,
  currencyOf,
  exactAmount,
  most,
  zero,
} from "./amounts.ts";
import { editProblems } from "./editability.ts";
import { fulfillments } from "./fulfillments.ts";
import { addCharge, addPayment, chargeable, regularPayment, scheduleAction } from "./payments.ts";
import {
  activity,
  authorizationDetails,
  emitOrderAction,
  orderOf,
  paymentDetails,
  settleOrder,
  transactionsOf,
} from "./store.ts";
import {
  orders,
  type StoredOrder,
  type StoredPayment,
  type StoredTransactions,
  transactions,
} from "./tables.ts";

/** A gift card that pays a part of an order. The caller has already redeemed the amount. */
export interface GiftCardPayment {
  amount: string;
  /** The ID of the redemption, and the app of the gift card. */
  giftCardPaymentId: string;
  appId: string;
  obfuscatedCode?: string;
}

/** A membership that pays for an item. */
export interface MembershipPayment {
  membershipId: string;
  lineItemId: string;
  name: string;
  providerAppId: string;
}

/** How an order is paid. */
export interface OrderPaid {
  /** `offline`: paid later, manually. `none`: unpaid, or nothing is left to pay. */
  outcome: "approved" | "declined" | "authorized" | "offline" | "pending" | "none";
  /** Decimal text, less for a deposit. Default: what gift cards and memberships leave. */
  amount?: string;
  card?: { brand?: string; lastFourDigits?: string };
  /** The shop may charge the card again later. */
  saved?: boolean;
  /** For `authorized`: the scheduled action. Default: VOID after 7 days. */
  delayedCapture?: DelayedCapture;
  giftCards?: readonly GiftCardPayment[];
  memberships?: readonly MembershipPayment[];
}

/**
 * The input of a new order. Items need a name, a quantity and a price; missing IDs, item totals and sums are
 * calculated. Amounts are in `currency`, by default the shop's. Payment status, fulfillment status and balance are
 * ignored.
 */
export interface OrderDraft extends NewOrder {
  payment: OrderPaid;
  /** DEFAULT (any payment approves the order), PAYMENT_RECEIVED or PAYMENT_METHOD_SAVED. */
  approval?: string;
  /** Leaves the stock alone, for orders from elsewhere. */
  leavesStock?: boolean;
}

/**
 * Creates an order with its payment, takes its units out of the stock and emits its events. An approved, authorized
 * or offline payment approves it, a pending one leaves it PENDING, a declined one REJECTED; with `none` it stays
 * INITIALIZED unless it is free. Throws PlatformError 409 `INSUFFICIENT_INVENTORY`.
 */
export function placeOrder(tx: StoreTx, draft: OrderDraft): StoredOrder {
  const currency = currencyOf(draft.currency || tx.setting("currency"));
  const { payment, approval, leavesStock, ...given } = draft;
  const order = blankOrder(tx, currency, given);
  order.internal = { taken: [], stock: leavesStock ? "none" : "waiting", approval: approval ?? "DEFAULT" };
  const { money, activities } = payments(tx, currency, order, payment);
  order.activities = [activity(tx, "ORDER_PLACED"), ...activities];
  order.status = given.status || statusBefore(payment.outcome);
  const paymentIds = money.payments.map(({ id }) => id);
  const placed = settleOrder(tx, order, money, { paymentIds, isNew: true });
  for (const one of money.payments) if (one.status === "AUTHORIZED") scheduleAction(tx, placed.id, one);
  return placed;
}

/** Returns the buyer of an order with the contact of the address, which the platform creates if there is none. */
function buyerOf(tx: StoreTx, buyer: NewOrder["buyerInfo"]): NonNullable<NewOrder["buyerInfo"]> {
  const { email, contactId } = buyer ?? {};
  return email && !contactId ? { ...buyer, contactId: contactIdOf(tx, email) } : (buyer ?? {});
}

/** Returns a complete order, not stored and not paid. */
function blankOrder(tx: StoreTx, currency: Currency, given: NewOrder): StoredOrder {
  const now = tx.now.toISOString();
  const { visitorId, memberId } = { ...tx.caller, ...given.buyerInfo };
  const lineItems = (given.lineItems ?? []).map((line) => completeLine(tx, currency, line));
  const additionalFees = (given.additionalFees ?? []).map((fee) => completeFee(tx, currency, fee));
  const priceSummary = completeSummary(currency, { ...given, lineItems, additionalFees });
  return {
    ...given,
    id: given.id || tx.newId(),
    number: given.number || nextNumber(tx),
    createdDate: now,
    updatedDate: now,
    purchasedDate: given.purchasedDate ?? now,
    lineItems,
    additionalFees,
    appliedDiscounts: (given.appliedDiscounts ?? []).map((appliedDiscount) => ({
      ...appliedDiscount,
      id: appliedDiscount.id || tx.newId(),
    })),
    buyerInfo: buyerOf(tx, given.buyerInfo),
    currency: currency.code,
    currencyConversionDetails: given.currencyConversionDetails ?? {
      originalCurrency: currency.code,
      conversionRate: "1",
    },
    buyerLanguage: given.buyerLanguage ?? "en",
    siteLanguage: "en",
    weightUnit: given.weightUnit ?? weightUnitOf(tx),
    taxIncludedInPrices: given.taxIncludedInPrices ?? false,
    priceSummary,
    taxInfo: given.taxInfo ?? { totalTax: priceSummary.tax, taxBreakdown: [] },
    taxSummary: { totalTax: given.taxInfo?.totalTax ?? priceSummary.tax },
    channelInfo: given.channelInfo ?? { type: "WEB" },
    createdBy: memberId ? { memberId } : visitorId ? { visitorId } : {},
    customFields: given.customFields ?? [],
    tags: given.tags ?? { privateTags: { tagIds: [] }, tags: { tagIds: [] } },
    status: given.status || "INITIALIZED",
    paymentStatus: "NOT_PAID",
    fulfillmentStatus: "NOT_FULFILLED",
    balanceSummary: {},
    activities: [],
    archived: given.archived ?? false,
    imported: false,
    seenByAHuman: given.seenByAHuman ?? false,
    internal: { taken: [], stock: "none", approval: "DEFAULT" },
  };
}

const firstNumber = 10_000;
const orderCounter = "order number";

/** Returns the next order number that no order has, starting at 10001. */
function nextNumber(tx: StoreTx): string {
  let number: string;
  do number = String(firstNumber + tx.next(orderCounter));
  while (tx.findBy(orders, "number", number) !== undefined);
  return number;
}

const statusBefore = (outcome: OrderPaid["outcome"]) =>
  outcome === "offline" ? "APPROVED" : outcome === "none" ? "INITIALIZED" : "PENDING";

const statusOf = {
  approved: "APPROVED",
  declined: "DECLINED",
  authorized: "AUTHORIZED",
  pending: "PENDING",
} as const;

function payments(tx: StoreTx, currency: Currency, order: StoredOrder, paid: OrderPaid) {
  let money: StoredTransactions = {
    orderId: order.id,
    currency: currency.code,
    payments: [],
    refunds: [],
    ledger: [],
  };
  const add = (payment: StoredPayment) => {
    money = addPayment(tx, money, payment);
  };
  for (const card of paid.giftCards ?? []) add(giftCardPayment(tx, currency, card));
  for (const membership of paid.memberships ?? []) add(membershipPayment(tx, currency, order, membership));
  const { outcome } = paid;
  const rest = most(
    zero,
    exactAmount(order.priceSummary.total).minus(sum(money.payments.map((one) => exactAmount(one.amount)))),
  );
  const amount = paid.amount === undefined ? rest : decimal(paid.amount);
  if (outcome === "none" || outcome === "offline" || !amount.gt(zero)) return { money, activities: [] };
  const { card, saved, delayedCapture } = paid;
  const payment = regularPayment(tx, currency, {
    amount,
    status: statusOf[outcome],
    card,
    saved: saved || undefined,
    delayedCapture,
  });
  add(payment);
  const history = {
    approved: [],
    authorized: [
      activity(tx, "AUTHORIZED_PAYMENT_CREATED", { authorizedPaymentCreated: authorizationDetails(payment) }),
    ],
    declined: [activity(tx, "PAYMENT_DECLINED", { paymentDeclined: paymentDetails(payment) })],
    pending: [activity(tx, "PAYMENT_PENDING", { paymentPending: paymentDetails(payment) })],
  }[outcome];
  const savedCard = saved
    ? [activity(tx, "SAVED_PAYMENT_METHOD", { savedPaymentMethod: { name: card?.brand ?? "VISA" } })]
    : [];
  return { money, activities: [...history, ...savedCard] };
}

/** Returns a payment by gift card. */
export function giftCardPayment(
  tx: StoreTx,
  currency: Currency,
  { amount, ...card }: GiftCardPayment,
): StoredPayment {
  return {
    ...plainPayment(tx, currency, decimal(amount)),
    giftcardPaymentDetails: { ...card, voided: false },
  };
}

/** Returns a payment by membership, which pays for one whole item. */
export function membershipPayment(
  tx: StoreTx,
  currency: Currency,
  order: Pick<StoredOrder, "lineItems">,
  { membershipId, lineItemId, name, providerAppId }: MembershipPayment,
): StoredPayment {
  const line = order.lineItems.find(({ id }) => id === lineItemId);
  return {
    ...plainPayment(tx, currency, exactAmount(line?.totalPriceAfterTax)),
    membershipPaymentDetails: {
      membershipId,
      lineItemId,
      providerAppId,
      name: { original: name },
      status: "CHARGED",
      voided: false,
    },
  };
}

function plainPayment(tx: StoreTx, currency: Currency, amount: Decimal): StoredPayment {
  const now = tx.now.toISOString();
  return {
    id: tx.newId(),
    amount: currency.price(amount),
    status: "APPROVED",
    createdDate: now,
    updatedDate: now,
    refundDisabled: false,
    supportReceiptGeneration: false,
  };
}

interface CreateSettings {
  orderApprovalStrategy?: string | null;
}

/**
 * Creates an order with the next number. With `paymentStatus: PAID` it is recorded as paid manually, otherwise it is
 * unpaid. Throws PlatformError 400 `PURCHASED_DATE_CANNOT_BE_IN_FUTURE`.
 */
export function createOrder(
  tx: StoreTx,
  given: NewOrder,
  settings: CreateSettings | null | undefined,
): StoredOrder {
  const { id, number, paymentStatus, ...order } = given;
  if (order.purchasedDate && new Date(order.purchasedDate) > tx.now) {
    const message = `The purchase date ${order.purchasedDate} is in the future`;
    throw new PlatformError(400, "PURCHASED_DATE_CANNOT_BE_IN_FUTURE", message, {
      purchasedDate: order.purchasedDate,
    });
  }
  const approval = settings?.orderApprovalStrategy;
  const status = order.status === "APPROVED" ? "APPROVED" : "INITIALIZED";
  const placed = placeOrder(tx, {
    ...order,
    status,
    payment: { outcome: "none" },
    ...(approval && { approval }),
  });
  if (paymentStatus !== "PAID") return placed;
  const left = chargeable(placed, transactionsOf(tx, placed));
  if (!left.gt(left.minus(left))) return placed;
  addCharge(tx, placed, { amount: left, status: "APPROVED", offline: true });
  return orderOf(tx, placed.id);
}

/**
 * Imports an order of another shop unchanged, replacing one imported under the same ID. A paid order is recorded as
 * paid manually; any other payment status is kept until the first payment. Throws PlatformError 409
 * `CANNOT_OVERWRITE_NON_IMPORTED_ORDER`, or 400 with the first reason of the platform's import validation
 * (`AMOUNTS_DO_NOT_ADD_UP` …) and all reasons in its data.
 */
export function importOrder(tx: StoreTx, given: NewOrder): StoredOrder {
  const reasons = editProblems(tx, given, "import");
  const [first] = reasons;
  if (first) {
    const message = `The order cannot be imported: ${reasons.join(", ")}`;
    throw new PlatformError(400, first, message, { reasons });
  }
  const old =
    (given.id ? tx.get(orders, given.id) : undefined) ??
    (given.number ? tx.findBy(orders, "number", given.number) : undefined);
  if (old && !old.imported) {
    const message = `The order ${old.id} (number ${old.number}) was not imported: it cannot be replaced`;
    throw new PlatformError(409, "CANNOT_OVERWRITE_NON_IMPORTED_ORDER", message, { orderId: old.id });
  }
  const currency = currencyOf(given.currency || tx.setting("currency"));
  const blank = blankOrder(tx, currency, { ...given, id: old ? old.id : given.id });
  const created = Date.parse(given.createdDate ?? old?.createdDate ?? blank.createdDate);
  if (Number.isNaN(created)) throw invalid("order.createdDate", "FORMAT", "is not a date", { type: "DATE" });
  const order: StoredOrder = {
    ...blank,
    createdDate: new Date(created).toISOString(),
    number: given.number || (old?.number ?? blank.number),
    imported: true,
    status: given.status ?? "APPROVED",
    fulfillmentStatus: String(given.fulfillmentStatus ?? "NOT_FULFILLED"),
  };
  const nothing = { orderId: order.id, currency: currency.code, payments: [], refunds: [], ledger: [] };
  const paid = exactAmount(order.priceSummary.total);
  const money =
    given.paymentStatus === "PAID" && paid.gt(zero)
      ? addPayment(
          tx,
          nothing,
          regularPayment(tx, currency, { amount: paid, status: "APPROVED", offline: true }),
        )
      : nothing;
  return settleOrder(tx, order, money, { isNew: !old, importedAs: given.paymentStatus ?? "NOT_PAID" });
}

/** Deletes imported orders and skips all others. */
export function deleteImported(tx: StoreTx, ids: readonly string[]): void {
  for (const id of ids) {
    const order = tx.get(orders, id);
    if (!order?.imported) continue;
    tx.remove(orders, id);
    tx.remove(transactions, id);
    tx.remove(fulfillments, id);
    emitOrderAction(tx, order, "imported_order_deleted");
  }
}

/** Lets the next order have a higher number than a given one. */
export function continueNumbers(tx: StoreTx, number: string): void {
  if (!/^\d{1,15}$/.test(number)) return;
  const sql =
    "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)";
  tx.db.prepare(sql).run(orderCounter, Number(number) - firstNumber);
}

/** Sets the number that the next order follows. Lower numbers need `allowLower`. */
export function setOrderCounter(
  tx: StoreTx,
  requested: number,
  allowLower: boolean,
): { old: number; now: number } {
  const row = tx.db.prepare("SELECT value FROM counter WHERE name = ?").get<{ value: number }>(orderCounter);
  const old = firstNumber + (row?.value ?? 0);
  if (requested < old && !allowLower) {
    const message = `The counter is at ${old}. To set it to the lower ${requested}, pass allowLowerCounter`;
    throw new PlatformError(409, "CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER", message, {
      oldCounter: String(old),
    });
  }
  const sql = "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  tx.db.prepare(sql).run(orderCounter, requested - firstNumber);
  return { old, now: requested };
}
