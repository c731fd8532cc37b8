import { amountText, type Decimal, decimal, sum } from "../../money.ts";
import { events, refreshRegistration, type StoredEvent } from "../events/tables.ts";
import type { Tx } from "../tx.ts";
import { freeOf } from "./capacity.ts";
import { definitions, type OrderState, type StoredDefinition, type StoredOrder } from "./tables.ts";

/** Orders that hold seats for good: their tickets are issued. */
const selling: ReadonlySet<OrderState> = new Set([
  "FREE",
  "PENDING",
  "OFFLINE_PENDING",
  "PAID",
  "PARTIALLY_PAID",
  "AUTHORIZED",
]);

/** Whether an order in this state has tickets that let people in. */
export const isSelling = (status: OrderState): boolean => selling.has(status);

/** What an event tells of its tickets: the range of prices, whether they are sold out. */
export function refreshTickets(tx: Tx, eventId: string): void {
  const event = tx.get(events, eventId);
  if (!event?.registration.tickets) return;
  const known = [...tx.each(definitions, { eventId })].filter(({ hidden }) => !hidden);
  const soldOut = known.length > 0 && known.every((one) => freeOf(one) === 0);
  const prices = known.flatMap(pricesOf).sort((one, other) => (one.lt(other) ? -1 : 1));
  const currency = event.registration.tickets.currency ?? "USD";
  const money = (amount: Decimal | undefined) => amount && { value: amountText(amount), currency };
  const { lowestPrice: _, highestPrice: __, ...rest } = event.registration.tickets;
  const [lowestPrice, highestPrice] = [money(prices[0]), money(prices.at(-1))];
  const tickets = {
    ...rest,
    soldOut,
    ...(lowestPrice && { lowestPrice }),
    ...(highestPrice && { highestPrice }),
  };
  const after = { ...event, registration: { ...event.registration, tickets } };
  if (JSON.stringify(after.registration.tickets) !== JSON.stringify(event.registration.tickets))
    refreshRegistration(tx, after);
}

/** What one ticket of a kind can cost. */
function pricesOf({ pricingMethod }: StoredDefinition): Decimal[] {
  const { fixedPrice, guestPrice, pricingOptions } = pricingMethod;
  const options = pricingOptions?.optionDetails?.map(({ price }) => price) ?? [];
  return [fixedPrice, guestPrice, ...options].flatMap((price) =>
    price?.value ? [decimal(price.value)] : [],
  );
}

/** Adds what an order that became one of its sales brings to its event (`sign` -1: takes it back). */
export function countSale(tx: Tx, order: StoredOrder, sign: 1 | -1): void {
  const event = tx.get(events, order.eventId);
  const known = event?.summaries.tickets;
  if (!event || !known) return;
  const currency = order.totalPrice?.currency ?? "USD";
  const added = (before: { value?: string | null } | null | undefined, amount: string | null | undefined) => {
    const factor = decimal(String(sign));
    const value = amountText(sum([decimal(before?.value ?? "0"), decimal(amount ?? "0").times(factor)]));
    return { value, amount: value, currency };
  };
  const tickets: NonNullable<StoredEvent["summaries"]["tickets"]> = {
    ticketsSold: (known.ticketsSold ?? 0) + sign * order.ticketsQuantity,
    totalOrders: (known.totalOrders ?? 0) + sign,
    revenue: added(known.revenue, order.invoice.revenue?.value),
    totalSales: added(known.totalSales, order.invoice.grandTotal?.value),
    currencyLocked: true,
  };
  refreshRegistration(tx, { ...event, summaries: { ...event.summaries, tickets } });
}
