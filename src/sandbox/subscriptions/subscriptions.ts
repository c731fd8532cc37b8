import type { Order, OrderLineItem } from "../../api/services/orders.ts";
import type {
  SubscriptionContract,
  OrderSubscriptionSettings as SubscriptionSettings,
} from "../../api/services/subscriptions.ts";
import { day } from "../../kernel/durations.ts";
import {
  entityKind,
  insertEntity,
  type Kind,
  newEntity,
  removeEntity,
  replaceEntity,
  type Stored,
} from "../kernel/entities.ts";
import type { StoreTx, Table } from "../kernel/tx.ts";
import { orders, placeOrder } from "../orders/index.ts";

const dueKind = "subscriptionContracts.bill";
const startKind = "subscriptionContracts.start";

/** Returns whether an order line is a subscription. */
function isSubscribed({ subscriptionInfo }: OrderLineItem): boolean {
  const frequency = subscriptionInfo?.subscriptionSettings?.frequency;
  return typeof frequency === "string" && frequency !== "UNDEFINED";
}

/**
 * Creates a contract for each subscription line of an approved order, which is the first cycle. Each further cycle
 * places and charges an order by the sandbox clock.
 */
export function startSubscriptions(tx: StoreTx, order: Order & { id: string }): StoredContract[] {
  tx.unschedule(startKind, order.id);
  return (order.lineItems ?? []).filter(isSubscribed).map((line) => startSubscription(tx, order, line));
}

/**
 * Due work: starts the subscriptions of an order that was approved after it was placed. Ignores removed orders and
 * orders of a cycle.
 */
export function startApproved(tx: StoreTx, orderId: string): void {
  const order = tx.get(orders, orderId);
  if (order?.status !== "APPROVED") return;
  const isStarted = ({ subscriptionInfo }: OrderLineItem) =>
    tx.get(subscriptionContracts, subscriptionInfo?.id ?? "") !== undefined;
  if (order.lineItems.some(isStarted)) return;
  if (tx.query(subscriptionContracts, { filter: { "internal.orderId": orderId }, limit: 1 }).total > 0)
    return;
  startSubscriptions(tx, order);
}

/** Creates the contract of one order line. */
function startSubscription(tx: StoreTx, order: Order & { id: string }, line: OrderLineItem): StoredContract {
  const settings: SubscriptionSettings = line.subscriptionInfo?.subscriptionSettings ?? {};
  const { buyerInfo, buyerLanguage, weightUnit, taxIncludedInPrices, billingInfo, shippingInfo } = order;
  const info = line.subscriptionInfo;
  const title = info?.title?.original ?? info?.subscriptionOptionTitle;
  const contract = insertEntity(tx, contractKind, {
    ...newEntity(tx, info?.id ?? undefined),
    title: title || undefined,
    subscriptionSettings: settings,
    lineItems: [line],
    buyerInfo,
    buyerLanguage,
    weightUnit,
    taxIncludedInPrices,
    billingInfo,
    shippingInfo,
    recipientInfo: order.recipientInfo,
    currency: order.currency ?? tx.setting("currency"),
    priceSummary: {
      subtotal: line.totalPriceBeforeTax,
      tax: line.taxInfo?.taxAmount,
      total: line.totalPriceAfterTax,
    },
    channelInfo: order.channelInfo,
    appliedDiscounts: [],
    activities: [],
    internal: {
      orderId: order.id,
      cycles: 1,
      status: "ACTIVE",
      anchor: settings.startDate ?? tx.now.toISOString(),
    },
  });
  scheduleNext(tx, contract);
  return contract;
}

/** Ends a contract. Nothing is charged any more. */
function endSubscription(tx: StoreTx, contract: StoredContract): StoredContract {
  tx.unschedule(dueKind, contract.id);
  return replaceEntity(tx, contractKind, {
    ...contract,
    internal: { ...contract.internal, status: "ENDED" },
  });
}

/** Deletes a contract and emits its event. Nothing is charged any more. */
export function removeContract(tx: StoreTx, contract: StoredContract): void {
  tx.unschedule(dueKind, contract.id);
  removeEntity(tx, contractKind, contract);
}

/** Pauses a contract whose charge failed for good. Nothing is charged any more, but it has not ended. */
export function pauseSubscription(tx: StoreTx, id: string): void {
  const contract = tx.get(subscriptionContracts, id);
  if (contract?.internal.status !== "ACTIVE") return;
  replaceEntity(tx, contractKind, { ...contract, internal: { ...contract.internal, status: "PAUSED" } });
}

/** Stores a change for a future cycle. A change from the next cycle on shows immediately. */
export function changeContract(
  tx: StoreTx,
  contract: StoredContract,
  change: ContractChange,
): StoredContract {
  const { internal } = contract;
  const isNow = !change.once && change.cycle === internal.cycles + 1;
  const activity = {
    id: tx.newId(),
    createdDate: tx.now.toISOString(),
    activityType: "CHANGES_APPLIED" as const,
    contractTarget: { nextCycleNumber: change.cycle },
    changesApplied: change.content,
  };
  const changes = isNow ? internal.changes : [...(internal.changes ?? []), change];
  return replaceEntity(tx, contractKind, {
    ...contract,
    ...((isNow && change.content) as Partial<StoredContract>),
    activities: [...(contract.activities ?? []), activity],
    internal: { ...internal, changes: changes ?? internal.changes },
  });
}

