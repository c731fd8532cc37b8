import { type Authorization, openAuthorizations, type PaymentAction, type PaymentOrder } from "./gateway.ts";

/** The result for one order, as scripts read it. */
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

/** The states and results of each action. */
export const actions = {
  capture: {
    title: "Capture",
    running: "CAPTURING",
    failed: "CAPTURE_FAILED",
    target: "CAPTURED",
    done: "captured",
    already: "already_captured",
    ineligible: "not_capturable",
    opposite: "void",
  },
  void: {
    title: "Void",
    running: "VOIDING",
    failed: "VOID_FAILED",
    target: "VOIDED",
    done: "voided",
    already: "already_voided",
    ineligible: "not_voidable",
    opposite: "capture",
  },
} as const;

/** Whether an action can be performed on an order: on which payments, or why not. */
export type Eligibility =
  | { is: "eligible" | "already"; authorizations: readonly Authorization[] }
  | { is: "ineligible" | "unknown"; reason: string; code: string };

/** Decides from the state of its payments what an action can do with an order. */
export function eligibilityOf(
  { authorizations, status }: Pick<PaymentOrder, "authorizations" | "status">,
  action: PaymentAction,
): Eligibility {
  const open = openAuthorizations(authorizations);
  if (open.length > 0) return { is: "eligible", authorizations: open };
  const withState = (state: string) => authorizations.filter((one) => one.state === state);
  const { target, running, opposite } = actions[action];
  if (withState(running).length > 0) {
    const reason = `a ${action} was accepted before and is not settled yet`;
    return { is: "unknown", reason, code: "PENDING" };
  }
  const other = actions[opposite].running;
  if (withState(other).length > 0) {
    const reason = `a ${opposite} was accepted before and is not settled yet`;
    return { is: "ineligible", reason, code: other };
  }
  const done = withState(target);
  if (done.length > 0) return { is: "already", authorizations: done };
  if (withState("VOIDED").length > 0)
    return { is: "ineligible", reason: "its authorization was voided", code: "VOIDED" };
  if (withState("CAPTURED").length > 0)
    return { is: "ineligible", reason: "it was captured", code: "CAPTURED" };
  const state = authorizations[0]?.state ?? status;
  const reason = `it has no authorized payment${state === undefined ? "" : ` (payment status ${state})`}`;
  return { is: "ineligible", reason, code: "NOT_AUTHORIZED" };
}
