import { type ReactElement, useState } from "react";
import { wrap } from "../../kernel/text.ts";
import { Hint, Line } from "../components/frame.tsx";
import { moveSelection } from "../components/list.tsx";
import { Table } from "../components/table.tsx";
import { type KeyAction, useActions, useKeys } from "../keys.ts";
import { useCurrent } from "../lists.ts";
import { mount, type Terminal } from "../mount.tsx";
import { Box, clipboardSequence, useSize, useWriteSequence } from "../terminal.ts";

/** A column of a file, the first values in it, and the field that it is imported as; undefined if it is left out. */
export interface MappedColumn {
  readonly column: string;
  readonly samples: readonly string[];
  readonly field: string | undefined;
}

export interface MappingOptions {
  readonly title: string;
  /** What the file is, a line each. */
  readonly facts: readonly string[];
  readonly columns: readonly MappedColumn[];
  /** The fields that a column can be. */
  readonly fields: readonly string[];
  /** Why rows cannot be imported as they were mapped. */
  readonly problem?: string | undefined;
  /** Returns why columns cannot be imported like this, as a sentence. */
  check(columns: readonly MappedColumn[]): string | undefined;
  /** Returns the command line that imports them. */
  line(columns: readonly MappedColumn[]): string;
  readonly signal?: AbortSignal | undefined;
}

/** Lets the user say which field each column of a file is. */
export function askMapping(
  terminal: Terminal,
  options: MappingOptions,
): Promise<readonly MappedColumn[] | "canceled" | "interrupted"> {
  return mount<readonly MappedColumn[] | "canceled">(
    (answer) => <Mapping options={options} onAnswer={answer} />,
    terminal,
    { signal: options.signal, alternateScreen: true },
  );
}

/** The screen that says which field each column of a file is. */
export function Mapping({
  options: { title, facts, fields, problem, check, line, ...options },
  onAnswer,
}: {
  options: MappingOptions;
  onAnswer(answer: readonly MappedColumn[] | "canceled"): void;
}): ReactElement {
  const size = useSize();
  const send = useWriteSequence();
  const [read, write] = useCurrent({ columns: options.columns, at: 0 });
  const [copied, setCopied] = useState<string>();
  const { columns, at } = read();
  const choices = [undefined, ...fields];
  const told = [problem ?? "", ...facts].flatMap((text) => (text === "" ? [] : wrap(text, size.columns)));
  const shownFacts = told.slice(0, Math.max(1, size.rows - 10));
  const copiedLines = copied === undefined ? [] : wrap(`Copied: ${copied}`, size.columns);
  const height = Math.max(2, size.rows - 5 - shownFacts.length - copiedLines.length);
  const turn = (step: number) => {
    const now = read();
    const before = choices.indexOf(now.columns[now.at]?.field);
    const field = choices[(before + step + choices.length) % choices.length];
    write({
      ...now,
      columns: now.columns.map((one, index) =>
        // A field is in one column.
        index === now.at ? { ...one, field } : one.field === field ? { ...one, field: undefined } : one,
      ),
    });
  };
  useKeys((keys) => {
    for (const key of keys) {
      if (key === "left" || key === "right" || key === " ") turn(key === "left" ? -1 : 1);
      const now = read();
      write({ ...now, at: moveSelection(now.at, key, now.columns.length, height - 1) });
    }
  });
  const keys: KeyAction[] = [
    { key: "↑↓", name: "column", run() {} },
    { key: "←→", name: "field", run() {} },
    { key: "enter", name: "import", run: () => onAnswer(read().columns), unavailable: check(columns) },
    {
      key: "y",
      name: "copy command",
      run() {
        const text = line(read().columns);
        send(clipboardSequence(text));
        setCopied(text);
      },
    },
    { key: "esc", name: "cancel", run: () => onAnswer("canceled") },
  ];
  const explanation = useActions(keys);
  return (
    <Box flexDirection="column">
      <Line text={title} tone="head" />
      {shownFacts.map((text, index) => (
        <Line key={text} text={text} tone={problem !== undefined && index === 0 ? "warning" : "dim"} />
      ))}
      <Line text=" " say="" />
      <Table
        columns={[
          { title: "COLUMN", cell: ({ column }) => column, min: 10, max: 30 },
          { title: "FIELD", cell: ({ field }) => field ?? "(not imported)", min: 14 },
          { title: "VALUES", cell: ({ samples }) => samples.join("  ·  "), min: 10 },
        ]}
        rows={columns}
        selected={at}
        width={size.columns}
        height={height}
      />
      {copiedLines.map((text) => (
        <Line key={text} text={text} />
      ))}
      <Line text=" " say="" />
      <Hint keys={keys} explanation={explanation} />
    </Box>
  );
}
