import type { Ticket, TicketOrder } from "../../../api/services/tickets/ticket-orders.ts";
import type { Tx } from "../../kernel/tx.ts";
import { showTicket, ticketsOf } from "./issue.ts";
import { type StoredOrder, type StoredTicket, tickets } from "./tables.ts";

type RequestedFields = readonly (string | null)[] | null | undefined;

/** Returns the available actions of an order. */
export function actionsFor({ status, archived, internal }: StoredOrder): string[] {
  const waits = ["PENDING", "OFFLINE_PENDING", "PARTIALLY_PAID", "INITIATED"].includes(status);
  return [
    archived ? "UNARCHIVE" : "ARCHIVE",
    ...(waits ? ["CONFIRM"] : []),
    ...(status === "AUTHORIZED" && !internal.waiting ? ["CAPTURE", "VOID"] : []),
  ];
}

/** Returns an order with the requested field groups, by default all but the answers to the form. */
export function showOrder(
  tx: Tx,
  order: StoredOrder,
  fieldset?: RequestedFields,
  issued: readonly StoredTicket[] = isAsked(fieldset, "TICKETS") ? ticketsOf(tx, order.orderNumber) : [],
): TicketOrder {
  const { internal: _, checkoutForm, invoice, ...rest } = order;
  const site = tx.setting("siteUrl") ?? "https://shop.example/";
  return {
    ...rest,
    ...(isAsked(fieldset, "FORM") && { checkoutForm }),
    ...(isAsked(fieldset, "INVOICE") && {
      invoice: {
        ...invoice,
        previewUrl: new URL(`/_api/events/orders/${order.orderNumber}/invoice`, site).href,
      },
    }),
    ...(isAsked(fieldset, "TICKETS") && {
      tickets: issued.map((ticket): Ticket => showTicket(tx, ticket, ["GUEST_DETAILS", "TICKET_DETAILS"])),
    }),
    ticketsPdf: new URL(`/_api/events/orders/${order.orderNumber}/tickets.pdf`, site).href,
    availableActions: actionsFor(order),
  };
}

/** Returns a page of orders, reading their tickets in one query. */
export function showOrders(tx: Tx, page: readonly StoredOrder[], fieldset: RequestedFields): TicketOrder[] {
  const issued = new Map<string, StoredTicket[]>();
  if (isAsked(fieldset, "TICKETS") && page.length > 0) {
    const filter = { orderNumber: { $in: page.map(({ orderNumber }) => orderNumber) } };
    const sort = [{ fieldName: "id", order: "ASC" }];
    for (const ticket of tx.query(tickets, { filter, sort, limit: 100_000 }).items) {
      const known = issued.get(ticket.orderNumber);
      if (known) known.push(ticket);
      else issued.set(ticket.orderNumber, [ticket]);
    }
  }
  return page.map((order) => showOrder(tx, order, fieldset, issued.get(order.orderNumber) ?? []));
}

const isAsked = (fieldset: RequestedFields, group: string) => !fieldset?.length || fieldset.includes(group);
