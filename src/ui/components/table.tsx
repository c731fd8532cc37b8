import { type ReactElement, type ReactNode, useRef } from "react";
import { displayWidth, fit, padEnd, padStart, sanitizeLine } from "../../kernel/text.ts";
import { Box, Text, useSpoken } from "../terminal.ts";
import { paint, paintOnTint, styles, symbols, type Tone } from "../theme.ts";
import { InkTable } from "./ink-table.ts";
import { windowAround } from "./list.tsx";

/** A column of a table. */
export interface TableColumn<Row> {
  readonly title: string;
  cell(row: Row): string;
  /** The style of the cell, whose text says the same. */
  tone?(row: Row): Tone | undefined;
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
  const shown = rows.slice(seen.start, seen.end);
  const cells = shown.map((row) => columns.map(({ cell }) => sanitizeLine(cell(row))));
  const titles = columns.map(({ title }) => sanitizeLine(title));
  if (spoken) {
    const chosen =
      selected === undefined ? cells : cells.slice(selected - seen.start, selected - seen.start + 1);
    const position = selected === undefined ? "" : `${selected + 1} of ${rows.length}: `;
    return <Text>{chosen.map((texts) => position + spokenCells(titles, texts)).join("\n")}</Text>;
  }
  const needs = columns.map(({ min, max = Infinity }, index) => ({
    natural: Math.min(max, Math.max(...[titles, ...cells].map((line) => displayWidth(line[index] ?? "")))),
    min,
  }));
  const widths = layoutColumns(needs, width - mark);
  const line = (texts: readonly string[], draw?: (text: string, index: number) => string) =>
    joinCells(texts, widths, columns, draw);
  return (
    <Box flexDirection="column">
      <Text {...styles.head}>{" ".repeat(mark) + line(titles)}</Text>
      {cells.map((texts, offset) => {
        const index = seen.start + offset;
        const chosen = index === selected;
        const before = mark === 0 ? "" : chosen ? `${symbols.chosen} ` : "  ";
        const row = shown[offset];
        const drawn = line(texts, (text, column) => {
          const tone = row && columns[column]?.tone?.(row);
          return tone === undefined ? text : (chosen ? paintOnTint : paint)(text, tone);
        });
        return (
          <Text key={index}>{chosen ? paint(padEnd(before + drawn, width), "chosen") : before + drawn}</Text>
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
  draw = (text: string, _index: number) => text,
): string {
  const cells = texts.flatMap((text, index) => {
    const width = widths[index] ?? 0;
    if (width === 0) return [];
    const pad = columns[index]?.align === "right" ? padStart : padEnd;
    return [draw(pad(fit(text, width), width), index)];
  });
  return cells.join(" ".repeat(columnGap));
}

/** The natural and the minimum width of a column, in terminal columns. */
export interface ColumnNeed {
  readonly natural: number;
  /** Default: the natural width, at most 8. */
  readonly min?: number | undefined;
  /**
   * Columns with a lower rank are dropped first, and the last one of those that have the same; those with 0 where they do not fit
   * beside the others without narrowing them. Default: 1.
   */
  readonly rank?: number;
}

/** The gap between two columns. */
export const columnGap = 2;

/**
 * Returns the width of each column in a table of at most `available` terminal columns. The widest columns are narrowed
 * first, down to their minimum; if that is not enough, columns are dropped (width 0): those of the lowest rank, the last one
 * first. The first column is always kept.
 */
export function layoutColumns(needs: readonly ColumnNeed[], available: number): number[] {
  const least = needs.map(({ natural, min }) => Math.min(natural, min ?? 8));
  const rankOf = (index: number) => needs[index]?.rank ?? 1;
  const kept = new Set([...needs.keys()].filter((index) => index === 0 || rankOf(index) > 0));
  const widthOf = (widths: readonly number[]) => total(widths.filter((_, index) => kept.has(index)));
  for (const [index, { natural }] of needs.entries())
    if (!kept.has(index) && widthOf(needs.map((need) => need.natural)) + columnGap + natural <= available)
      kept.add(index);
  while (kept.size > 1 && widthOf(least) > available) {
    const others = [...kept].slice(1);
    const lowest = Math.min(...others.map(rankOf));
    kept.delete(others.findLast((index) => rankOf(index) === lowest) ?? 0);
  }
  const widths = needs.map(({ natural }, index) => (kept.has(index) ? natural : 0));
  let excess = widthOf(widths) - available;
  while (excess > 0) {
    const shrinkable = widths
      .map((width, index) => ({ width, index }))
      .filter(({ width, index }) => kept.has(index) && width > (least[index] ?? 0));
    const widest = Math.max(...shrinkable.map(({ width }) => width));
    const shrinking = shrinkable.filter(({ width }) => width === widest);
    if (shrinking.length === 0) break;
    for (const { index } of shrinking.slice(0, excess)) {
      widths[index] = widest - 1;
      excess--;
    }
  }
  // Even a single column at its minimum does not fit.
  if (excess > 0) widths[0] = Math.max(1, (widths[0] ?? 0) - excess);
  return widths;
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + columnGap * Math.max(0, widths.length - 1);
}

/** A short table, such as a plan sample: drawn with borders by ink-table if possible, else by `Table`. */
export function SummaryTable({ summary, width }: { summary: Summary; width: number }): ReactElement {
  const { rows } = summary;
  const columns = summary.columns.map((title) => title.toUpperCase());
  const spoken = useSpoken();
  if (spoken || !fitsInkTable(summary, width)) {
    const ownColumns = columns.map((title, index) => ({
      title,
      cell: (row: readonly string[]) => row[index] ?? "",
    }));
    return <Table columns={ownColumns} rows={rows} height={rows.length + 1} width={width} />;
  }
  const data = rows.map((row) =>
    Object.fromEntries(columns.map((title, index) => [title, row[index] ?? ""])),
  );
  return <InkTable data={data} columns={columns} header={Heading} cell={Cell} skeleton={Rule} />;
}

function Heading({ children }: { children?: ReactNode }): ReactElement {
  return <Text {...styles.head}>{children}</Text>;
}

function Cell({ children }: { children?: ReactNode }): ReactElement {
  return <Text>{children}</Text>;
}

function Rule({ children }: { children?: ReactNode }): ReactElement {
  return <Text {...styles.dim}>{children}</Text>;
}

/** A short table of texts: headings, and a cell per column for each row. */
export interface Summary {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the height of a summary table, in rows. */
export function summaryHeight(summary: Summary, width: number): number {
  return fitsInkTable(summary, width) ? 2 * summary.rows.length + 3 : summary.rows.length + 1;
}

/**
 * Returns whether ink-table can draw a table correctly: it counts UTF-16 units, never narrows a column, and does not
 * escape control characters.
 */
export function fitsInkTable({ columns, rows }: Summary, width: number): boolean {
  const lines = [columns, ...rows];
  const plain = lines.every((cells) => cells.every((cell) => /^[\x20-\x7e]*$/.test(cell)));
  if (!plain || new Set(columns).size < columns.length) return false;
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((cells) => displayWidth(cells[index] ?? ""))),
  );
  return widths.reduce((sum, cell) => sum + cell + 3, 1) <= width;
}
