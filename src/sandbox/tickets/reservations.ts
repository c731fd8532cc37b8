import type { TicketHold } from "../../api/services/tickets.ts";
import { minute } from "../../kernel/durations.ts";
import { amountText, decimal, parseAmount, roundMoney } from "../../kernel/money.ts";
import { eventOf, type StoredEvent } from "../events/index.ts";
import { entityOf, insertEntity, type Kind, newEntity, replaceEntity } from "../kernel/entities.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { requireEvent } from "../staff/index.ts";
import { availableCount, limitPerOrder, moveTickets, refreshTickets } from "./definitions.ts";
import {
  definitions,
  type HeldLine,
  type ReservationState,
  reservations,
  type StoredDefinition,
  type StoredOrder,
  type StoredReservation,
} from "./tables.ts";
import { emitReservation } from "./tickets.ts";

/** The tickets to reserve. `eventId` is optional. */
export interface ReservationRequest {
  eventId?: string | null | undefined;
  lines: readonly RequestedLine[];
  ignoreLimits?: boolean | null | undefined;
  allowHidden?: boolean | null | undefined;
  extendedFields?: TicketHold["extendedFields"];
  tags?: TicketHold["tags"];
}

/** A line and the field of the request that has its price. */
export type RequestedLine = HeldLine & { priceField?: string };

/**
 * Reserves tickets until the reservation expires, all or none. Throws PlatformError 404 for unknown events and tickets,
 * 403 if anyone but an admin ignores limits, 409 for closed registrations and sales, sold-out tickets and quantities
 * over the limits.
 */
export function reserveTickets(tx: StoreTx, requested: ReservationRequest): StoredReservation {
  rejectAdminOptions(tx, requested);
  const chosen = requested.lines.map((line) => ({
    line,
    definition: definitionFor(tx, requested, line.ticketDefinitionId),
  }));
  const eventId = requested.eventId ?? chosen[0]?.definition.eventId;
  const event = eventOf(tx, eventId);
  requireEvent(tx, event.id);
  rejectClosed(event);
  const tickets = chosen.map(({ line, definition }) => {
    if (definition.eventId !== event.id) throw noDefinition(definition.id, event.id);
    rejectUnsold(definition, requested);
    return reservedLine(tx, definition, line);
  });
  if (!requested.ignoreLimits) rejectTooMany(event, chosen);
  const minutes = event.registration.tickets?.reservationDurationInMinutes ?? 20;
  const expires = new Date(tx.now.getTime() + minutes * minute);
  const { memberId, visitorId } = tx.caller;
  const created: StoredReservation = {
    ...newEntity(tx),
    eventId: event.id,
    expirationDate: expires.toISOString(),
    status: "PENDING",
    tickets,
    memberId: memberId || undefined,
    visitorId: visitorId && !memberId ? visitorId : undefined,
    additionalReservationSettings: {
      disableTicketLimitValidation: requested.ignoreLimits ?? false,
      enableHiddenTicketReservation: requested.allowHidden ?? false,
    },
    extendedFields: requested.extendedFields || undefined,
    tags: requested.tags || undefined,
    internal: {},
  };
  moveTickets(tx, tickets, "free", "reserved");
  tx.schedule(expires, "ticketReservations.expire", created.id);
  refreshTickets(tx, event.id);
  const reservation = insertEntity(tx, reservationKind, created);
  emitReservation(tx, reservation, "Created");
  return reservation;
}

function rejectAdminOptions(tx: Tx, { ignoreLimits, allowHidden }: ReservationRequest): void {
  if (ignoreLimits) onlyAdmins(tx, "ignore limits");
  if (allowHidden) onlyAdmins(tx, "reserve hidden tickets");
}

function onlyAdmins({ caller: { role } }: Tx, what: string): void {
  if (role === "admin") return;
  throw new PlatformError(
    403,
    "PERMISSION_DENIED",
    `An API key is required to ${what}; the caller is a ${role}`,
    {
      role,
    },
  );
}

const noDefinition = (id: string, eventId: string) =>
  new PlatformError(
    404,
    "TICKET_DEFINITION_NOT_FOUND",
    `The event ${eventId} has no ticket definition ${id}`,
    {
      id,
      eventId,
    },
  );

/** Throws PlatformError 404 for a hidden ticket that the caller may not see. */
function definitionFor(tx: Tx, { eventId, allowHidden }: ReservationRequest, id: string): StoredDefinition {
  const definition = tx.get(definitions, id);
  if (!definition || (definition.hidden && !allowHidden)) throw noDefinition(id, eventId ?? "");
  return definition;
}

