import type { Verb } from "../../cli/command.ts";
import { yesFlag } from "../../cli/flags.ts";
import { verbOf } from "../../cli/generic/generic-verbs.ts";
import { orderArg, orderGeneric, orderId } from "./generic.ts";

const args = [{ ...orderArg, field: "orderId", finds: orderId }];

/** The verbs that approve, reject and record payments of orders. */
export const statusVerbs: readonly Verb[] = [
  verbOf(orderGeneric, {
    name: "approve",
    summary: "Approve a pending order",
    call: "updateStatus",
    args,
    defaults: { status: "APPROVED" },
    prints: "order",
    list: "number status paymentStatus",
    examples: [
      "till orders approve 10011 # approve a pending order",
      "till orders approve 10011 --json # print the order as JSON",
    ],
  }),
  verbOf(orderGeneric, {
    name: "reject",
    summary: "Reject an order and return its items to the stock",
    call: "updateStatus",
    args,
    defaults: { status: "REJECTED" },
    confirms: "Reject the order",
    prints: "order",
    list: "number status paymentStatus",
    examples: [
      "till orders reject 10011 # asks for confirmation",
      "till orders reject 10011 --yes # without confirmation",
    ],
  }),
  {
    name: "mark-paid",
    writes: true,
    summary: "Record a payment that was made outside the platform",
    args: [orderArg],
    flags: [
      { flags: "--amount <amount>", describe: "amount of a partial payment (default: all that is unpaid)" },
      {
        flags: "--method <name>",
        describe: "how it was paid: cash, check, bank-transfer, or any other name",
      },
      yesFlag,
    ],
    examples: [
      "till orders mark-paid 10012 --dry-run # preview the payment",
      "till orders mark-paid 10012 --method bank-transfer --yes # the whole order, without confirmation",
      "till orders mark-paid 10012 --amount 20.00 --method cash --yes # a partial payment",
    ],
    notes:
      "Never sent twice. If the response is lost, the order is read again to find out whether it is paid.",
    load: () => import("./mark-paid.ts"),
  },
];
