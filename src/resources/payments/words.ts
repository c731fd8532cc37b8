import type { Step } from "../../bulk/journal/step.ts";
import type { StepWords } from "../products/words.ts";
import { moneyOf } from "./work.ts";

/** Whether a step moves authorized money. */
export const isPaymentStep = ({ kind }: Pick<Step, "kind">): boolean => kind.startsWith("payment.");

/** A step of a capture or void in the words of a preview. */
export function paymentWords(step: Step): StepWords {
  const { amount, currency } = moneyOf(step);
  const [, what = ""] = step.kind.split(".");
  return { label: step.label, what, before: `${amount} ${currency}`, after: "" };
}
