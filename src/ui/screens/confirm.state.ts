import { displayWidth } from "../../kernel/text.ts";
import type { Target } from "../components/frame.tsx";
import { type Summary, summaryHeight } from "../components/summary.ts";
import { countOf, formatDuration } from "../format.ts";

/** The summary of a plan that has to be confirmed. Its texts may be untrusted. */
export interface PlanSummary {
  /** The title: `Set price +10% on 1,204 products`. */
  readonly title: string;
  readonly target?: Target;
  /** Further sentences, such as how it can be undone. */
  readonly lines?: readonly string[];
  /** A short table of what will happen, such as the number of changes of each kind. */
  readonly summary?: Summary;
  /** The number of changes. */
  readonly changes: number;
  /** Totals, as label and value. */
  readonly totals?: readonly (readonly [label: string, value: string])[];
  /** The number of requests, if it is known, and their estimated duration in milliseconds. */
  readonly requests?: number;
  readonly estimateMs?: number;
  readonly warnings?: readonly string[];
  /** The question: `Apply 1,204 changes?` */
  readonly question: string;
  /** A number or name that has to be typed, for plans where y is not enough. */
  readonly typed?: string;
  /** Whether it moves money: the question then has the colour of warnings. */
  readonly money?: boolean;
}

/** Returns the size of a plan: `1,204 changes in 1,310 requests, about 2 min 11 s`. */
export function describeEffort({ changes, requests, estimateMs }: PlanSummary): string {
  const about = (estimateMs ?? 0) < 500 ? "" : "about ";
  const time = estimateMs === undefined ? "" : `, ${about}${formatDuration(estimateMs)}`;
  const sent = requests === undefined ? "" : ` in ${countOf(requests, "request")}`;
  return `${countOf(changes, "change")}${sent}${time}`;
}

/** Returns the plan with as many rows of its table as fit into the window. */
export function fitPlan(plan: PlanSummary, columns: number, rows: number): PlanSummary {
  const { summary, ...rest } = plan;
  if (summary === undefined) return plan;
  const wrapped = (texts: readonly string[] = []) =>
    texts.reduce((sum, text) => sum + Math.ceil((displayWidth(text) + 12) / columns), 0);
  // Title, target, "and 7 more", effort, question (two rows with input), hint and a spare one.
  const others = 8 + wrapped(plan.lines) + wrapped(plan.warnings) + (plan.totals?.length ?? 0);
  for (let count = summary.rows.length; count > 0; count--) {
    const shorter = { ...summary, rows: summary.rows.slice(0, count) };
    if (summaryHeight(shorter, columns) + others < rows) return { ...plan, summary: shorter };
  }
  return rest;
}

/** Returns why the typed text does not confirm; undefined if it does. `1204` equals `1,204`. */
export function checkTyped(typed: string, expected: string): string | undefined {
  const bare = (text: string) => (/^[\d,\s]+$/.test(text) ? text.replace(/[,\s]/g, "") : text.trim());
  if (typed.trim() !== "" && bare(typed) === bare(expected)) return undefined;
  return `This is not ${expected}. Type it exactly and press Enter, or press Esc to cancel.`;
}
