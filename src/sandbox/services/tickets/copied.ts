import type { TicketDefinitionV3 } from "../../../api/services/tickets/models/ticket-definition-v3.ts";
import type { Ticket, TicketOrder } from "../../../api/services/tickets/models/ticket-order.ts";
import { amountText, decimal } from "../../../kernel/money.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import type { Tx } from "../../kernel/tx.ts";
import { events } from "../events/index.ts";
import type { Movement } from "../orders/index.ts";
import { isSelling } from "./counts.ts";
import { definitionsOf } from "./definitions.ts";
import { scheduleSale } from "./sale.ts";
import {
  definitions,
  type HeldLine,
  orders,
  type StoredDefinition,
  type StoredOrder,
  type StoredTicket,
  tickets,
} from "./tables.ts";

/** Stores a ticket type of another shop with the number of sold tickets, and schedules its sale. Returns false without its event. */
export function putCopiedDefinition(tx: StoreTx, given: TicketDefinitionV3): boolean {
  if (!hasEvent(tx, given)) return false;
  const { salesDetails, eventDetails: _, seatingDetails: __, ...rest } = given;
  const known = definitionsOf(tx, rest.eventId ?? "");
  const place = Math.max(0, ...known.map(({ internal }) => internal.place)) + 1;
  const definition = {
    ...{ name: "", hidden: false, feeType: "NO_FEE", pricingMethod: {}, saleStatus: "SALE_STARTED" },
    ...rest,
    internal: { place, sold: salesDetails?.soldCount ?? 0, reserved: 0 },
  } as StoredDefinition;
  tx.put(definitions, definition.id, definition);
  if (definition.saleStatus !== "SALE_ENDED") scheduleSale(tx, definition);
  return true;
}

const paid: ReadonlySet<string> = new Set(["PAID", "PARTIALLY_PAID"]);

/** Stores an order of tickets of another shop, without its reservation. Returns false without its event. */
export function putCopiedTicketOrder(tx: Tx, given: TicketOrder): boolean {
  if (!hasEvent(tx, given)) return false;
  const { tickets: _, ticketsPdf: __, availableActions: ___, invoice, ...rest } = given;
  const { previewUrl: ____, ...amounts } = invoice ?? {};
  const created = String(rest.created ?? tx.now.toISOString());
  const order = {
    ...{ reservationId: "", updated: created, status: "PAID", confirmed: true, archived: false },
    ...{ fullyCheckedIn: false, ticketsQuantity: 0, fullName: "", email: "" },
    ...rest,
    ...{ created, invoice: amounts },
  } as StoredOrder;
  const lines = (amounts.items ?? []).map(
    ({ id, quantity, name, price }): HeldLine =>
      ({ ticketDefinitionId: id ?? "", quantity: quantity ?? 1, ticketName: name, price }) as HeldLine,
  );
  const total = decimal(amounts.grandTotal?.value ?? order.totalPrice?.value ?? "0");
  const amount = total.minus(decimal(order.balanceSummary?.balance?.value ?? "0"));
  const kind = order.status === "AUTHORIZED" ? "AUTHORIZED" : paid.has(order.status) ? "CHARGED" : undefined;
  const ledger: Movement[] =
    kind && amount.gt(decimal("0"))
      ? [
          {
            at: created,
            paymentId: order.transactionId ?? order.orderNumber,
            kind,
            amount: amountText(amount),
          },
        ]
      : [];
  const guests = order.checkoutForm ? [order.checkoutForm] : [];
  const internal = { guests, lines, ledger, told: true };
  tx.put(orders, order.orderNumber, { ...order, internal });
  return true;
}

/** Stores a sold ticket of another shop, whose order must be stored before. Returns false without its event. */
export function putCopiedTicket(tx: Tx, given: { eventId?: string | null; ticket: Ticket }): boolean {
  const { qrCode: _, checkInUrl: __, ticketPdf: ___, ticketPdfUrl: ____, ...rest } = given.ticket;
  const { walletPassUrl: _____, ...ticket } = rest;
  const order = tx.get(orders, ticket.orderNumber ?? "");
  const eventId = given.eventId || order?.eventId || "";
  if (!hasEvent(tx, { eventId })) return false;
  const status = (ticket.orderStatus ?? order?.status ?? "PAID") as StoredTicket["orderStatus"];
  const stored = {
    ...{ archived: false, orderArchived: order?.archived ?? false, canceled: !isSelling(status) },
    ...{ orderFullName: order?.fullName ?? "", guestFullName: "" },
    ...ticket,
    orderStatus: status,
    eventId,
    created: order?.created ?? tx.now.toISOString(),
    guestDetails: ticket.guestDetails ?? {},
  } as StoredTicket;
  tx.put(tickets, stored.ticketNumber, stored);
  return true;
}

const hasEvent = (tx: Tx, { eventId }: { eventId?: string | null }) =>
  tx.get(events, eventId ?? "") !== undefined;
