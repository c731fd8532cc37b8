import type { TicketDefinition } from "../../../api/services/tickets/ticket-definitions.ts";
import type { TicketReservation } from "../../../api/services/tickets/ticket-orders.ts";
import { availableCount } from "./capacity.ts";
import type { HeldLine, StoredDefinition } from "./tables.ts";

type Price = { value?: string | null; amount?: string | null; currency?: string | null };

/** Returns an amount with both field names. */
export const bothNames = ({ value, amount, currency }: Price = {}) => {
  const text = value ?? amount ?? "0";
  return { value: text, amount: text, currency: currency ?? "USD" };
};

/** Returns a ticket definition in the checkout format. */
export function toLegacyDefinition(
  definition: StoredDefinition,
  { policy = true, dashboard = false }: { policy?: boolean; dashboard?: boolean } = {},
): TicketDefinition {
  const { fixedPrice, guestPrice, pricingOptions, pricingType, free } = definition.pricingMethod;
  const { sold, reserved, place } = definition.internal;
  const options = pricingOptions?.optionDetails ?? [];
  const left = availableCount(definition);
  const most = definition.limitPerCheckout ?? 20;
  const { startDate, endDate, displayNotOnSale } = definition.salePeriod ?? {};
  return {
    id: definition.id,
    price: bothNames(fixedPrice ?? guestPrice ?? options[0]?.price ?? {}),
    free: free ?? false,
    name: definition.name,
    description: definition.description ?? "",
    limitPerCheckout: Math.min(20, most, left ?? most),
    orderIndex: place,
    eventId: definition.eventId,
    ...(policy && definition.policyText && { policy: definition.policyText }),
    ...(dashboard && {
      dashboard: {
        hidden: definition.hidden,
        sold: sold + reserved,
        limited: definition.limited ?? false,
        ...(definition.actualLimit != null && { quantity: definition.actualLimit, unsold: left }),
        ticketsSold: sold,
        ticketsReserved: reserved,
      },
    }),
    wixFeeConfig: { type: definition.feeType },
    ...(definition.salePeriod && {
      salePeriod: {
        ...(startDate && { startDate }),
        ...(endDate && { endDate }),
        hideNotOnSale: displayNotOnSale === false,
      },
    }),
    saleStatus: definition.saleStatus,
    pricing: {
      ...(fixedPrice && { fixedPrice: bothNames(fixedPrice) }),
      ...(guestPrice && { minPrice: bothNames(guestPrice) }),
      ...(options.length > 0 && {
        pricingOptions: {
          options: options.map(({ optionId, name, price }) => ({
            id: optionId,
            name,
            price: bothNames(price ?? {}),
          })),
        },
      }),
      ...(pricingType && { pricingType }),
    },
  };
}

/** Returns reserved tickets in the checkout format. */
export function toLegacyReservations(
  lines: readonly HeldLine[],
  definitionOf: (id: string) => StoredDefinition | undefined,
): TicketReservation[] {
  return lines.flatMap(({ ticketDefinitionId, quantity, price, ticketInfo }) => {
    const definition = definitionOf(ticketDefinitionId);
    if (!definition) return [];
    const ticket = { ...toLegacyDefinition(definition), price: bothNames(price ?? {}) };
    const { seatId, pricingOptionId, pricingOptionName } = ticketInfo ?? {};
    const details = {
      ...(seatId && { seatId }),
      ...(pricingOptionId && { pricingOptionId, pricingOptionName }),
    };
    const one = Object.keys(details).length > 0 ? { ticketDetails: [details] } : {};
    return [{ quantity, ticket, ...one }];
  });
}
