import type { TicketDefinitionV3 } from "../../api/services/tickets.ts";
import { amountText, type Decimal, decimal, parseAmount, roundMoney, sum } from "../../kernel/money.ts";
import {
  detailsOf,
  eventOf,
  events,
  inStoredTimes,
  refreshRegistration,
  type StoredEvent,
} from "../events/index.ts";
import {
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  nextRevision,
  requiredName,
  ruleViolation,
} from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import {
  definitions,
  type OrderState,
  type SaleStatus,
  type StoredDefinition,
  type StoredOrder,
} from "./tables.ts";

const maxDefinitions = 100;

export const definitionKind: Kind<StoredDefinition> = {
  table: definitions,
  fqdn: "wix.events.v3.ticket_definition",
  name: "ticket definition",
  show: (definition) => bareDefinition(definition),
};

/** Returns a definition. Throws PlatformError 404 `TICKET_DEFINITION_NOT_FOUND` if it does not exist. */
export const definitionOf = (tx: Tx, id: string | null | undefined): StoredDefinition =>
  entityOf(tx, definitionKind, id ?? "");

/** Returns the ticket definitions of an event in order. */
export const definitionsOf = (tx: Tx, eventId: string): StoredDefinition[] =>
  tx.query(definitions, {
    filter: { eventId },
    sort: [{ fieldName: "sortIndex", order: "ASC" }],
    limit: maxDefinitions,
  }).items;

/** Returns the condition for the tickets that the caller may see: those of drafts are for admins. */
export function ofSeenEvents(tx: Tx): object {
  if (tx.caller.role === "admin") return {};
  return { eventId: { $nin: [...tx.each(events, { status: "DRAFT" })].map(({ id }) => id) } };
}

/** Creates a definition. Errors: `INVALID_EVENT_TYPE`, `TICKET_DEFINITIONS_LIMIT_REACHED`, `INVALID_SALE_PERIOD`. */
export function createDefinition(
  tx: StoreTx,
  given: Partial<TicketDefinitionV3>,
  id?: string,
): StoredDefinition {
  const event = eventOf(tx, given.eventId);
  rejectOtherEvents(event);
  const known = definitionsOf(tx, event.id);
  if (known.length >= maxDefinitions) {
    const message = `The event ${event.id} has ${maxDefinitions} ticket definitions, the maximum`;
    throw new PlatformError(409, "TICKET_DEFINITIONS_LIMIT_REACHED", message, { eventId: event.id });
  }
  const place = Math.max(0, ...known.map(({ internal }) => internal.place)) + 1;
  const blank: StoredDefinition = {
    ...newEntity(tx, id),
    eventId: event.id,
    name: "",
    hidden: false,
    feeType: "NO_FEE",
    pricingMethod: {},
    saleStatus: "SALE_STARTED" as const,
    limited: false,
    internal: { place, sold: 0, reserved: 0 },
  };
  const created = insertEntity(tx, definitionKind, settled(tx, event, blank, given));
  emitLegacy(tx, created, "Created");
  scheduleSale(tx, created);
  refreshTickets(tx, event.id);
  return created;
}

/** Updates a definition. Undefined fields stay; null clears. The caller checks the revision. */
export function changeDefinition(
  tx: StoreTx,
  before: StoredDefinition,
  given: Partial<TicketDefinitionV3>,
): StoredDefinition {
  const event = eventOf(tx, before.eventId);
  const after = settled(tx, event, before, given);
  const next = nextRevision(tx, after);
  tx.put(definitions, next.id, next);
  const body = { updatedEvent: { currentEntity: bareDefinition(next) } };
  emitDomainEvent(tx, definitionKind.fqdn, "updated", next.id, body);
  emitLegacy(tx, next, "Updated");
  if (JSON.stringify(before.salePeriod) !== JSON.stringify(next.salePeriod))
    emitDomainEvent(tx, definitionKind.fqdn, "sale_period_updated", next.id, {
      actionEvent: { body: { afterUpdate: next.salePeriod ?? {} } },
    });
  scheduleSale(tx, next);
  refreshTickets(tx, event.id);
  return next;
}

/** Deletes a definition. Sold tickets stay. */
export function removeDefinition(tx: StoreTx, definition: StoredDefinition): void {
  tx.remove(definitions, definition.id);
  tx.unschedule("ticketDefinitions.sale", definition.id);
  emitDomainEvent(tx, definitionKind.fqdn, "deleted", definition.id, {
    deletedEvent: { deletedEntity: bareDefinition(definition) },
  });
  emitLegacy(tx, definition, "Deleted");
}

