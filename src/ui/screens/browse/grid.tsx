import { stripVTControlCharacters } from "node:util";
import { type ReactElement, useRef } from "react";
import { fit, padEnd, sanitizeLine, wrap } from "../../../kernel/text.ts";
import { columnGap, spokenCells } from "../../components/table.tsx";
import { Box, Text, type TextProps, useSpoken } from "../../terminal.ts";
import { paint, styles, symbols } from "../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "./browse.state.ts";
import type { BrowseRow, Query } from "./browse-resource.ts";
import { changedElsewhere } from "./edit.state.ts";
import {
  columnOrder,
  gap,
  type LaidOutColumn,
  layOut,
  marksWidth,
  pad,
  rowLine,
  rowWindow,
  selectedCell,
  signOnly,
} from "./layout.ts";
import { pulseLine } from "./pulse.state.ts";
import { isFlashing, newsOf, rowAt } from "./rows.state.ts";
import { beforeAfter, stagedFor } from "./staged.state.ts";
import { shownColumns } from "./view.state.ts";

/** The visible rows, or only the selected one for a screen reader. */
function Grid(props: PaneProps): ReactElement {
  return useSpoken() ? <SpokenRow state={props.state} /> : <DrawnRows {...props} />;
}

/** The selected row with its headings, and the selected column, as two lines of text. */
function SpokenRow({ state }: { state: BrowseState }): ReactElement {
  const view = viewOf(state);
  const { columns, changes } = resourceOf(state);
  const row = rowAt(view.rows, view.cursor);
  if (row === undefined) return <Text>Reading</Text>;
  const staged = stagedFor(state.staged, view, row.id);
  const shown = shownColumns(columns, view);
  const texts = columns.map(({ set: field = "" }, index) => {
    const cell = staged.get(field);
    const text = sanitizeLine(row.cells[index] ?? "");
    if (cell === undefined) return text;
    const { after } = beforeAfter({ field, cell, row, index }, changes);
    return `${text}, staged ${after === "(none)" ? "none" : sanitizeLine(after)}`;
  });
  const cells = spokenCells(
    shown.map(({ column }) => sanitizeLine(column.title)),
    shown.map(({ index }) => texts[index] ?? ""),
  );
  const isMarked = view.marked === "all" || view.marked.has(row.id);
  const news = newsOf(view.news, row.id, state.now);
  const before = [isMarked ? "Marked" : "", news === undefined ? "" : newsWords[news]].filter(Boolean);
  return (
    <Box flexDirection="column">
      <Text>{before.length > 0 ? `${before.join(", ")}: ${cells}` : cells}</Text>
      <Text>{`Column ${sanitizeLine(columns[view.column]?.title ?? "")}: ${texts[view.column] || "nothing"}`}</Text>
    </Box>
  );
}

/** The visible rows, one line each. */
function DrawnRows({ state, width, height, isDimmed = false }: PaneProps): ReactElement {
  const view = viewOf(state);
  const { rows, cursor, query, marked } = view;
  const { top, count } = rowWindow(view, height);
  const laid = layOut(state, width - marksWidth);
  const lines = Array.from({ length: count }, (_, offset) => {
    const row = rowAt(rows, top + offset);
    const isChosen = top + offset === cursor;
    const isStaged = row !== undefined && stagedFor(state.staged, view, row.id).size > 0;
    const isMarked = row !== undefined && (marked === "all" || marked.has(row.id));
    const marks = `${isChosen ? (isDimmed ? "›" : symbols.chosen) : " "}${isMarked ? symbols.marked : " "}${isStaged ? `*${isChangedElsewhere(state, row) ? newsMarks.changed : newsMark(state, row)}` : `${newsMark(state, row)} `}`;
    if (row !== undefined && isDimmed) return stripVTControlCharacters(rowLine(state, row, { marks, laid }));
    if (row !== undefined && !isChosen && isFlashing(view.news, row.id, state.now))
      return flashed(marks, rowLine(state, row, { marks: "", laid }));
    const chosenWidth = isChosen ? width : undefined;
    if (row !== undefined) return rowLine(state, row, { marks, laid, chosenWidth });
    return isChosen ? paint(padEnd(`${marks}…`, width), "chosen") : `${marks}…`;
  });
  const at = cursor - top;
  // After a jump, the rows from before stay until the next ones are read.
  const seen = useRef<{ of: symbol; lines: readonly string[] }>(undefined);
  const isRead = lines.some((_, offset) => rowAt(rows, top + offset) !== undefined);
  if (isRead) seen.current = { of: view.self, lines };
  const kept = isRead || seen.current?.of !== view.self ? undefined : seen.current.lines;
  const shown = kept
    ? lines.map((line, index) => (index === at ? line : unmarked(kept[index] ?? "")))
    : lines;
  const look = isDimmed || kept ? styles.dim : styles.plain;
  const [before, chosen, after] = [shown.slice(0, at), shown[at], shown.slice(at + 1)];
  return (
    <Box flexDirection="column">
      <Text {...styles[isDimmed ? "dim" : "head"]} wrap="truncate">
        {" ".repeat(marksWidth - columnGap) +
          laid.map((one) => heading(one, one.index === view.column && !isDimmed, query)).join("")}
      </Text>
      {/* Each text ends with a line break: three texts are faster in Ink than one per row. */}
      {before.length > 0 && <Text {...look}>{before.join("\n")}</Text>}
      {chosen !== undefined && <Text {...look}>{chosen}</Text>}
      {after.length > 0 && <Text {...look}>{after.join("\n")}</Text>}
    </Box>
  );
}

