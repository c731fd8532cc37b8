import { orders } from "../../api/services/orders/orders.ts";
import type { EntityKind } from "../snapshot/entities.ts";

/** Orders that were created since a time, or all. They are read, not written. */
export const orderKind = (since: Date | undefined): EntityKind => ({
  kind: "order",
  domain: "orders",
  name: "orders",
  call: "orders.search",
  endpoint: orders.search,
  input: {
    search: {
      filter: since ? { createdDate: { $gte: since.toISOString() } } : {},
      sort: [{ fieldName: "createdDate", order: "ASC" }],
    },
  },
  apart: ["checkoutId"],
});
