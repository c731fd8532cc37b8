import type { GenericResource } from "../../cli/generic/generic-resource.ts";

/** The argument that names a reservation. */
export const reservation = {
  name: "<reservation>",
  describe: "id",
  field: "reservationId",
};

/** The generic resource for tickets on sale and reserved tickets. */
export const checkout: GenericResource = {
  name: "checkout",
  summary: "Reserve and order tickets",
  service: "eventCheckout",
  singular: "ticket",
  kind: "ticket",
  reference: reservation,
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "PRICE", path: "price.value", as: "money" },
    { header: "CURRENCY", path: "price.currency" },
    { header: "MAX", path: "limitPerCheckout", as: "number" },
    { header: "SALE", path: "saleStatus" },
    { header: "ID", path: "id" },
  ],
};

/** The generic resource for sold tickets. */
export const sold: GenericResource = {
  name: "tickets",
  summary: "Manage sold tickets",
  service: "tickets",
  singular: "ticket",
  kind: "ticket",
  idField: "ticketNumber",
  idPath: "ticketNumber",
  reference: { name: "<ticket>", describe: "ticket number" },
  columns: [
    { header: "TICKET", path: "ticketNumber" },
    { header: "TYPE", path: "name", grow: true },
    { header: "GUEST", path: "guestFullName", grow: true },
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
