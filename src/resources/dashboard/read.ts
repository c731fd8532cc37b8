import type { Call } from "../../api/caller.ts";
import { abandonedCheckouts } from "../../api/endpoints/abandoned-checkouts.ts";
import { orders } from "../../api/endpoints/orders.ts";
import { ticketDefinitions } from "../../api/endpoints/ticket-definitions.ts";
import type { FilterField } from "../../api/filter.ts";
import { orderOperators } from "../../api/filter.ts";
import type { AbandonedCheckout } from "../../api/models/abandoned-checkout.ts";
import type { Order } from "../../api/models/order.ts";
import type { TicketDefinitionV3 } from "../../api/models/ticket-definition-v3.ts";
import type { Figures } from "../../ui/screens/dashboard.figures.ts";
import { listStock } from "../inventory.ts";
import { listRows } from "../listing.ts";
import { orderFilterFields } from "../orders/fields.ts";
import type { Catalog } from "../products/read.ts";
import { type FigureOptions, figuresOf } from "./figures.ts";

const dated: readonly FilterField[] = [{ name: "createdDate", type: "date", operators: orderOperators }];

/** Reads the lists that the figures are made of, at the same time, and adds them up as they come. */
export async function readFigures(
  { call, catalog }: { call: Call; catalog: Catalog },
  options: FigureOptions & { signal: AbortSignal },
): Promise<Figures> {
  const { now, days } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  // A day more than is looked at: where days begin is a matter of the time zone.
  const since = new Date(now.getTime() - (days + 1) * 86_400_000).toISOString();
  const lately = { filter: `createdDate >= "${since}"`, all: true, signal };
  const rows = {
    orders: listRows<Order>(
      { call, name: "orders.search", endpoint: orders.search, fields: orderFilterFields },
      { ...lately, filter: `${lately.filter} and status = APPROVED` },
    ).rows,
    stock: listStock(catalog, { all: true, signal }).rows,
    tickets: listRows<TicketDefinitionV3>(
      {
        call,
        name: "ticketDefinitions.query",
        endpoint: ticketDefinitions.query,
        fields: [],
        input: { fields: ["SALES_DETAILS", "EVENT_DETAILS"] },
      },
      { all: true, signal },
    ).rows,
    abandoned: listRows<AbandonedCheckout>(
      {
        call,
        name: "abandonedCheckouts.query",
        endpoint: abandonedCheckouts.query,
        fields: dated,
      },
      lately,
    ).rows,
  };
  try {
    return await figuresOf(rows, options);
  } finally {
    // Where one list cannot be read, the others need not be.
    over.abort();
  }
}
