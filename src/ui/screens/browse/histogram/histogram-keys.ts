import type { BrowseState, Mode } from "../browse.state.ts";
import type { BrowseKey } from "../keys.state.ts";
import { quitBy } from "../navigation.state.ts";
import { barsOf, narrowTo, reasonNotFiltered } from "./histogram.state.ts";

type Histogram = Extract<Mode, { kind: "histogram" }>;

/** Returns the keys of the histogram. */
export function histogramKeys(state: BrowseState, mode: Histogram): BrowseKey[] {
  const bar = barsOf(mode)[mode.at];
  const isReading = mode.status === "reading";
  return [
    {
      key: "enter",
      name: "filter",
      help: "show the rows of the bar",
      inHints: true,
      unavailable: reasonNotFiltered(state, mode, bar),
      run: narrowTo(mode.column, bar),
    },
    {
      key: "s",
      name: mode.byValue ? "by count" : "by value",
      help: "sort the bars by count or by value",
      inHints: true,
      run: (now) => ({ state: { ...now, mode: { ...mode, byValue: !mode.byValue, at: 0 } } }),
    },
    {
      key: "esc",
      also: ["F"],
      name: isReading ? "stop" : "close",
      help: "stop counting, then close",
      inHints: true,
      run: (now) => ({
        state: { ...now, mode: isReading ? { ...mode, status: "stopped" } : { kind: "table" } },
      }),
    },
    { key: "q", name: "quit", help: "quit", inHints: true, run: quitBy("q") },
  ];
}
