import type { Call } from "../../api/caller.ts";
import { type FilterField, orderOperators } from "../../api/query/filter.ts";
import {
  type AbandonedCheckout,
  abandonedCheckouts,
} from "../../api/services/abandoned-checkouts/abandoned-checkouts.ts";
import type { Order } from "../../api/services/orders/models.ts";
import { orders } from "../../api/services/orders/orders.ts";
import { type TicketDefinitionV3, ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { eventOrders } from "../../api/services/tickets/ticket-orders.ts";
import { day } from "../../kernel/durations.ts";
import { decimal, moneyText } from "../../kernel/money.ts";
import type { FigurePart, Figures, TicketRevenue } from "../../ui/screens/dashboard.state.ts";
import { listStock } from "../inventory/inventory.ts";
import { listRows } from "../listing.ts";
import { orderFilterFields } from "../orders/fields.ts";
import type { Catalog } from "../products/catalog.ts";
import type { Sales } from "../tickets/sales.ts";
import { type FigureOptions, type FigureRows, figuresOf } from "./figures.ts";

const dated: readonly FilterField[] = [{ name: "createdDate", type: "date", operators: orderOperators }];

/** All parts of the dashboard. */
export const figureParts: readonly FigurePart[] = ["sales", "stock", "tickets", "abandoned"];

/** Reads the lists that the requested parts need, concurrently, and returns the figures. */
export async function readFigures(
  { call, catalog }: { call: Call; catalog: Catalog },
  options: FigureOptions & { parts: readonly FigurePart[]; signal: AbortSignal },
): Promise<Figures> {
  const { now, days, signal, parts } = options;
  // One day more than the period, because days begin at different times in different time zones.
  const since = new Date(now.getTime() - (days + 1) * day).toISOString();
  const recent = { filter: `createdDate >= "${since}"`, all: true, signal };
  const open: { [Part in FigurePart]: () => FigureRows } = {
    sales: () => ({
      sales: listRows<Order>(
        { call, endpoint: orders.search, fields: orderFilterFields },
        { ...recent, filter: `${recent.filter} and status = APPROVED` },
      ).rows,
    }),
    stock: () => ({ stock: listStock(catalog, { all: true, signal }).rows }),
    tickets: () => ({ tickets: { types: ticketTypes(call, signal), revenue: ticketRevenue(call, signal) } }),
    abandoned: () => ({
      abandoned: listRows<AbandonedCheckout>(
        {
          call,
          endpoint: abandonedCheckouts.query,
          fields: dated,
        },
        recent,
      ).rows,
    }),
  };
  const figures = await figuresOf(Object.assign({}, ...parts.map((part) => open[part]())), options);
  // A cancellation is not a failed part.
  signal.throwIfAborted();
  return figures;
}

function ticketTypes(call: Call, signal: AbortSignal): AsyncIterable<TicketDefinitionV3> {
  return listRows<TicketDefinitionV3>(
    {
      call,
      endpoint: ticketDefinitions.query,
      fields: [],
      input: { fields: ["SALES_DETAILS", "EVENT_DETAILS"] },
    },
    { all: true, signal },
  ).rows;
}

/** Returns the platform's own totals, as in `till tickets summary`. */
async function* ticketRevenue(call: Call, signal: AbortSignal): AsyncGenerator<TicketRevenue> {
  const body = await call(eventOrders.summary, {}, { signal });
  for (const { total, revenue, totalOrders, totalTickets } of (body as Partial<Sales>).sales ?? [])
    yield {
      currency: total?.currency ?? "",
      tickets: totalTickets ?? 0,
      orders: totalOrders ?? 0,
      total: moneyText(decimal(total?.value ?? "0"), total?.currency ?? ""),
      revenue: moneyText(decimal(revenue?.value ?? "0"), total?.currency ?? ""),
    };
}
