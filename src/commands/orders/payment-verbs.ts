import type { Verb } from "../../cli/command.ts";
import { paymentFlags } from "../../cli/jobs/payment-flags.ts";

const args = [{ name: "[orders...]", describe: "ids or numbers; - reads them from stdin" }];
const notes = (done: string, already: string, not: string) =>
  `Prints the result for each order: ${done}, ${already}, ${not}, not_found, failed or unknown; as NDJSON with
request ids when stdout is not a terminal. ${already} counts as a success.

Each order is read first, and again right before its request. A request is never sent twice: if the response is lost,
the payment is read again, and if the outcome is still not clear the result is unknown (exit 10). It is safe to run the
same command again. Exit 9 means partly done; exit 6 means that a guard failed and nothing was sent.`;

/** The verbs that capture and void authorized payments. */
export const paymentVerbs: readonly Verb[] = [
  {
    name: "capture",
    summary: "Capture authorized payments",
    args,
    flags: paymentFlags,
    examples: [
      "till orders capture 10006 10007 --dry-run # preview what would be captured",
      "till orders capture 10006 --max-total 100USD --yes # without confirmation, up to a maximum total",
      "till orders capture --status AUTHORIZED --older-than 2d --expires-before 7d --yes # payments older than two days that expire within a week",
      "printf 'id\\n10006\\n10007\\n' | till orders capture - --expect 2 --yes # read order numbers from stdin",
    ],
    notes: notes("captured", "already_captured", "not_capturable"),
    load: async () => ({
      run: (await import("../../cli/jobs/payments.ts")).paymentCommand("orders.capture"),
    }),
  },
  {
    name: "void",
    summary: "Void authorized payments",
    args,
    flags: paymentFlags,
    examples: [
      "till orders void 10008 --dry-run # preview what would be voided",
      "till orders void 10008 --max-total 50USD --yes # without confirmation, up to a maximum total",
    ],
    notes: notes("voided", "already_voided", "not_voidable"),
    load: async () => ({ run: (await import("../../cli/jobs/payments.ts")).paymentCommand("orders.void") }),
  },
];
