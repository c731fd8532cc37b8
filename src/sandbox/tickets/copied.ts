import type { Ticket, TicketDefinitionV3, TicketOrder } from "../../api/services/tickets.ts";
import { amountText, decimal } from "../../kernel/money.ts";
import { events } from "../events/index.ts";
import { copied } from "../kernel/copied.ts";
import type { Tx } from "../kernel/tx.ts";
import type { Movement } from "../orders/index.ts";
import { definitionsOf, isSelling, scheduleSale } from "./definitions.ts";
import {
  definitions,
  type HeldLine,
  orders,
  type StoredDefinition,
  type StoredOrder,
  type StoredTicket,
  tickets,
} from "./tables.ts";

/** Ticket types of another shop with the number of sold tickets. Their sale is scheduled. */
export const copiedDefinition = copied<TicketDefinitionV3, StoredDefinition>({
  table: definitions,
  document(tx, { salesDetails, eventDetails, seatingDetails, ...rest }) {
    if (!hasEvent(tx, rest)) return undefined;
    const present = definitionsOf(tx, rest.eventId ?? "");
    const place = Math.max(0, ...present.map(({ internal }) => internal.place)) + 1;
    return {
      name: "",
      hidden: false,
      feeType: "NO_FEE",
      pricingMethod: {},
      saleStatus: "SALE_STARTED",
      ...rest,
      internal: { place, sold: salesDetails?.soldCount ?? 0, reserved: 0 },
    } as StoredDefinition;
  },
  stored(tx, definition) {
    scheduleSale(tx, definition);
  },
});

const paid: ReadonlySet<string> = new Set(["PAID", "PARTIALLY_PAID"]);

/** Orders of tickets of another shop, without their reservations. */
export const copiedTicketOrder = copied<TicketOrder, StoredOrder>({
  table: orders,
  id: ({ orderNumber }) => orderNumber,
  document(tx, { tickets, ticketsPdf, availableActions, invoice, ...rest }) {
    if (!hasEvent(tx, rest)) return undefined;
    const { previewUrl, ...amounts } = invoice ?? {};
    const created = String(rest.created ?? tx.now.toISOString());
    const order = {
      reservationId: "",
      updated: created,
      status: "PAID",
      confirmed: true,
      archived: false,
      fullyCheckedIn: false,
      ticketsQuantity: 0,
      fullName: "",
      email: "",
      ...rest,
      created,
      invoice: amounts,
    } as StoredOrder;
    const lines = (amounts.items ?? []).map(
      ({ id, quantity, name, price }): HeldLine =>
        ({ ticketDefinitionId: id ?? "", quantity: quantity ?? 1, ticketName: name, price }) as HeldLine,
    );
    const guests = order.checkoutForm ? [order.checkoutForm] : [];
    return { ...order, internal: { guests, lines, ledger: ledgerOf(order), told: true } };
  },
});

/** Returns the movement of money that led to the status of an order. */
function ledgerOf({
  status,
  created,
  invoice,
  totalPrice,
  balanceSummary,
  ...order
}: StoredOrder): Movement[] {
  const kind = status === "AUTHORIZED" ? "AUTHORIZED" : paid.has(status) ? "CHARGED" : undefined;
  const total = decimal(invoice?.grandTotal?.value ?? totalPrice?.value ?? "0");
  const amount = total.minus(decimal(balanceSummary?.balance?.value ?? "0"));
  if (kind === undefined || !amount.gt(decimal("0"))) return [];
  const paymentId = order.transactionId ?? order.orderNumber;
  return [{ at: created, paymentId, kind, amount: amountText(amount) }];
}

/** Sold tickets of another shop, whose order must be stored before. */
export const copiedTicket = copied<{ eventId?: string | null; ticket: Ticket }, StoredTicket>({
  table: tickets,
  id: ({ ticketNumber }) => ticketNumber,
  document(tx, given) {
    const { qrCode, checkInUrl, ticketPdf, ticketPdfUrl, ...rest } = given.ticket;
    const { walletPassUrl, ...ticket } = rest;
    const order = tx.get(orders, ticket.orderNumber ?? "");
    const eventId = given.eventId || order?.eventId || "";
    if (!hasEvent(tx, { eventId })) return undefined;
    const status = (ticket.orderStatus ?? order?.status ?? "PAID") as StoredTicket["orderStatus"];
    return {
      archived: false,
      orderArchived: order?.archived ?? false,
      canceled: !isSelling(status),
      orderFullName: order?.fullName ?? "",
      guestFullName: "",
      ...ticket,
      orderStatus: status,
      eventId,
      created: order?.created ?? tx.now.toISOString(),
      guestDetails: ticket.guestDetails ?? {},
    } as StoredTicket;
  },
});

const hasEvent = (tx: Tx, { eventId }: { eventId?: string | null }) =>
  tx.get(events, eventId ?? "") !== undefined;
