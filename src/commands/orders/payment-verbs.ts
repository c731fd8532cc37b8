import type { Verb } from "../../cli/command.ts";
import { paymentFlags } from "../../cli/payments/flags.ts";

const args = [{ name: "[orders...]", describe: "ids or numbers; - reads them from stdin" }];
const notes = (done: string, already: string, not: string) =>
  `Says of every order what came of it: ${done}, ${already}, ${not}, not_found, failed or unknown; as NDJSON
with the request's id where nobody sits at a terminal. What is done already counts as done.

Every order is read first, and read again right before its one call. Nothing is sent a second time: where no answer
came the payment is read again, and an outcome that stays open is unknown (exit 10). Run the same command again then:
it begins with reading. Partly done is exit 9, a guard that does not hold is exit 6 and nothing was sent.`;

/** The verbs that move authorized money. */
export const paymentVerbs: readonly Verb[] = [
  {
    name: "capture",
    summary: "take the money that was authorized",
    args,
    flags: paymentFlags,
    examples: [
      {
        run: "till orders capture 10006 10007 --dry-run",
        does: "what that would take, and what it would not",
      },
      {
        run: "till orders capture 10006 --max-total 100USD --yes",
        does: "in a script, and never more than that",
      },
      {
        run: "till orders capture --status AUTHORIZED --older-than 2d --expires-before 7d --yes",
        does: "what waits for two days and would be let go within a week",
      },
      {
        run: "printf 'id\\n10006\\n10007\\n' | till orders capture - --expect 2 --yes",
        does: "from a file or a pipe",
      },
    ],
    notes: notes("captured", "already_captured", "not_capturable"),
    load: async () => ({ run: (await import("./payments.ts")).capture }),
  },
  {
    name: "void",
    summary: "let go the money that was authorized",
    args,
    flags: paymentFlags,
    examples: [
      { run: "till orders void 10008 --dry-run", does: "what that would let go" },
      { run: "till orders void 10008 --max-total 50USD --yes", does: "in a script" },
    ],
    notes: notes("voided", "already_voided", "not_voidable"),
    load: async () => ({ run: (await import("./payments.ts")).voidOrders }),
  },
];