/** Emits the event of the older service, beside the domain event. */
export function emitLegacy(
  tx: Tx,
  { id, eventId }: StoredDefinition,
  what: "Created" | "Updated" | "Deleted",
): void {
  const body = { timestamp: tx.now.toISOString(), eventId, ticketDefinitionId: id };
  tx.emit(`wix.events.ticketing.events.TicketDefinition${what}`, id, body);
}

/** Throws PlatformError 409 `INVALID_EVENT_TYPE` for an event with RSVPs only. */
export function rejectOtherEvents({ id, registration }: StoredEvent): void {
  if (registration.initialType !== "RSVP") return;
  const message = `The event ${id} has RSVPs (${registration.type}) and no tickets`;
  throw new PlatformError(409, "INVALID_EVENT_TYPE", message, { eventId: id, type: registration.type });
}

/** Merges a definition with a request and validates it. */
function settled(
  tx: Tx,
  event: StoredEvent,
  before: StoredDefinition,
  given: Partial<TicketDefinitionV3>,
): StoredDefinition {
  const { name, description, policyText, hidden, initialLimit, pricingMethod, feeType } = given;
  const period =
    given.salePeriod === undefined ? before.salePeriod : inStoredTimes(given.salePeriod ?? undefined);
  const limit = initialLimit === undefined ? before.initialLimit : initialLimit;
  const after: StoredDefinition = {
    ...before,
    ...(name !== undefined && { name: requiredName("ticketDefinition.name", name) }),
    ...(description !== undefined && { description: description ?? "" }),
    ...(policyText !== undefined && { policyText: policyText ?? "" }),
    hidden: hidden ?? before.hidden,
    feeType: feeType || before.feeType,
    extendedFields: given.extendedFields || before.extendedFields,
    ...(pricingMethod && { pricingMethod: priced(tx, event, pricingMethod) }),
    salePeriod: period,
    limited: limit != null,
    initialLimit: limit,
    actualLimit: limit,
    limitPerCheckout: limitPerOrder(event.registration),
  };
  rejectFreeFee(after);
  const isOver = event.status === "CANCELED" || event.status === "ENDED";
  after.saleStatus = isOver ? "SALE_ENDED" : saleStatusAt(after.salePeriod, tx.now);
  checkPeriod(event, after);
  const { sold, reserved } = after.internal;
  if (limit != null && limit < sold + reserved && limit !== before.initialLimit) {
    const description = `must be ${sold + reserved} or more, the number sold (${sold}) and reserved (${reserved}), not ${limit}`;
    throw ruleViolation("ticketDefinition.initialLimit", "LIMIT_BELOW_SOLD", description, { sold, reserved });
  }
  return JSON.parse(JSON.stringify(after)) as StoredDefinition;
}

/** Returns how many tickets of an event one order can have. */
export const limitPerOrder = ({ tickets }: StoredEvent["registration"]): number =>
  tickets?.ticketLimitPerOrder ?? 20;

type Pricing = StoredDefinition["pricingMethod"];
type Price = NonNullable<Pricing["fixedPrice"]>;

/** Validates that there is exactly one pricing method, in the event's currency. Prices to choose from have IDs. */
function priced(tx: Tx, event: StoredEvent, given: Pricing): Pricing {
  const { fixedPrice, guestPrice, pricingOptions } = given;
  const path = "ticketDefinition.pricingMethod";
  const amount = (price: Price, field: string) => checkedPrice(event, price, field);
  if (fixedPrice) {
    const price = amount(fixedPrice, `${path}.fixedPrice`);
    return { fixedPrice: price, pricingType: "STANDARD", free: decimal(price.value ?? "0").eq(decimal("0")) };
  }
  if (guestPrice)
    return { guestPrice: amount(guestPrice, `${path}.guestPrice`), pricingType: "DONATION", free: false };
  const options = pricingOptions?.optionDetails ?? [];
  if (options.length > 0) {
    const optionDetails = options.map(({ optionId, name, price }, index) => ({
      optionId: optionId || tx.newId(),
      name,
      price: amount(price ?? {}, `${path}.pricingOptions.optionDetails[${index}].price`),
    }));
    return { pricingOptions: { optionDetails }, pricingType: "STANDARD", free: false };
  }
  throw ruleViolation(path, "REQUIRED_FIELD", "requires fixedPrice, guestPrice or pricingOptions");
}

/** Throws InvalidInput for `NO_FEE` on tickets that cost something: on the live platform it is for free tickets only. */
function rejectFreeFee({ feeType, pricingMethod }: StoredDefinition): void {
  if (feeType !== "NO_FEE" || pricingMethod.free) return;
  throw ruleViolation(
    "ticketDefinition.feeType",
    "NO_FEE_FOR_FREE_TICKETS",
    "NO_FEE is for free tickets only",
  );
}