function rejectClosed({ id, title, status, registration }: StoredEvent): void {
  if (registration.initialType === "RSVP") {
    const message = `"${title}" has RSVPs (${registration.type}) and no tickets`;
    throw new PlatformError(409, "INVALID_EVENT_TYPE", message, { eventId: id, type: registration.type });
  }
  const isOver = status !== "UPCOMING" && status !== "STARTED";
  const isClosed = registration.type === "NONE" || registration.registrationPaused;
  if (!isOver && !isClosed) return;
  const message = `"${title}" does not sell tickets now; the event is ${status} and its registration ${registration.status}`;
  const data = { eventId: id, status, registrationStatus: registration.status };
  throw new PlatformError(409, "TICKET_SALES_CLOSED", message, data);
}

function rejectUnsold(
  { id, name, saleStatus, salePeriod }: StoredDefinition,
  { ignoreLimits }: ReservationRequest,
): void {
  if (saleStatus === "SALE_STARTED" || ignoreLimits) return;
  const when =
    saleStatus === "SALE_SCHEDULED" ? `starts ${salePeriod?.startDate}` : `ended ${salePeriod?.endDate}`;
  const message = `The sale of "${name}" is ${saleStatus}; it ${when}`;
  throw new PlatformError(409, "TICKET_NOT_ON_SALE", message, {
    ticketDefinitionId: id,
    saleStatus,
    salePeriod,
  });
}

interface Chosen {
  line: RequestedLine;
  definition: StoredDefinition;
}

function rejectTooMany({ id, registration }: StoredEvent, chosen: readonly Chosen[]): void {
  const limit = limitPerOrder(registration);
  const all = chosen.reduce((count, { line }) => count + line.quantity, 0);
  if (all > limit) {
    const message = `An order can have at most ${limit} tickets, not ${all}`;
    throw new PlatformError(409, "TICKET_LIMIT_PER_ORDER_EXCEEDED", message, {
      eventId: id,
      limit,
      quantity: all,
    });
  }
  for (const { definition } of chosen) {
    const left = availableCount(definition);
    const quantity = chosen.reduce(
      (count, { line }) => count + (line.ticketDefinitionId === definition.id ? line.quantity : 0),
      0,
    );
    if (left === undefined || quantity <= left) continue;
    const message =
      left === 0
        ? `"${definition.name}" is sold out`
        : `"${definition.name}" has ${left} tickets left, not ${quantity}`;
    const data = { ticketDefinitionId: definition.id, left, quantity };
    throw new PlatformError(409, left === 0 ? "TICKETS_SOLD_OUT" : "NOT_ENOUGH_TICKETS", message, data);
  }
}

/** Returns a line with its unit price. */
function reservedLine(tx: Tx, definition: StoredDefinition, line: RequestedLine): HeldLine {
  const { price, optionName } = priceOf(tx, definition, line);
  const { currency } = price;
  const subTotal = {
    value: amountText(decimal(price.value).times(decimal(String(line.quantity)))),
    currency,
  };
  const info = { ...line.ticketInfo, pricingOptionName: optionName || line.ticketInfo?.pricingOptionName };
  return {
    ticketLineItemId: tx.newId(),
    eventId: definition.eventId,
    ticketDefinitionId: definition.id,
    quantity: line.quantity,
    ticketInfo: Object.keys(info).length > 0 ? info : undefined,
    policy: definition.policyText || undefined,
    ticketName: definition.name,
    price,
    subTotal,
    removedQuantity: 0,
  };
}

