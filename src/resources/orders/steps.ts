import type { Fulfillment } from "../../api/services/orders.ts";
import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Step } from "../../bulk/journal/step.ts";
import { type StepOf, unknownKind } from "../../bulk/journal/step-kinds.ts";
import { describeChanges, fieldChanges } from "../../bulk/plan/stage.ts";
import { countOf } from "../../kernel/text.ts";
import type { RefundItem, RefundPart } from "./refund.ts";

/** A parcel as it is sent. */
export type PlannedParcel = {
  lineItems: { id: string; quantity: number }[];
  trackingInfo?: NonNullable<Fulfillment["trackingInfo"]>;
};

/** The fulfilled quantity of each line item that a step is about. */
export interface Fulfilled {
  fulfilled: Record<string, number>;
}

/** The fields of an order that jobs change. */
export type OrderFields = Partial<Record<"archived" | "seen" | "note" | "email", string | boolean | null>>;

/** The tags of an order. */
export interface OrderTagLists {
  tags: string[];
  privateTags: string[];
}

/** What is left to pay of an order, as decimal text. */
export interface OrderDue {
  due: string;
  currency: string;
}

/** How a payment was made outside the platform. */
export type PaymentMethodName = { predefined: string } | { custom: string };

/** What is left to refund of an order, and the refunds that it has. */
export interface PlannedRefund {
  refunds: string[];
  /** Decimal text. */
  left: string;
  currency: string;
}

/** A refund as it is sent. */
export interface MadeRefund extends PlannedRefund {
  amount: string;
  parts: RefundPart[];
  items?: RefundItem[];
  /** A message to the buyer. */
  reason?: string;
}

/** The status of an order that is approved or rejected. */
export interface StatusOfOrder {
  status: string;
}

/** A step of a job on orders. */
export type OrderStep =
  | StepOf<"order.fulfill", Fulfilled, { parcels: PlannedParcel[] }>
  | StepOf<"order.update", OrderFields, OrderFields>
  | StepOf<"order.tags", OrderTagLists, OrderTagLists>
  | StepOf<"order.pay", OrderDue, OrderDue & { method?: PaymentMethodName }>
  | StepOf<"order.refund", PlannedRefund, MadeRefund>
  | StepOf<"order.status", StatusOfOrder, StatusOfOrder>;

const kinds: Record<OrderStep["kind"], true> = {
  "order.fulfill": true,
  "order.update": true,
  "order.tags": true,
  "order.pay": true,
  "order.refund": true,
  "order.status": true,
};

/** The step kinds of jobs on orders. */
export const orderStepKinds: ReadonlySet<string> = new Set(Object.keys(kinds));

/** Returns a step of a job on orders. Throws UsageError for other steps. */
export function orderStep(step: Step): OrderStep {
  return orderStepKinds.has(step.kind) ? (step as unknown as OrderStep) : unknownKind(step);
}

/** Returns the changes of a step on orders: a line per parcel, field or list of tags. */
export function orderChanges(one: Step): FieldChange[] {
  const step = orderStep(one);
  if (step.kind === "order.pay") {
    const { due, currency } = step.before;
    return [{ action: "pay", field: "payment", before: `${due} ${currency} due`, after: "paid" }];
  }
  if (step.kind === "order.refund") {
    const { left, currency } = step.before;
    const [before, after] = [`${left} ${currency} left`, `${step.after.amount} ${currency}`];
    return [{ action: "refund", field: "refund", before, after }];
  }
  if (step.kind !== "order.fulfill")
    return fieldChanges(one).map((change) => ({ ...change, action: "update" }));
  return step.after.parcels.map((parcel) => ({
    action: "fulfill",
    field: "parcel",
    before: null,
    after: [unitsOf(parcel), parcel.trackingInfo?.shippingProvider, parcel.trackingInfo?.trackingNumber]
      .filter(Boolean)
      .join(", "),
  }));
}

/** Describes a step of a job on orders in one line of a preview. */
export function describeOrderStep(one: Step): StepDescription {
  const step = orderStep(one);
  const { label } = step;
  switch (step.kind) {
    case "order.fulfill": {
      const { parcels } = step.after;
      const numbers = parcels.flatMap(({ trackingInfo }) => trackingInfo?.trackingNumber ?? []);
      const what = parcels.length === 1 ? "fulfill" : `fulfill in ${parcels.length} parcels`;
      return { label, what, before: unitsOf(...parcels), after: numbers.join(", ") };
    }
    case "order.update":
      return describeChanges(label, orderChanges(one));
    case "order.tags": {
      const text = ({ tags, privateTags }: OrderTagLists) => [...tags, ...privateTags].join(", ") || "(none)";
      return { label, what: "tags", before: text(step.before), after: text(step.after) };
    }
    case "order.pay":
    case "order.refund":
    case "order.status":
      return describeChanges(label, orderChanges(one));
    default:
      return unknownKind(step);
  }
}

/** Returns the money that a step records as paid, or refunds; undefined for other steps. */
export function orderMoney(one: Step): { amount: string; currency: string } | undefined {
  const step = orderStep(one);
  if (step.kind === "order.refund") return { amount: step.after.amount, currency: step.after.currency };
  if (step.kind !== "order.pay") return undefined;
  return { amount: step.before.due, currency: step.before.currency };
}

/** `3 units`: the quantity in parcels. */
function unitsOf(...parcels: readonly PlannedParcel[]): string {
  return countOf(
    parcels.flatMap(({ lineItems }) => lineItems).reduce((sum, { quantity }) => sum + quantity, 0),
    "unit",
  );
}
