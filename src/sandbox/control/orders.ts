import type { WireInput, WireResult } from "../../api/endpoint.ts";
import type { sandboxOrders as endpoints } from "../../api/services/sandbox/sandbox.ts";
import { invalid } from "../kernel/invalid.ts";
import { nextPayment, setNextPayment } from "../kernel/next-payment.ts";
import { refundabilityReasons } from "../services/payments/index.ts";
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
  payment: ({ store }) => ({ outcome: nextPayment(store.db) ?? approved }),
  nextPayment({ store }, { outcome }) {
    const next = outcome?.trim().toUpperCase().replaceAll("-", "_") || approved;
    if (!paymentOutcomes.includes(next)) {
      const values = [...paymentOutcomes];
      throw invalid("outcome", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
    }
    setNextPayment(store.db, next === approved ? undefined : next);
    return { outcome: next };
  },
};

const approved = "APPROVED";

/** Every outcome that some kind of payment, capture or refund has. */
const paymentOutcomes = [
  approved,
  "DECLINED",
  "AUTHORIZED",
  "OFFLINE",
  "PENDING",
  "PENDING_MERCHANT",
  "PARTIALLY_PAID",
  "CANCELED",
  "INITIATED",
  "NONE",
  "SCHEDULED",
  ...Object.keys(refundabilityReasons),
];
