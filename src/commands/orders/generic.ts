import type { Call } from "../../api/caller.ts";
import type { GenericResource } from "../../cli/generic/generic-resource.ts";

/** The argument that names an order. */
export const orderArg = { name: "<order>", describe: "id or number" };

/** The generic resource for orders. */
export const orderGeneric: GenericResource = {
  name: "orders",
  summary: "",
  service: "orders",
  singular: "order",
  kind: "order",
  reference: orderArg,
  fields: {
    number: {},
    id: {},
    status: {},
    email: { path: "buyerInfo.email" },
    buyerNote: { label: "Note" },
    archived: {},
    seenByAHuman: { label: "Seen" },
    paymentStatus: { label: "Payment" },
  },
  list: "number id status email buyerNote archived seenByAHuman",
};

/** Returns the id of an order by id or number. */
export const orderId = async (call: Call, name: string): Promise<string> =>
  (await import("../../resources/orders/find.ts")).findOrderId(call, name);
