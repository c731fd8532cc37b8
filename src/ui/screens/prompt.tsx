import { type ReactElement, useState } from "react";
import { Field } from "../components/field.tsx";
import { Answered, Hint, Line } from "../components/frame.tsx";
import { List, moveSelection } from "../components/list.tsx";
import { fieldKeys, type KeyAction, listKeys, useActions, useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { useSize } from "../terminal.ts";

/** The options of every prompt. */
export interface PromptOptions {
  /** The question, with its punctuation: `Profile name:` */
  readonly question: string;
  readonly signal?: AbortSignal;
}

export interface TextQuestion extends PromptOptions {
  readonly initial?: string;
  readonly placeholder?: string;
  /** Returns why a value is not accepted; undefined if it is. */
  check?(text: string): string | undefined;
}

export interface SelectQuestion<T> extends PromptOptions {
  readonly choices: readonly { readonly label: string; readonly value: T }[];
}

/** The answer to a prompt: `canceled` after Esc, `interrupted` after Ctrl-C. */
export type Prompted<T> = { readonly answer: T } | "canceled" | "interrupted";

/** Asks for a line of text. */
export function askText(terminal: Terminal, question: TextQuestion): Promise<Prompted<string>> {
  return ask<string>(terminal, question, (onAnswer, onCancel) => (
    <LinePrompt prompt={question} onAnswer={(text) => onAnswer(text, text)} onCancel={onCancel} />
  ));
}

/** Asks for a secret, which is not shown, not even its length. */
export function askSecret(terminal: Terminal, question: TextQuestion): Promise<Prompted<string>> {
  return ask<string>(terminal, question, (onAnswer, onCancel) => (
    <LinePrompt
      prompt={question}
      secret
      onAnswer={(text) => onAnswer(text, "(hidden)")}
      onCancel={onCancel}
    />
  ));
}

/** Asks the user to select one of several items. */
export function askSelect<T>(terminal: Terminal, question: SelectQuestion<T>): Promise<Prompted<T>> {
  return ask<T>(
    terminal,
    question,
    (onAnswer, onCancel) => <SelectPrompt prompt={question} onAnswer={onAnswer} onCancel={onCancel} />,
    listKeys,
  );
}

function ask<T>(
  terminal: Terminal,
  { question, signal }: PromptOptions,
  screen: (onAnswer: (value: T, shown: string) => void, onCancel: () => void) => ReactElement,
  scrollKeys = fieldKeys,
): Promise<Prompted<T>> {
  const left = (how: "canceled" | "interrupted") => <Answered question={question} answer={how} ok={false} />;
  return mount<Prompted<T>>(
    (answer) =>
      screen(
        (value, shown) => answer({ answer: value }, <Answered question={question} answer={shown} />),
        () => answer("canceled", left("canceled")),
      ),
    terminal,
    { signal, scrollKeys, onInterrupt: (answer) => answer("interrupted", left("interrupted")) },
  );
}

interface LinePromptProps {
  prompt: TextQuestion;
  secret?: boolean;
  onAnswer(text: string): void;
  onCancel(): void;
}

/** A question with an input line. */
export function LinePrompt({ prompt, secret = false, onAnswer, onCancel }: LinePromptProps): ReactElement {
  const { columns } = useSize();
  const [problem, setProblem] = useState<string>();
  const keys = promptKeys("answer", onCancel);
  useActions(keys);
  const submit = (text: string) => {
    const reason = prompt.check?.(text);
    if (reason === undefined) onAnswer(text);
    else setProblem(reason);
  };
  const { initial = "", placeholder = "" } = prompt;
  return (
    <>
      <Line tone="head" symbol="question" text={prompt.question} wrap />
      <Field initial={initial} placeholder={placeholder} secret={secret} width={columns} onSubmit={submit} />
      <Hint keys={keys} explanation={problem} />
    </>
  );
}

interface SelectPromptProps<T> {
  prompt: SelectQuestion<T>;
  onAnswer(value: T, label: string): void;
  onCancel(): void;
}

/** A question with a list. */
export function SelectPrompt<T>({ prompt, onAnswer, onCancel }: SelectPromptProps<T>): ReactElement {
  const { columns, rows } = useSize();
  const [selected, select] = useCurrent(0);
  const { question, choices } = prompt;
  const height = Math.max(1, Math.min(choices.length, rows - 4, 15));
  useKeys((pressed) => {
    for (const key of pressed) {
      const choice = choices[selected()];
      if (key === "esc") return onCancel();
      if (key === "enter" && choice !== undefined) return onAnswer(choice.value, choice.label);
      select(moveSelection(selected(), key, choices.length, height));
    }
  });
  return (
    <>
      <Line tone="head" symbol="question" text={question} wrap />
      <List items={choices.map(({ label }) => label)} selected={selected()} height={height} width={columns} />
      <Hint keys={[{ key: "↑↓", name: "select" }, ...promptKeys("choose", onCancel)]} />
    </>
  );
}

/** Returns the keys of the hint bar; the field or list handles Enter itself. */
function promptKeys(name: string, onCancel: () => void): KeyAction[] {
  return [
    { key: "enter", name, run() {} },
    { key: "esc", name: "cancel", run: onCancel },
  ];
}
