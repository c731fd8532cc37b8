import { amountText, type Decimal, decimal, sum } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { events, refreshRegistration, type StoredEvent } from "../events/index.ts";
import { availableCount } from "./capacity.ts";
import { definitions, type OrderState, type StoredDefinition, type StoredOrder } from "./tables.ts";

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
    ...(lowestPrice && { lowestPrice }),
    ...(highestPrice && { highestPrice }),
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
  const added = (before: Price, of: (order: StoredOrder) => Price) => {
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

type Price = { value?: string | null } | null | undefined;
