import { type ReactElement, useRef } from "react";
import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../kernel/text.ts";
import { Box, Text, useSpoken } from "../ink.ts";
import { styles, symbols } from "../theme.ts";
import { columnGap, layoutColumns } from "./table-layout.ts";
import { windowAround } from "./window.ts";

/** A column: its heading, the cell of a row as text, and how it may be laid out. */
export interface TableColumn<Row> {
  readonly title: string;
  cell(row: Row): string;
  readonly align?: "left" | "right";
  /** As narrow as it may become, in terminal columns. */
  readonly min?: number;
  /** As wide as it may become, whatever the content. */
  readonly max?: number;
}

interface TableProps<Row> {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** The highlighted row; absent: none, and no room for the mark. */
  selected?: number;
  /** Rows it may take, the heading included. */
  height: number;
  /** Columns it may take. */
  width: number;
}

/**
 * Our own table: one <Text> per row, drawn only as far as it is seen (a hundred thousand rows cost what a
 * screenful costs), straight with characters of any width, and safe with any text. A listener hears each cell with its
 * heading, and of a table with a highlighted row that one.
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
    const place = selected === undefined ? "" : `${selected + 1} of ${rows.length}: `;
    return <Text>{chosen.map((texts) => place + spokenCells(titles, texts)).join("\n")}</Text>;
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

/** A row with its headings: `NAME Mug, PRICE 19.90`; cells without a text are left out. */
export function spokenCells(titles: readonly string[], texts: readonly string[]): string {
  return titles
    .flatMap((title, index) => (texts[index]?.trim() ? [`${title} ${texts[index]?.trim()}`] : []))
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
