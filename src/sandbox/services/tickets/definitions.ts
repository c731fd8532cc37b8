import type { TicketDefinitionV3 } from "../../../api/services/tickets/ticket-definitions.ts";
import { amountText, decimal, parseAmount, roundMoney } from "../../../kernel/money.ts";
import {
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  nextRevision,
  requiredName,
  ruleViolation,
} from "../../kernel/documents/entities.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { detailsOf, eventOf, inStoredTimes, type StoredEvent } from "../events/index.ts";
import { availableCount } from "./capacity.ts";
import { refreshTickets } from "./counts.ts";
import { saleStatusAt, scheduleSale } from "./sale.ts";
import { definitions, type StoredDefinition } from "./tables.ts";

const most = 100;

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
    sort: [{ fieldName: "internal.place", order: "ASC" }],
    limit: most,
  }).items;

/** Creates a definition. Errors: `INVALID_EVENT_TYPE`, `TICKET_DEFINITIONS_LIMIT_REACHED`, `INVALID_SALE_PERIOD`. */
export function createDefinition(
  tx: StoreTx,
  given: Partial<TicketDefinitionV3>,
  id?: string,
): StoredDefinition {
  const event = eventOf(tx, given.eventId);
  rejectOtherEvents(event);
  const known = definitionsOf(tx, event.id);
  if (known.length >= most) {
    const message = `The event ${event.id} has ${most} ticket definitions, the maximum`;
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
}

function rejectOtherEvents({ id, registration }: StoredEvent): void {
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
    ...(hidden != null && { hidden }),
    ...(feeType && { feeType }),
    ...(given.extendedFields && { extendedFields: given.extendedFields }),
    ...(pricingMethod && { pricingMethod: priced(event, pricingMethod) }),
    salePeriod: period,
    limited: limit != null,
    initialLimit: limit,
    actualLimit: limit,
    limitPerCheckout: event.registration.tickets?.ticketLimitPerOrder ?? 20,
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

type Pricing = StoredDefinition["pricingMethod"];
type Price = NonNullable<Pricing["fixedPrice"]>;

/** Validates that there is exactly one pricing method, in the event's currency. */
function priced(event: StoredEvent, given: Pricing): Pricing {
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
      optionId,
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
export function bareDefinition({ internal: _, ...definition }: StoredDefinition): TicketDefinitionV3 {
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
          ...(free !== undefined && { unsoldCount: free }),
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
