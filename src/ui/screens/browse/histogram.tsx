import { type ReactElement, useEffect } from "react";
import { displayWidth, fit, padEnd, padStart, sanitizeLine } from "../../../kernel/text.ts";
import { filledCells } from "../../components/charts.ts";
import { Choice, spokenSelection, windowAround } from "../../components/list.tsx";
import { formatCount } from "../../format.ts";
import { Box, Text, useSpoken } from "../../terminal.ts";
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
  const spoken = useSpoken();
  const { at, counted } = mode;
  const bars: readonly Bar[] = addsUp(state, mode)
    ? barsOf(mode)
    : barsOf(mode).map(({ sum: _, ...bar }) => bar);
  const rows = counted?.rows ?? 0;
  if (spoken) {
    const items = bars.map((bar) => [sanitizeLine(bar.label), ...figures(bar, rows)].join(", "));
    return <Text>{spokenSelection(items, at)}</Text>;
  }
  const seen = windowAround(at, bars.length, height);
  const shown = bars.slice(seen.start, seen.end);
  const cells = shown.map((bar) => figures(bar, rows));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(displayWidth));
  const label = Math.min(Math.max(16, Math.floor(width * 0.4)), widest(shown.map((bar) => bar.label)));
  const isMoney = bars.some(({ sum }) => sum !== undefined);
  const used = (isMoney ? [0, 1, 2] : [0, 1]).map((index) => widest(cells.map((one) => one[index] ?? "")));
  const room = width - 2 - label - used.reduce((sum, one) => sum + one + 2, 0) - 2;
  const most = Math.max(0, ...bars.map(({ count }) => count));
  const line = (text: string, figures: readonly string[]) =>
    [
      padEnd(fit(sanitizeLine(text), label), label),
      ...used.map((one, index) => padStart(figures[index] ?? "", one)),
      "",
    ].join("  ");
  return (
    <Box flexDirection="column">
      {shown.map((bar, offset) => {
        const drawn = symbols.barFull.repeat(filledCells(bar.count, most, Math.max(0, room)));
        return (
          <Choice
            key={bar.place}
            text={line(bar.label, cells[offset] ?? [])}
            bar={drawn}
            isChosen={seen.start + offset === at}
            width={width}
          />
        );
      })}
    </Box>
  );
}

/** Whether the amounts of a column have a sum that means something: that of prices does not. */
const addsUp = (state: BrowseState, { column }: Histogram): boolean =>
  !/\b(PRICE|COST)\b/.test(resourceOf(state).columns[column]?.title ?? "");

function figures({ count, sum }: Bar, rows: number): string[] {
  const share = rows === 0 ? 0 : (count / rows) * 100;
  const percent = share > 0 && share < 1 ? "<1%" : `${Math.round(share)}%`;
  return [formatCount(count), percent, ...(sum === undefined ? [] : [sum])];
}

/** Says how many rows were counted, and whether that is all of them. */
function describeRows(state: BrowseState, mode: Histogram): string {
  const { counted, status, query } = mode;
  const rows = counted?.rows ?? 0;
  const { total } = viewOf(state).rows;
  const count = formatCount(rows);
  const of = total === undefined || total < rows ? "" : ` of ${formatCount(total)}`;
  const others = counted?.others ? `, ${formatCount(counted.others)} other values` : "";
  const isSum = addsUp(state, mode) && (counted?.sums ?? []).length > 0;
  const sums = others + (isSum ? `, sum ${counted?.sums.join(", ")}` : "");
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
