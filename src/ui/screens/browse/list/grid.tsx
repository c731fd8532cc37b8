import type { ReactElement } from "react";
import { displayWidth, fit, padEnd, padStart, sanitiseLine } from "../../../../kernel/text.ts";
import { spokenCells } from "../../../components/table.tsx";
import { columnGap, layoutColumns } from "../../../components/table-layout.ts";
import { Box, Text, useSpoken } from "../../../ink.ts";
import { paint, styles, symbols } from "../../../theme.ts";
import { type BrowseState, resourceOf, viewOf } from "../browse.state.ts";
import type { BrowseColumn, BrowseRow } from "../browse-resource.ts";
import { stagedFor } from "../edit/staged.state.ts";
import { newsOf } from "../live/news.state.ts";
import { rowAt } from "./rows.state.ts";
import { shownColumns, type View } from "./view.state.ts";

/** The width of the marks before a row: selected, marked, edited or in the news, and a blank. */
export const marksWidth = 4;
/** The width of the mark in a heading: the sort order. */
const headingMarks = 1;

interface LaidOutColumn {
  column: BrowseColumn;
  index: number;
  width: number;
}

/** The visible rows, or only the selected one for a screen reader. */
export function Grid(props: { state: BrowseState; width: number; height: number }): ReactElement {
  return useSpoken() ? <SpokenRow state={props.state} /> : <DrawnRows {...props} />;
}

/** The selected row with its headings, and the selected column, as two lines of text. */
function SpokenRow({ state }: { state: BrowseState }): ReactElement {
  const view = viewOf(state);
  const { columns } = resourceOf(state);
  const row = rowAt(view.rows, view.cursor);
  if (row === undefined) return <Text>Reading</Text>;
  const staged = stagedFor(state.staged, view, row.id);
  const shown = shownColumns(columns, view);
  const texts = columns.map(({ set }, index) => {
    const edit = set === undefined ? undefined : staged.get(set);
    const text = sanitiseLine(row.cells[index] ?? "");
    return edit === undefined ? text : `${text}, staged ${edit === "" ? "none" : sanitiseLine(edit)}`;
  });
  const cells = spokenCells(
    shown.map(({ column }) => sanitiseLine(column.title)),
    shown.map(({ index }) => texts[index] ?? ""),
  );
  const isMarked = view.marked === "all" || view.marked.has(row.id);
  const news = newsOf(view.news, row.id, state.now);
  const before = [isMarked ? "Marked" : "", news === undefined ? "" : newsWords[news]].filter(Boolean);
  return (
    <Box flexDirection="column">
      <Text>{before.length > 0 ? `${before.join(", ")}: ${cells}` : cells}</Text>
      <Text>{`Column ${sanitiseLine(columns[view.column]?.title ?? "")}: ${texts[view.column] || "nothing"}`}</Text>
    </Box>
  );
}

/** The visible rows, one line each. */
function DrawnRows({
  state,
  width,
  height,
}: {
  state: BrowseState;
  width: number;
  height: number;
}): ReactElement {
  const view = viewOf(state);
  const { rows, cursor, query, marked } = view;
  const { top, count } = shownRows(view, height);
  const laid = layOut(state, width - marksWidth);
  const lines = Array.from({ length: count }, (_, offset) => {
    const row = rowAt(rows, top + offset);
    const staged = row ? stagedFor(state.staged, view, row.id) : none;
    const isMarked = row !== undefined && (marked === "all" || marked.has(row.id));
    const marks = `${top + offset === cursor ? symbols.chosen : " "}${isMarked ? symbols.marked : " "}${staged.size > 0 ? "*" : newsMark(state, row)} `;
    // The selected row is inverse, which is easier to read in one colour.
    return marks + (row ? cellsOf(row, laid, { staged, plain: top + offset === cursor }) : "…");
  });
  const at = cursor - top;
  const [before, chosen, after] = [lines.slice(0, at), lines[at], lines.slice(at + 1)];
  return (
    <Box flexDirection="column">
      <Text {...styles.head} wrap="truncate">
        {" ".repeat(marksWidth - columnGap) +
          laid.map((one) => heading(one, one.index === view.column, query.sort)).join("")}
      </Text>
      {/* Each text ends with a line break: three texts are faster in Ink than one per row. */}
      {before.length > 0 && <Text>{before.join("\n")}</Text>}
      {chosen !== undefined && <Text {...styles.chosen}>{chosen}</Text>}
      {after.length > 0 && <Text>{after.join("\n")}</Text>}
    </Box>
  );
}

