import type { FieldChange, StepDescription } from "../../bulk/engine/job-kinds.ts";
import type { Json, Step, StepDraft } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { actions } from "./eligibility.ts";
import { type Authorization, type PaymentAction, type PaymentOrder, totalOf } from "./gateway.ts";

/** The `before` and `after` of a step: the state of each payment, and their total. */
interface PaymentStates {
  states: Record<string, string>;
  amount: string;
  currency: string;
}

/** The step kinds of captures and voids. */
export const paymentStepKinds: ReadonlySet<string> = new Set(["payment.capture", "payment.void"]);

/** Returns the step that captures or voids these payments of an order. */
export function paymentStep(
  action: PaymentAction,
  { id, number, currency }: PaymentOrder,
  authorizations: readonly Authorization[],
  source?: string,
): StepDraft {
  const money = { amount: totalOf(authorizations, currency), currency };
  const states = (state?: string) =>
    Object.fromEntries(authorizations.map((one) => [one.id, state ?? one.state]));
  return {
    kind: `payment.${action}`,
    id,
    label: number,
    before: { states: states(), ...money },
    after: { states: states(actions[action].target), ...money },
    ...(source !== undefined && { source }),
  };
}

/** Returns the action of a step. Throws UsageError for an unknown step kind. */
export function actionOf({ kind }: Pick<Step, "kind">): PaymentAction {
  if (kind === "payment.capture") return "capture";
  return kind === "payment.void" ? "void" : unknownKind({ kind });
}

/** Returns the amount of a step: decimal text and currency. */
export function moneyOf({ after }: Pick<StepDraft, "after">): { amount: string; currency: string } {
  const { amount, currency } = statesOf(after);
  return { amount, currency };
}

/** Returns a step's `before` or `after`. */
export const statesOf = (value: Json): PaymentStates => value as unknown as PaymentStates;

/** Returns the change of a step of a capture or void: the state of the payments and their total. */
export function paymentChanges(step: Step): FieldChange[] {
  const action = actionOf(step);
  const { amount, currency } = moneyOf(step);
  const after = `${amount} ${currency} ${actions[action].done}`;
  return [{ action, field: "payment", before: `${amount} ${currency} authorized`, after }];
}

/** Describes a step of a capture or void for a preview. */
export function describePaymentStep(step: Step): StepDescription {
  const { amount, currency } = moneyOf(step);
  return { label: step.label, what: actionOf(step), before: `${amount} ${currency}`, after: "" };
}
