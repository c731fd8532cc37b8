import { type ReactElement, useEffect } from "react";
import { displayWidth, sanitizeLine } from "../../../kernel/text.ts";
import { filledCells } from "../../components/charts.ts";
import { Table, type TableColumn } from "../../components/table.tsx";
import { formatCount } from "../../format.ts";
import { useSpoken } from "../../terminal.ts";
import { symbols } from "../../theme.ts";
import { type BrowseState, type Mode, resourceOf, viewOf } from "./browse.state.ts";
import type { BrowseEvent } from "./events.state.ts";
import { barsOf } from "./histogram.state.ts";
import { type Bar, createTally } from "./tally.ts";

type Histogram = Extract<Mode, { kind: "histogram" }>;

/** Returns the title of a histogram: its column, and how many rows were counted. */
export const histogramTitle = (state: BrowseState, mode: Histogram): string =>
  `${resourceOf(state).columns[mode.column]?.title} of ${describeRows(state, mode)}`;

/** The values of a column with their counts, shares, sums and bars. */
export function HistogramPage({
  state,
  mode,
  width,
  height,
}: {
  state: BrowseState;
  mode: Histogram;
  width: number;
  height: number;
}): ReactElement {
  const { at, counted } = mode;
  const bars = barsOf(mode);
  const rows = counted?.rows ?? 0;
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const label = Math.min(
    Math.floor(width * 0.4),
    Math.max(16, ...bars.map((bar) => displayWidth(bar.label))),
  );
  /** The other columns have the widths of their headings, or little more. */
  const bar = Math.max(4, width - label - (hasSums(state, mode) ? 36 : 21));
  const drawn = ({ count }: Bar) => symbols.barFull.repeat(filledCells(count, most, bar));
  const columns: TableColumn<Bar>[] = [
    { title: resourceOf(state).columns[mode.column]?.title ?? "", cell: (bar) => bar.label, max: label },
    { title: "COUNT", cell: ({ count }) => formatCount(count), align: "right" },
    { title: "SHARE", cell: ({ count }) => percentOf(count, rows), align: "right" },
    ...(hasSums(state, mode)
      ? [{ title: "SUM", cell: ({ sum = "" }: Bar) => sum, align: "right" as const }]
      : []),
    // A screen reader reads the share.
    ...(useSpoken() ? [] : [{ title: "", cell: drawn, tone: () => "key" as const, min: 4 }]),
  ];
  return <Table columns={columns} rows={bars} selected={at} width={width} height={height} />;
}

/** Whether the amounts of the column have sums that mean something. */
const hasSums = (state: BrowseState, { column, counted }: Histogram): boolean =>
  !resourceOf(state).columns[column]?.perUnit && (counted?.sums ?? []).length > 0;

function percentOf(count: number, rows: number): string {
  const share = rows === 0 ? 0 : (count / rows) * 100;
  return share > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
}

/** Says how many rows were counted, and whether that is all of them. */
function describeRows(state: BrowseState, mode: Histogram): string {
  const { counted, status, query } = mode;
  const rows = counted?.rows ?? 0;
  const { total } = viewOf(state).rows;
  const count = formatCount(rows);
  const of = total === undefined || total < rows ? "" : ` of ${formatCount(total)}`;
  const others = counted?.others ? `, ${formatCount(counted.others)} other values` : "";
  const sums = others + (hasSums(state, mode) ? `, sum ${counted?.sums.join(", ")}` : "");
  const which = query.filter || query.search ? "matching rows" : "rows";
  if (status === "reading") return `${count}${of} ${which}, counting…${sums}`;
  if (status === "done") return `all ${count} ${which}${sums}`;
  if (status === "stopped") return `the first ${count}${of} ${which}${sums} (stopped)`;
  return `the first ${count}${of} ${which}${sums} (${symbols.failed} ${sanitizeLine(status.error)})`;
}

/** The least time between two pictures of what was counted, in milliseconds; a picture that takes long comes less often. */
const everyMs = 150;
const costFactor = 10;

/** Counts the column of the histogram that is open, until it is stopped or closed. */
export function useHistogram(state: BrowseState, dispatch: (event: BrowseEvent) => void): void {
  const { mode } = state;
  const open = mode.kind === "histogram" && mode.status === "reading" ? mode : undefined;
  const { of, column, query } = open ?? {};
  const resource = resourceOf(state);
  useEffect(() => {
    if (of === undefined || column === undefined || query === undefined) return;
    const stop = new AbortController();
    const tally = createTally();
    let next = performance.now();
    // Shows what was counted last, however long the next value takes.
    let later: NodeJS.Timeout | undefined;
    const show = (status: Exclude<Histogram["status"], "stopped">) => {
      clearTimeout(later);
      later = undefined;
      const start = performance.now();
      dispatch({ type: "counted", of, counted: tally.counted(), status });
      next = performance.now() + Math.max(everyMs, costFactor * (performance.now() - start));
    };
    const count = async () => {
      for await (const value of resource.values(query, column, stop.signal)) {
        if (stop.signal.aborted) return;
        tally.add(value);
        const wait = next - performance.now();
        if (wait > 0) {
          later ??= setTimeout(show, wait, "reading");
          continue;
        }
        show("reading");
        // Keys are read between two pictures.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      if (!stop.signal.aborted) show("done");
    };
    count().catch((error: Error) => {
      if (!stop.signal.aborted) show({ error: error.message });
    });
    return () => {
      clearTimeout(later);
      stop.abort();
    };
  }, [dispatch, resource, of, column, query]);
}
