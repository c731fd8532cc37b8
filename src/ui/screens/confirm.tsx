import { type ReactElement, useState } from "react";
import { displayWidth } from "../../kernel/text.ts";
import { Field } from "../components/field.tsx";
import { Answered, Frame, Hint, Line } from "../components/frame.tsx";
import { YesNo } from "../components/list.tsx";
import { type Summary, SummaryTable, summaryHeight } from "../components/table.tsx";
import { countOf, formatCount, formatDuration } from "../format.ts";
import { fieldKeys, type KeyAction, useActions } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import { checkTyped, type Target } from "../question.ts";
import { useSize } from "../terminal.ts";
import type { Tone } from "../theme.ts";

/** The answer; `changes`: show every change and ask again; `interrupted`: Ctrl-C, after which the command exits with code 130. */
export type Confirmation = "yes" | "no" | "changes" | "interrupted";

/**
 * Shows what a plan will do and asks whether to do it. The answer is yes only for y, or for the text that `plan.typed`
 * requires; Enter alone, Esc, q and Ctrl-C mean no. With `showsChanges`, d shows every change. Rejects with the reason of
 * `signal` when that aborts.
 */
export function confirmPlan(
  terminal: Terminal,
  plan: PlanSummary,
  { signal, showsChanges = false }: { signal?: AbortSignal | undefined; showsChanges?: boolean } = {},
): Promise<Confirmation> {
  const collapsed = (yes: boolean) => (
    <Answered question={plan.question} answer={yes ? "yes" : "no"} ok={yes} />
  );
  return mount<Confirmation>(
    (answer) => (
      <Confirm
        plan={plan}
        onAnswer={(yes) => answer(yes ? "yes" : "no", collapsed(yes))}
        onChanges={showsChanges ? () => answer("changes") : undefined}
      />
    ),
    terminal,
    {
      signal,
      scrollKeys: plan.typed === undefined ? [] : fieldKeys,
      onInterrupt: (answer) => answer("interrupted", collapsed(false)),
    },
  );
}

/** Asks whether to make one change: y, or the text that `typed` asks for; everything else is no. Ctrl-C is `interrupted`. */
export const askConfirmation = (
  terminal: Terminal,
  { signal, ...asked }: Pick<PlanSummary, "question" | "target" | "typed"> & { signal?: AbortSignal },
) =>
  confirmPlan(
    terminal,
    {
      ...asked,
      title: "",
      isPreviewed: true,
      changes: 1,
      money: true,
    },
    { signal },
  );

/** The confirmation screen: what will happen, warnings and the question. */
export function Confirm({
  plan,
  onAnswer,
  onChanges,
}: {
  plan: PlanSummary;
  onAnswer(yes: boolean): void;
  onChanges?: (() => void) | undefined;
}): ReactElement {
  const { columns, rows } = useSize();
  const { title, isPreviewed, target, lines, summary, totals, warnings, typed } = fitPlan(
    plan,
    columns,
    rows,
  );
  const more = (plan.summary?.rows.length ?? 0) - (summary?.rows.length ?? 0);
  return (
    <Frame title={isPreviewed ? undefined : title} {...(target && { target })}>
      {lines?.map((line) => (
        <Line key={line} text={line} wrap />
      ))}
      {summary && <SummaryTable summary={summary} width={columns} />}
      {summary && more > 0 && <Line tone="dim" text={`and ${formatCount(more)} more`} />}
      {!isPreviewed && totals?.map(([label, value]) => <Line key={label} text={`${label}: ${value}`} />)}
      {!isPreviewed && <Line text={describeEffort(plan)} />}
      {warnings?.map((warning) => (
        <Line key={warning} tone="warning" symbol="warning" text={`Warning: ${warning}`} wrap />
      ))}
      {typed === undefined ? (
        <YesNo
          question={plan.question}
          onAnswer={onAnswer}
          others={onChanges ? [{ ...changesKey, run: onChanges }] : []}
        />
      ) : (
        <Typed
          question={plan.question}
          tone={plan.money ? "warning" : "head"}
          expected={typed}
          width={columns}
          onAnswer={onAnswer}
          onChanges={onChanges}
        />
      )}
    </Frame>
  );
}

const changesKey = { key: "d", name: "show all changes" };

interface TypedProps {
  question: string;
  tone: Tone;
  expected: string;
  width: number;
  onAnswer(yes: boolean): void;
  onChanges: (() => void) | undefined;
}

function Typed({ question, tone, expected, width, onAnswer, onChanges }: TypedProps): ReactElement {
  const [problem, setProblem] = useState<string>();
  const no: KeyAction = { key: "esc", name: "no", run: () => onAnswer(false) };
  useActions([no]);
  // A letter alone is typed into the field, so that of the changes needs Enter as well.
  const shown = [
    { key: "enter", name: "confirm" },
    ...(onChanges ? [{ ...changesKey, key: "d enter" }] : []),
    no,
  ];
  const submit = (text: string) => {
    if (onChanges && text.trim().toLowerCase() === changesKey.key) return onChanges();
    const wrong = checkTyped(text, expected);
    if (wrong === undefined) onAnswer(true);
    else setProblem(wrong);
  };
  return (
    <>
      <Line tone={tone} symbol="question" text={`${question} Type ${expected} to confirm:`} wrap />
      <Field width={width} onSubmit={submit} />
      <Hint keys={shown} explanation={problem} />
    </>
  );
}

/** The summary of a plan that has to be confirmed. Its texts may be untrusted. */
export interface PlanSummary {
  /** The title: `Set price +10% on 1,204 products`. */
  readonly title: string;
  /** Whether the plan was printed above, so that its title, totals and size are not repeated. */
  readonly isPreviewed?: boolean | undefined;
  readonly target?: Target | undefined;
  /** Further sentences, such as how it can be undone. */
  readonly lines?: readonly string[];
  /** A short table of what will happen, such as the number of changes of each kind. */
  readonly summary?: Summary | undefined;
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
  readonly typed?: string | undefined;
  /** Whether it moves money: the question then has the color of warnings. */
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
