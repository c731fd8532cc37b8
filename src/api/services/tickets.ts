import { readContract } from "../contract/contract.ts";
import type * as sharedTypes from "../contract/models.gen.ts";
import type * as models from "../contract/tickets.gen.ts";
import document from "../contract/tickets.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/tickets.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const {
  ticketDefinitions,
  ticketDefinitionsV1,
  ticketReservations,
  tickets,
  eventOrders,
  eventCheckout,
} = contract.services as unknown as models.Services;
export const OrderTag = contract.models.OrderTag as Schema<models.OrderTag>;
export type OrderTag = models.OrderTag;
export const ReservationStatus = contract.models.ReservationStatus as Schema<models.ReservationStatus>;
export type ReservationStatus = models.ReservationStatus;
export const Ticket = contract.models.Ticket as Schema<models.Ticket>;
export type Ticket = models.Ticket;
export const TicketDefinitionV3 = contract.models.TicketDefinitionV3 as Schema<models.TicketDefinitionV3>;
export type TicketDefinitionV3 = models.TicketDefinitionV3;
export const TicketHold = contract.models.TicketHold as Schema<models.TicketHold>;
export type TicketHold = models.TicketHold;
export const TicketInvoice = contract.models.TicketInvoice as Schema<models.TicketInvoice>;
export type TicketInvoice = models.TicketInvoice;
export const TicketOrder = contract.models.TicketOrder as Schema<models.TicketOrder>;
export type TicketOrder = models.TicketOrder;
export const TicketOrderStatus = sharedModels.models
  .TicketOrderStatus as Schema<sharedTypes.TicketOrderStatus>;
export type TicketOrderStatus = sharedTypes.TicketOrderStatus;
export const TicketState = contract.models.TicketState as Schema<models.TicketState>;
export type TicketState = models.TicketState;
