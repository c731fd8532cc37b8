import type { GenericResource } from "../../cli/generic/generic-resource.ts";

/** How a reservation is named on a command line. */
export const reservation = {
  name: "<reservation>",
  describe: "the reservation's id",
  field: "reservationId",
};

/** Tickets that are on their way to a buyer. */
export const checkout: GenericResource = {
  name: "checkout",
  summary: "tickets on their way to a buyer",
  service: "eventCheckout",
  singular: "ticket",
  kind: "ticket",
  reference: reservation,
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "PRICE", path: "price.value", as: "money" },
    { header: "CURRENCY", path: "price.currency" },
    { header: "MOST", path: "limitPerCheckout", as: "number" },
    { header: "SALE", path: "saleStatus" },
    { header: "ID", path: "id" },
  ],
};

/** Tickets that were sold, and let people in. */
export const sold: GenericResource = {
  name: "tickets",
  summary: "tickets that were sold",
  service: "tickets",
  singular: "ticket",
  kind: "ticket",
  idField: "ticketNumber",
  idPath: "ticketNumber",
  reference: { name: "<ticket>", describe: "its number" },
  columns: [
    { header: "TICKET", path: "ticketNumber" },
    { header: "KIND", path: "name", grow: true },
    { header: "FOR", path: "guestFullName", grow: true },
    { header: "ORDER", path: "orderNumber" },
    { header: "STATUS", path: "orderStatus" },
    { header: "CHECKED IN", path: "checkIn.created", as: "ago" },
  ],
  filters: {
    ticketNumber: { here: "text" },
    name: { here: "text" },
    guestFullName: { here: "text" },
    orderFullName: { here: "text" },
    "guestDetails.email": { here: "text" },
    "checkIn.created": { here: "date" },
    ticketDefinitionId: { here: "text" },
    memberId: { here: "text" },
    free: { here: "boolean" },
    archived: { here: "boolean" },
    canceled: { here: "boolean" },
  },
};
