import { endpoint } from "../../endpoint.ts";
import { enumOf, list, num, obj, text } from "../../models/fields.ts";

/** Control calls for the payments of a sandbox's orders. */
export const sandboxOrders = {
  ledger: endpoint("GET /__till/ledger", {
    open: true,
    role: "visitor",
    input: obj({ orderId: text({ maxLength: 100 }), limit: num({ min: 1, max: 100_000 }) }),
    result: obj({
      movements: list(
        obj({
          at: text(),
          orderId: text(),
          paymentId: text(),
          kind: enumOf("AUTHORIZED", "CAPTURED", "VOIDED", "CHARGED", "REFUNDED"),
          amount: text(),
          currency: text(),
        }),
      ),
      totals: list(
        obj({
          currency: text(),
          authorized: text(),
          captured: text(),
          captures: num(),
          voided: text(),
          charged: text(),
          refunded: text(),
        }),
      ),
    }),
    summary: "List the money movements of one order or all; a double capture appears twice",
  }),
  payment: endpoint("GET /__till/next-payment", {
    open: true,
    role: "visitor",
    input: obj({}),
    result: obj({ outcome: text() }),
    summary: "Get the outcome of the next payment",
  }),
  nextPayment: endpoint("POST /__till/next-payment", {
    open: true,
    role: "visitor",
    input: obj({ outcome: text({ maxLength: 100 }) }),
    result: obj({ outcome: text() }),
    effect: "set",
    summary: "Set the outcome of the next payment, such as DECLINED; without one, it is approved",
  }),
};
