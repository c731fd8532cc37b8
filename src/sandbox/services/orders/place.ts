import type { NewOrder } from "../../../api/services/orders/models.ts";
import type { DelayedCapture } from "../../../api/services/payments/order-transactions.ts";
import { type Decimal, decimal, sum } from "../../../kernel/money.ts";
import { weightUnitOf } from "../../kernel/settings.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { activity, authorizationDetails, paymentDetails } from "./activities.ts";
import { amountOf, type Currency, currencyOf, most, zero } from "./amounts.ts";
import { completeFee, completeLine, completeSummary } from "./lines.ts";
import { addPayment, regularPayment, scheduleAction } from "./payments.ts";
import { settleOrder } from "./store.ts";
import type { StoredOrder, StoredPayment, StoredTransactions } from "./tables.ts";

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
  const currency = currencyOf(draft.currency || (tx.setting("currency") ?? "USD"));
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

/** Returns a complete order, not stored and not paid. */
export function blankOrder(tx: StoreTx, currency: Currency, given: NewOrder): StoredOrder {
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
    appliedDiscounts: (given.appliedDiscounts ?? []).map((one) => ({ ...one, id: one.id || tx.newId() })),
    buyerInfo: given.buyerInfo ?? {},
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
    lists: {},
    internal: { taken: [], stock: "none", approval: "DEFAULT" },
  };
}

const firstNumber = 10_000;

/** Returns the next order number, starting at 10001. */
function nextNumber(tx: StoreTx): string {
  return String(firstNumber + tx.next("order number"));
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
    amountOf(order.priceSummary.total).minus(sum(money.payments.map((one) => amountOf(one.amount)))),
  );
  const amount = paid.amount === undefined ? rest : decimal(paid.amount);
  if (outcome === "none" || outcome === "offline" || !amount.gt(zero)) return { money, activities: [] };
  const { card, saved, delayedCapture } = paid;
  const payment = regularPayment(tx, currency, {
    amount,
    status: statusOf[outcome],
    card,
    ...(saved && { saved }),
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
    ...plainPayment(tx, currency, amountOf(line?.totalPriceAfterTax)),
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