function checkedPrice(event: StoredEvent, { value, amount, currency }: Price, field: string): Price {
  const own = event.registration.tickets?.currency ?? "USD";
  const text = value ?? amount ?? "";
  const number = parseAmount(text);
  if (currency && currency !== own)
    throw ruleViolation(
      `${field}.currency`,
      "CURRENCY_MISMATCH",
      `must be ${own}, the event's currency, not ${currency}`,
      {
        currency: own,
      },
    );
  if (!number || number.lt(decimal("0")) || !roundMoney(number, own).eq(number))
    throw ruleViolation(`${field}.value`, "DECIMAL", `must be an amount of ${own} from 0, not "${text}"`);
  return { value: amountText(number), currency: own };
}

function checkPeriod(event: StoredEvent, { salePeriod }: StoredDefinition): void {
  const { startDate, endDate } = salePeriod ?? {};
  const ends = event.dateAndTimeSettings.dateAndTimeTbd ? undefined : event.dateAndTimeSettings.endDate;
  const reject = (what: string) => {
    const data = { salePeriod, eventEndDate: ends };
    throw new PlatformError(400, "INVALID_SALE_PERIOD", `The sale period is invalid: ${what}`, data);
  };
  if (startDate && endDate && endDate <= startDate) reject(`its end ${endDate} is not after ${startDate}`);
  if (ends && startDate && startDate >= ends) reject(`it starts ${startDate}, the event ends ${ends}`);
  if (ends && endDate && endDate > ends) reject(`it ends ${endDate}, after the event (${ends})`);
}

/** Returns a definition without optional field groups, as in events. */
function bareDefinition({ internal, ...definition }: StoredDefinition): TicketDefinitionV3 {
  return definition;
}

/** Returns a definition with the requested field groups. Counts are for admins and for staff who may read analytics. */
export function showDefinition(
  tx: Tx,
  definition: StoredDefinition,
  fields: readonly (string | null)[] | null | undefined,
): TicketDefinitionV3 {
  const { sold, reserved } = definition.internal;
  const free = availableCount(definition);
  const soldOut = free === 0;
  const salesDetails =
    tx.caller.role === "admin" || tx.caller.staff?.scopes.includes("READ_ANALYTICS")
      ? {
          unsoldCount: free,
          soldCount: sold,
          reservedCount: reserved,
          soldOut,
        }
      : { soldOut };
  return {
    ...bareDefinition(definition),
    ...(fields?.includes("SALES_DETAILS") && { salesDetails }),
    ...(fields?.includes("EVENT_DETAILS") && { eventDetails: detailsOf(tx, definition.eventId) }),
  };
}

type SalePeriod = StoredDefinition["salePeriod"];
const saleKind = "ticketDefinitions.sale";
const definitionFqdn = "wix.events.v3.ticket_definition";

/** Returns the sale status at a time. Without a period, the sale is always on. */
export function saleStatusAt(period: SalePeriod, now: Date): SaleStatus {
  const at = now.toISOString();
  if (period?.startDate && at < period.startDate) return "SALE_SCHEDULED";
  return period?.endDate && at >= period.endDate ? "SALE_ENDED" : "SALE_STARTED";
}

/** Schedules the next start or end of a sale. One that has ended, perhaps with its event, does not start again. */
export function scheduleSale(tx: StoreTx, { id, salePeriod, saleStatus }: StoredDefinition): void {
  const at = tx.now.toISOString();
  const times = saleStatus === "SALE_ENDED" ? [] : [salePeriod?.startDate, salePeriod?.endDate];
  const next = times.find((time) => time && time > at);
  if (next) tx.schedule(new Date(next), saleKind, id);
  else tx.unschedule(saleKind, id);
}

/** Ends the sale of a ticket definition whose event has ended or was canceled. */
export function endSale(tx: StoreTx, definition: StoredDefinition): void {
  tx.unschedule(saleKind, definition.id);
  if (definition.saleStatus !== "SALE_ENDED") setSaleStatus(tx, definition, "SALE_ENDED");
}

/** Due work: starts or ends a sale. */
export function updateSaleStatus(tx: StoreTx, id: string): void {
  const before = tx.get(definitions, id);
  if (!before) return;
  scheduleSale(tx, before);
  const saleStatus = saleStatusAt(before.salePeriod, tx.now);
  if (saleStatus !== before.saleStatus) setSaleStatus(tx, before, saleStatus);
}

function setSaleStatus(tx: StoreTx, before: StoredDefinition, saleStatus: SaleStatus): void {
  const { id } = before;
  const after = { ...before, saleStatus };
  tx.put(definitions, id, after);
  const { internal, ...ticketDefinition } = after;
  const slug = after.saleStatus === "SALE_STARTED" ? "sale_started" : "sale_ended";
  emitDomainEvent(tx, definitionFqdn, slug, id, { actionEvent: { body: { ticketDefinition } } });
}

