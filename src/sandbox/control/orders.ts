import type { WireInput, WireResult } from "../../api/endpoint.ts";
import type { sandboxOrders as endpoints } from "../../api/services/sandbox/sandbox-orders.ts";
import { setNextPayment } from "../kernel/next-payment.ts";
import { type Control, operator } from "./control.ts";
import { readLedger } from "./ledger.ts";

type Calls = typeof endpoints;

/** Control handlers of orders. */
export const ordersControl: {
  readonly [Call in keyof Calls]: (
    control: Control,
    input: WireInput<Calls[Call]>,
  ) => WireResult<Calls[Call]>;
} = {
  ledger: ({ store }, { orderId, limit }) =>
    store.read(operator, (tx) => readLedger(tx, orderId, limit ?? 100)),
  nextPayment({ store }, { outcome }) {
    setNextPayment(store.db, outcome ?? undefined);
    return {};
  },
};