/** The words and marks for rows in the news. */
const newsWords = { new: "New", changed: "Changed" } as const;
const newsMarks = { new: "+", changed: "~" } as const;

function newsMark(state: BrowseState, row: BrowseRow | undefined): string {
  const news = row && newsOf(viewOf(state).news, row.id, state.now);
  return news === undefined ? " " : newsMarks[news];
}

/** Returns the index of the first row that is shown in a list of this height, and the number of rows. */
export function shownRows(view: View, height: number): { top: number; count: number } {
  const { rows, cursor } = view;
  const room = Math.max(1, height - 1);
  const top = Math.max(Math.min(view.top, cursor), cursor - room + 1);
  return { top, count: Math.max(0, Math.min(room, rows.known - top)) };
}

const gap = " ".repeat(columnGap);
const none: ReadonlyMap<string, string> = new Map();

/** Returns the columns that fit; columns between the first and the selected one are left out if necessary. */
export function layOut(state: BrowseState, available: number): LaidOutColumn[] {
  const view = viewOf(state);
  const all = shownColumns(resourceOf(state).columns, view);
  for (let skipped = 0; ; skipped++) {
    const shown = all.filter((_, index) => index === 0 || index > skipped);
    const needs = shown.map(({ column, index }) => {
      const title = displayWidth(column.title) + headingMarks;
      const given = view.widths.get(index);
      return {
        natural: given ?? Math.max(title, view.rows.widths[index] ?? 0),
        min: given ?? Math.max(column.min ?? 0, title, 6),
      };
    });
    const widths = layoutColumns(needs, available);
    const laid = shown.map((one, index) => ({ ...one, width: widths[index] ?? 0 }));
    const isSeen = laid.some(({ index, width }) => index === view.column && width > 0);
    if (isSeen || skipped >= all.length) return laid.filter(({ width }) => width > 0);
  }
}

function heading({ column, width }: LaidOutColumn, chosen: boolean, sort: string | undefined): string {
  const arrow =
    sort === undefined || column.sort === undefined
      ? ""
      : sort === column.sort
        ? "▲"
        : sort === `${column.sort}:desc`
          ? "▼"
          : "";
  const title = sanitiseLine(column.title);
  // The marks leave the title above its cells.
  const text = column.align === "right" ? `${arrow}${title}` : `${title}${arrow}`;
  return (chosen ? padStart("›", columnGap) : gap) + pad(fit(text, width), width, column);
}

function cellsOf(
  { cells, tones }: BrowseRow,
  laid: readonly LaidOutColumn[],
  { staged, plain }: { staged: ReadonlyMap<string, string>; plain: boolean },
): string {
  return laid
    .map(({ column, index, width }) => {
      const edit = column.set === undefined ? undefined : staged.get(column.set);
      const text = edit === undefined ? (cells[index] ?? "") : `→ ${edit === "" ? "(none)" : edit}`;
      const padded = pad(fit(sanitiseLine(text), width), width, column);
      const tone = plain || edit !== undefined ? undefined : tones?.[index];
      return tone === undefined ? padded : paint(padded, tone);
    })
    .join(gap);
}

function pad(text: string, width: number, { align }: BrowseColumn): string {
  return (align === "right" ? padStart : padEnd)(text, width);
}
