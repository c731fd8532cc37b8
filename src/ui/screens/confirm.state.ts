import { displayWidth } from "../../kernel/text.ts";
import type { Target } from "../components/frame.tsx";
import { type Summary, summaryHeight } from "../components/summary.ts";
import { countOf, formatDuration } from "../words.ts";

/** What a plan says of itself before it is applied. Its texts may be untrusted. */
export interface PlanSummary {
  /** What is going to happen: `Set price +10% on 1,204 products`. */
  readonly title: string;
  readonly target: Target;
  /** Further sentences: what is left alone, how it can be undone. */
  readonly lines?: readonly string[];
  /** The first few changes. */
  readonly sample?: Summary;
  /** Changes that the plan has altogether; those not in the sample are counted under it. */
  readonly changes: number;
  /** Sums and the like, as label and value. */
  readonly totals?: readonly (readonly [label: string, value: string])[];
  /** Calls the platform will get, and how long they will take in milliseconds. */
  readonly calls: number;
  readonly estimateMs?: number;
  readonly warnings?: readonly string[];
  /** The question: `Apply 1,204 changes?` */
  readonly question: string;
  /** What must be typed (a number as shown, or a name) where y is not enough: for many, money and destruction. */
  readonly typed?: string;
}

/** The plan's size in words: `1,204 changes in 1,310 calls, about 2 min 11 s`. */
export function effortWords({ changes, calls, estimateMs }: PlanSummary): string {
  const time = estimateMs === undefined ? "" : `, about ${formatDuration(estimateMs)}`;
  return `${countOf(changes, "change")} in ${countOf(calls, "call")}${time}`;
}

/** As much of the plan as a window of this size holds: the sample gives way, row by row, to all else. */
export function fitPlan(plan: PlanSummary, columns: number, rows: number): PlanSummary {
  const { sample, ...rest } = plan;
  if (sample === undefined) return plan;
  const wrapped = (texts: readonly string[] = []) =>
    texts.reduce((sum, text) => sum + Math.ceil((displayWidth(text) + 12) / columns), 0);
  // Title, target, "and 7 more", effort, question (two rows where something is typed), hint, and one to spare.
  const others = 8 + wrapped(plan.lines) + wrapped(plan.warnings) + (plan.totals?.length ?? 0);
  for (let count = sample.rows.length; count > 0; count--) {
    const shorter = { ...sample, rows: sample.rows.slice(0, count) };
    if (summaryHeight(shorter, columns) + others < rows) return { ...plan, sample: shorter };
  }
  return rest;
}

/** Why what was typed does not confirm, or undefined if it does. `1204` and `1,204` are the same number. */
export function checkTyped(typed: string, expected: string): string | undefined {
  const bare = (text: string) => (/^[\d,\s]+$/.test(text) ? text.replace(/[,\s]/g, "") : text.trim());
  if (typed.trim() !== "" && bare(typed) === bare(expected)) return undefined;
  return `That is not ${expected}: type it exactly and press Enter, or Esc to leave everything as it is.`;
}