/** The statuses of orders with issued tickets. */
const selling: ReadonlySet<OrderState> = new Set([
  "FREE",
  "PENDING",
  "OFFLINE_PENDING",
  "PAID",
  "PARTIALLY_PAID",
  "AUTHORIZED",
]);

/** Returns whether the tickets of an order are valid for entry. */
export const isSelling = (status: OrderState): boolean => selling.has(status);

/** Updates the ticket data of an event: the price range and whether it is sold out. */
export function refreshTickets(tx: Tx, eventId: string): void {
  const event = tx.get(events, eventId);
  if (!event?.registration.tickets) return;
  const known = [...tx.each(definitions, { eventId })].filter(({ hidden }) => !hidden);
  const soldOut = known.length > 0 && known.every((one) => availableCount(one) === 0);
  const prices = known.flatMap(pricesOf).sort((one, other) => (one.lt(other) ? -1 : 1));
  const currency = event.registration.tickets.currency ?? "USD";
  const money = (amount: Decimal | undefined) => amount && { value: amountText(amount), currency };
  const { lowestPrice: _, highestPrice: __, ...rest } = event.registration.tickets;
  const [lowestPrice, highestPrice] = [money(prices[0]), money(prices.at(-1))];
  const tickets = {
    ...rest,
    soldOut,
    lowestPrice,
    highestPrice,
  };
  const after = { ...event, registration: { ...event.registration, tickets } };
  if (JSON.stringify(after.registration.tickets) !== JSON.stringify(event.registration.tickets))
    refreshRegistration(tx, after);
}

/** Returns the possible prices of a ticket definition. */
function pricesOf({ pricingMethod }: StoredDefinition): Decimal[] {
  const { fixedPrice, guestPrice, pricingOptions } = pricingMethod;
  const options = pricingOptions?.optionDetails?.map(({ price }) => price) ?? [];
  return [fixedPrice, guestPrice, ...options].flatMap((price) =>
    price?.value ? [decimal(price.value)] : [],
  );
}

/** Adds the sales of orders to their event, or subtracts them with `sign` -1. */
export function countSales(tx: Tx, eventId: string, sold: readonly StoredOrder[], sign: 1 | -1): void {
  const event = tx.get(events, eventId);
  const known = event?.summaries.tickets;
  if (!event || !known || sold.length === 0) return;
  const currency = event.registration.tickets?.currency ?? "USD";
  const factor = decimal(String(sign));
  const added = (before: PriceValue, of: (order: StoredOrder) => PriceValue) => {
    const more = sum(sold.map((order) => decimal(of(order)?.value ?? "0"))).times(factor);
    const value = amountText(decimal(before?.value ?? "0").plus(more));
    return { value, amount: value, currency };
  };
  const count = sold.reduce((all, { ticketsQuantity }) => all + ticketsQuantity, 0);
  const tickets: NonNullable<StoredEvent["summaries"]["tickets"]> = {
    ticketsSold: (known.ticketsSold ?? 0) + sign * count,
    totalOrders: (known.totalOrders ?? 0) + sign * sold.length,
    revenue: added(known.revenue, ({ invoice }) => invoice.revenue),
    totalSales: added(known.totalSales, ({ invoice }) => invoice.grandTotal),
    currencyLocked: true,
  };
  refreshRegistration(tx, { ...event, summaries: { ...event.summaries, tickets } });
}

type PriceValue = { value?: string | null } | null | undefined;

/** Returns the number of available tickets, or undefined without a limit. */
export function availableCount({
  actualLimit,
  internal,
}: Pick<StoredDefinition, "actualLimit" | "internal">): number | undefined {
  if (actualLimit == null) return undefined;
  return Math.max(0, actualLimit - internal.sold - internal.reserved);
}

type Moved = { ticketDefinitionId: string; quantity: number };

/**
 * Moves tickets from one state (free, held, sold) to another. Deleted definitions are ignored.
 */
export function moveTickets(
  tx: Tx,
  lines: readonly Moved[],
  from: "free" | "reserved" | "sold",
  to: "free" | "reserved" | "sold",
): void {
  const sums = new Map<string, number>();
  for (const { ticketDefinitionId: id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity);
  for (const [id, quantity] of sums) {
    const definition = tx.get(definitions, id);
    if (!definition) continue;
    const internal = { ...definition.internal };
    if (from !== "free") internal[from] -= quantity;
    if (to !== "free") internal[to] += quantity;
    tx.put(definitions, definition.id, { ...definition, internal });
  }
}
