import type {
  Ticket,
  TicketDefinitionV3,
  TicketHold,
  TicketInvoice,
  TicketOrder,
} from "../../api/services/tickets.ts";
import type { Stored } from "../kernel/entities.ts";
import type { Table } from "../kernel/tx.ts";
import type { Movement } from "../orders/index.ts";

export type SaleStatus = "SALE_SCHEDULED" | "SALE_STARTED" | "SALE_ENDED";
export type ReservationState = "PENDING" | "CONFIRMED" | "CANCELED" | "CANCELED_MANUALLY" | "EXPIRED";
export type OrderState =
  | "INITIATED"
  | "FREE"
  | "PENDING"
  | "OFFLINE_PENDING"
  | "PAID"
  | "PARTIALLY_PAID"
  | "AUTHORIZED"
  | "DECLINED"
  | "CANCELED"
  | "VOIDED";

type Pricing = NonNullable<TicketDefinitionV3["pricingMethod"]>;

/** A stored ticket definition with the numbers of sold and reserved tickets. */
export interface StoredDefinition extends Stored<TicketDefinitionV3> {
  eventId: string;
  name: string;
  hidden: boolean;
  pricingMethod: Pricing;
  feeType: string;
  saleStatus: SaleStatus;
  internal: { place: number; sold: number; reserved: number };
}

const flag = (value: boolean | null | undefined) => (value ? 1 : 0);

export const definitions: Table<StoredDefinition> = {
  name: "ticketDefinitions",
  columns: {
    eventId: "text",
    saleStatus: "text",
    /** The place within the event, under the name that clients sort by. */
    sortIndex: { type: "number", value: ({ internal }) => internal.place },
    createdDate: "text",
  },
};

export type HeldLine = NonNullable<TicketHold["tickets"]>[number] & {
  ticketDefinitionId: string;
  quantity: number;
};

/** A stored reservation with its order. */
export interface StoredReservation extends Stored<TicketHold> {
  eventId: string;
  expirationDate: string;
  status: ReservationState;
  tickets: HeldLine[];
  internal: { orderNumber?: string };
}

export const reservations: Table<StoredReservation> = {
  name: "ticketReservations",
  columns: {
    eventId: "text",
    status: "text",
  },
};

/** A stored ticket order. Its tickets have their own table. Amounts are decimal text. */
export interface StoredOrder extends TicketOrder {
  orderNumber: string;
  eventId: string;
  reservationId: string;
  created: string;
  updated: string;
  status: OrderState;
  confirmed: boolean;
  archived: boolean;
  fullyCheckedIn: boolean;
  ticketsQuantity: number;
  invoice: TicketInvoice;
  internal: {
    /** Answers to the form: one per ticket if the form requires it, otherwise the buyer's only. */
    guests: NonNullable<TicketOrder["checkoutForm"]>[];
    /** The reserved lines. */
    lines: HeldLine[];
    /** The ledger of payments. */
    ledger: Movement[];
    /** The confirmed event was emitted. */
    told?: boolean;
    couponId?: string;
    benefit?: { planOrderId: string; quantity: number };
    /** A pending capture or void. */
    waiting?: "CAPTURE" | "VOID";
    silent?: boolean;
  };
}

export const orders: Table<StoredOrder> = {
  name: "ticketOrders",
  columns: {
    eventId: "text",
    status: "text",
    created: "text",
    memberId: "text",
    contactId: "text",
    confirmed: { type: "number", value: ({ confirmed }) => flag(confirmed) },
    archived: { type: "number", value: ({ archived }) => flag(archived) },
    fullyCheckedIn: { type: "number", value: ({ fullyCheckedIn }) => flag(fullyCheckedIn) },
    totalPrice: { type: "number", value: ({ totalPrice }) => Number(totalPrice?.value ?? 0) },
    searchText: {
      type: "text",
      value: ({ fullName, email, orderNumber }) => `${fullName} ${email} ${orderNumber}`.toLowerCase(),
    },
  },
};

/** A sold ticket. */
export interface StoredTicket extends Ticket {
  ticketNumber: string;
  orderNumber: string;
  ticketDefinitionId: string;
  eventId: string;
  created: string;
  orderStatus: OrderState;
  archived: boolean;
  orderArchived: boolean;
  canceled: boolean;
  guestDetails: NonNullable<Ticket["guestDetails"]>;
}

export const tickets: Table<StoredTicket> = {
  name: "eventTickets",
  columns: {
    orderNumber: "text",
    eventId: "text",
    ticketDefinitionId: "text",
    created: "text",
    orderStatus: "text",
    memberId: "text",
    checkedIn: { type: "number", value: (ticket) => flag(isCheckedIn(ticket)) },
    searchText: {
      type: "text",
      value: ({ guestFullName, orderFullName, ticketNumber, guestDetails }) =>
        `${guestFullName} ${orderFullName} ${ticketNumber} ${guestDetails.email}`.toLowerCase(),
    },
  },
};

/** Returns whether a ticket is checked in. */
export const isCheckedIn = ({ checkIn }: Pick<StoredTicket, "checkIn">): boolean => checkIn?.created != null;
