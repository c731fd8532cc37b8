import { useEffect } from "react";
import { type BrowseState, resourceOf } from "../browse.state.ts";
import type { BrowseEvent } from "../events.state.ts";
import { createTally } from "./tally.ts";

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
    const show = (status: "reading" | "done") => {
      const start = performance.now();
      dispatch({ type: "counted", of, counted: tally.counted(), status });
      next = performance.now() + Math.max(everyMs, costFactor * (performance.now() - start));
    };
    const count = async () => {
      for await (const value of resource.values(query, column, stop.signal)) {
        if (stop.signal.aborted) return;
        tally.add(value);
        if (performance.now() < next) continue;
        show("reading");
        // Keys are read between two pictures.
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      if (!stop.signal.aborted) show("done");
    };
    count().catch((error: Error) => {
      if (stop.signal.aborted) return;
      const status = { error: error.message };
      dispatch({ type: "counted", of, counted: tally.counted(), status });
    });
    return () => stop.abort();
  }, [dispatch, resource, of, column, query]);
}
