import type { GenericResource } from "../../cli/generic/generic-resource.ts";
import { saleWords } from "../../resources/tickets/words.ts";

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
  words: { saleStatus: saleWords },
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "PRICE", path: "price.value", as: "money" },
    { header: "CURRENCY", path: "price.currency" },
    { header: "MAX", path: "limitPerCheckout", as: "number" },
    { header: "SALE", path: "saleStatus" },
    { header: "ID", path: "id" },
  ],
};
