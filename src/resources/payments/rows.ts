import {
  type Eligibility,
  eligibilityOf,
  type PaymentAction,
  type PaymentGateway,
  type PaymentOrder,
} from "./gateway.ts";

/** An order of a capture or void, and whether it is eligible. */
export interface PaymentRow {
  reference: OrderReference;
  /** Absent if there is no such order. */
  order?: PaymentOrder;
  eligibility: Eligibility;
  /** The id of the request that read it. */
  requestId?: string;
}

/** Limits on the age of payments, in milliseconds since 1970. */
export interface AgeLimits {
  /** Authorized at or before this time. */
  authorizedBy?: number | undefined;
  /** Automatically voided or captured before this time. */
  endsBefore?: number | undefined;
}

interface Chunk {
  references: OrderReference[];
  orders: PaymentOrder[][];
  requestId?: string;
}

/** Chunks that are read ahead of the current one. */
const ahead = 2;

/** Yields the referenced orders, each once, in the order of the references. Counts duplicates in `facts.repeated`. */
export async function* referencedRows(
  gateway: PaymentGateway,
  action: PaymentAction,
  references: readonly OrderReference[],
  facts: { repeated: number },
): AsyncGenerator<PaymentRow> {
  const unique = new Map<string, OrderReference>();
  for (const reference of references)
    if (!unique.has(reference.reference)) unique.set(reference.reference, reference);
  facts.repeated += references.length - unique.size;
  const all = [...unique.values()];
  const seen = new Set<string>();
  const reading: Promise<Chunk | { error: unknown }>[] = [];
  let start = 0;
  const readNext = () => {
    if (start >= all.length) return;
    const references = all.slice(start, start + gateway.pageSize);
    start += gateway.pageSize;
    const found = gateway.find(references.map(({ reference }) => reference));
    reading.push(
      found.then(
        (found) => ({ references, ...found }),
        (error: unknown) => ({ error }),
      ),
    );
  };
  for (let count = 0; count < ahead; count++) readNext();
  for (let next = reading.shift(); next; next = reading.shift()) {
    const chunk = await next;
    if ("error" in chunk) throw chunk.error;
    readNext();
    const known = chunk.requestId === undefined ? {} : { requestId: chunk.requestId };
    for (const [index, reference] of chunk.references.entries()) {
      const [order, ...others] = chunk.orders[index] ?? [];
      if (order && others.length === 0 && seen.has(order.id)) facts.repeated += 1;
      else yield { ...rowOf(gateway, action, reference, order, others), ...known };
      if (order && others.length === 0) seen.add(order.id);
    }
  }
}

function rowOf(
  { itemName }: PaymentGateway,
  action: PaymentAction,
  reference: OrderReference,
  order: PaymentOrder | undefined,
  others: readonly PaymentOrder[],
): PaymentRow {
  if (!order) {
    const reason = `there is no ${itemName} ${reference.reference}`;
    return { reference, eligibility: { is: "ineligible", code: "NOT_FOUND", reason } };
  }
  if (others.length === 0) return { reference, order, eligibility: eligibilityOf(order, action) };
  const ids = [order, ...others].map(({ id }) => id).join(", ");
  const reason = `several ${itemName}s have this number: ${ids}`;
  return { reference, eligibility: { is: "ineligible", code: "AMBIGUOUS", reason } };
}

/** Yields every order that has authorized payments within the age limits, and those whose payments cannot be read. */
export async function* authorizedRows(
  gateway: PaymentGateway,
  action: PaymentAction,
  limits: AgeLimits,
): AsyncGenerator<PaymentRow> {
  const seen = new Set<string>();
  for await (const orders of gateway.authorized()) {
    for (const order of orders) {
      const eligibility = eligibilityOf(order, action);
      if (seen.has(order.id)) continue;
      const isUnread = eligibility.is === "unknown" && eligibility.code === "NOT_READ";
      if (eligibility.is !== "eligible" && !isUnread) continue;
      seen.add(order.id);
      const reference = { reference: order.number };
      if (eligibility.is !== "eligible") {
        yield { reference, order, eligibility };
        continue;
      }
      const authorizations = eligibility.authorizations.filter((authorization) =>
        isWithin(authorization, limits),
      );
      if (authorizations.length === 0) continue;
      yield { reference, order, eligibility: { is: "eligible", authorizations } };
    }
  }
}

/** Returns whether a payment is within age limits. */
export function isWithin(
  { authorizedAt, scheduled }: { authorizedAt?: string; scheduled?: { at: string } },
  { authorizedBy, endsBefore }: AgeLimits,
): boolean {
  if (authorizedBy !== undefined && !(Date.parse(authorizedAt ?? "") <= authorizedBy)) return false;
  return endsBefore === undefined || Date.parse(scheduled?.at ?? "") < endsBefore;
}

/** A reference to an order as given by the user, with its location: `ids.csv:12`. */
export interface OrderReference {
  reference: string;
  source?: string;
}

/** Parses an id or number; `#10007` is the number 10007. Returns undefined for other text. */
export function parseReference(text: string): string | undefined {
  const reference = text.trim().replace(/^#/, "");
  return /^[\w-]{1,100}$/.test(reference) ? reference : undefined;
}