function priceOf(
  tx: Tx,
  definition: StoredDefinition,
  { ticketInfo, priceField: field = "price" }: RequestedLine,
): { price: { value: string; currency: string }; optionName?: string } {
  const { fixedPrice, guestPrice, pricingOptions } = definition.pricingMethod;
  const options = pricingOptions?.optionDetails ?? [];
  const currency = (fixedPrice ?? guestPrice ?? options[0]?.price)?.currency ?? tx.setting("currency");
  const override = ticketInfo?.priceOverride;
  // Guests set guest prices; only admins can set other prices.
  if (override && !guestPrice) {
    onlyAdmins(tx, `set the price of "${definition.name}"`);
    return { price: { value: amountIn(override, currency, field), currency } };
  }
  if (guestPrice) {
    const requested = ticketInfo?.guestPrice ?? override ?? guestPrice.value ?? "0";
    const value = amountIn(requested, currency, field);
    const least = guestPrice.value ?? "0";
    if (decimal(value).lt(decimal(least))) {
      const description = `must be ${least} ${currency} or more for "${definition.name}", not ${value}`;
      throw invalid(field, "DECIMAL_GTE", description, { threshold: least });
    }
    return { price: { value, currency } };
  }
  if (options.length === 0) return { price: { value: fixedPrice?.value ?? "0", currency } };
  const option = options.find(({ optionId }) => optionId === ticketInfo?.pricingOptionId);
  if (!option) {
    const names = options.map(({ optionId, name }) => `${name} (${optionId})`).join(", ");
    const message = `"${definition.name}" has these pricing options: ${names}; not ${ticketInfo?.pricingOptionId ?? "none"}`;
    throw new PlatformError(400, "UNSUPPORTED_PRICING_OPTION", message, {
      ticketDefinitionId: definition.id,
    });
  }
  return { price: { value: option.price?.value ?? "0", currency }, optionName: option.name ?? "" };
}

function amountIn(text: string, currency: string, field: string): string {
  const amount = parseAmount(text);
  if (amount && !amount.lt(decimal("0")) && roundMoney(amount, currency).eq(amount))
    return amountText(amount);
  throw invalid(field, "FORMAT", `must be an amount of ${currency} from 0, not "${text}"`, {
    type: "DECIMAL",
  });
}

export const reservationKind: Kind<StoredReservation> = {
  table: reservations,
  fqdn: "wix.events.v1.ticket_reservation",
  name: "ticket reservation",
  show: (reservation) => showReservation(reservation),
};

/** Returns a reservation in API form. */
export function showReservation({ internal, eventId, ...reservation }: StoredReservation): TicketHold {
  return reservation;
}

/** Returns a reservation, optionally of an event. Throws PlatformError 404 `TICKET_RESERVATION_NOT_FOUND`. */
export function reservationOf(
  tx: Tx,
  id: string | null | undefined,
  eventId?: string | null,
): StoredReservation {
  const reservation = entityOf(tx, reservationKind, id ?? "");
  requireEvent(tx, reservation.eventId);
  if (!eventId || reservation.eventId === eventId) return reservation;
  const message = `The event ${eventId} has no ticket reservation ${id}`;
  throw new PlatformError(404, "TICKET_RESERVATION_NOT_FOUND", message, { id, eventId });
}

/** Throws PlatformError 404 if a visitor requests the reservation of someone else. */
export function requireOwner({ caller }: Tx, { id, memberId, visitorId }: StoredReservation): void {
  const isOwn = memberId ? memberId === caller.memberId : !visitorId || visitorId === caller.visitorId;
  if (caller.role === "admin" || isOwn) return;
  throw new PlatformError(404, "TICKET_RESERVATION_NOT_FOUND", `There is no ticket reservation ${id}`, {
    id,
  });
}

/** Changes the state of a pending reservation and releases its tickets unless it was confirmed. */
export function settleReservation(
  tx: StoreTx,
  reservation: StoredReservation,
  status: Exclude<ReservationState, "PENDING">,
): StoredReservation {
  moveTickets(tx, reservation.tickets, "reserved", status === "CONFIRMED" ? "sold" : "free");
  tx.unschedule("ticketReservations.expire", reservation.id);
  const after = replaceEntity(tx, reservationKind, { ...reservation, status });
  refreshTickets(tx, reservation.eventId);
  emitReservation(tx, after, "Updated");
  return after;
}

/** Releases the sold tickets of a voided order. Its reservation may have been deleted. */
export function returnSold(tx: StoreTx, { reservationId, eventId, internal }: StoredOrder): void {
  moveTickets(tx, internal.lines, "sold", "free");
  const reservation = tx.get(reservations, reservationId);
  const after = reservation && replaceEntity(tx, reservationKind, { ...reservation, status: "CANCELED" });
  refreshTickets(tx, eventId);
  if (after) emitReservation(tx, after, "Updated");
}

/** Throws PlatformError 409 if a reservation is no longer pending. */
export function rejectSettled({ id, status, expirationDate }: StoredReservation, what: string): void {
  if (status === "PENDING") return;
  const code = status === "EXPIRED" ? "RESERVATION_EXPIRED" : "RESERVATION_NOT_PENDING";
  const when = status === "EXPIRED" ? ` since ${expirationDate}` : "";
  const message = `The reservation ${id} is ${status}${when} and cannot ${what}`;
  throw new PlatformError(409, code, message, { id, status, expirationDate });
}
