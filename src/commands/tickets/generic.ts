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
  fields: {
    name: { grow: true },
    price: { path: "price.value", as: "money" },
    currency: { path: "price.currency" },
    limitPerCheckout: { label: "Max", as: "number" },
    saleStatus: { label: "Sale", words: saleWords },
    id: {},
  },
};
