import type { Group } from "../command.ts";
import { paymentVerbs } from "./payment-verbs.ts";

/** `till orders …` */
export const orders: Group = {
  name: "orders",
  summary: "orders: see them, capture and void their payments, refund, fulfill",
  verbs: [...paymentVerbs],
};