/** Returns the line of a row without colors and marks. */
const unmarked = (line: string) => " ".repeat(marksWidth) + stripVTControlCharacters(line).slice(marksWidth);

/** The words and marks for rows in the news. */
const newsWords = { new: "New", changed: "Changed" } as const;
const newsMarks = { new: "+", changed: "~" } as const;

/** Returns whether a staged cell of a row shows something else than when it was staged. */
const isChangedElsewhere = (state: BrowseState, row: BrowseRow): boolean =>
  changedElsewhere(state, [row]).length > 0;

/** Returns a row that has just come in: its marks in reverse, and bold. */
function flashed(marks: string, line: string): string {
  return paint(marks, "chosen") + paint(stripVTControlCharacters(line), "head");
}

function newsMark(state: BrowseState, row: BrowseRow | undefined): string {
  const news = row && newsOf(viewOf(state).news, row.id, state.now);
  return news === undefined ? " " : newsMarks[news];
}

function heading({ column, width }: LaidOutColumn, chosen: boolean, query: Query): string {
  const arrow = { ascending: "▲", descending: "▼", none: "" }[columnOrder(column, query)];
  const title = sanitizeLine(column.title);
  // The marks leave the title above its cells.
  const text = column.align === "right" ? `${arrow}${title}` : `${title}${arrow}`;
  const cell = pad(width === signOnly ? text.slice(0, width) : fit(text, width), width, column);
  return chosen ? selectedCell(gap, cell) : gap + cell;
}

interface PaneProps {
  state: BrowseState;
  width: number;
  height: number;
  /** The page beside the list receives the keys. */
  isDimmed?: boolean;
}

/** The least height of a list that has a line with the last hour. */
const minPulseHeight = 8;

/** A line below the list. */
interface LineBelow {
  text: string;
  look: TextProps;
  say?: string;
}

/** Returns the lines below the list: the last hour, or its totals and a blank line before them, at most a third of the height. */
function linesBelow({ state, width, height }: PaneProps): LineBelow[] {
  const pulse = height < minPulseHeight ? undefined : pulseLine(state, width - 4);
  if (pulse) return [{ text: fit(`    ${pulse.text}`, width), look: styles.dim, say: pulse.say }];
  const lines = viewOf(state).totals.flatMap((line, index) =>
    wrap(sanitizeLine(line), Math.max(10, width - 4)).map((text) => ({
      text: `    ${text}`,
      look: index === 0 ? styles.head : styles.plain,
    })),
  );
  const shown = lines.slice(0, Math.floor(height / 3));
  return shown.length === 0 ? [] : [{ text: " ", look: styles.plain }, ...shown];
}

/** Returns the height that is left for the list. */
export function listHeight(props: PaneProps): number {
  return props.height - linesBelow(props).length;
}

/** The list, and its totals below it. */
export function ListPane(props: PaneProps): ReactElement {
  const below = linesBelow(props);
  const isSpoken = useSpoken();
  return (
    <Box flexDirection="column">
      <Grid {...props} height={props.height - below.length} />
      {below.map(({ text, look, say }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
        <Text key={index} {...look}>
          {isSpoken ? (say ?? text) : text}
        </Text>
      ))}
    </Box>
  );
}
