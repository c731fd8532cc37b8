import { type ReactElement, useRef } from "react";
import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../kernel/text.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import { columnGap, layoutColumns } from "./table-layout.ts";
import { windowAround } from "./window.ts";

/** A column of a table. */
export interface TableColumn<Row> {
  readonly title: string;
  cell(row: Row): string;
  readonly align?: "left" | "right";
  /** The minimum width, in terminal columns. */
  readonly min?: number;
  /** The maximum width, whatever the content. */
  readonly max?: number;
}

interface TableProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The index of the highlighted row; absent if rows cannot be selected. */
  selected?: number;
  /** The maximum height in rows, with the heading. */
  height: number;
  /** The maximum width, in columns. */
  width: number;
}

/**
 * A table that renders only the visible rows, aligns characters of any width and is safe with untrusted text. A screen
 * reader reads each cell with its heading, of the selected row only if there is one.
 */
export function Table<Row>({ columns, rows, selected, height, width }: TableProps<Row>): ReactElement {
  const start = useRef(0);
  const spoken = useSpoken();
  const seen = windowAround(selected ?? 0, rows.length, height - 1, start.current);
  start.current = seen.start;
  const mark = selected === undefined ? 0 : 2;
  const cells = rows
    .slice(seen.start, seen.end)
    .map((row) => columns.map(({ cell }) => sanitiseLine(cell(row))));
  const titles = columns.map(({ title }) => sanitiseLine(title));
  if (spoken) {
    const chosen =
      selected === undefined ? cells : cells.slice(selected - seen.start, selected - seen.start + 1);
    const position = selected === undefined ? "" : `${selected + 1} of ${rows.length}: `;
    return <Text>{chosen.map((texts) => position + spokenCells(titles, texts)).join("\n")}</Text>;
  }
  const needs = columns.map(({ min, max = Number.POSITIVE_INFINITY }, index) => ({
    natural: Math.min(max, Math.max(...[titles, ...cells].map((line) => displayWidth(line[index] ?? "")))),
    min,
  }));
  const widths = layoutColumns(needs, width - mark);
  const line = (texts: readonly string[]) => joinCells(texts, widths, columns);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{" ".repeat(mark) + line(titles)}</Text>
      {cells.map((texts, offset) => {
        const index = seen.start + offset;
        const chosen = index === selected;
        const before = mark === 0 ? "" : chosen ? `${symbols.chosen} ` : "  ";
        return (
          <Text key={index} {...(chosen ? styles.chosen : styles.plain)}>
            {before + line(texts)}
          </Text>
        );
      })}
    </Box>
  );
}

/** Returns a row with its headings, for screen readers: `NAME Mug, PRICE 19.90`. Empty cells are left out. */
export function spokenCells(titles: readonly string[], texts: readonly string[]): string {
  return titles
    .flatMap((title, index) => (texts[index]?.trim() ? [`${title} ${texts[index]?.trim()}`.trim()] : []))
    .join(", ");
}

function joinCells(
  texts: readonly string[],
  widths: readonly number[],
  columns: readonly { align?: "left" | "right" }[],
): string {
  const cells = texts.flatMap((text, index) => {
    const width = widths[index] ?? 0;
    if (width === 0) return [];
    const pad = columns[index]?.align === "right" ? padStart : padEnd;
    return [pad(fit(text, width), width)];
  });
  return cells.join(" ".repeat(columnGap));
}
