import { type ReactElement, useState } from "react";
import { Field } from "../components/field.tsx";
import { Frame, type Target, TargetLine } from "../components/frame.tsx";
import { Hint } from "../components/hint.tsx";
import { Answered, Line } from "../components/line.tsx";
import { SummaryTable } from "../components/summary-table.tsx";
import { YesNo } from "../components/yes-no.tsx";
import { formatCount } from "../format.ts";
import { type KeyAction, useActions } from "../keys.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useSize } from "../size.ts";
import type { Tone } from "../theme.ts";
import { checkTyped, describeEffort, fitPlan, type PlanSummary } from "./confirm.state.ts";

export type { PlanSummary } from "./confirm.state.ts";

/** The answer; `changes`: show every change and ask again; `interrupted`: Ctrl-C, after which the command exits with code 130. */
export type Confirmation = "yes" | "no" | "changes" | "interrupted";

/**
 * Shows what a plan will do and asks whether to do it. Only an explicit yes is one: y, or the text that
 * `plan.typed` asks for; Enter alone, Esc, q and Ctrl-C leave everything as it is. With `showsChanges`, d asks to see
 * every change. Rejects with the reason of `signal` when that aborts.
 */
export function confirmPlan(
  terminal: Terminal,
  plan: PlanSummary,
  { signal, showsChanges = false }: { signal?: AbortSignal; showsChanges?: boolean } = {},
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
    { signal, onInterrupt: (answer) => answer("interrupted", collapsed(false)) },
  );
}

/** A question about one change, the shop it is about, and the text to type if y is not enough. */
export interface SingleQuestion {
  readonly question: string;
  readonly target: Target | undefined;
  readonly typed?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Asks whether to make one change: y, or the text that `typed` asks for; everything else is no. Ctrl-C is `interrupted`. */
export function askConfirmation(
  terminal: Terminal,
  { signal, ...asked }: SingleQuestion,
): Promise<"yes" | "no" | "interrupted"> {
  const collapsed = (yes: boolean) => (
    <Answered question={asked.question} answer={yes ? "yes" : "no"} ok={yes} />
  );
  return mount<"yes" | "no" | "interrupted">(
    (answer) => <SingleConfirm {...asked} onAnswer={(yes) => answer(yes ? "yes" : "no", collapsed(yes))} />,
    terminal,
    { signal, onInterrupt: (answer) => answer("interrupted", collapsed(false)) },
  );
}

/** The question about one change, below the shop that it is about. */
export function SingleConfirm({
  question,
  target,
  typed,
  onAnswer,
}: Omit<SingleQuestion, "signal"> & { onAnswer(yes: boolean): void }): ReactElement {
  const { columns } = useSize();
  return (
    <>
      {target && <TargetLine target={target} />}
      {typed === undefined ? (
        <YesNo question={question} onAnswer={onAnswer} />
      ) : (
        <Typed
          question={question}
          tone="warning"
          expected={typed}
          width={columns}
          onAnswer={onAnswer}
          onChanges={undefined}
        />
      )}
    </>
  );
}

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
  const { title, target, lines, summary, totals, warnings, typed } = fitPlan(plan, columns, rows);
  const more = (plan.summary?.rows.length ?? 0) - (summary?.rows.length ?? 0);
  return (
    <Frame title={title} {...(target && { target })}>
      {lines?.map((line) => (
        <Line key={line} text={line} wrap />
      ))}
      {summary && <SummaryTable summary={summary} width={columns} />}
      {summary && more > 0 && <Line tone="dim" text={`and ${formatCount(more)} more`} />}
      {totals?.map(([label, value]) => (
        <Line key={label} text={`${label}: ${value}`} />
      ))}
      <Line text={describeEffort(plan)} />
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
  const keys: KeyAction[] = [{ key: "esc", name: "no", run: () => onAnswer(false) }];
  useActions(keys);
  // A letter alone is typed into the field, so this one needs Enter as well.
  const shown = onChanges ? [...keys, { ...changesKey, key: "d enter" }] : keys;
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