/** Returns the contract as of a cycle, and the content of that cycle's order. */
function inCycle(
  before: StoredContract,
  cycle: number,
): { contract: StoredContract; ordered: StoredContract } {
  const all = before.internal.changes ?? [];
  const apply = (one: StoredContract, { content }: ContractChange) =>
    ({ ...one, ...content }) as StoredContract;
  const due = all.filter((change) => change.cycle === cycle);
  const base = {
    ...before,
    internal: { ...before.internal, changes: all.filter((one) => !due.includes(one)) },
  };
  const contract = due.filter(({ once }) => !once).reduce(apply, base);
  return { contract, ordered: due.filter(({ once }) => once).reduce(apply, contract) };
}

/** Due work: places and charges the order of the next cycle. Ignores removed and ended contracts. */
export function billCycle(tx: StoreTx, id: string): void {
  const before = tx.get(subscriptionContracts, id);
  if (before?.internal.status !== "ACTIVE") return;
  const cycleNumber = before.internal.cycles + 1;
  const { contract, ordered } = inCycle(before, cycleNumber);
  const inThis = ({ digitalFile, ...line }: OrderLineItem) => ({
    ...line,
    id: tx.newId(),
    // The order gets a link of its own.
    digitalFile: digitalFile ? { fileId: digitalFile.fileId } : undefined,
    subscriptionInfo: { ...line.subscriptionInfo, id: contract.id, cycleNumber },
  });
  const lineItems = ordered.lineItems.map(inThis);
  const { buyerInfo, buyerLanguage, weightUnit, currency, billingInfo, shippingInfo } = ordered;
  placeOrder(tx, {
    buyerInfo,
    buyerLanguage,
    weightUnit,
    currency,
    billingInfo,
    shippingInfo,
    lineItems,
    recipientInfo: ordered.recipientInfo,
    taxIncludedInPrices: contract.taxIncludedInPrices,
    channelInfo: contract.channelInfo,
    payment: { outcome: "approved" },
  });
  const internal = { ...contract.internal, cycles: cycleNumber };
  const lines = ordered === contract ? lineItems : contract.lineItems.map(inThis);
  scheduleNext(tx, replaceEntity(tx, contractKind, { ...contract, lineItems: lines, internal }));
}

function scheduleNext(tx: StoreTx, contract: StoredContract): void {
  const { subscriptionSettings: settings, internal } = contract;
  const { autoRenewal, billingCycles, freeTrialPeriod } = settings;
  const last = autoRenewal || !billingCycles ? Number.POSITIVE_INFINITY : billingCycles;
  if (internal.cycles >= last) return void endSubscription(tx, contract);
  const after = freeTrialPeriod ? cycleStart(internal.anchor, freeTrialPeriod, 1) : new Date(internal.anchor);
  // The order itself is the first cycle, or the free trial before it.
  const steps = freeTrialPeriod ? internal.cycles - 1 : internal.cycles;
  tx.schedule(cycleStart(after.toISOString(), settings, steps), dueKind, contract.id);
}

/** The length of a billing cycle. */
export interface CycleLength {
  frequency?: string | null | undefined;
  interval?: number | null | undefined;
}

/**
 * Returns the start of the cycle after a number of cycles. Months and years keep the anchor's day or use the last day
 * of a shorter month: 31 January, 28 February, 31 March.
 */
export function cycleStart(anchor: string, { frequency, interval }: CycleLength, cycles: number): Date {
  const start = new Date(anchor);
  const count = (interval ?? 1) * cycles;
  if (frequency === "DAY") return new Date(start.getTime() + count * day);
  if (frequency === "WEEK") return new Date(start.getTime() + count * 7 * day);
  const months = start.getUTCMonth() + (frequency === "YEAR" ? 12 : 1) * count;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const moved = new Date(start);
  moved.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay));
  return moved;
}

/** Changed items, delivery or recipient, from a cycle on or for that cycle only. */
interface ContractChange {
  cycle: number;
  once: boolean;
  content: Partial<SubscriptionContract>;
}

export type StoredContract = Stored<
  SubscriptionContract,
  "currency" | "lineItems" | "subscriptionSettings"
> & {
  internal: {
    orderId: string;
    /** Number of billed cycles. The order itself is the first. */
    cycles: number;
    status: "ACTIVE" | "PAUSED" | "ENDED";
    /** The start of the first cycle. */
    anchor: string;
    /** Committed changes for future cycles. */
    changes?: ContractChange[];
  };
};

export const subscriptionContracts: Table<StoredContract> = { name: "subscriptionContracts" };

/** No call of the platform deletes a contract. Its deleted event is emitted when the sandbox is told to delete one. */
export const contractKind: Kind<StoredContract> = {
  ...entityKind(subscriptionContracts, "ecom.subscription_contracts.v1", "subscription contract"),
  show: ({ internal, ...contract }) => contract,
  deletedWithoutEntity: true,
};
