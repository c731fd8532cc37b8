import { type Account, type Aim, type Hold, openHolds } from "./account.ts";

/** What came of one order, in the words that scripts read. */
export type PaymentResult =
  | "captured"
  | "already_captured"
  | "voided"
  | "already_voided"
  | "not_capturable"
  | "not_voidable"
  | "not_found"
  | "failed"
  | "unknown";

/** The words of an aim. */
export const wordsOfAim = {
  capture: {
    verb: "capture",
    doing: "captured",
    target: "CAPTURED",
    done: "captured",
    already: "already_captured",
    not: "not_capturable",
  },
  void: {
    verb: "void",
    doing: "voided",
    target: "VOIDED",
    done: "voided",
    already: "already_voided",
    not: "not_voidable",
  },
} as const;

/** What is to be done with an account: move these payments, or nothing, and why. */
export type Verdict =
  | { is: "move"; holds: readonly Hold[] }
  | { is: "already"; holds: readonly Hold[] }
  | { is: "not" | "unknown"; reason: string; code: string };

/** Looks at how the payments of an account stand. */
export function judge({ holds, status }: Pick<Account, "holds" | "status">, aim: Aim): Verdict {
  const open = openHolds(holds);
  if (open.length > 0) return { is: "move", holds: open };
  const { target, verb } = wordsOfAim[aim];
  const having = (state: string) => holds.filter((hold) => hold.state === state);
  const [under, other] =
    aim === "capture" ? (["CAPTURING", "VOIDING"] as const) : (["VOIDING", "CAPTURING"] as const);
  if (having(under).length > 0) {
    const reason = `a ${verb} was accepted before and is not settled yet`;
    return { is: "unknown", reason, code: "PENDING" };
  }
  if (having(other).length > 0) {
    const reason = `a ${aim === "capture" ? "void" : "capture"} was accepted before and is not settled yet`;
    return { is: "not", reason, code: other };
  }
  const done = having(target);
  if (done.length > 0) return { is: "already", holds: done };
  if (having("VOIDED").length > 0)
    return { is: "not", reason: "its authorization was voided", code: "VOIDED" };
  if (having("CAPTURED").length > 0) return { is: "not", reason: "it was captured", code: "CAPTURED" };
  const state = holds[0]?.state ?? status;
  const reason = `it has no authorized payment${state === undefined ? "" : ` (payment status ${state})`}`;
  return { is: "not", reason, code: "NOT_AUTHORIZED" };
}
